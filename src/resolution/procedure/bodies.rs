//! What happens to bodies after a moment: deaths, falling unconscious, waking, markers, and the toll of running.

use crate::battle::{CombatantId, Momentum, Stance, Vitals};
use crate::content::Name;
use crate::content::action::Gait;
use crate::content::breakdown::Breakdown;
use crate::content::policy::Lull;
use crate::mechanics::attack::Degree;
use crate::mechanics::movement::ExertionDue;
use crate::mechanics::{consciousness, damage, grapple, movement, status};
use crate::resolution::event::{BattleEvent, Rolled};
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, Phase};

use super::effects;

/// The dead die, those whose fatigue overcomes them roll to stay awake, and the marks of wounds are set.
pub fn fall(before: &[Vitals], inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for row in inputs.view.present() {
        let (who, after) = (row.id, row.vitals);
        let Some(before) = before.get(who.index()) else { continue };
        if *before == after {
            continue;
        }
        if consciousness::is_dead(&after) {
            die(who, inputs, events);
            continue;
        }
        break_off(who, before, inputs, events);
        let policy = &inputs.rules.policies.consciousness;
        let awake = status::is_conscious(inputs.view, inputs.book(), who);
        if awake && consciousness::needs_check(policy, before, &after) {
            stay_awake(who, &after, inputs, events);
        }
        marks(who, &after, inputs, events);
    }
}

fn die(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    effects::gain(who, policy.dead, who, policy.dead_rule, inputs, events);
    out_of_the_fight(who, inputs, events);
    drop_weapons(who, inputs, events);
    events.push(BattleEvent::Died { who, rule: policy.dead_rule });
}

/// Everything that was due from somebody is off, and nobody is held by it any more.
fn out_of_the_fight(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for due in inputs.timeline.iter() {
        let own = match due.what {
            DueKind::Turn(other) | DueKind::Waking(other) => other == who,
            DueKind::Completion { who: other, .. } => other == who,
            DueKind::ConditionEnds { .. } => false,
        };
        if own {
            events.push(BattleEvent::DueCancelled { due: due.id });
        }
    }
    for hold in inputs.view.holds_by(who) {
        events.push(effects::ended(hold, "the holder is down", inputs.rules.policies.consciousness.unconscious_rule));
    }
}

fn drop_weapons(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let (cell, rule) = (Some(row.position.cell()), inputs.rules.policies.consciousness.unconscious_rule);
    let dropped = grapple::loose_weapons(inputs.view, who);
    events.extend(dropped.map(|slot| BattleEvent::WeaponDropped { who, slot, cell, rule }));
}

/// Work that damage breaks off is lost, and its actor acts again on the next count.
fn break_off(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    use crate::content::action::{Break, Does};
    if inputs.view.row(who).vitals.current() >= before.current() {
        return;
    }
    for due in inputs.timeline.iter() {
        let DueKind::Completion { who: worker, action } = due.what else { continue };
        let Some(found) = inputs.rules.actions.get(action).filter(|_| worker == who) else { continue };
        if matches!(&found.does, Does::AtEnd { broken_by, .. } if broken_by.contains(&Break::Hurt)) {
            events.push(BattleEvent::DueCancelled { due: due.id });
            let why = "broken off by a wound".to_owned();
            events.push(BattleEvent::ActionAbandoned { who, action, why, rule: found.rule });
        }
    }
}

/// What the dice of a check that is no attack show (G-08).
fn throw(inputs: &mut Inputs<'_>) -> i32 {
    inputs.dice.roll(&inputs.rules.policies.check_die).total
}

/// A plain check against a difficulty: no natural roll decides by itself.
fn check(
    who: CombatantId,
    name: &str,
    natural: i32,
    bonus: Breakdown,
    difficulty: Breakdown,
    rule: Name,
) -> (i16, BattleEvent) {
    let margin = (natural as i16).saturating_add(bonus.total()).saturating_sub(difficulty.total());
    let degree = if margin >= 0 { Degree::Success } else { Degree::Failure };
    let rolled = Rolled {
        who,
        action: Name::new(name),
        target: None,
        weapon: None,
        natural: natural.max(0) as u16,
        bonus,
        defence: None,
        difficulty,
        degree,
        margin,
        rule,
    };
    (margin, BattleEvent::CheckRolled(Box::new(rolled)))
}

/// One who passes stays awake and acts as usual (TC-122).
fn stay_awake(who: CombatantId, vitals: &Vitals, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    let natural = throw(inputs);
    let bonus = consciousness::bonus(policy, &inputs.view.row(who).sheet);
    let difficulty = consciousness::difficulty(policy, vitals);
    let (margin, rolled) = check(who, "stay_awake", natural, bonus, difficulty, policy.check_rule);
    events.push(rolled);
    if margin < 0 {
        let sleep = consciousness::sleep_counts(policy, -margin);
        fall_asleep(who, sleep, vitals, inputs, events);
    }
}

