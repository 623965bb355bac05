//! Consequences of wounds by severity and of wounds of parts of the body: thresholds that are passed, conditions as long as
//! a wound lasts, falling and waking.

use crate::battle::{Afflicted, CombatantId, Until, Vitals};
use crate::mechanics::{health, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::consequence::casualties;
use crate::resolution::procedure::effect::conditions;
use crate::resolution::step::Inputs;

/// Consequences for a living combatant whose pools have changed (HD-021, PR-183, PR-213 to PR-229).
pub(crate) fn pools_changed(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Facts) {
    let policy = &inputs.rules.policies.consciousness;
    let row = inputs.view.row(who);
    for crossing in health::crossings(policy, before, &row.vitals) {
        let (part, left, rule) = (crossing.part, crossing.left, crossing.threshold.rule);
        events.push(BattleEvent::ThresholdPassed { who, part, left, rule });
        if let Some(first) = crossing.threshold.first {
            conditions::gain_for((who, who), first.condition, (0, first.rounds), rule, inputs, events);
        }
    }
    for (condition, holds, rule) in health::marks(policy, &row.vitals) {
        match row.conditions.has(condition) {
            false if holds => {
                // As long as the wound, whatever ends the condition elsewhere.
                let affliction = Afflicted { condition, by: Some(who), until: Until::Ended, level: 0 };
                events.push(BattleEvent::ConditionGained { who, affliction, rule });
            }
            true if !holds => conditions::lose(who, condition, rule, inputs, events),
            _ => {}
        }
    }
    let (was_down, is_down) = (health::is_down(policy, before), health::is_down(policy, &row.vitals));
    if is_down && !was_down {
        events.push(BattleEvent::FellUnconscious { who, rests_until: None, rule: policy.unconscious_rule });
    } else if was_down && !is_down && !status::is_conscious(inputs.game(), who) {
        casualties::wake(who, policy.unconscious_rule, inputs, events);
    }
}
