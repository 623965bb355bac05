//! Collapse from fatigue: checks to stay awake and to wake, and the marks of it.

use super::{afflictions, bodies, checks, effects};
use crate::battle::{CombatantId, Count, Vitals};
use crate::content::policy::{Collapse, FatigueCollapse, Lull, WoundPolicy};
use crate::mechanics::consciousness::{self, SleepState};
use crate::mechanics::{damage, status};
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
    if !awake {
        sleep_changed(policy, who, inputs, events);
    } else if consciousness::needs_check(before, &inputs.view.row(who).vitals) {
        stay_awake(policy, who, inputs, events);
    }
    marks(policy, who, inputs, events);
}

/// One who passes stays awake and acts as usual (TC-122).
fn stay_awake(policy: &FatigueCollapse, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let vitals = &inputs.view.row(who).vitals;
    let natural = checks::throw(inputs);
    let bonus = consciousness::bonus_to_stay_awake(policy, inputs.book(), inputs.view.row(who));
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
    let rests_until = inputs.view.count() + consciousness::sleep_counts(policy, failed_by);
    bodies::faint(who, Some(rests_until), inputs, events);
    let row = inputs.view.row(who);
    let sleep = consciousness::sleep_state(policy, &row.vitals, &row.conditions);
    set_waking(policy, (who, rests_until), sleep, inputs, events);
}

/// Sets when a sleeper first tries to wake, in place of whatever was due: the dying not at all, the helped after a long
/// rest, and again after others, the rest once they have slept as long as they failed their check by (TC-125, TC-126,
/// TC-130, G-24).
fn set_waking(
    policy: &FatigueCollapse,
    (who, rests_until): (CombatantId, Count),
    sleep: SleepState,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let pending = inputs.timeline.iter().filter(|due| due.what == DueKind::Waking(who));
    events.extend(pending.map(|due| BattleEvent::DueCancelled { due: due.id }));
    let long = sleep == SleepState::Helped;
    if inputs.view.row(who).turn_state.long_rests != long {
        events.push(BattleEvent::SleepChanged(who, long));
    }
    let rest = match sleep {
        SleepState::Light => 0,
        SleepState::Helped => rest(&policy.helped_first, inputs),
        SleepState::Dying => return,
    };
    due(who, rests_until.max(inputs.view.count() + rest), inputs, events);
}

fn due(who: CombatantId, at: Count, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (id, what) = (effects::next_due(inputs, events), DueKind::Waking(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Wakings, tie: 0, what } });
}

/// Counts of a rest whose length is rolled.
fn rest(lull: &Lull, inputs: &mut Inputs<'_>) -> i32 {
    inputs.dice.roll(&lull.dice).total.max(1) * i32::from(lull.counts)
}

/// The target, if it is dying, is made stable: a sleeper may wake. Doing so again changes nothing.
pub(super) fn stabilise(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (Some(policy), who) = (policy(inputs), effect.target) else { return };
    let row = inputs.view.row(who);
    if row.conditions.has(policy.stable) || !consciousness::is_dying(policy, &row.vitals) {
        return;
    }
    let rests_until = row.turn_state.rests_until;
    afflictions::gain(who, policy.stable, effect.actor, effect.rule, inputs, events);
    if !status::is_conscious(inputs.view, inputs.book(), who) {
        set_waking(policy, (who, rests_until), SleepState::Helped, inputs, events);
    }
}

/// A sleeper who begins to die has no check to wake any more; one who is dying no longer has one again, and keeps the one
/// after a long rest if it was helped (TC-125, TC-126, TC-130).
fn sleep_changed(policy: &FatigueCollapse, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let now = consciousness::sleep_state(policy, &row.vitals, &row.conditions);
    let was = consciousness::stored_sleep_state(policy, &row.conditions);
    if now != was && (was, now) != (SleepState::Helped, SleepState::Light) {
        set_waking(policy, (who, row.turn_state.rests_until), now, inputs, events);
    }
}

/// A sleeper's check to wake. One who was helped goes on with long rests, even if it was healed since (TC-130, G-24).
pub fn wake(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = policy(inputs) else { return };
    let row = inputs.view.row(who);
    if row.gone || consciousness::sleep_state(policy, &row.vitals, &row.conditions) == SleepState::Dying {
        return;
    }
    let natural = checks::throw(inputs);
    let bonus = consciousness::bonus(policy, &row.sheet);
    let difficulty = consciousness::difficulty(policy, &row.vitals);
    let helped = row.turn_state.long_rests || consciousness::is_dying(policy, &row.vitals);
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
    let stable = row.conditions.has(policy.stable) && consciousness::stays_stable(policy, vitals);
    let marks = marks.into_iter().chain([(policy.stable, stable, policy.dying_rule)]);
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
