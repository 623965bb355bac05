//! Consequences of wounds by severity and of wounds of parts of the body: thresholds that are passed, conditions as long as
//! a wound lasts, falling and waking.

use crate::battle::{Afflicted, CombatantId, Until, Vitals};
use crate::content::{Breakdown, Label, WakingDifficulty};
use crate::mechanics::{health, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::consequence::casualties;
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// Consequences for a living combatant whose pools have changed (HD-021, PR-183, PR-213 to PR-229).
pub(crate) fn pools_changed(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Facts) {
    let policy = &inputs.rules.policies.consciousness;
    let row = inputs.view.row(who);
    let stable = policy.stable.filter(|stable| row.conditions.has(stable.stable));
    let parts = row.vitals.parts.left.iter().zip(&before.parts.left);
    let worse = health::worse_than(&row.vitals, before) || parts.into_iter().any(|(now, before)| now < before);
    if let Some(stable) = stable.filter(|_| worse) {
        conditions::lose(who, stable.stable, stable.rule, inputs, events);
    }
    let spared = stable.filter(|_| !worse).map(|stable| stable.dying);
    for crossing in health::crossings(policy, before, &row.vitals) {
        let (part, left, rule) = (crossing.part, crossing.left, crossing.threshold.rule);
        events.push(BattleEvent::ThresholdPassed { who, part, left, rule });
        if let Some(first) = crossing.threshold.first {
            conditions::gain_for((who, who), first.condition, (0, first.rounds), rule, inputs, events);
        }
    }
    for (condition, holds, rule) in health::marks(policy, &row.vitals) {
        let holds = holds && spared != Some(condition);
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
    let again = health::times_down(policy, &row.vitals) > health::times_down(policy, before);
    if is_down && (!was_down || again && status::is_conscious(inputs.game(), who)) {
        events.push(BattleEvent::FellUnconscious { who, rests_until: None, rule: policy.unconscious_rule });
    } else if was_down && !is_down && !status::is_conscious(inputs.game(), who) {
        casualties::wake(who, policy.unconscious_rule, inputs, events);
    }
}

/// Stops the dying of a combatant by its wounds (HD-332, PR-176). No effect on one that is not dying.
pub(crate) fn stabilise(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (policy, who) = (inputs.rules.policies.consciousness.stable, effect.target);
    let Some(policy) = policy.filter(|policy| inputs.view.row(who).conditions.has(policy.dying)) else { return };
    conditions::lose(who, policy.dying, effect.rule, inputs, events);
    conditions::gain(who, policy.stable, effect.actor, effect.rule, inputs, events);
    may_wake(who, inputs.view.row(who).vitals, inputs, events);
}

/// An unconscious combatant with these wounds may wake in spite of them, as it is stabilised or healed (HD-333).
pub(crate) fn may_wake(who: CombatantId, vitals: Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let policy = &inputs.rules.policies.consciousness;
    let Some(check) = policy.stable.and_then(|stable| stable.wakes) else { return };
    let (row, rule) = (inputs.view.row(who), check.rule);
    // Those that nothing keeps down wake without a check.
    if !row.conditions.has(policy.unconscious) || health::is_dead(policy, &vitals) || !health::is_down(policy, &vitals)
    {
        return;
    }
    let bonus = Breakdown::of([(Label::Stat(check.stat), row.sheet.stat(check.stat), rule)]);
    let (label, number) = match check.against {
        WakingDifficulty::Wounds => (Label::Wounds, vitals.wounds.count()),
        WakingDifficulty::Number(number) => (Label::Base, number),
    };
    let difficulty = Breakdown::of([(label, number, rule)]);
    let check = PlainCheck { who, name: "wake", roll: check.dice, bonus, difficulty, rule };
    if check.roll(inputs, events) >= 0 {
        casualties::wake(who, rule, inputs, events);
    }
}
