//! Fliers: each step of a flight, what it leaves behind, and whether its flier stays up.

use super::holds;
use crate::battle::{Afflicted, CombatantId, Facing, Until};
use crate::content::policy::FlightPolicy;
use crate::content::refusal::Refusal;
use crate::mechanics::flight::{self, FlightPath};
use crate::mechanics::height;
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::Walk;
use crate::resolution::step::Inputs;

/// Takes the next step of a flight, with all who are held in one space with the flier. From the first step that leads into
/// the air its wings hold it up.
pub(super) fn fly_on(walk: &Walk, airway: &FlightPath, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, who) = (inputs.view, walk.who);
    let to = view.footprint(who).at(walk.path[walk.at]);
    let feet = airway.heights.get(walk.at + 1).copied().unwrap_or_default();
    let altitude = feet.saturating_sub(height::ground(view, to)).max(0);
    let Some(policy) = &inputs.rules.policies.flight else { return };
    let bodies = holds::along_at(view, who, to, altitude);
    events.push(BattleEvent::Displaced { bodies, cause: Cause::Step, rule: policy.rule });
    if altitude > 0 && !view.row(who).conditions.has(policy.aloft) {
        keep_up(policy, who, 0, inputs, events);
    }
}

/// Whether a flier is still as high as its flight leads: one who was brought down on the way flies on from there only by
/// another action (TA-109, TA-G35).
pub(super) fn goes_on(walk: &Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let planned = walk.airway.as_ref().and_then(|airway| airway.heights.get(walk.at));
    match planned.zip(inputs.rules.policies.flight.as_ref()) {
        Some((planned, policy)) if height::of(inputs.view, walk.who) != *planned => {
            Err(Refusal::new("is no longer as high as it flew", policy.rule))
        }
        _ => Ok(()),
    }
}

/// A flight is over: the flier is still in the air, or has landed.
pub(super) fn flown(walk: &Walk, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (Some(policy), Some(airway)) = (&inputs.rules.policies.flight, &walk.airway) else { return };
    let (who, view) = (walk.who, inputs.view);
    if view.altitude(who) <= 0 {
        return lands(policy, who, inputs, events);
    }
    if let Some(way) = flight::heading(view, walk.start, &walk.path[..walk.at]) {
        events.push(BattleEvent::FacingKept { who, facing: Facing::of(way), rule: policy.turn_rule });
    }
    let steps = i16::try_from(walk.at).unwrap_or(i16::MAX);
    let cell = i16::try_from(inputs.rules.policies.board.feet).unwrap_or(i16::MAX);
    let feet = if walk.at == walk.path.len() { airway.feet as i16 } else { steps.saturating_mul(cell) };
    keep_up(policy, who, flight::flown(view, policy, who).saturating_add(feet), inputs, events);
}

/// The flier is in the air and has flown so many feet in this turn.
fn keep_up(policy: &FlightPolicy, who: CombatantId, feet: i16, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let affliction = Afflicted { condition: policy.aloft, by: None, until: Until::Ended, level: feet };
    if !row.conditions.0.contains(&affliction) {
        events.push(BattleEvent::ConditionGained { who, affliction, rule: policy.rule });
    }
}

/// Somebody flies no longer.
pub(super) fn lands(policy: &FlightPolicy, who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    if row.conditions.has(policy.aloft) {
        events.push(BattleEvent::ConditionLost { who, condition: policy.aloft, rule: policy.rule });
    }
    if row.facing != Facing::AllAround {
        events.push(BattleEvent::FacingKept { who, facing: Facing::AllAround, rule: policy.turn_rule });
    }
}

/// The turn of a flier begins: what it has flown before does not count in it (TA-151, TA-152).
pub(super) fn turn_begins(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    if let Some(policy) = book.policies.flight.as_ref().filter(|_| flight::is_aloft(view, book, who)) {
        keep_up(policy, who, 0, inputs, events);
    }
}

/// The turn of a flier ends: one who has not flown its rate falls, unless it can stay in one place (TA-151, TA-152,
/// TA-154).
pub(super) fn turn_ends(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let Some(policy) = book.policies.flight.as_ref().filter(|_| flight::is_aloft(view, book, who)) else { return };
    if let Some((_, rule)) = flight::missing_distance(view, book, who, 0) {
        events.push(BattleEvent::ConditionLost { who, condition: policy.aloft, rule });
    }
}
