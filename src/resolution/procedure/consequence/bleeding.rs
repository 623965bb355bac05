//! Collapse by bleeding: wounds and healing at no hit points, and the bleeding table of each turn.

use smallvec::smallvec;

use crate::battle::{Afflicted, CombatantId, Vitals};
use crate::content::{BleedResult, BleedingCollapse, Breakdown, DamageTypes, HealthModel, Label, RollType, Rule};
use crate::mechanics::{health, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::effect::{conditions, deal_damage, posture};
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::step::Inputs;

pub(crate) fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a BleedingCollapse> {
    match &inputs.rules.policies.consciousness.collapse {
        HealthModel::Bleeding(policy) => Some(policy),
        _ => None,
    }
}

/// Damage to a bleeding combatant worsens its penalty by 1 each time, twice for two hits of one action (TA-210,
/// TA-G18).
pub(super) fn wounded(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (BattleEvent::DamageTaken(hurt), Some(policy)) = (fact, policy(inputs)) else { return };
    let who = hurt.target;
    if hurt.wounds > 0 && inputs.view.row(who).conditions.has(policy.bleeding) {
        let raised = events.iter().rev().find_map(|event| match event {
            BattleEvent::ConditionGained { who: other, affliction, .. }
                if *other == who && affliction.condition == policy.bleeding =>
            {
                Some(affliction.level)
            }
            _ => None,
        });
        let level = raised.unwrap_or_else(|| penalty(policy, who, inputs)) + 1;
        set_penalty(policy, who, level, policy.worse_rule, events);
    }
}

/// Consequences for a living combatant whose hit points have changed (TA-211, TA-242, TA-243).
pub(crate) fn pools_changed(
    policy: &BleedingCollapse,
    who: CombatantId,
    before: &Vitals,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let after = inputs.view.row(who).vitals;
    let bleeds = inputs.view.row(who).conditions.has(policy.bleeding);
    if health::lasting(&after) > health::lasting(before) && bleeds {
        set_penalty(policy, who, (penalty(policy, who, inputs) - 1).max(0), policy.better_rule, events);
    }
    let fallen = inputs.view.row(who).conditions.has(policy.incapacitated);
    match health::is_spent(&after) {
        true if !fallen => collapse(policy, who, bleeds, inputs, events),
        false if fallen => {
            let (condition, rule) = (policy.incapacitated, policy.incapacitated_rule);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
        _ => {}
    }
}

/// A combatant unconscious from its wounds wakes once it has hit points and no longer bleeds (TA-G20).
pub(crate) fn may_wake(policy: &BleedingCollapse, who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let (row, sleep) = (inputs.view.row(who), inputs.rules.policies.consciousness.unconscious);
    let own = |held: &Afflicted| held.condition == sleep && held.by == Some(who);
    let sleeps = row.conditions.0.iter().any(own);
    if sleeps && !row.conditions.has(policy.bleeding) && !health::is_spent(&row.vitals) {
        posture::wake(who, policy.wake_rule, inputs, events);
    }
}

/// A combatant without hit points falls prone and begins to bleed.
fn collapse(policy: &BleedingCollapse, who: CombatantId, bleeds: bool, inputs: &mut Inputs<'_>, events: &mut Facts) {
    conditions::gain(who, policy.incapacitated, who, policy.incapacitated_rule, inputs, events);
    posture::fall_down(who, policy.falls_rule, inputs, events);
    if !bleeds {
        // The first roll has no penalty yet (TA-209).
        conditions::gain(who, policy.bleeding, who, policy.falls_rule, inputs, events);
    }
}

fn penalty(policy: &BleedingCollapse, who: CombatantId, inputs: &Inputs<'_>) -> i16 {
    let held = inputs.view.row(who).conditions.0.iter().find(|held| held.condition == policy.bleeding);
    held.map_or(0, |held| held.level)
}

fn set_penalty(policy: &BleedingCollapse, who: CombatantId, level: i16, rule: Rule, events: &mut Facts) {
    let affliction = Afflicted::lasting(policy.bleeding, level);
    events.push(BattleEvent::ConditionGained { who, affliction, rule });
}

/// Rolls on the bleeding table at the start of a turn; whether the combatant keeps bleeding (TA-207, TA-208, TA-215).
pub(crate) fn roll_table(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let Some(policy) = policy(inputs).filter(|policy| inputs.view.row(who).conditions.has(policy.bleeding)) else {
        return false;
    };
    let natural = inputs.dice.roll(&policy.die).total as i16;
    let mut bonus = Breakdown::new();
    bonus.add_if(Label::Penalty, -penalty(policy, who, inputs), policy.penalty_rule);
    let total = natural.saturating_add(bonus.total());
    let row = policy.table.iter().find(|row| total <= row.at_most).or(policy.table.last());
    let (roll, difficulty, rule) = (RollType::Check, Breakdown::new(), policy.table_rule);
    let check = PlainCheck { who, name: "bleed", roll, bonus, difficulty, rule };
    let thrown = PlainRoll { natural, shown: smallvec![natural.max(0) as u16] };
    events.push(BattleEvent::CheckRolled(Box::new(check.total(&thrown, total))));
    match row.map(|row| row.result) {
        // At exactly 0 it falls unconscious as it would above 0: "if you are already below 0 HP you die" (TA-215).
        Some(BleedResult::Death) if health::lasting(&inputs.view.row(who).vitals) < 0 => {
            events.push(BattleEvent::Died { who, rule: inputs.rules.policies.consciousness.dead_rule });
            return false;
        }
        Some(BleedResult::Death | BleedResult::Unconscious) => {
            if status::is_conscious(inputs.game(), who) {
                let rule = inputs.rules.policies.consciousness.unconscious_rule;
                events.push(BattleEvent::FellUnconscious { who, rests_until: None, rule });
            }
        }
        Some(BleedResult::Deteriorate) => {
            set_penalty(policy, who, penalty(policy, who, inputs) + 1, policy.table_rule, events);
        }
        Some(BleedResult::Stabilise) => {
            events.push(BattleEvent::ConditionLost { who, condition: policy.bleeding, rule: policy.table_rule });
            return false;
        }
        Some(BleedResult::Nothing) | None => {}
    }
    true
}

/// Damage from blood loss after the roll (TA-212).
pub(crate) fn lose_blood(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if let Some(policy) = policy(inputs) {
        let dealt = inputs.dice.roll(&policy.damage).total;
        deal_damage::harm((who, who), policy.bleeding, dealt, (DamageTypes::BLOOD, policy.damage_rule), inputs, events);
    }
}
