//! The toll of running: checks against exhaustion, and the one that begins a sprint.

use super::bodies::{at_rest, bear_gait};
use super::{afflictions, checks};
use crate::battle::{CombatantId, Momentum};
use crate::content::action::Gait;
use crate::mechanics::movement::{self, ExertionDue};
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;

/// A runner's check against exhaustion, and its price.
pub fn exertion(
    who: CombatantId,
    momentum: &Momentum,
    due: ExertionDue,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let natural = checks::throw(inputs);
    let (margin, rolled) = checks::plain(who, "keep_running", natural, due.bonus, due.difficulty, due.rule);
    events.push(rolled);
    let after = movement::after_check(policy, momentum, margin >= 0);
    events.push(BattleEvent::MomentumChanged { who, momentum: after });
    if margin >= 0 {
        return;
    }
    let mut vitals = inputs.view.row(who).vitals;
    let tired = movement::tired(policy, momentum, &vitals, -margin);
    vitals.fatigue += tired.fatigue;
    if tired.fatigue > 0 {
        let rule = movement::check_of(policy, due.sprint).fatigue_rule;
        events.push(BattleEvent::FatigueGained { who, amount: tired.fatigue, vitals, rule });
    }
    if let Some(rule) = tired.stops.or_else(|| movement::must_stop(policy, &after)) {
        let exhausted = policy.run.check.exhausted;
        events.push(BattleEvent::MomentumChanged { who, momentum: at_rest(&after) });
        afflictions::gain(who, exhausted, who, rule, inputs, events);
        if let Some(condition) = movement::gait_condition(policy, momentum.gait) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// The check that begins a sprint: its movement as it then goes.
pub fn start_sprint(
    who: CombatantId,
    momentum: Momentum,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Momentum {
    let Some(due) = movement::sprint_start(inputs.view, inputs.book(), who) else { return momentum };
    roll_sprint(who, "start_sprinting", momentum, due, inputs, events)
}

/// The check that began a sprint is rolled once more; how fast it goes on, if it still is a sprint, is what it now says.
pub fn sprint_again(who: CombatantId, due: ExertionDue, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let now = inputs.view.row(who).momentum;
    let momentum = roll_sprint(who, "sprint_again", now, due, inputs, events);
    events.push(BattleEvent::MomentumChanged { who, momentum });
    bear_gait(who, momentum.gait, inputs, events);
}

/// One who fails runs, and has yet to run before it may sprint again.
fn roll_sprint(
    who: CombatantId,
    name: &str,
    momentum: Momentum,
    due: ExertionDue,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Momentum {
    let Some(running) = &inputs.rules.policies.movement.running else { return momentum };
    let natural = checks::throw(inputs);
    let (margin, rolled) = checks::plain(who, name, natural, due.bonus, due.difficulty, due.rule);
    events.push(rolled);
    let sprint_feet = movement::sprint_feet(&running.sprint, margin);
    let (gait, gait_counts) = if margin >= 0 { (Gait::Sprint, momentum.gait_counts) } else { (Gait::Run, 1) };
    Momentum { sprint_feet, gait, gait_counts, ..momentum }
}
