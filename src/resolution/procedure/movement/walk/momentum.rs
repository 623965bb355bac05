//! Momentum, and the conditions of running and sprinting.

use crate::battle::{CombatantId, Momentum, Until};
use crate::content::action::Gait;
use crate::content::policy::Running;
use crate::mechanics::movement;
use crate::resolution::event::BattleEvent;
use crate::resolution::procedure::effect::duration;
use crate::resolution::step::Inputs;

/// Ends a combatant's movement: momentum and gait conditions are lost, exertion checks are remembered.
pub fn halt(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let still = at_rest(&row.momentum);
    if row.momentum != still {
        events.push(BattleEvent::MomentumChanged { who, momentum: still });
    }
    forget_movement(who, inputs, events);
    let Some(Running { run, sprint }) = &inputs.rules.policies.movement.running else { return };
    for condition in [run.condition, sprint.condition] {
        if row.conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule: run.condition_rule });
        }
    }
}

/// Gives runners and sprinters the condition of their gait, and takes it from all others.
pub fn bear_gait(who: CombatantId, gait: Gait, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let wanted = movement::gait_condition(policy, gait);
    let conditions = &inputs.view.row(who).conditions;
    for condition in [policy.run.condition, policy.sprint.condition] {
        let rule = policy.run.condition_rule;
        if wanted == Some(condition) && !conditions.has(condition) {
            let affliction = duration::affliction(inputs.rules, inputs.view, condition, who);
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if wanted != Some(condition) && conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// Ends what a combatant gained for its movement only.
pub(crate) fn forget_movement(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for fact in inputs.view.row(who).pairs.0.iter().filter(|fact| fact.until == Until::Halted) {
        events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
    }
}

/// The momentum after a movement has ended.
pub(crate) fn at_rest(momentum: &Momentum) -> Momentum {
    Momentum { checks: momentum.checks, sprint_checks: momentum.sprint_checks, ..Momentum::default() }
}
