//! Flying: the steps of a flight, and whether the flier stays up.

use crate::battle::{Afflicted, CombatantId, Facing};
use crate::content::{FlightPolicy, Refusal};
use crate::mechanics::flight::{self, FlightPath};
use crate::mechanics::height;
use crate::resolution::event::{BattleEvent, Cause, Facts};
use crate::resolution::frame::Walk;
use crate::resolution::procedure::forced::shift;
use crate::resolution::step::Inputs;

/// Takes the next step of a flight, with all held in one space with the flier. From its first step into the air the
/// flier is aloft.
pub(crate) fn take_step(walk: &Walk, airway: &FlightPath, inputs: &Inputs<'_>, events: &mut Facts) {
    let (view, who) = (inputs.view, walk.who);
    let to = view.footprint(who).at(walk.path[walk.at]);
    let height = airway.heights.get(walk.at + 1).copied().unwrap_or_default();
    let altitude = height.saturating_sub(height::ground(view, to)).max(0);
    let Some(policy) = &inputs.rules.policies.flight else { return };
    let bodies = shift::along_at(view, who, to, altitude);
    events.push(BattleEvent::Displaced { bodies, cause: Cause::Step, rule: policy.rule });
    if altitude > 0 && !view.row(who).conditions.has(policy.aloft) {
        keep_up(policy, who, 0, inputs, events);
    }
}

/// Whether a flier is still at its planned height. A flier brought down on the way needs another action to fly on (TA-109,
/// TA-G35).
pub(crate) fn can_continue(walk: &Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let planned = walk.airway.as_ref().and_then(|airway| airway.heights.get(walk.at));
    match planned.zip(inputs.rules.policies.flight.as_ref()) {
        Some((planned, policy)) if height::of(inputs.view, walk.who) != *planned => {
            Err(Refusal::new("is off its flight path", policy.rule))
        }
        _ => Ok(()),
    }
}

/// The end of a flight: the flier is in the air or has landed.
pub(crate) fn flown(walk: &Walk, inputs: &Inputs<'_>, events: &mut Facts) {
    let (Some(policy), Some(airway)) = (&inputs.rules.policies.flight, &walk.airway) else { return };
    let (who, view) = (walk.who, inputs.view);
    if view.altitude(who) <= 0 {
        return lands(policy, who, inputs, events);
    }
    if let Some(way) = flight::heading(view, walk.start, &walk.path[..walk.at]) {
        events.push(BattleEvent::FacingKept { who, facing: Facing::of(way), rule: policy.turn_rule });
    }
    let steps = i16::try_from(walk.at).unwrap_or(i16::MAX);
    let cell = i16::try_from(inputs.rules.policies.board.cell).unwrap_or(i16::MAX);
    let flown = if walk.at == walk.path.len() { airway.length as i16 } else { steps.saturating_mul(cell) };
    keep_up(policy, who, flight::flown(view, policy, who).saturating_add(flown), inputs, events);
}

/// Records that the flier is aloft and how far it has flown this turn.
fn keep_up(policy: &FlightPolicy, who: CombatantId, flown: i16, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    let affliction = Afflicted::lasting(policy.aloft, flown);
    if !row.conditions.0.contains(&affliction) {
        events.push(BattleEvent::ConditionGained { who, affliction, rule: policy.rule });
    }
}

pub(crate) fn lands(policy: &FlightPolicy, who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    if row.conditions.has(policy.aloft) {
        events.push(BattleEvent::ConditionLost { who, condition: policy.aloft, rule: policy.rule });
    }
    if row.facing != Facing::AllAround {
        events.push(BattleEvent::FacingKept { who, facing: Facing::AllAround, rule: policy.turn_rule });
    }
}

/// A flier's turn begins: the distance flown before no longer counts (TA-151, TA-152).
pub(crate) fn turn_begins(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    if let Some(policy) = game.policies.flight.as_ref().filter(|_| flight::is_aloft(game, who)) {
        keep_up(policy, who, 0, inputs, events);
    }
}

/// A flier's turn ends: one that has not flown its minimum falls, unless it can hover (TA-151, TA-152, TA-154).
pub(crate) fn turn_ends(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let Some(policy) = game.policies.flight.as_ref().filter(|_| flight::is_aloft(game, who)) else { return };
    if let Some((_, rule)) = flight::missing_distance(game, who, 0) {
        events.push(BattleEvent::ConditionLost { who, condition: policy.aloft, rule });
    }
}
