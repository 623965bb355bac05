//! Deep water: who is in it, who swims where, and how long a breath lasts.

use super::movement;
use super::{height, space};
use crate::battle::{CombatantId, Current, Momentum, View};
use crate::content::action::Gait;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::condition::Status;
use crate::content::policy::{Carrying, Rulebook, Swimming, Wildness};
use crate::content::refusal::Refusal;
use crate::content::{Name, Rule};
use crate::grid::{Cell, Deep, Direction, Footprint};
use crate::mechanics::status;

/// Whether a combatant is in water that it cannot stand in, and not above it.
pub fn is_in(view: View<'_>, id: CombatantId) -> bool {
    view.altitude(id) <= 0 && height::over_water(view, view.footprint(id))
}

/// Whether a combatant is under water.
pub fn is_under(view: View<'_>, id: CombatantId) -> bool {
    is_in(view, id) && view.altitude(id) < 0
}

/// Whether a combatant has no air: it is under water, or something keeps it from breathing (TA-133, TA-238).
pub fn is_without_air(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    is_under(view, id) || status::each(view, book, id).any(|(_, status)| status.does == Status::Stifles)
}

/// The current of the water around a combatant.
pub fn current(view: View<'_>, id: CombatantId) -> Option<&Current> {
    let cell = view.footprint(id).anchor;
    view.field().currents.iter().find(|current| current.cell == cell).filter(|_| is_in(view, id))
}

/// The water that carries a body away which is driven onto a footprint: too deep to stand in, under all of it (G-92).
pub fn carries<'a>(view: View<'_>, book: Rulebook<'a>, at: Footprint) -> Option<&'a Carrying> {
    book.policies.water.carries().filter(|_| height::over_water(view, at))
}

/// Whether a combatant may be driven onto a footprint: where it could come to stand by force, or into water that carries
/// it away (G-92).
///
/// # Errors
/// Refuses what [`space::entry_by_force`] refuses.
pub fn may_be_driven(view: View<'_>, book: Rulebook<'_>, id: CombatantId, to: Footprint) -> Result<(), Refusal> {
    if carries(view, book, to).is_some() { Ok(()) } else { space::entry_by_force(view, book, id, to) }
}

/// Whether a body may be driven one step: where it may be brought, or into water that carries it away, with nothing in
/// between (G-92).
pub fn opens(view: View<'_>, book: Rulebook<'_>, body: Footprint, way: Direction) -> bool {
    let to = body.at(view.shape().step(body.anchor, way));
    let into_water = || carries(view, book, to).is_some() && view.board().is_open(body.extent, body.anchor, way);
    height::is_open(view, book, body, way) || into_water()
}

/// Where a combatant comes that is pushed one step straight away from another; `None` if something is in the way (G-92).
pub fn pushed(view: View<'_>, book: Rulebook<'_>, by: CombatantId, target: CombatantId) -> Option<Footprint> {
    let own = view.footprint(target);
    let away = view.shape().direction_towards(view.footprint(by), own)?;
    let to = own.at(view.shape().step(own.anchor, away));
    (opens(view, book, own, away) && may_be_driven(view, book, target, to).is_ok()).then_some(to)
}

/// Where a current takes a combatant: step by step, until something solid or somebody is in the way or the water ends
/// (TA-132, TA-G37). Also the place one step on that somebody keeps it out of.
pub fn carried(
    view: View<'_>,
    book: Rulebook<'_>,
    id: CombatantId,
    current: &Current,
) -> (Footprint, Option<Footprint>) {
    let mut at = view.footprint(id);
    for _ in 0..current.feet / book.policies.board.feet.max(1) {
        let way = Direction(current.way);
        let next = at.at(view.shape().step(at.anchor, way));
        if !height::is_open(view, book, at, way) || !height::over_water(view, next) {
            break;
        }
        if space::entry_by_force(view.with(id, at), book, id, next).is_err() {
            return (at, Some(next));
        }
        at = next;
    }
    (at, None)
}

/// What a swimmer must reach: that of the wildest water on its way (TA-131, TA-G15).
pub fn difficulty(view: View<'_>, policy: &Swimming, id: CombatantId, path: &[Cell]) -> Breakdown {
    let here = view.footprint(id).anchor;
    let on_the_way = |current: &&Current| current.cell == here || path.contains(&current.cell);
    let wildest = view.field().currents.iter().filter(on_the_way).map(|current| current.water).max();
    let row = policy.difficulties.iter().find(|row| row.water == wildest.unwrap_or(Wildness::Calm));
    let mut difficulty = Breakdown::new();
    if let Some(row) = row {
        difficulty.add(Label::Base, row.difficulty, row.rule);
    }
    difficulty
}

/// The memory of a stretch of swimming along a path, if it may be tried: up to the surface and through water, or out of it.
///
/// # Errors
/// The rule that keeps it from being tried: no water, no way, or too far.
pub fn swim(view: View<'_>, book: Rulebook<'_>, id: CombatantId, path: &[Cell]) -> Result<Momentum, Refusal> {
    let board = &book.policies.board;
    let Some(policy) = book.policies.water.swum() else {
        return Err(Refusal::new("nobody swims", board.rule));
    };
    let deep = |cell: &Cell| view.board().terrain(*cell).deep == Some(Deep::Water);
    if !is_in(view, id) && !path.first().is_some_and(deep) {
        return Err(Refusal::new("there is no water to swim in", policy.swim.rule));
    }
    let rises = view.altitude(id).min(0).unsigned_abs().div_ceil(board.feet.max(1));
    let (cells, most) = (usize::from(rises) + path.len(), usize::from(movement::allowance(view, book, id, Gait::Swim)));
    // From too deep one comes up as far as it gets.
    let comes_up = path.is_empty() && rises > 0;
    if cells == 0 || (cells > most && !comes_up) {
        return Err(Refusal::new("that is no stretch that can be swum at once", policy.swim.rule));
    }
    let mut here = view.footprint(id);
    for &cell in path {
        let to = here.at(cell);
        let way = view.shape().direction_of_step(here.anchor, cell);
        let open = way.is_some_and(|way| height::is_open(view, book, here, way));
        let wet = height::over_water(view, here) || height::over_water(view, to);
        if !open || !wet || height::is_ledge(view, book, here, to) {
            return Err(Refusal::new(format!("nobody swims from {} to {cell}", here.anchor), board.rule));
        }
        space::entry(view, book, id, to)?;
        here = to;
    }
    space::may_end(view, book, id, here)?;
    Ok(Momentum { counts: 1, gait: Gait::Swim, ..Momentum::default() })
}

/// The fires on a combatant that the water around it puts out (TA-248).
pub fn doused(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Option<(Name, Rule)> {
    let free = status::bears_nothing(view, book, id);
    let policy = book.policies.water.swum().filter(|_| !free && is_in(view, id))?;
    let burns = |status: &Status| matches!(status, Status::Burns { harm: crate::content::gear::DamageType::Fire, .. });
    let all = status::all(view, book, id);
    all.iter().find(|(_, status)| burns(&status.does)).map(|(condition, _)| (condition.id, policy.douses_rule))
}

/// Turns that a combatant can go without air, one at least (TA-133).
pub fn breath(view: View<'_>, policy: &Swimming, id: CombatantId) -> i16 {
    view.row(id).sheet.stat(policy.breath).max(1)
}
