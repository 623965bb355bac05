//! Squeezing through narrow spaces (Fragments: TA-127, TA-259, TA-G48).

use super::ground::cost_of_leaving;
use super::pace::allowance;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Footprint};
use crate::mechanics::narrow::is_too_narrow;
use crate::mechanics::{Game, height, space};

/// Size of a squeezing body in cells across: half, rounded up (TA-G48).
fn half(view: View<'_>, id: CombatantId) -> u8 {
    view.row(id).sheet.extent.div_ceil(2)
}

/// Final footprint of a body that squeezes along a path; full size if there is room.
///
/// # Errors
/// The rule that prevents it: nothing to squeeze through, no way, or too far.
pub fn plan(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<Footprint, Refusal> {
    let Some(policy) = &game.policies.squeeze else {
        return Err(Refusal::new("there is no squeezing in these rules", game.policies.board.rule));
    };
    let Some(first) = path.first() else {
        return Err(Refusal::new("needs somewhere to go", policy.rule));
    };
    if game.row(id).sheet.extent < 2 {
        return Err(Refusal::new("is small enough to walk there", policy.rule));
    }
    let Some(mut here) = part(game.view, id, *first) else {
        return Err(Refusal::new(format!("{first} is not an adjacent gap"), policy.rule));
    };
    // Where the whole body fits it does not squeeze, and the space it leaves is not difficult terrain (TA-127).
    let (mut left, mut cells) = (game.footprint(id), 0u16);
    for &cell in path {
        let to = here.at(cell);
        let way = game.shape().direction_of_step(here.anchor, cell);
        let entered = way.and_then(|way| game.board().step_cost(here.extent, here.anchor, way));
        let Some(entered) = entered.filter(|_| !height::is_ledge(game, here, to)) else {
            return Err(Refusal::new(format!("{cell} cannot be entered from {}", here.anchor), policy.rule));
        };
        cells = cells.saturating_add(cost_of_leaving(game.with(id, left), id, left, entered));
        space::entry(game.with(id, here), id, to)?;
        here = to;
        left = whole(game, id, here).unwrap_or(here);
    }
    let budget = allowance(game, id, Gait::Squeeze);
    if cells > budget {
        let why = format!("{cells} cells of movement are more than the {budget} of this move");
        return Err(Refusal::new(why, policy.times_rule));
    }
    space::may_end(game, id, left)?;
    Ok(left)
}

/// The footprint after each step of squeezing along a path that ends on `out`.
pub fn footprints_along(view: View<'_>, id: CombatantId, path: &[Cell], out: Footprint) -> Vec<Footprint> {
    let half = Footprint { extent: half(view, id), ..out };
    let before = path.len().saturating_sub(1);
    path[..before].iter().map(|cell| half.at(*cell)).chain([out]).collect()
}

/// The half of a body from which a step leads to a cell.
fn part(view: View<'_>, id: CombatantId, to: Cell) -> Option<Footprint> {
    let (body, across) = (view.footprint(id), half(view, id));
    let halves = body.cells(view.shape()).into_iter().map(|cell| Footprint { anchor: cell, extent: across });
    let inside = |at: &Footprint| at.cells(view.shape()).iter().all(|cell| body.contains(view.shape(), *cell));
    let leads = |at: &Footprint| {
        let way = view.shape().direction_of_step(at.anchor, to);
        let leaves = body.extent <= across || !inside(&at.at(to));
        leaves && way.is_some_and(|way| view.board().step_cost(across, at.anchor, way).is_some())
    };
    halves.filter(inside).find(leads)
}

/// A full-sized, free and level footprint around a squeezed one, if there is room.
fn whole(game: Game<'_>, id: CombatantId, at: Footprint) -> Option<Footprint> {
    let extent = game.row(id).sheet.extent;
    let back = i16::from(extent) - 1;
    let anchors = (0..=back).flat_map(|up| (0..=back).map(move |left| at.anchor.shifted(-left, -up)));
    let around = anchors.map(|anchor| Footprint { anchor, extent });
    let holds = |space: &Footprint| at.cells(game.shape()).iter().all(|cell| space.contains(game.shape(), *cell));
    let free = |space: &Footprint| {
        game.board().fits(*space)
            && !is_too_narrow(game, id, *space)
            && height::ground(game.view, *space) == height::ground(game.view, at)
            && space::may_end(game, id, *space).is_ok()
    };
    around.filter(holds).find(free)
}
