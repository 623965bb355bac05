//! The dice and terms of damage and other amounts.

use crate::battle::{Act, CombatantId, Sheet, View};
use crate::content::Rule;
use crate::content::action::Action;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::effect::{Amount, CitedEffect, Effect};
use crate::content::gear::{DamageType, WeaponProperty};
use crate::content::stat::Stat;
use crate::content::unit::Trait;
use crate::dice::DiceFormula;
use crate::mechanics::Game;
use crate::mechanics::attack::{Degree, Mode};
use crate::mechanics::damage::{self, DamageRoll, PendingDamage};
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;

pub(crate) fn blow(
    plan: &ActionPlan,
    action: &Action,
    target: CombatantId,
    terms: &CheckTerms,
    effect: &CitedEffect,
    degree: Degree,
    steps: u8,
    extra: &[DiceFormula],
    inputs: &mut Inputs<'_>,
) -> Option<PendingDamage> {
    let Effect::Harm { amount, .. } = &effect.does else { return None };
    let mut roll = damage_roll(inputs.view, inputs.rules, plan, target, terms, amount, effect, degree, steps);
    roll.extra.extend_from_slice(extra);
    let dealt = roll.roll(inputs.book(), &mut inputs.dice);
    blow_of(inputs.view, plan, action.id, target, terms, effect, dealt)
}

/// The blow of a damage effect with this amount; `None` for any other effect.
pub fn blow_of(
    view: View<'_>,
    plan: &ActionPlan,
    action: crate::content::Name,
    target: CombatantId,
    terms: &CheckTerms,
    effect: &CitedEffect,
    dealt: Breakdown,
) -> Option<PendingDamage> {
    let Effect::Harm { amount, harm, .. } = &effect.does else { return None };
    let weapon = terms.weapon.and_then(|slot| view.row(plan.actor).sheet.weapon(slot));
    let with_weapon = matches!(
        amount,
        Amount::Weapon { .. } | Amount::HalfWeapon | Amount::WeaponTimes(_) | Amount::CriticalTimes(_)
    );
    let nonlethal = with_weapon && weapon.is_some_and(|entry| entry.weapon.has(WeaponProperty::Nonlethal));
    let harm = harm.or(weapon.map(|entry| entry.weapon.harm)).unwrap_or(DamageType::Bludgeoning);
    let (by, rule) = (plan.actor, effect.rule);
    Some(PendingDamage {
        by,
        target,
        action,
        weapon: terms.weapon,
        harm,
        amount: dealt,
        nonlethal,
        straight: None,
        rule,
    })
}

/// The dice and terms of one damage effect.
pub fn damage_roll(
    view: View<'_>,
    rules: &Ruleset,
    plan: &ActionPlan,
    target: CombatantId,
    terms: &CheckTerms,
    amount: &Amount,
    effect: &CitedEffect,
    degree: Degree,
    steps: u8,
) -> DamageRoll {
    let mut roll = match amount {
        Amount::Weapon { steps: base } => weapon_roll(view, rules, plan.actor, target, terms, degree, base + steps),
        Amount::WeaponTimes(times) => {
            weapon_roll(view, rules, plan.actor, target, terms, degree, steps).many(*times, effect.rule)
        }
        Amount::CriticalTimes(_) if view.row(target).sheet.has(Trait::ImmuneToCriticals) => {
            weapon_roll(view, rules, plan.actor, target, terms, Degree::Success, steps)
        }
        Amount::CriticalTimes(times) => {
            weapon_roll(view, rules, plan.actor, target, terms, Degree::Critical, steps).many(*times, effect.rule)
        }
        Amount::HalfWeapon => weapon_roll(view, rules, plan.actor, target, terms, degree, steps).half(effect.rule),
        Amount::Energy(_) => {
            let roll = amount_roll(&view.row(plan.actor).sheet, amount, &plan.act, effect.rule);
            let critical = degree == Degree::Critical;
            DamageRoll { times: damage::times(&rules.policies.damage.critical).filter(|_| critical), ..roll }
        }
        _ => amount_roll(&view.row(plan.actor).sheet, amount, &plan.act, effect.rule),
    };
    let spell = terms.mode == Mode::Spell;
    if spell {
        damage::add_statuses(Game::new(view, rules.book()), plan.actor, &mut roll.fixed);
    }
    if let Some(power) = rules.policies.damage.power.filter(|_| spell) {
        roll.fixed.add_if(Label::Stat(power.stat), view.row(plan.actor).sheet.stat(power.stat), power.rule);
    }
    roll
}

/// The roll of an amount that does not depend on a weapon.
pub fn amount_roll(sheet: &Sheet, amount: &Amount, act: &Act, rule: Rule) -> DamageRoll {
    let flat = |stat: Stat, value: i16| {
        let mut fixed = Breakdown::new();
        fixed.add(Label::Stat(stat), value.max(1), rule);
        DamageRoll { fixed, ..plain(rule) }
    };
    match amount {
        Amount::Dice(dice) => DamageRoll { dice: *dice, ..plain(rule) },
        Amount::HalfDice(dice) => DamageRoll { dice: *dice, ..plain(rule) }.half(rule),
        Amount::Stat(stat) => flat(*stat, sheet.stat(*stat)),
        Amount::HalfStat(stat) => flat(*stat, sheet.stat(*stat).div_euclid(2)),
        Amount::Energy(dice) => {
            let energy = act.energy().map_or(0, |energy| energy.effect);
            DamageRoll { dice: dice.times(energy), ..plain(rule) }
        }
        Amount::Share { of, by } => {
            let mut fixed = Breakdown::new();
            of.iter().for_each(|stat| fixed.add_if(Label::Stat(*stat), sheet.stat(*stat), rule));
            let whole = fixed.total();
            fixed.add_if(Label::Share, whole.div_euclid((*by).max(1)) - whole, rule);
            DamageRoll { fixed, ..plain(rule) }
        }
        Amount::Weapon { .. } | Amount::HalfWeapon | Amount::WeaponTimes(_) | Amount::CriticalTimes(_) => plain(rule),
    }
}

fn weapon_roll(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    target: CombatantId,
    terms: &CheckTerms,
    degree: Degree,
    steps: u8,
) -> DamageRoll {
    match terms.weapon {
        Some(slot) => damage::weapon_damage(Game::new(view, rules.book()), actor, slot, target, degree, steps),
        None => plain(rules.policies.damage.dice_rule),
    }
}

/// An empty roll to add to.
fn plain(cited: Rule) -> DamageRoll {
    let (fixed, extra) = (Breakdown::new(), Vec::new());
    let dice = DiceFormula::constant(0);
    DamageRoll { dice, fixed, highest: false, halved: false, times: None, extra, cited: Some(cited) }
}
