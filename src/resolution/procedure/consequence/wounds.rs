//! Consequences of wounds by severity, of wounds of parts of the body, and of hit points that are gone: thresholds that are
//! passed, conditions as long as a wound lasts, falling and waking.

mod arms;
pub(crate) mod dying;
pub(crate) mod followed;
pub(crate) mod saving;

use crate::battle::{Afflicted, CombatantId, Until, Vitals};
use crate::content::{Breakdown, Fallen, Fate, Label, RollType, Rule, Stat, WakingDifficulty};
use crate::mechanics::damage::Spared;
use crate::mechanics::{health, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::{conditions, posture};
use crate::resolution::procedure::movement::footing;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// Consequences for a living combatant whose pools have changed (HD-021, PR-183, PR-213 to
/// PR-229, FS-138, FS-G18). Its attacker may have spared it.
pub(crate) fn pools_changed(
    (who, spared): (CombatantId, Option<Spared>),
    before: &Vitals,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let policy = &inputs.rules.policies.consciousness;
    let row = inputs.view.row(who);
    let stable = policy.stable.filter(|stable| row.conditions.has(stable.stable));
    let parts = row.vitals.parts.left.iter().zip(&before.parts.left);
    let worse = health::remaining(&row.vitals) < health::remaining(before)
        || parts.into_iter().any(|(now, before)| now < before);
    if let Some(stable) = stable.filter(|_| worse) {
        conditions::lose(who, stable.stable, stable.rule, inputs, events);
    }
    let not_dying = stable.filter(|_| !worse).map(|stable| stable.dying);
    for crossing in health::crossings(policy, before, &row.vitals) {
        let (part, left, rule) = (crossing.part, crossing.left, crossing.threshold.rule);
        events.push(BattleEvent::ThresholdPassed { who, part, left, rule });
        if let Some(first) = crossing.threshold.first {
            conditions::gain_for_turns(who, first.condition, first.rounds, rule, inputs, events);
        }
        if crossing.threshold.drops {
            arms::drops((who, before), part, rule, inputs, events);
        }
    }
    for (condition, holds, rule) in health::marks(policy, &row.vitals) {
        let holds = holds && not_dying != Some(condition);
        match row.conditions.has(condition) {
            false if holds => {
                // As long as the wound, whatever ends the condition elsewhere.
                let affliction = Afflicted::new(condition, Some(who), Until::Ended, 0);
                events.push(BattleEvent::ConditionGained { who, affliction, rule });
            }
            true if !holds => conditions::lose(who, condition, rule, inputs, events),
            _ => {}
        }
    }
    falls_or_wakes((who, spared), before, inputs, events);
    dying::wounded(who, before, inputs, events);
    footing::wounded(who, before, inputs, events);
}

/// A combatant whose wounds have changed falls unconscious, perhaps after a check, or wakes because nothing keeps it down any more.
fn falls_or_wakes(
    (who, spared): (CombatantId, Option<Spared>),
    before: &Vitals,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let policy = &inputs.rules.policies.consciousness;
    let now = inputs.view.row(who).vitals;
    let (was, is) = (health::fate(policy, before), health::fate(policy, &now));
    let again = health::times_down(policy, &now) > health::times_down(policy, before);
    let conscious = status::is_conscious(inputs.game(), who);
    match is {
        Fate::Faints if again && conscious && stays_awake(who, now, inputs, events) => {}
        Fate::Faints | Fate::Down | Fate::Dies if was < Fate::Faints || again && conscious => {
            falls((who, spared.filter(|_| is == Fate::Faints)), inputs, events);
        }
        _ if is < was => recovers(who, now, inputs, events),
        _ => {}
    }
}

/// A combatant falls unconscious and dies slowly, unless its attacker has spared it.
fn falls((who, spared): (CombatantId, Option<Spared>), inputs: &mut Inputs<'_>, events: &mut Facts) {
    let policy = &inputs.rules.policies.consciousness;
    let mut rule = policy.unconscious_rule;
    match spared.map(|spared| (spared.fallen, spared)) {
        Some((Fallen::Helpless, Spared { helpless: (condition, rule), .. })) => {
            return conditions::gain(who, condition, who, rule, inputs, events);
        }
        Some((Fallen::Asleep, spared)) => rule = spared.asleep_rule,
        Some((Fallen::Usual, _)) | None => {}
    }
    events.push(BattleEvent::FellUnconscious { who, rests_until: None, rule });
    let asleep = spared.is_some_and(|spared| spared.fallen == Fallen::Asleep);
    if let Some(stable) = policy.stable.filter(|stable| stable.dies.is_some() && !asleep) {
        conditions::gain(who, stable.dying, who, stable.rule, inputs, events);
    }
}

/// Wounds that no longer kill or keep down: a dying combatant is not dying any more, and one that nothing keeps down wakes.
fn recovers(who: CombatantId, now: Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let policy = &inputs.rules.policies.consciousness;
    if let Some(stable) = policy.stable.filter(|stable| stable.dies.is_some()) {
        conditions::lose(who, stable.dying, stable.rule, inputs, events);
    }
    if health::fate(policy, &now) == Fate::Stands && !status::is_conscious(inputs.game(), who) {
        posture::wake(who, policy.unconscious_rule, inputs, events);
    }
}

/// The check of a combatant to stay awake with a new wound (HD-G18).
fn stays_awake(who: CombatantId, now: Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let waking = inputs.rules.policies.consciousness.stable.and_then(|stable| stable.wakes);
    waking.is_some_and(|check| {
        let known = (check.stat, check.dice, check.against, check.rule);
        roll_against_wounds(who, ("stay_awake", now), known, inputs, events) >= 0
    })
}

/// Rolls a stat of a combatant with these wounds against their number, or another number; the margin. What conditions begin to change
/// among the facts so far counts.
pub(crate) fn roll_against_wounds(
    who: CombatantId,
    (name, wounded): (&str, Vitals),
    (stat, roll, against, rule): (Stat, RollType, WakingDifficulty, Rule),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> i16 {
    let mut bonus = Breakdown::of([(Label::Stat(stat), inputs.view.row(who).sheet.stat(stat), rule)]);
    status::add_to_roll(inputs.game(), who, &mut bonus);
    conditions::add_changed(who, inputs, events, &mut bonus);
    let (label, number) = match against {
        WakingDifficulty::Wounds => (Label::Wounds, wounded.wounds.count()),
        WakingDifficulty::Number(number) => (Label::Base, number),
    };
    let difficulty = Breakdown::of([(label, number, rule)]);
    PlainCheck { who, name, roll, bonus, difficulty, rule }.roll(inputs, events)
}

/// The check of a dying combatant at the end of a round: enough failures kill it (HD-G19).
pub(crate) fn dies_slowly(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let stable = inputs.rules.policies.consciousness.stable;
    let Some((stable, check)) = stable.and_then(|stable| Some((stable, stable.dies?))) else { return };
    let row = inputs.view.row(who);
    if row.gone || !row.conditions.has(stable.dying) {
        return;
    }
    let known = (check.stat, check.dice, check.against, check.rule);
    if roll_against_wounds(who, ("cling_to_life", row.vitals), known, inputs, events) >= 0 {
        return;
    }
    // Its level counts the failures from 1.
    if row.conditions.level(stable.dying) >= check.failures {
        events.push(BattleEvent::Died { who, rule: check.rule });
    } else {
        conditions::change_level((who, who), stable.dying, 1, check.rule, inputs, events);
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
    let stands = health::fate(policy, &vitals) == Fate::Stands;
    // Those that nothing keeps down wake without a check.
    if !row.conditions.has(policy.unconscious) || health::is_dead(policy, &vitals) || stands {
        return;
    }
    let known = (check.stat, check.dice, check.against, rule);
    if roll_against_wounds(who, ("wake", vitals), known, inputs, events) >= 0 {
        posture::wake(who, rule, inputs, events);
    }
}
