//! The plan made from the results of a check: effects of every rung reached, and blows with the dice and terms of their
//! damage.

use super::TargetCheck;
use super::degrees::{self, ReachedRungs};
use super::results::DefenceResult;
use super::stages;
use super::terms::CheckTerms;
use crate::battle::{Act, CombatantId, Sheet, View, WeaponSlot};
use crate::content::{
    Amount, Breakdown, CitedEffect, DamageTypes, Effect, Hands, Harmed, HitTraits, ItemFate, Label, RolledBy, Rule,
    Trait, WeaponProperty, Who,
};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::{self, DamageRoll, PendingDamage};
use crate::mechanics::objects::Object;
use crate::mechanics::{Game, grapple, items, objects};
use crate::resolution::plan::{ActionPlan, ItemSave, PlannedEffect};
use crate::resolution::step::Inputs;
use crate::resolution::stroke::{StrokeChoices, WinnersAction};
use crate::rules::Ruleset;

impl TargetCheck<'_> {
    /// Plans the results. Later rungs may improve the damage or the movement of earlier ones.
    pub(crate) fn plan(
        self,
        plan: &mut ActionPlan,
        results: &[DefenceResult],
        choices: &StrokeChoices,
        inputs: &mut Inputs<'_>,
    ) {
        let TargetCheck { check, target, terms, .. } = self;
        plan.hit = results.iter().any(|result| check.affects(result.degree.is_hit()));
        if check.is_attack() {
            plan.struck.get_or_insert_default().extend(plan.hit.then_some(target));
        }
        if check.by == RolledBy::Actor && results.iter().any(|result| result.degree == Degree::Fumble) {
            fumble(plan, terms.weapon, inputs);
        }
        let reached = degrees::reached(check, results);
        let act = Act { weapon: terms.weapon, ..plan.act.clone() };
        for effect in best_item_fate(&reached.others, inputs.view, plan.actor, terms) {
            if matches!(effect.does, Effect::Choose { .. }) {
                continue;
            }
            plan.effects.push(PlannedEffect {
                item: plan.item,
                dealt: matches!(effect.does, Effect::Staple { .. } | Effect::Guard)
                    .then(|| total(terms, results, effect.rule)),
                ..PlannedEffect::new(effect.does.clone(), effect.rule, plan.actor, target, &act)
            });
        }
        plan.effects.iter_mut().for_each(|effect| effect.farther = reached.farther);
        if let Some((_, rule)) = terms.stages.kills.filter(|_| results.iter().any(|result| result.kills)) {
            plan.effects.push(PlannedEffect::new(Effect::Slay, rule, plan.actor, target, &act));
        }
        if let Some(WinnersAction { by, on, action, rule }) = choices.follows {
            let weapon = act.weapon.filter(|_| by == plan.actor);
            let act = Act { weapon, ..act.clone() };
            plan.effects.push(PlannedEffect::new(Effect::Follow(action), rule, by, on, &act));
        }
        for (effect, degree, margin) in &reached.harms {
            let Effect::Harm { to, .. } = effect.does else { continue };
            let game = inputs.game();
            let dealt = stroke_damage((game, inputs.rules), plan, target, terms, (effect, *degree), &reached, choices);
            let dealt = dealt.map(|roll| roll.roll(inputs.book(), inputs.dice));
            let blow = dealt.and_then(|dealt| blow_of(game, plan, target, terms, effect, dealt));
            let blow = blow.map(|blow| PendingDamage { margin: *margin, blocked: reached.blocked, ..blow });
            let blow = blow.map(|blow| landed(inputs.rules, blow, *degree, results, (terms, choices)));
            match to {
                Harmed::TargetOrItem | Harmed::TargetIfWanted { .. } | Harmed::TargetSpared { .. } => {
                    plan.optional = blow;
                }
                Harmed::Item => blow.iter().for_each(|blow| plan.wear_item(blow)),
                Harmed::Target => {
                    if results.iter().any(|result| result.exposes) {
                        let exposed = blow.as_ref().and_then(|blow| self.exposed(plan, blow, inputs));
                        plan.effects.extend(exposed);
                    }
                    plan.blows.extend(blow);
                }
            }
        }
    }

    /// The damage to the first item that magic reaches, unless the item is saved by the bonus of its owner (PR-085, PR-102).
    fn exposed(self, plan: &ActionPlan, blow: &PendingDamage, inputs: &Inputs<'_>) -> Option<PlannedEffect> {
        let policy = inputs.rules.policies.things.as_ref()?.exposed.as_ref()?;
        let item = items::first_exposed(inputs.view, self.target, &policy.order)?;
        let (mut bonus, difficulty) = (self.terms.bonus.clone(), self.terms.defences.first()?.1.clone());
        bonus.add(Label::Held, 0, policy.save_rule);
        let save = ItemSave { roll: self.check.dice, bonus, difficulty };
        let does = Effect::Wear { who: Who::Target, by: 1 };
        let effect = PlannedEffect::new(does, policy.rule, plan.actor, self.target, &plan.act);
        Some(PlannedEffect { item: Some(item), dealt: Some(blow.amount.clone()), save: Some(Box::new(save)), ..effect })
    }
}

