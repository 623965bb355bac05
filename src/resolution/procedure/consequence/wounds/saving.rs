//! Parts of the body that would be lost: their owner may take an injury for good, or spend a point (PR-230, PR-231, PR-235).

use crate::battle::{CombatantId, Row, Vitals};
use crate::content::{
    BodyParts, Breakdown, Fate, HealthModel, InjuredAgain, Label, LastingInjury, Name, PartSaving, SavingMoment,
};
use crate::mechanics::health;
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::Upkeep;
use crate::resolution::procedure::effect::{conditions, posture};
use crate::resolution::step::Inputs;

/// The next step of saving parts.
pub(crate) enum Saving {
    /// A combatant is asked.
    Asked(Prompt),
    /// A combatant has decided.
    Decided,
}

fn policy<'a>(inputs: &Inputs<'a>) -> Option<(&'a BodyParts, &'a PartSaving)> {
    let HealthModel::Parts(body) = &inputs.rules.policies.consciousness.collapse else { return None };
    Some((body, body.saves.as_ref()?))
}

/// Asks the next combatant that may save a part of its body, or carries out what it has decided; `None` if there is none.
pub(crate) fn step(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Saving> {
    let (body, policy) = policy(inputs)?;
    if let Some((who, at)) = upkeep.saving.asked.take() {
        upkeep.saving.decided.push((who, at));
        let chosen = match inputs.answer.take() {
            Some(Choice::Pick(Pick::Action(name))) => name,
            _ => return Some(Saving::Decided),
        };
        save((who, at.into()), chosen, (body, policy), inputs, events);
        upkeep.saving.saved.push(who);
        return Some(Saving::Decided);
    }
    if upkeep.before.are_same(inputs.view) {
        return None;
    }
    let (row, at) = inputs.view.present().find_map(|row| {
        let before = upkeep.before.of.get(row.id.index())?;
        let undecided = |at: &usize| !upkeep.saving.decided.contains(&(row.id, *at as u8));
        let may = |at: &usize| undecided(at) && may_save(row, before, *at, (body, policy));
        Some((row, (0..body.parts.len()).find(may)?))
    })?;
    upkeep.saving.asked = Some((row.id, at as u8));
    let options = options(row, policy).map(Pick::Action).chain([Pick::No]).collect();
    let purpose = PickPurpose::SavePart { part: body.parts[at].id };
    Some(Saving::Asked(Prompt { who: row.id, asks: Asks::Pick { purpose, options } }))
}

/// Whether a combatant may save a part of its body, which has lost points.
fn may_save(row: &Row, before: &Vitals, at: usize, (body, policy): (&BodyParts, &PartSaving)) -> bool {
    let part = &body.parts[at];
    let (now, was, most) = (row.vitals.parts.left[at], before.parts.left[at], row.vitals.parts.most[at]);
    let is_lost = || {
        let fatal = part.thresholds.iter().filter(|one| one.loses || one.fate == Fate::Dies);
        fatal.into_iter().any(|one| one.at.is_reached(now, most) && !one.at.is_reached(was, most))
    };
    let meant = match policy.moment {
        SavingMoment::AtLoss => is_lost(),
        SavingMoment::BelowZero => now < 0 || is_lost(),
    };
    now < was && meant && policy.parts.contains(&part.id) && policy.only.is_none_or(|only| row.sheet.has(only))
}

/// What a combatant can do to save a part: spend a point, if it has one, or take an injury.
fn options<'p>(row: &Row, policy: &'p PartSaving) -> impl Iterator<Item = Name> + use<'p> {
    let points = policy.spends.filter(|spends| row.sheet.stat(spends.stat) > 0);
    points.map(|spends| spends.condition).into_iter().chain([policy.injured])
}

/// Saves a part at the cost of a point or of an injury.
fn save(
    (who, at): (CombatantId, usize),
    chosen: Name,
    (body, policy): (&BodyParts, &PartSaving),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let mut vitals = inputs.view.row(who).vitals;
    let part = body.parts[at].id;
    let amount = policy.left.saturating_sub(vitals.parts.left[at]);
    vitals.parts.left[at] = policy.left;
    let amount = Breakdown::of([(Label::Named(chosen), amount, policy.left_rule)]);
    events.push(BattleEvent::Healed { who, by: who, amount, vitals, rule: policy.rule, part: Some(part) });
    match policy.spends.filter(|spends| spends.condition == chosen) {
        Some(spends) => conditions::change_level((who, who), spends.condition, 1, spends.rule, inputs, events),
        None => injure((who, part), policy, inputs, events),
    }
}

/// Gives a combatant an injury of a part: by the dice, a result without an entry being rolled again (PR-235, PR-G53).
fn injure((who, part): (CombatantId, Name), policy: &PartSaving, inputs: &mut Inputs<'_>, events: &mut Facts) {
    conditions::change_level((who, who), policy.injured, 1, policy.injured_rule, inputs, events);
    let Some(list) = policy.injuries.iter().find(|list| list.parts.contains(&part)) else { return };
    let entry = match &list.dice {
        Some(dice) => loop {
            let rolled = usize::try_from(inputs.dice.roll(dice).total).unwrap_or(0);
            if let Some(entry) = rolled.checked_sub(1).and_then(|at| list.entries.get(at)) {
                break Some(entry);
            }
        },
        None => list.entries.first(),
    };
    let Some(LastingInjury { condition, again, rule, again_rule }) = entry.copied() else { return };
    let had = inputs.view.row(who).conditions.has(condition);
    conditions::change_level((who, who), condition, 1, rule, inputs, events);
    match again {
        InjuredAgain::Gains(more) if had => conditions::gain(who, more, who, again_rule, inputs, events),
        InjuredAgain::Dies if had => events.push(BattleEvent::Died { who, rule: again_rule }),
        _ => {}
    }
}

/// A combatant that has saved a part is not dying, and wakes unless something else keeps it down.
pub(crate) fn recovers(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some((_, policy)) = policy(inputs) else { return };
    let (row, consciousness) = (inputs.view.row(who), &inputs.rules.policies.consciousness);
    if row.gone || row.conditions.has(consciousness.dead) {
        return;
    }
    if let Some(stable) = consciousness.stable {
        conditions::lose(who, stable.dying, policy.left_rule, inputs, events);
    }
    if row.conditions.has(consciousness.unconscious) && !health::is_senseless(consciousness, &row.vitals) {
        posture::wake(who, policy.left_rule, inputs, events);
    }
}
