//! Movement through narrow gaps and through earth.

use crate::battle::{CombatantId, Tunnel, View};
use crate::content::Rule;
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, tunnel};
use crate::resolution::event::{BattleEvent, Cause, GroundChange};
use crate::resolution::frame::course::{CourseEnd, MovementCourse, Station};
use crate::resolution::step::Inputs;

/// The mover comes out of a gap, or is stuck in it (TA-259).
pub(crate) fn squeeze(
    who: CombatantId,
    known: View<'_>,
    path: &[Cell],
    inputs: &Inputs<'_>,
) -> Result<MovementCourse, Refusal> {
    let out = tunnel::plan_squeeze(Game::new(known, inputs.book()), who, path)?;
    let rule = inputs.rules.policies.squeeze.as_ref().map_or(inputs.rules.policies.board.rule, |policy| policy.rule);
    Ok(along(tunnel::footprints_along(known, who, path, out), rule))
}

/// A path through earth, dug out step by step.
pub(crate) fn burrow(who: CombatantId, path: &[Cell], inputs: &Inputs<'_>) -> Result<MovementCourse, Refusal> {
    let policy = tunnel::may_burrow(inputs.game(), who)?;
    let body = inputs.view.footprint(who);
    Ok(along(path.iter().map(|cell| body.at(*cell)).collect(), policy.rule))
}

/// A course on the ground.
fn along(places: Vec<Footprint>, rule: Rule) -> MovementCourse {
    let stations = places.into_iter().map(|at| Station { at, altitude: 0 }).collect();
    MovementCourse { stations, cause: Cause::Step, rule, then: CourseEnd::Nothing }
}

/// Turns the earth entered into a tunnel (TA-171, TA-172).
pub(crate) fn dig(who: CombatantId, at: Footprint, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.burrow) else { return };
    let cells = at.cells(view.shape());
    for &cell in cells.iter().filter(|cell| tunnel::is_earth(view, **cell)) {
        let tunnel = Tunnel { cell, was: view.board().tile(cell).unwrap_or_default(), by: who };
        events.push(BattleEvent::GroundChanged(GroundChange::Dug { tunnel, rule: policy.rule }));
    }
}
