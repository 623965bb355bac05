//! Collapse from fatigue: checks to stay awake and to wake, and the marks of it.

use super::{afflictions, bodies, checks, effects};
use crate::battle::{CombatantId, Vitals};
use crate::content::policy::{Collapse, FatigueCollapse, Lull, WoundPolicy};
use crate::mechanics::{consciousness, damage, status};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, Phase};

/// The policy, where bodies collapse so.
fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a FatigueCollapse> {
    match &inputs.rules.policies.consciousness.collapse {
        Collapse::Fatigue(policy) => Some(policy),
        Collapse::Bleeding(_) => None,
    }
}

/// What follows when the pools of one who lives have changed.
pub(super) fn worsened(
    policy: &FatigueCollapse,
    who: CombatantId,
    before: &Vitals,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let awake = status::is_conscious(inputs.view, inputs.book(), who);
    if awake && consciousness::needs_check(before, &inputs.view.row(who).vitals) {
        stay_awake(policy, who, inputs, events);
    }
    marks(policy, who, inputs, events);
}

/// One who passes stays awake and acts as usual (TC-122).
fn stay_awake(policy: &FatigueCollapse, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let vitals = &inputs.view.row(who).vitals;
    let natural = checks::throw(inputs);
    let bonus = consciousness::staying(policy, inputs.book(), inputs.view.row(who));
    let difficulty = consciousness::difficulty(policy, vitals);
    let (margin, rolled) = checks::plain(who, "stay_awake", natural, bonus, difficulty, policy.check_rule);
    events.push(rolled);
    if margin < 0 {
        fall_asleep(policy, who, -margin, inputs, events);
    }
}

fn fall_asleep(
    policy: &FatigueCollapse,
    who: CombatantId,
    failed_by: i16,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let row = inputs.view.row(who);
    let can_wake = consciousness::may_check_to_wake(policy, &row.vitals, &row.conditions);
    let helped = can_wake && consciousness::is_dying(policy, &row.vitals);
    let sleep =
        if helped { rest(&policy.helped_first, inputs) } else { consciousness::sleep_counts(policy, failed_by) };
    let wake_at = can_wake.then(|| inputs.view.count() + sleep);
    bodies::faint(who, wake_at, inputs, events);
    if let Some(at) = wake_at {
        due(who, at, inputs, events);
    }
}

fn due(who: CombatantId, at: i32, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (id, what) = (effects::next_due(inputs, events), DueKind::Waking(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Wakings, tie: 0, what } });
}

/// Counts of a rest whose length is rolled.
fn rest(lull: &Lull, inputs: &mut Inputs<'_>) -> i32 {
    inputs.dice.roll(&lull.dice).total.max(1) * i32::from(lull.counts)
}

/// The target is made stable: it no longer dies, and may wake.
pub(super) fn stabilise(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if let Some(policy) = policy(inputs) {
        afflictions::gain(effect.target, policy.stable, effect.actor, effect.rule, inputs, events);
        set_waking(effect.target, inputs, events);
    }
}

/// One who was dying and has been helped may wake after a long rest.
fn set_waking(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = policy(inputs) else { return };
    let asleep = !status::is_conscious(inputs.view, inputs.book(), who);
    let waiting = inputs.timeline.iter().any(|due| due.what == DueKind::Waking(who));
    if asleep && !waiting {
        let after = rest(&policy.helped_first, inputs);
        due(who, inputs.view.count() + after, inputs, events);
    }
}

/// A sleeper's check to wake.
pub fn wake(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = policy(inputs) else { return };
    let row = inputs.view.row(who);
    if row.gone || !consciousness::may_check_to_wake(policy, &row.vitals, &row.conditions) {
        return;
    }
    let natural = checks::throw(inputs);
    let bonus = consciousness::bonus(policy, &row.sheet);
    let difficulty = consciousness::difficulty(policy, &row.vitals);
    let helped = consciousness::is_dying(policy, &row.vitals);
    let rule = if helped { policy.helped_rule } else { policy.wake_rule };
    let (margin, rolled) = checks::plain(who, "wake", natural, bonus, difficulty, rule);
    events.push(rolled);
    if margin < 0 {
        let again =
            if helped { rest(&policy.helped_again, inputs) } else { inputs.dice.roll(&policy.again).total.max(1) };
        due(who, inputs.view.count() + again, inputs, events);
        return;
    }
    events.push(BattleEvent::ConditionLost {
        who,
        condition: inputs.rules.policies.consciousness.unconscious,
        rule: policy.wake_rule,
    });
    events.push(BattleEvent::Woke { who, rule: policy.wake_rule });
    let id = inputs.timeline.next_id();
    let (at, what) = (inputs.view.count(), DueKind::Turn(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Turns, tie: 0, what } });
}

/// The marks that follow from the pools: wounded, at risk, dying.
fn marks(policy: &FatigueCollapse, who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let vitals = &row.vitals;
    let worn = match &inputs.rules.policies.damage.wounds {
        WoundPolicy::Threshold(wounds) => {
            Some((wounds.wounded, damage::is_wounded(inputs.book(), &row.sheet, vitals), wounds.wear_rule))
        }
        WoundPolicy::HitPoints { .. } => None,
    };
    let marks = [
        (policy.at_risk, consciousness::is_at_risk(vitals), policy.check_rule),
        (policy.dying, consciousness::is_dying(policy, vitals), policy.dying_rule),
    ];
    for (condition, holds, rule) in worn.into_iter().chain(marks) {
        let has = row.conditions.has(condition);
        if holds && !has {
            let affliction = afflictions::affliction(inputs.rules, inputs.view, condition, who);
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if has && !holds {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}
