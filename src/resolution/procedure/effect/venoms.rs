//! Venoms: they attack a body that a weapon wounds, and work dose by dose.

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{
    Breakdown, DamageTypes, Dose, Effect, Label, Name, Pool, RollType, RolledBy, Rule, Venom, Working,
};
use crate::dice::DiceFormula;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::damage::{self, PendingDamage};
use crate::resolution::event::{BattleEvent, Facts, Rolled};
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::procedure::effect::{conditions, deal_damage};
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::step::Inputs;
use crate::turn::{DueKind, Phase};

/// Rolls the venom attacks of the blows added to a plan, against targets those blows will wound.
pub(crate) fn attack(plan: &mut ActionPlan, from: usize, inputs: &mut Inputs<'_>, events: &mut Facts) {
    for at in from..plan.blows.len() {
        let Some(blow) = plan.blows.get(at).filter(|blow| damage::wounds(inputs.game(), blow)) else {
            continue;
        };
        let (by, target) = (blow.by, blow.target);
        let Some(venom) = blow.weapon.and_then(|slot| carried(by, slot, inputs)) else { continue };
        if rolled(venom, by, target, inputs, events) {
            let does = Effect::Envenom(venom.id);
            plan.effects.push(PlannedEffect::new(does, venom.rule, plan.actor, target, &plan.act));
        }
    }
}

fn carried<'a>(by: CombatantId, slot: WeaponSlot, inputs: &Inputs<'a>) -> Option<&'a Venom> {
    let name = inputs.view.row(by).sheet.weapon(slot)?.weapon.venom()?;
    inputs.rules.venoms.get(name).map(|venom| &**venom)
}

/// Rolls a venom's attack, or the target's saving throw against it; whether the venom takes hold (TC-101).
fn rolled(venom: &Venom, who: CombatantId, target: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    match venom.by {
        RolledBy::Actor => attacks(venom, who, target, inputs, events),
        RolledBy::Target => !saves(venom, target, inputs, events),
    }
}

/// The target's saving throw against the strength of a venom.
fn saves(venom: &Venom, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let (mut bonus, mut difficulty) = (Breakdown::new(), Breakdown::new());
    bonus.add(Label::Stat(venom.against), inputs.view.row(who).sheet.stat(venom.against), venom.against_rule);
    difficulty.add(Label::Named(venom.id), venom.strength, venom.rule);
    let (name, roll) = (venom.id.as_str(), RollType::Check);
    PlainCheck { who, name, roll, bonus, difficulty, rule: venom.against_rule }.roll(inputs, events) >= 0
}

/// The roll of a venom. Highest and lowest faces only hit and miss.
fn attacks(venom: &Venom, who: CombatantId, target: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let (rolls, roll) = (&inputs.rules.policies.rolls, RollType::Attack);
    let (stat, difficulty) = attack::defence(inputs.game(), who, target, Some(venom.against), Mode::Spell);
    let mut bonus = Breakdown::new();
    bonus.add_if(Label::Named(venom.id), venom.strength, venom.rule);
    let thrown = PlainRoll::throw(rolls, roll, inputs.dice);
    let check = PlainCheck { who, name: venom.id.as_str(), roll, bonus, difficulty, rule: venom.against_rule };
    let rolled = Rolled { target: Some(target), defence: Some(stat), ..check.judged(rolls, &thrown) };
    let hits = rolled.degree.is_hit();
    events.push(BattleEvent::CheckRolled(Box::new(rolled)));
    hits
}

/// A venom takes hold: immediate doses work now, the others are scheduled (TC-523).
pub(crate) fn enter(effect: &PlannedEffect, venom: Name, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(venom) = inputs.rules.venoms.get(venom) else { return };
    let (who, by) = (effect.target, effect.actor);
    for (at, dose) in (0..).zip(&venom.doses) {
        let Some((counts, times)) = dose.when.delayed() else {
            work((who, by), (venom, at), inputs, events);
            continue;
        };
        let what = DueKind::Dose { who, by, venom: venom.id, dose: at, left: times };
        due(counts, what, inputs, events);
        let times = i16::try_from(times).unwrap_or(i16::MAX);
        let awaited = venom.awaits.into_iter();
        awaited.for_each(|awaits| conditions::change_level((who, by), awaits, times, dose.rule, inputs, events));
    }
}

