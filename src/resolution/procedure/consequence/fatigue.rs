//! Collapse by fatigue: checks to stay awake and to wake, and the conditions that mark it.

use crate::battle::{CombatantId, Count, Vitals};
use crate::content::{FatigueCollapse, HealthModel, Lull, Name, RollType, Rule};
use crate::mechanics::consciousness::{self, SleepState};
use crate::mechanics::{damage, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::{conditions, duration};
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;
use crate::turn::{DueKind, Phase};

fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a FatigueCollapse> {
    match &inputs.rules.policies.consciousness.collapse {
        HealthModel::Fatigue(policy) => Some(policy),
        _ => None,
    }
}

/// Consequences for a living combatant whose hit points or fatigue have changed.
pub(crate) fn pools_changed(
    policy: &FatigueCollapse,
    who: CombatantId,
    before: &Vitals,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let awake = status::is_conscious(inputs.game(), who);
    if !awake {
        sleep_changed(policy, who, inputs, events);
    } else if consciousness::needs_check(before, &inputs.view.row(who).vitals) {
        stay_awake(policy, who, inputs, events);
    }
    marks(policy, who, inputs, events);
}

/// A check to stay awake; on a success the combatant acts as usual (TC-122).
fn stay_awake(policy: &FatigueCollapse, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let vitals = &inputs.view.row(who).vitals;
    let bonus = consciousness::bonus_to_stay_awake(policy, inputs.book(), inputs.view.row(who));
    let difficulty = consciousness::difficulty(policy, vitals);
    let rule = policy.check_rule;
    let check = PlainCheck { who, name: "stay_awake", roll: RollType::Check, bonus, difficulty, rule };
    let margin = check.roll(inputs, events);
    if margin < 0 {
        fall_asleep(policy, who, -margin, inputs, events);
    }
}

fn fall_asleep(
    policy: &FatigueCollapse,
    who: CombatantId,
    failed_by: i16,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let rests_until = inputs.view.count() + consciousness::sleep_counts(policy, failed_by);
    let rule = inputs.rules.policies.consciousness.unconscious_rule;
    events.push(BattleEvent::FellUnconscious { who, rests_until: Some(rests_until), rule });
    let row = inputs.view.row(who);
    let sleep = consciousness::sleep_state(policy, &row.vitals, &row.conditions);
    set_waking(policy, (who, rests_until), sleep, inputs, events);
}

/// Schedules when a sleeper first tries to wake, replacing what was due: never while dying, after a long rest if helped
/// and after others from then on, otherwise once it has slept as long as it failed its check by (TC-125, TC-126,
/// TC-130, G-24).
fn set_waking(
    policy: &FatigueCollapse,
    (who, rests_until): (CombatantId, Count),
    sleep: SleepState,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
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

fn due(who: CombatantId, at: Count, inputs: &Inputs<'_>, events: &mut Facts) {
    inputs.schedule(at, Phase::Wakings, 0, DueKind::Waking(who), events);
}

/// Counts of a rest whose length is rolled.
fn rest(lull: &Lull, inputs: &mut Inputs<'_>) -> i32 {
    inputs.dice.roll(&lull.dice).total.max(1) * i32::from(lull.counts)
}

/// Stabilises a dying target; if asleep it may wake later. No effect if it is stable or not dying.
pub(crate) fn stabilise(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (Some(policy), who) = (policy(inputs), effect.target) else { return };
    let row = inputs.view.row(who);
    if row.conditions.has(policy.stable) || !consciousness::is_dying(policy, &row.vitals) {
        return;
    }
    let rests_until = row.turn_state.rests_until;
    conditions::gain(who, policy.stable, effect.actor, effect.rule, inputs, events);
    if !status::is_conscious(inputs.game(), who) {
        set_waking(policy, (who, rests_until), SleepState::Helped, inputs, events);
    }
}

/// A sleeper that begins to die no longer tries to wake. One that stops dying tries again, and still after a long rest
/// if it was helped (TC-125, TC-126, TC-130).
fn sleep_changed(policy: &FatigueCollapse, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    let now = consciousness::sleep_state(policy, &row.vitals, &row.conditions);
    let was = consciousness::stored_sleep_state(policy, &row.conditions);
    if now != was && (was, now) != (SleepState::Helped, SleepState::Light) {
        set_waking(policy, (who, row.turn_state.rests_until), now, inputs, events);
    }
}

/// A sleeper's check to wake. A helped sleeper keeps its long rests even if healed since (TC-130, G-24).
pub fn wake(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = policy(inputs) else { return };
    let row = inputs.view.row(who);
    if row.gone || consciousness::sleep_state(policy, &row.vitals, &row.conditions) == SleepState::Dying {
        return;
    }
    let bonus = consciousness::bonus(policy, &row.sheet);
    let difficulty = consciousness::difficulty(policy, &row.vitals);
    let helped = row.turn_state.long_rests || consciousness::is_dying(policy, &row.vitals);
    let rule = if helped { policy.helped_rule } else { policy.wake_rule };
    let check = PlainCheck { who, name: "wake", roll: RollType::Check, bonus, difficulty, rule };
    let margin = check.roll(inputs, events);
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
    inputs.schedule(inputs.view.count(), Phase::Turns, 0, DueKind::Turn(who), events);
}

/// Conditions that mark the pools: wounded, at risk, dying.
fn marks(policy: &FatigueCollapse, who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    let vitals = &row.vitals;
    let worn = inputs
        .rules
        .policies
        .damage
        .threshold
        .as_ref()
        .map(|policy| (policy.wounded, damage::is_wounded(inputs.book(), &row.sheet, vitals), policy.wear_rule));
    let stable = row.conditions.has(policy.stable) && consciousness::stays_stable(policy, vitals);
    let stable = (policy.stable, stable, policy.dying_rule);
    for (condition, holds, rule) in worn.into_iter().chain(marks_of(policy, vitals)).chain([stable]) {
        let has = row.conditions.has(condition);
        if holds && !has {
            let affliction = duration::affliction(inputs.rules, inputs.view, condition, (who, who));
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if has && !holds {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// Conditions that mark the pools, whether they hold, and their rules: at risk, dying.
pub(crate) fn marks_of(policy: &FatigueCollapse, vitals: &Vitals) -> [(Name, bool, Rule); 2] {
    [
        (policy.at_risk, consciousness::is_at_risk(vitals), policy.check_rule),
        (policy.dying, consciousness::is_dying(policy, vitals), policy.dying_rule),
    ]
}
