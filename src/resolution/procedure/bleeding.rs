//! Collapse from lost blood: what wounds and healing do to one who has no hit points left, and the table of each turn.

use super::{afflictions, bodies, checks};
use crate::battle::{Afflicted, CombatantId, Until, Vitals};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::DamageType;
use crate::content::policy::{BleedResult, BleedingCollapse, Collapse};
use crate::content::{Name, Rule};
use crate::mechanics::damage::{self, AppliedDamage, PendingDamage};
use crate::mechanics::{consciousness, status};
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;

/// The policy, where bodies collapse so.
pub(super) fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a BleedingCollapse> {
    match &inputs.rules.policies.consciousness.collapse {
        Collapse::Bleeding(policy) => Some(policy),
        Collapse::Fatigue(_) => None,
    }
}

/// Damage to somebody who bleeds: each makes its penalty one worse, two of one action do so twice (TA-210, TA-G18).
pub(super) fn wounded(hurt: &AppliedDamage, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, Some(policy)) = (hurt.target, policy(inputs)) else { return };
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

/// What follows when the pools of one who lives have changed (TA-211, TA-242, TA-243).
pub(super) fn worsened(
    policy: &BleedingCollapse,
    who: CombatantId,
    before: &Vitals,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let after = inputs.view.row(who).vitals;
    let bleeds = inputs.view.row(who).conditions.has(policy.bleeding);
    if after.hit_points > before.hit_points && bleeds {
        set_penalty(policy, who, (penalty(policy, who, inputs) - 1).max(0), policy.better_rule, events);
    }
    let fallen = inputs.view.row(who).conditions.has(policy.incapacitated);
    match consciousness::has_no_hit_points(&after) {
        true if !fallen => collapse(policy, who, bleeds, inputs, events),
        false if fallen => {
            let (condition, rule) = (policy.incapacitated, policy.incapacitated_rule);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
        _ => {}
    }
}

/// One whom its wounds have put to sleep comes to once it has hit points and no longer bleeds (TA-G20).
pub(super) fn recovered(
    policy: &BleedingCollapse,
    who: CombatantId,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (row, sleep) = (inputs.view.row(who), inputs.rules.policies.consciousness.unconscious);
    let own = |held: &Afflicted| held.condition == sleep && held.by == Some(who);
    let whole = !consciousness::has_no_hit_points(&row.vitals) && !row.conditions.has(policy.bleeding);
    if whole && row.conditions.0.iter().any(own) {
        bodies::come_to(who, policy.wake_rule, inputs, events);
    }
}

/// One without a hit point falls, and begins to bleed if it does not yet.
fn collapse(
    policy: &BleedingCollapse,
    who: CombatantId,
    bleeds: bool,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    afflictions::gain(who, policy.incapacitated, who, policy.incapacitated_rule, inputs, events);
    bodies::fall_down(who, policy.falls_rule, inputs, events);
    if !bleeds {
        // Nothing is taken off its roll yet (TA-209).
        afflictions::gain(who, policy.bleeding, who, policy.falls_rule, inputs, events);
    }
}

/// What is taken off the roll on the table.
fn penalty(policy: &BleedingCollapse, who: CombatantId, inputs: &Inputs<'_>) -> i16 {
    let held = inputs.view.row(who).conditions.0.iter().find(|held| held.condition == policy.bleeding);
    held.map_or(0, |held| held.level)
}

fn set_penalty(policy: &BleedingCollapse, who: CombatantId, level: i16, rule: Rule, events: &mut Vec<BattleEvent>) {
    let affliction = Afflicted { condition: policy.bleeding, by: None, until: Until::Ended, level };
    events.push(BattleEvent::ConditionGained { who, affliction, rule });
}

/// The roll on the table at the start of a turn; whether the bleeding goes on (TA-207, TA-208, TA-215).
pub(super) fn roll(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> bool {
    let Some(policy) = policy(inputs).filter(|policy| inputs.view.row(who).conditions.has(policy.bleeding)) else {
        return false;
    };
    let natural = inputs.dice.roll(&policy.die).total;
    let mut bonus = Breakdown::new();
    bonus.add_if(Label::Penalty, -penalty(policy, who, inputs), policy.penalty_rule);
    let total = i16::try_from(natural).unwrap_or(i16::MAX).saturating_add(bonus.total());
    let row = policy.table.iter().find(|row| total <= row.at_most).or(policy.table.last());
    let (_, rolled) = checks::plain(who, "bleed", natural, bonus, Breakdown::new(), policy.table_rule);
    events.push(rolled);
    match row.map(|row| row.result) {
        // At exactly 0 it falls unconscious like one above 0: "if you are already below 0 HP you die" (TA-215).
        Some(BleedResult::Death) if inputs.view.row(who).vitals.hit_points < 0 => {
            bodies::die(who, inputs, events);
            return false;
        }
        Some(BleedResult::Death | BleedResult::Unconscious) => faint(who, inputs, events),
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

fn faint(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if status::is_conscious(inputs.view, inputs.book(), who) {
        bodies::faint(who, None, inputs, events);
    }
}

/// The blood lost after the roll (TA-212).
pub(super) fn lose_blood(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if let Some(policy) = policy(inputs) {
        let dealt = inputs.dice.roll(&policy.damage).total;
        harm(who, policy.bleeding, dealt, (DamageType::Blood, policy.damage_rule), inputs, events);
    }
}

/// Harm that nobody deals: so many points of a kind, by a condition and its rule.
pub(super) fn harm(
    who: CombatantId,
    cause: Name,
    dealt: i32,
    kind: (DamageType, Rule),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    harm_by((who, who), cause, dealt, kind, inputs, events);
}

/// Harm without a weapon that one body takes by the doing of another.
pub(super) fn harm_by(
    (who, by): (CombatantId, CombatantId),
    cause: Name,
    dealt: i32,
    (harm, rule): (DamageType, Rule),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let mut amount = Breakdown::new();
    amount.add(Label::DamageDice, i16::try_from(dealt).unwrap_or(i16::MAX), rule);
    let (nonlethal, straight) = (false, None);
    deal(
        PendingDamage { by, target: who, action: cause, weapon: None, harm, amount, nonlethal, straight, rule },
        inputs,
        events,
    );
}

/// A blow that falls by itself is taken.
pub(super) fn deal(blow: PendingDamage, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for hurt in damage::settle(inputs.view, inputs.book(), &[blow]) {
        events.push(BattleEvent::DamageTaken(Box::new(hurt.clone())));
        wounded(&hurt, inputs, events);
    }
}
