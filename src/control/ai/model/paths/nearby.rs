//! Cells near a target.

use smallvec::SmallVec;

use crate::battle::{CombatantId, View};
use crate::control::ai::model::situation::Situation;
use crate::grid::{Cell, Distance, Flood, Footprint, distance};
use crate::mechanics::Game;

/// The cells of a flood, cheapest first, at which the footprint `own` is at most `cells` from the footprint `to`.
pub fn cells_within(flood: &Flood, game: Game<'_>, own: Footprint, to: Footprint, cells: u16) -> SmallVec<[Cell; 32]> {
    let mut ranked: SmallVec<[(usize, Cell); 32]> = ranked(flood, game, own, to, cells).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, cell)| cell).collect()
}

/// The cheapest cell of a flood at which the footprint `own` is at most `cells` from the footprint `to`.
pub fn first_within(flood: &Flood, game: Game<'_>, own: Footprint, to: Footprint, cells: u16) -> Option<Cell> {
    ranked(flood, game, own, to, cells).min().map(|(_, cell)| cell)
}

/// The cells of a flood near a footprint in no particular order, each with its rank by cost.
fn ranked<'a>(
    flood: &'a Flood,
    game: Game<'a>,
    own: Footprint,
    to: Footprint,
    cells: u16,
) -> impl Iterator<Item = (usize, Cell)> + use<'a> {
    board_cells_within(game, own, to, cells).filter_map(|cell| Some((flood.rank(cell)?, cell)))
}

/// The cells of the board at which the footprint `own` is at most `cells` from the footprint `to`.
fn board_cells_within(game: Game<'_>, own: Footprint, to: Footprint, cells: u16) -> impl Iterator<Item = Cell> {
    let (board, shape, policy) = (game.board(), game.shape(), game.policies.board.distance);
    let far = cells.saturating_add(own.across().into()).saturating_add(to.across().into());
    let far = i16::try_from(far).unwrap_or(i16::MAX);
    let span = |middle: i16, side: u16| {
        let last = i16::try_from(side).unwrap_or(i16::MAX).saturating_sub(1);
        middle.saturating_sub(far).max(0)..=middle.saturating_add(far).min(last)
    };
    let columns = span(to.anchor.x, board.width());
    let all = span(to.anchor.y, board.height()).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)));
    all.filter(move |cell| distance(shape, policy, own.at(*cell), to) <= cells)
}

/// Lower bound on the steps from `here` to a free footprint at most `cells` from the nearest target; 0 only at such a
/// footprint. `u16::MAX` without targets.
pub fn steps_remaining(situation: &Situation<'_>, targets: &[Footprint], here: Footprint, cells: u16) -> u16 {
    let (shape, policy) = (situation.view.shape(), situation.book().policies.board.distance);
    let is_within = |target: &Footprint| distance(shape, policy, here, *target) <= cells;
    if targets.iter().any(is_within) {
        // A walker cannot stop in an occupied space.
        return u16::from(is_occupied(situation.view, situation.actor, here));
    }
    // A diagonal is one step, even where every second one costs two.
    let steps = if policy == Distance::AlternatingDiagonals { Distance::DiagonalsCostOne } else { policy };
    let remaining = targets.iter().map(|target| distance(shape, steps, here, *target).saturating_sub(cells)).min();
    remaining.map_or(u16::MAX, |remaining| remaining.max(1))
}

/// Whether a combatant other than the walker occupies any cell of a footprint.
pub fn is_occupied(view: View<'_>, walker: CombatantId, footprint: Footprint) -> bool {
    view.others_in(walker, footprint).next().is_some()
}