/// A fumble ends the turn (TC-058): it leaves the attacker open, slows it and wears its weapon.
pub(super) fn fumble(plan: &mut ActionPlan, weapon: Option<WeaponSlot>, inputs: &mut Inputs<'_>) {
    let Some(policy) = &inputs.rules.policies.attack.fumble else { return };
    let delay = inputs.dice.roll(&policy.delay).total as i16;
    plan.delay.add(Label::Fumble, delay, policy.delay_rule);
    let actor = plan.actor;
    let gain = Effect::Gain { who: Who::Actor, condition: policy.condition };
    plan.effects.push(PlannedEffect::new(gain, policy.condition_rule, actor, actor, &plan.act));
    let wears = weapon
        .and_then(|slot| inputs.view.row(actor).sheet.weapon(slot))
        .is_some_and(|entry| !entry.weapon.has(WeaponProperty::Natural) && entry.weapon.hands != Hands::None);
    if wears {
        let does = Effect::Wear { who: Who::Actor, by: policy.durability };
        plan.effects.push(PlannedEffect::new(does, policy.durability_rule, actor, actor, &plan.act));
    }
}

fn total(terms: &CheckTerms, results: &[DefenceResult], rule: Rule) -> Breakdown {
    let met = results.first().zip(terms.defences.first());
    let all = met.map_or(0, |(result, (_, difficulty))| result.margin.saturating_add(difficulty.total()));
    let mut sum = Breakdown::new();
    sum.add(Label::NaturalRoll, all.saturating_sub(terms.bonus.total()), rule);
    sum.extend(&terms.bonus);
    sum
}

/// If several rungs decide what happens to the target's item, only the best one counts. The actor could take an item if it
/// attacks in melee and has a free hand.
fn best_item_fate<'e>(
    others: &[&'e CitedEffect],
    view: View<'_>,
    actor: CombatantId,
    terms: &CheckTerms,
) -> Vec<&'e CitedEffect> {
    let weapon = terms.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
    let melee = terms.mode.is_melee() && weapon.is_none_or(|entry| entry.weapon.melee.is_some());
    let takes = melee && grapple::free_hands(view, actor) > 0;
    let mut best = others.to_vec();
    if best.iter().any(|effect| effect.does == Effect::Item(ItemFate::TakenIfHandFree)) {
        let spare = if takes { ItemFate::Dropped } else { ItemFate::TakenIfHandFree };
        best.retain(|effect| effect.does != Effect::Item(spare));
    }
    if best.iter().any(|effect| matches!(effect.does, Effect::Item(ItemFate::TakenOrFlung { .. }))) {
        best.retain(|effect| effect.does != Effect::Item(ItemFate::Dropped));
    }
    let knocked = |effect: &CitedEffect| match effect.does {
        Effect::Item(ItemFate::KnockedAway { items }) => Some(items),
        _ => None,
    };
    let most = best.iter().filter_map(|effect| knocked(effect)).max();
    best.retain(|effect| knocked(effect).is_none_or(|items| Some(items) == most));
    best
}

