//! Afflictions: how combatants gain them, the checks against them at the end of rounds, and their treatment (HD-337 to HD-345,
//! HD-G24 to HD-G26).

use crate::battle::{Afflicted, AfflictionState, CombatantId};
use crate::content::{AfflictionCheck, Breakdown, Label, Name, Rule, Stacking, Suffering, Treated};
use crate::mechanics::damage::{self, PendingDamage};
use crate::mechanics::{affliction, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::consequence::exertion;
use crate::resolution::procedure::effect::duration;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// A combatant gains an affliction. Where it does not join others of its kind, the higher severity and the higher number stay.
pub(crate) fn afflict(
    effect: &PlannedEffect,
    (condition, level, against): (Name, u8, i16),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let (who, rule) = (effect.target, effect.rule);
    let Some(known) = inputs.rules.conditions.get(condition) else { return };
    let new = duration::affliction(inputs.rules, inputs.view, condition, (who, effect.actor));
    let held = inputs.view.row(who).conditions.0.iter().find(|held| held.condition == condition);
    let new = Afflicted { level: level.into(), state: AfflictionState { against, ..new.state }, ..new };
    events.push(match held {
        Some(_) if known.again == Stacking::KeptApart => BattleEvent::ConditionJoined { who, affliction: new, rule },
        Some(held) => {
            let state = AfflictionState { against: against.max(held.state.against), ..held.state };
            let affliction = Afflicted { level: new.level.max(held.level), state, ..new };
            BattleEvent::ConditionGained { who, affliction, rule }
        }
        None => BattleEvent::ConditionGained { who, affliction: new, rule },
    });
}

/// The afflictions of a combatant at the end of a round, each by itself (HD-G25).
pub(crate) fn round_ends(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    let all = affliction::all(&inputs.rules.conditions, row).filter_map(|(held, known)| Some((*held, known.check?)));
    let all: Vec<(Afflicted, AfflictionCheck)> = all.collect();
    for (held, check) in all {
        let waited = held.state.waited.saturating_add(1);
        if waited < check.every {
            let now = Afflicted { state: AfflictionState { waited, ..held.state }, ..held };
            events.push(BattleEvent::AfflictionChanged { who, was: held, now: Some(now), rule: check.rule });
            continue;
        }
        resist(who, held, check, inputs, events);
    }
}

/// The check of a combatant against one affliction, and what follows from it.
fn resist(who: CombatantId, held: Afflicted, check: AfflictionCheck, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let rule = check.rule;
    let mut bonus = Breakdown::of([(Label::Stat(check.stat), inputs.view.row(who).sheet.stat(check.stat), rule)]);
    status::add_to_roll(inputs.game(), who, &mut bonus);
    let difficulty = Breakdown::of([(Label::Base, held.state.against, rule)]);
    let name = held.condition.as_str();
    let succeeds = PlainCheck { who, name, roll: check.dice, bonus, difficulty, rule }.roll(inputs, events) >= 0;
    let rested = Afflicted { state: AfflictionState { waited: 0, ..held.state }, ..held };
    let now = match check.eased_by.filter(|_| succeeds) {
        Some(needed) => {
            let successes = held.state.successes.saturating_add(1);
            let state = AfflictionState { successes, ..rested.state };
            if successes >= needed { affliction::lighter(&rested, 1) } else { Some(Afflicted { state, ..rested }) }
        }
        None => Some(rested),
    };
    if now != Some(held) {
        events.push(BattleEvent::AfflictionChanged { who, was: held, now, rule });
    }
    if !succeeds {
        suffer(who, &held, check, inputs, events);
    }
}

/// The effect of a failed check against an affliction.
fn suffer(who: CombatantId, held: &Afflicted, check: AfflictionCheck, inputs: &Inputs<'_>, events: &mut Facts) {
    match check.fails {
        Suffering::Wound => {
            let by = (who, held.by.unwrap_or(who));
            let blow = PendingDamage::plain(by, held.condition, Default::default(), Breakdown::new(), check.rule);
            let now = exertion::vitals(who, inputs, events);
            let hurt = damage::wounded(inputs.book(), &now, &blow, held.level);
            events.extend(hurt.map(|hurt| BattleEvent::DamageTaken(Box::new(hurt))));
        }
        Suffering::Fatigue(points) => {
            exertion::tire(who, i16::from(points).saturating_mul(held.level), check.rule, inputs, events);
        }
    }
}

/// Treats the affliction that the act names, or the worst one (HD-341 to HD-344).
pub(crate) fn treat(effect: &PlannedEffect, steps: u16, inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, row) = (effect.target, inputs.view.row(effect.target));
    let Some((held, known)) = affliction::treated(&inputs.rules.conditions, row, effect.act.part) else { return };
    let now = match known.treated {
        Treated::Ends => None,
        Treated::Lighter => affliction::lighter(held, steps.saturating_add(effect.farther)),
    };
    events.push(BattleEvent::AfflictionChanged { who, was: *held, now, rule: effect.rule });
}

/// A combatant that water carries away loses the afflictions that water ends (HD-G25).
pub(crate) fn doused(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let all = affliction::all(&inputs.rules.conditions, inputs.view.row(who));
    let mut doused: Vec<(Name, Rule)> = all.filter_map(|(held, known)| Some((held.condition, known.doused?))).collect();
    doused.dedup();
    events.extend(doused.into_iter().map(|(condition, rule)| BattleEvent::ConditionLost { who, condition, rule }));
}