/// A dose works, and is scheduled again if any are left.
pub(crate) fn comes_due(
    (who, by): (CombatantId, CombatantId),
    (venom, dose): (Name, u8),
    left: u16,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let Some((venom, found)) = dose_of(venom, dose, inputs).filter(|_| !inputs.view.row(who).gone) else { return };
    let awaited = venom.awaits.into_iter();
    awaited.for_each(|awaits| conditions::change_level((who, by), awaits, -1, found.rule, inputs, events));
    work((who, by), (venom, dose), inputs, events);
    if let Some((counts, _)) = found.when.delayed().filter(|_| left > 1) {
        due(counts, DueKind::Dose { who, by, venom: venom.id, dose, left: left - 1 }, inputs, events);
    }
}

/// Part of a dose's effect wears off (TC-491).
pub(crate) fn wears_off(
    who: CombatantId,
    (venom, dose): (Name, u8),
    left: i16,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let Some((venom, found)) = dose_of(venom, dose, inputs).filter(|_| !inputs.view.row(who).gone) else { return };
    let Working::Builds { condition, wears_off: Some(wears_off), .. } = found.does else { return };
    let points = wears_off.points.min(left);
    conditions::change_level((who, who), condition, -points, wears_off.rule, inputs, events);
    let left = left - points;
    if left > 0 {
        due(wears_off.every, DueKind::WearsOff { who, venom: venom.id, dose, left }, inputs, events);
    }
}

fn dose_of<'a>(venom: Name, dose: u8, inputs: &Inputs<'a>) -> Option<(&'a Venom, &'a Dose)> {
    let venom: &Venom = inputs.rules.venoms.get(venom)?;
    Some((venom, venom.doses.get(usize::from(dose))?))
}

fn due(counts: u16, what: DueKind, inputs: &Inputs<'_>, events: &mut Facts) {
    inputs.schedule(inputs.view.count() + i32::from(counts), Phase::Endings, 0, what, events);
}

/// Carries out one dose (TC-485, TC-498, TC-499).
fn work((who, by): (CombatantId, CombatantId), (venom, at): (&Venom, u8), inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(dose) = venom.doses.get(usize::from(at)) else { return };
    match dose.does {
        Working::Drains { pool, points } => {
            let dealt = dealt(points, inputs);
            deal_damage::deal(drain((who, by), venom, (pool, dealt), dose.rule), inputs, events);
        }
        Working::Inflicts { condition, level, lasts } => {
            conditions::gain_for((who, by), condition, (level, lasts), dose.rule, inputs, events);
        }
        Working::Builds { condition, points, wears_off } => {
            let points = dealt(points, inputs);
            conditions::change_level((who, by), condition, points, dose.rule, inputs, events);
            if let Some(wears_off) = wears_off.filter(|_| points > 0) {
                let what = DueKind::WearsOff { who, venom: venom.id, dose: at, left: points };
                due(wears_off.every, what, inputs, events);
            }
        }
    }
}

/// Points of a venom that a pool loses.
pub(crate) fn drain(
    (target, by): (CombatantId, CombatantId),
    venom: &Venom,
    (pool, points): (Pool, i16),
    rule: Rule,
) -> PendingDamage {
    let mut amount = Breakdown::new();
    amount.add(Label::DamageDice, points, rule);
    let (harm, straight) = (DamageTypes::POISON, Some(pool));
    PendingDamage { straight, ..PendingDamage::plain((target, by), venom.id, harm, amount, rule) }
}

fn dealt(points: DiceFormula, inputs: &mut Inputs<'_>) -> i16 {
    i16::try_from(inputs.dice.roll(&points).total).unwrap_or(i16::MAX)
}