/// The blow of a damage effect with this amount; `None` for any other effect.
pub fn blow_of(
    game: Game<'_>,
    plan: &ActionPlan,
    target: CombatantId,
    terms: &CheckTerms,
    effect: &CitedEffect,
    dealt: Breakdown,
) -> Option<PendingDamage> {
    let Effect::Harm { amount, harm, hit, .. } = &effect.does else { return None };
    let weapon = terms.weapon.and_then(|slot| game.row(plan.actor).sheet.weapon(slot));
    let nonlethal = amount.is_of_weapon() && weapon.is_some_and(|entry| entry.weapon.has(WeaponProperty::Nonlethal));
    let either = harm.is_none() && weapon.is_some_and(|entry| entry.weapon.either);
    let harm = harm.or(weapon.map(|entry| entry.weapon.harm)).unwrap_or(DamageTypes::BLUDGEONING);
    let plain = PendingDamage::plain((target, plan.actor), plan.act.action, harm, dealt, effect.rule);
    let pierces = weapon.filter(|_| amount.is_of_weapon() && !hit.blunted).map_or(0, |held| held.weapon.pierces());
    let pierces = hit.pierces.saturating_add(pierces);
    let traits = HitTraits { part: hit.part.or(plan.act.part), pierces, ..hit.clone() };
    let blow = PendingDamage { weapon: terms.weapon, nonlethal, traits, ..plain };
    Some(if either { damage::of_one_type(game, blow) } else { blow })
}

/// A blow that may be blocked, or land as the chosen effect of a confirmed critical hit says.
pub fn landed(
    rules: &Ruleset,
    mut blow: PendingDamage,
    degree: Degree,
    results: &[DefenceResult],
    (terms, choices): (&CheckTerms, &StrokeChoices),
) -> PendingDamage {
    blow.blocked |= results.iter().any(|result| result.blocked);
    let option = stages::critical(rules, choices.critical);
    if let Some(option) = option.filter(|_| degree == Degree::Critical && terms.stages.threat.is_some()) {
        blow.traits.bypasses.extend(&option.hit.bypasses);
        blow.traits.part = option.hit.part.or(blow.traits.part);
        blow.traits.severity = blow.traits.severity.saturating_add(option.hit.severity);
    }
    blow
}

/// The dice and terms of one damage effect with all that was reached and chosen; `None` for any other effect.
pub fn stroke_damage(
    (game, rules): (Game<'_>, &Ruleset),
    plan: &ActionPlan,
    target: CombatantId,
    terms: &CheckTerms,
    (effect, degree): (&CitedEffect, Degree),
    reached: &ReachedRungs<'_>,
    choices: &StrokeChoices,
) -> Option<DamageRoll> {
    let confirmed = terms.stages.threat.is_some() && degree == Degree::Critical;
    let plain = if confirmed { Degree::Success } else { degree };
    let mut roll = damage_roll(game, plan, Struck::Combatant(target), terms, effect, plain, reached.steps)?;
    roll.extra.extend_from_slice(&reached.extra);
    if confirmed {
        let held = terms.weapon.and_then(|slot| game.row(plan.actor).sheet.weapon(slot));
        let (times, rule) = stages::multiplier(rules, held.map(|held| &*held.weapon), choices.critical);
        roll = if times > 1 { roll.many(times, rule) } else { roll };
    }
    roll.highest = choices.maximised.or(roll.highest);
    Some(roll)
}

/// The target of a damage roll.
#[derive(Copy, Clone)]
pub enum Struck<'a> {
    /// A combatant.
    Combatant(CombatantId),
    /// An object.
    Object(&'a Object<'a>),
}

