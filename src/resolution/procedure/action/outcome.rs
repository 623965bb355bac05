//! The plan made from the results of a check: blows and effects of every rung reached.

use crate::battle::{Act, CombatantId, View, WeaponSlot};
use crate::content::Rule;
use crate::content::action::{Action, Check};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::effect::{CitedEffect, Effect, Harmed, ItemFate, Who};
use crate::content::gear::{Hands, WeaponProperty};
use crate::mechanics::attack::Degree;
use crate::mechanics::grapple;
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::procedure::action::check::degrees::{DefenceResult, ReachedRungs};
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::resolution::procedure::action::check::{damage_roll, degrees};
use crate::resolution::step::Inputs;

/// Plans the results of a check.
pub(crate) fn plan(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    terms: &CheckTerms,
    results: &[DefenceResult],
    inputs: &mut Inputs<'_>,
) {
    plan.hit = results.iter().any(|(_, degree, _)| *degree >= Degree::Success);
    if check.is_attack() {
        plan.struck.get_or_insert_default().extend(plan.hit.then_some(target));
    }
    if results.iter().any(|(_, degree, _)| *degree == Degree::Fumble) {
        fumble(plan, terms.weapon, inputs);
    }
    gather(plan, action, check, target, terms, results, inputs);
}

/// A fumble ends the turn (TC-058): it leaves the attacker open, slows it and wears its weapon.
fn fumble(plan: &mut ActionPlan, weapon: Option<WeaponSlot>, inputs: &mut Inputs<'_>) {
    let Some(policy) = &inputs.rules.policies.attack.fumble else { return };
    let delay = inputs.dice.roll(&policy.delay).total as i16;
    plan.delay.add(Label::Fumble, delay, policy.delay_rule);
    let (actor, act) = (plan.actor, plan.act.clone());
    let gain = Effect::Gain { who: Who::Actor, condition: policy.condition };
    plan.effects.push(PlannedEffect::new(gain, policy.condition_rule, actor, actor, &act));
    let wears = weapon
        .and_then(|slot| inputs.view.row(actor).sheet.weapon(slot))
        .is_some_and(|entry| !entry.weapon.has(WeaponProperty::Natural) && entry.weapon.hands != Hands::None);
    if wears {
        let does = Effect::Wear { who: Who::Actor, by: policy.durability };
        plan.effects.push(PlannedEffect::new(does, policy.durability_rule, actor, actor, &act));
    }
}

/// Gathers the effects of every rung reached. Later rungs may improve the damage or the movement of earlier ones.
fn gather(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    terms: &CheckTerms,
    results: &[DefenceResult],
    inputs: &mut Inputs<'_>,
) {
    let ReachedRungs { harms, steps, extra, farther, mut others } = degrees::reached(check, results);
    best_item_fate(&mut others, inputs.view, plan.actor, terms);
    let act = Act { weapon: terms.weapon, ..plan.act.clone() };
    plan.effects.extend(others.into_iter().map(|effect| PlannedEffect {
        item: plan.item,
        dealt: matches!(effect.does, Effect::Staple { .. }).then(|| total(terms, results, effect.rule)),
        ..PlannedEffect::new(effect.does.clone(), effect.rule, plan.actor, target, &act)
    }));
    plan.effects.iter_mut().for_each(|effect| effect.farther = farther);
    for (effect, degree) in harms {
        let blow = damage_roll::blow(plan, action, target, terms, effect, degree, steps, &extra, inputs);
        match &effect.does {
            Effect::Harm { to: Harmed::TargetOrItem | Harmed::TargetIfWanted { .. }, .. } => plan.optional = blow,
            Effect::Harm { to: Harmed::Item, .. } => blow.iter().for_each(|blow| plan.wear_item(blow)),
            _ => plan.blows.extend(blow),
        }
    }
}

/// The total of an attack roll.
fn total(terms: &CheckTerms, results: &[DefenceResult], rule: Rule) -> Breakdown {
    let met = results.first().zip(terms.defences.first());
    let all = met.map_or(0, |((_, _, margin), (_, difficulty))| margin.saturating_add(difficulty.total()));
    let mut sum = Breakdown::new();
    sum.add(Label::NaturalRoll, all.saturating_sub(terms.bonus.total()), rule);
    sum.extend(&terms.bonus);
    sum
}

/// If several rungs decide what happens to the target's item, only the best one counts.
fn best_item_fate(others: &mut Vec<&CitedEffect>, view: View<'_>, actor: CombatantId, terms: &CheckTerms) {
    let spare = if takes_items(view, actor, terms) { ItemFate::Dropped } else { ItemFate::TakenIfHandFree };
    if others.iter().any(|effect| effect.does == Effect::Item(ItemFate::TakenIfHandFree)) {
        others.retain(|effect| effect.does != Effect::Item(spare));
    }
    if others.iter().any(|effect| matches!(effect.does, Effect::Item(ItemFate::TakenOrFlung { .. }))) {
        others.retain(|effect| effect.does != Effect::Item(ItemFate::Dropped));
    }
}

/// Whether the actor could take an item out of the target's hand: it attacks in melee and has a free hand.
fn takes_items(view: View<'_>, actor: CombatantId, terms: &CheckTerms) -> bool {
    let weapon = terms.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
    let melee = terms.mode.is_melee() && weapon.is_none_or(|entry| entry.weapon.melee.is_some());
    melee && grapple::free_hands(view, actor) > 0
}
