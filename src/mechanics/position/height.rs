//! Altitude, ledges and vertical distance (Fragments: TA-142, TA-G34). Without a height policy all is level.

use crate::battle::{CombatantId, View};
use crate::content::{Gait, Rulebook};
use crate::grid::{Cell, Deep, Direction, Footprint};
use crate::mechanics::Game;

/// Height of the highest ground under a footprint, in the board's unit.
#[inline]
pub fn ground(view: View<'_>, at: Footprint) -> i16 {
    if at.across() == 1 {
        return view.board().elevation(at.anchor);
    }
    let cells = at.cells(view.shape());
    cells.iter().map(|cell| view.board().elevation(*cell)).max().unwrap_or(0)
}

/// Height at which a combatant stands or floats, in the board's unit: ground plus altitude.
pub fn of(view: View<'_>, id: CombatantId) -> i16 {
    ground(view, view.footprint(id)).saturating_add(view.altitude(id))
}

pub(in crate::mechanics) fn cell_length(book: Rulebook<'_>) -> i16 {
    i16::try_from(book.policies.board.cell).unwrap_or(i16::MAX).max(1)
}

/// Height of a body with this footprint, in the board's unit: it is as tall as it is wide.
pub(in crate::mechanics) fn tall(book: Rulebook<'_>, body: Footprint) -> i16 {
    i16::from(body.across()).saturating_mul(cell_length(book))
}

/// Height of the top of a combatant, in the board's unit.
pub fn top(game: Game<'_>, id: CombatantId) -> i16 {
    of(game.view, id).saturating_add(tall(game.book(), game.footprint(id)))
}

/// Altitude in the board's unit after a move to a footprint: the height is kept in the air or over a ledge, else it is 0 (TA-142).
pub fn altitude_at(game: Game<'_>, id: CombatantId, to: Footprint) -> i16 {
    let Some(policy) = &game.policies.height else { return 0 };
    let sunk = game.altitude(id).min(0);
    if sunk < 0 && game.policies.water.cost_below().is_some() {
        return if over_water(game.view, to) { sunk } else { 0 };
    }
    let drop = of(game.view, id).saturating_sub(ground(game.view, to));
    let flies = game.altitude(id) > 0 || game.field().weightless;
    if drop > 0 && (flies || drop.unsigned_abs() >= policy.ledge) { drop } else { 0 }
}

/// Whether a step crosses a ledge, which cannot be walked.
#[inline]
pub fn is_ledge(game: Game<'_>, from: Footprint, to: Footprint) -> bool {
    let Some(policy) = game.policies.height.as_ref().filter(|_| !game.board().is_level()) else { return false };
    ground(game.view, from).abs_diff(ground(game.view, to)) >= policy.ledge
}

/// Whether a body can be moved to a footprint, standing, falling or floating.
pub fn has_room(game: Game<'_>, at: Footprint) -> bool {
    if game.policies.height.is_some() { game.board().admits(at) } else { game.board().fits(at) }
}

/// Whether a body can be moved one step further, standing or not.
pub fn is_open(game: Game<'_>, body: Footprint, way: Direction) -> bool {
    let board = game.board();
    match game.policies.height {
        Some(_) => board.is_open(body.extent, body.anchor, way),
        None => board.step_cost(body.extent, body.anchor, way).is_some(),
    }
}

/// Vertical distance between two combatants in cells; 0 if their heights overlap (TA-G34).
#[inline]
pub fn cells_apart(game: Game<'_>, one: CombatantId, other: CombatantId) -> u16 {
    let level = || game.board().is_level() && game.altitude(one) == game.altitude(other);
    if game.policies.height.is_none() || level() {
        return 0;
    }
    let body = |id| (of(game.view, id), game.footprint(id));
    levels_between(game.book(), body(one), body(other))
}

/// Vertical distance between a combatant and the ground at a footprint, in cells.
pub fn cells_above(game: Game<'_>, id: CombatantId, at: Footprint) -> u16 {
    levels_between(game.book(), (of(game.view, id), game.footprint(id)), (ground(game.view, at), at))
}

/// Vertical distance in cells between two bodies, each given by the height of its feet and its footprint.
#[inline]
pub fn levels_between(book: Rulebook<'_>, one: (i16, Footprint), other: (i16, Footprint)) -> u16 {
    if book.policies.height.is_none() {
        return 0;
    }
    let cell = cell_length(book);
    let level = |(feet, body): (i16, Footprint)| (feet.div_euclid(cell), i16::from(body.across()) - 1);
    let ((low, tall), (high, taller)) = (level(one), level(other));
    (high - (low + tall)).max(low - (high + taller)).max(0).unsigned_abs()
}

/// Whether a combatant moved to a footprint would overlap another body in height.
pub fn overlaps_vertically(game: Game<'_>, id: CombatantId, to: Footprint, other: CombatantId) -> bool {
    if game.policies.height.is_none() {
        return true;
    }
    let own = ground(game.view, to) + altitude_at(game, id, to);
    would_overlap_vertically(game, id, (own, own), other)
}

/// Whether a body with its feet between heights `low` and `high`, in the board's unit, would overlap another body in height.
pub fn would_overlap_vertically(game: Game<'_>, id: CombatantId, (low, high): (i16, i16), other: CombatantId) -> bool {
    let tall = |id| tall(game.book(), game.footprint(id));
    let theirs = of(game.view, other);
    game.policies.height.is_none() || low < theirs + tall(other) && theirs < high + tall(id)
}

/// Whether a combatant is in the middle of a leap. It neither stands nor falls until the leap ends.
pub fn is_leaping(view: View<'_>, id: CombatantId) -> bool {
    let momentum = &view.row(id).momentum;
    momentum.gait == Gait::Leap && momentum.counts > 0
}

/// Whether a footprint is over water too deep to stand in.
pub fn over_water(view: View<'_>, at: Footprint) -> bool {
    let deep = |cell: &Cell| view.board().terrain(*cell).deep == Some(Deep::Water);
    deep(&at.anchor) && (at.across() == 1 || at.cells(view.shape()).iter().all(deep))
}