/// The dice and terms of one damage effect; `None` for any other effect.
pub fn damage_roll(
    game: Game<'_>,
    plan: &ActionPlan,
    struck: Struck<'_>,
    terms: &CheckTerms,
    effect: &CitedEffect,
    degree: Degree,
    steps: u8,
) -> Option<DamageRoll> {
    let Effect::Harm { amount, harm, .. } = &effect.does else { return None };
    let target = if let Struck::Combatant(target) = struck { Some(target) } else { None };
    let (sheet, policy, rule) = (&game.row(plan.actor).sheet, &game.policies.damage, effect.rule);
    let weapon = |degree, steps| match terms.weapon {
        Some(slot) => damage::weapon_damage(game, plan.actor, slot, target, degree, steps),
        None => plain(policy.dice_rule),
    };
    let mut roll = match amount {
        Amount::Weapon { steps: base } => weapon(degree, base + steps),
        Amount::WeaponTimes(times) => weapon(degree, steps).many(*times, rule),
        Amount::CriticalTimes(_) if takes_no_criticals(game, target) => weapon(Degree::Success, steps),
        Amount::CriticalTimes(times) => weapon(Degree::Critical, steps).many(*times, rule),
        Amount::OffHand => {
            damage::with_off_hand(weapon(degree, steps), terms.weapon.and_then(|slot| sheet.weapon(slot)), rule)
        }
        Amount::HalfWeapon => weapon(degree, steps).half(rule),
        _ => amount_roll(sheet, amount, &plan.act, rule),
    };
    let harm = harm.or(terms.weapon.and_then(|slot| sheet.weapon(slot)).map(|held| held.weapon.harm));
    let has = |of| match struck {
        Struck::Combatant(target) => game.row(target).sheet.has(of),
        Struck::Object(object) => object.has(of),
    };
    if let Some(types) = harm {
        roll = roll.of_types(policy, types, has);
    }
    let mut roll = roll.for_all_points();
    if let Some((slot, target)) = terms.weapon.zip(target).filter(|_| amount.is_of_weapon())
        && let Some((points, rule)) = damage::penetration(game, plan.actor, slot, target)
    {
        roll.fixed.add(Label::Penetrating, -points, rule);
    }
    if let Amount::Energy(_) = amount {
        roll.times = damage::times(&policy.critical).filter(|_| degree == Degree::Critical);
    }
    if terms.mode.is_magic() {
        damage::add_statuses(game, plan.actor, &mut roll.fixed);
        if let Some(power) = policy.power {
            roll.fixed.add_if(Label::Stat(power.stat), sheet.stat(power.stat), power.rule);
        }
    }
    Some(roll)
}

/// Whether a target takes no critical hits; without one, whether objects do not.
pub(super) fn takes_no_criticals(game: Game<'_>, target: Option<CombatantId>) -> bool {
    match target {
        Some(target) => game.row(target).sheet.has(Trait::ImmuneToCriticals),
        None => objects::policy(game).is_some_and(|objects| objects.no_criticals.is_some()),
    }
}

/// The roll of an amount that does not depend on a weapon.
pub fn amount_roll(sheet: &Sheet, amount: &Amount, act: &Act, rule: Rule) -> DamageRoll {
    let mut roll = plain(rule);
    match amount {
        Amount::Dice(dice) => roll.dice = *dice,
        Amount::DicePlus(dice, stat) => {
            roll.dice = *dice;
            roll.fixed.add_if(Label::Stat(*stat), sheet.stat(*stat), rule);
        }
        Amount::HalfDice(dice) => {
            roll.dice = *dice;
            roll = roll.half(rule);
        }
        Amount::Stat(stat) => roll.fixed.add(Label::Stat(*stat), sheet.stat(*stat).max(1), rule),
        Amount::HalfStat(stat) => roll.fixed.add(Label::Stat(*stat), sheet.stat(*stat).div_euclid(2).max(1), rule),
        Amount::Energy(dice) => roll.dice = dice.times(act.energy().map_or(0, |energy| energy.effect)),
        Amount::PerPoint { dice, of, half } => {
            (roll.dice, roll.points) = (*dice, u8::try_from(sheet.stat(*of)).unwrap_or(0));
            roll = if *half { roll.half(rule) } else { roll };
        }
        Amount::Share { of, by } => {
            of.iter().for_each(|stat| roll.fixed.add_if(Label::Stat(*stat), sheet.stat(*stat), rule));
            let whole = roll.fixed.total();
            roll.fixed.add_if(Label::Share, whole.div_euclid((*by).max(1)) - whole, rule);
        }
        Amount::Weapon { .. }
        | Amount::OffHand
        | Amount::HalfWeapon
        | Amount::WeaponTimes(_)
        | Amount::CriticalTimes(_) => {}
    }
    roll
}

fn plain(cited: Rule) -> DamageRoll {
    DamageRoll { cited: Some(cited), ..DamageRoll::fixed(Breakdown::new()) }
}