fn fall_asleep(who: CombatantId, sleep: i32, vitals: &Vitals, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    let rule = policy.unconscious_rule;
    let can_wake = consciousness::may_check_to_wake(policy, vitals, &inputs.view.row(who).conditions);
    let helped = can_wake && consciousness::is_dying(policy, vitals);
    let sleep = if helped { rest(&policy.helped_first, inputs) } else { sleep };
    let wake_at = can_wake.then(|| inputs.view.count() + sleep);
    events.push(BattleEvent::FellUnconscious { who, wake_at, rule });
    effects::gain(who, policy.unconscious, who, rule, inputs, events);
    events.push(BattleEvent::StanceTaken { who, stance: Stance { held: Some(policy.falls), shifting: false }, rule });
    halt(who, inputs, events);
    out_of_the_fight(who, inputs, events);
    drop_weapons(who, inputs, events);
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

/// One who was dying and has been helped may wake after a long rest.
pub fn set_waking(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let asleep = !status::is_conscious(inputs.view, inputs.book(), who);
    let waiting = inputs.timeline.iter().any(|due| due.what == DueKind::Waking(who));
    if asleep && !waiting {
        let after = rest(&inputs.rules.policies.consciousness.helped_first, inputs);
        due(who, inputs.view.count() + after, inputs, events);
    }
}

/// Ends the movement somebody is in: its speed is lost and with it the condition of its gait; checks are remembered.
pub fn halt(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let still = at_rest(&row.momentum);
    if row.momentum != still {
        events.push(BattleEvent::MomentumChanged { who, momentum: still });
    }
    let policy = &inputs.rules.policies.movement;
    for condition in [policy.run.condition, policy.sprint.condition] {
        if row.conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule: policy.run.condition_rule });
        }
    }
}

/// Runners and sprinters bear the conditions of their gait while they keep it.
pub fn bear_gait(who: CombatantId, gait: Gait, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.movement;
    let wanted = movement::gait_condition(policy, gait);
    let conditions = &inputs.view.row(who).conditions;
    for condition in [policy.run.condition, policy.sprint.condition] {
        let rule = policy.run.condition_rule;
        if wanted == Some(condition) && !conditions.has(condition) {
            let affliction = effects::affliction(inputs.rules, inputs.view, condition, who);
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if wanted != Some(condition) && conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

fn at_rest(momentum: &Momentum) -> Momentum {
    Momentum { checks: momentum.checks, sprint_checks: momentum.sprint_checks, ..Momentum::default() }
}

/// A sleeper's check to wake.
pub fn wake(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    let row = inputs.view.row(who);
    if row.gone || !consciousness::may_check_to_wake(policy, &row.vitals, &row.conditions) {
        return;
    }
    let natural = throw(inputs);
    let bonus = consciousness::bonus(policy, &row.sheet);
    let difficulty = consciousness::difficulty(policy, &row.vitals);
    let helped = consciousness::is_dying(policy, &row.vitals);
    let rule = if helped { policy.helped_rule } else { policy.wake_rule };
    let (margin, rolled) = check(who, "wake", natural, bonus, difficulty, rule);
    events.push(rolled);
    if margin < 0 {
        let again =
            if helped { rest(&policy.helped_again, inputs) } else { inputs.dice.roll(&policy.again).total.max(1) };
        due(who, inputs.view.count() + again, inputs, events);
        return;
    }
    events.push(BattleEvent::ConditionLost { who, condition: policy.unconscious, rule: policy.wake_rule });
    events.push(BattleEvent::Woke { who, rule: policy.wake_rule });
    let id = inputs.timeline.next_id();
    let (at, what) = (inputs.view.count(), DueKind::Turn(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Turns, tie: 0, what } });
}

/// The marks that follow from the pools: wounded, at risk, dying.
fn marks(who: CombatantId, vitals: &Vitals, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    let crate::content::policy::WoundPolicy::Threshold(wounds) = &inputs.rules.policies.damage.wounds;
    let row = inputs.view.row(who);
    let wounded = damage::is_wounded(inputs.book(), &row.sheet, vitals);
    let marks = [
        (wounds.wounded, wounded, wounds.wear_rule),
        (policy.at_risk, consciousness::is_at_risk(vitals), policy.check_rule),
        (policy.dying, consciousness::is_dying(policy, vitals), policy.dying_rule),
    ];
    for (condition, holds, rule) in marks {
        let has = row.conditions.has(condition);
        if holds && !has {
            let affliction = effects::affliction(inputs.rules, inputs.view, condition, who);
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if has && !holds {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// A runner's check against exhaustion, and its price.
pub fn exertion(
    who: CombatantId,
    momentum: &Momentum,
    due: ExertionDue,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let policy = &inputs.rules.policies.movement;
    let natural = throw(inputs);
    let (margin, rolled) = check(who, "keep_running", natural, due.bonus, due.difficulty, due.rule);
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
        effects::gain(who, exhausted, who, rule, inputs, events);
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
    let natural = throw(inputs);
    let (margin, rolled) = check(who, name, natural, due.bonus, due.difficulty, due.rule);
    events.push(rolled);
    let sprint_feet = movement::sprint_feet(&inputs.rules.policies.movement.sprint, margin);
    let (gait, gait_counts) = if margin >= 0 { (Gait::Sprint, momentum.gait_counts) } else { (Gait::Run, 1) };
    Momentum { sprint_feet, gait, gait_counts, ..momentum }
}
