//! The roll of a check and the rungs it reaches.

use smallvec::SmallVec;

use crate::battle::{Act, CombatantId, Sheet, Target, View, WeaponSlot};
use crate::content::Rule;
use crate::content::action::{Action, Check};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::effect::{Amount, CitedEffect, Effect, Harmed, ItemFate, Who};
use crate::content::gear::{DamageType, Hands, WeaponProperty};
use crate::content::stat::Stat;
use crate::content::unit::Trait;
use crate::dice::DiceFormula;
use crate::mechanics::attack::{self, Degree, Mode};
use crate::mechanics::damage::{self, DamageRoll, PendingDamage};
use crate::mechanics::{advantage, grapple};
use crate::resolution::event::{BattleEvent, RivalRolled, Rolled};
use crate::resolution::legal::Finding;
use crate::resolution::plan::{Plan, PlannedEffect, Thrown};
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;

use super::acting::found;
use super::rungs::{self, Faces, Judged};
use super::terms::{Anew, Odds, Pair, odds_of};
use super::{afflictions, choosing, entering, hiding, venoms};

/// Rolls a check and plans what comes of it.
pub fn roll(
    mut plan: Plan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    named: Option<Stat>,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Plan {
    if entering::enters(check) {
        return entering::roll(plan, action, check, target, inputs, events);
    }
    let pair = Pair { view: inputs.view, rules: inputs.rules, actor: plan.actor, target };
    let known = match found(plan.actor, inputs) {
        Some(Finding::Aim(at, slot, mode)) if at == target && plan.act.target == Target::Combatant(at) => {
            Some((slot, mode))
        }
        _ => None,
    };
    let odds = odds_of(&Anew::knowing(known), pair, &plan.act, check, named);
    let results = throw(plan.actor, action, target, &odds, inputs, events);
    let before = plan.blows.len();
    outcome(&mut plan, action, check, target, &odds, &results, inputs);
    venoms::attack(&mut plan, before, inputs, events);
    leave_hand(&mut plan, target, &odds, inputs);
    plan
}

/// What is thrown will lie where its target is, whether it hit or not.
fn leave_hand(plan: &mut Plan, target: CombatantId, odds: &Odds, inputs: &Inputs<'_>) {
    let view = plan.act.imagined(inputs.view);
    let Some(slot) = odds.weapon else { return };
    let sticks = plan.effects.iter().any(|effect| matches!(effect.does, Effect::Staple { .. }));
    let leaves = attack::landing_rule(view, inputs.book(), plan.actor, slot, odds.mode).filter(|_| !sticks);
    let cell = view.footprint(target).anchor;
    plan.thrown.extend(leaves.map(|rule| Thrown { slot, cell, rule }));
}

/// The die falls: how it comes out against every defence that is asked.
pub(super) fn throw(
    actor: CombatantId,
    action: &Action,
    target: CombatantId,
    odds: &Odds,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> SmallVec<[Judged; 2]> {
    let policy = &inputs.rules.policies.attack;
    if odds.sure.is_some() {
        let unrolled = (Faces { own: 0, rival: 0 }, &SmallVec::new(), None);
        return judged(actor, action, target, odds, unrolled, inputs, events);
    }
    let (own, dice) = advantage::roll(policy, odds.edge.net(), inputs.dice);
    let rival = odds.rival.as_ref().map(|rival| match rival.rolls {
        true => advantage::roll(policy, rival.edge.net(), inputs.dice),
        false => (1, SmallVec::new()),
    });
    let faces = Faces { own, rival: rival.as_ref().map_or(1, |(face, _)| *face) };
    let rival = rival.as_ref().map(|(_, dice)| dice);
    judged(actor, action, target, odds, (faces, &dice, rival), inputs, events)
}

/// How dice that have fallen come out against every defence that is asked.
pub(super) fn judged(
    actor: CombatantId,
    action: &Action,
    target: CombatantId,
    odds: &Odds,
    (faces, dice, rival): (Faces, &SmallVec<[u16; 2]>, Option<&SmallVec<[u16; 2]>>),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> SmallVec<[Judged; 2]> {
    let mut results = rungs::judge_all(inputs.view, inputs.rules, target, odds, faces);
    if odds.astray.is_some() {
        results.iter_mut().for_each(|(_, degree, margin)| (*degree, *margin) = (Degree::Failure, (*margin).min(-1)));
    }
    for (stat, degree, margin) in &results {
        let known = odds.defences.iter().find(|(defence, _)| defence == stat);
        let difficulty = known.map_or_else(|| rival_total(odds, faces, action.rule), |(_, sum)| sum.clone());
        let against = rival.filter(|_| known.is_none()).zip(odds.rival.as_ref());
        events.push(BattleEvent::CheckRolled(Box::new(Rolled {
            who: actor,
            action: action.id,
            target: Some(target),
            weapon: odds.weapon,
            natural: faces.own,
            dice: SmallVec::from_slice(dice),
            edge: odds.edge.clone(),
            bonus: odds.bonus.clone(),
            defence: *stat,
            rival: against.map(|(dice, rival)| RivalRolled { dice: dice.clone(), edge: rival.edge.clone() }),
            difficulty,
            degree: *degree,
            margin: *margin,
            rule: odds.astray.or(odds.sure).unwrap_or(action.rule),
        })));
    }
    if action.check().is_some_and(Check::is_attack) {
        met(actor, target, odds, &results, inputs, events);
    }
    results
}

/// What an attack shows besides its result: who is attacked discovers who attacks, and who hits, whom it hits (TA-196).
fn met(
    actor: CombatantId,
    target: CombatantId,
    odds: &Odds,
    results: &[Judged],
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    if odds.astray.is_some() {
        return;
    }
    afflictions::attacked(target, inputs, events);
    hiding::found(actor, target, inputs, events);
    if results.iter().any(|(_, degree, _)| *degree >= Degree::Success) {
        hiding::found(target, actor, inputs, events);
    }
}

/// What the target of a contest rolled in all.
fn rival_total(odds: &Odds, faces: Faces, rule: Rule) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::NaturalRoll, i16::try_from(faces.rival).unwrap_or(i16::MAX), rule);
    if let Some(rival) = &odds.rival {
        sum.extend(&rival.bonus);
    }
    sum
}

/// Plans what comes of results.
pub(super) fn outcome(
    plan: &mut Plan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    odds: &Odds,
    results: &[Judged],
    inputs: &mut Inputs<'_>,
) {
    plan.hit = results.iter().any(|(_, degree, _)| *degree >= Degree::Success);
    if check.is_attack() {
        plan.struck.get_or_insert_default().extend(plan.hit.then_some(target));
    }
    if results.iter().any(|(_, degree, _)| *degree == Degree::Fumble) {
        fumble(plan, odds.weapon, inputs);
    }
    climb(plan, action, check, target, odds, results, inputs);
}

/// A fumble ends the turn (TC-058): it leaves its maker open, slows it, and wears its weapon.
fn fumble(plan: &mut Plan, weapon: Option<WeaponSlot>, inputs: &mut Inputs<'_>) {
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

/// Gathers the effects of every rung reached: later rungs may better the blow or the movement of earlier ones.
fn climb(
    plan: &mut Plan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    odds: &Odds,
    results: &[Judged],
    inputs: &mut Inputs<'_>,
) {
    let rungs::Reached { harms, steps, extra, farther, mut others } = rungs::reached(check, results);
    one_fate(&mut others, inputs.view, plan.actor, odds);
    let act = Act { weapon: odds.weapon, ..plan.act.clone() };
    plan.effects.extend(others.into_iter().map(|effect| PlannedEffect {
        item: plan.item,
        dealt: matches!(effect.does, Effect::Staple { .. }).then(|| total(odds, results, effect.rule)),
        ..PlannedEffect::new(effect.does.clone(), effect.rule, plan.actor, target, &act)
    }));
    plan.effects.iter_mut().for_each(|effect| effect.farther = farther);
    for (effect, degree) in harms {
        let blow = blow(plan, action, target, odds, effect, degree, steps, &extra, inputs);
        match &effect.does {
            Effect::Harm { to: Harmed::TargetOrItem | Harmed::TargetIfWanted { .. }, .. } => plan.optional = blow,
            Effect::Harm { to: Harmed::Item, .. } => blow.iter().for_each(|blow| choosing::wear(plan, blow)),
            _ => plan.blows.extend(blow),
        }
    }
}

/// What an attack has come to in all.
fn total(odds: &Odds, results: &[Judged], rule: Rule) -> Breakdown {
    let met = results.first().zip(odds.defences.first());
    let all = met.map_or(0, |((_, _, margin), (_, difficulty))| margin.saturating_add(difficulty.total()));
    let mut sum = Breakdown::new();
    sum.add(Label::NaturalRoll, all.saturating_sub(odds.bonus.total()), rule);
    sum.extend(&odds.bonus);
    sum
}

/// Of several fates of the target's item only that of the best rung reached befalls it.
fn one_fate(others: &mut Vec<&CitedEffect>, view: View<'_>, actor: CombatantId, odds: &Odds) {
    let spare = if takes_items(view, actor, odds) { ItemFate::Dropped } else { ItemFate::TakenIfHandFree };
    if others.iter().any(|effect| effect.does == Effect::Item(ItemFate::TakenIfHandFree)) {
        others.retain(|effect| effect.does != Effect::Item(spare));
    }
    if others.iter().any(|effect| matches!(effect.does, Effect::Item(ItemFate::TakenOrFlung { .. }))) {
        others.retain(|effect| effect.does != Effect::Item(ItemFate::Dropped));
    }
}

/// Whether the actor could take a thing out of the target's hand: it strikes in melee and has a hand free.
fn takes_items(view: View<'_>, actor: CombatantId, odds: &Odds) -> bool {
    let weapon = odds.weapon.and_then(|slot| view.row(actor).sheet.weapon(slot));
    let melee = odds.mode.is_melee() && weapon.is_none_or(|entry| entry.weapon.melee.is_some());
    melee && grapple::free_hands(view, actor) > 0
}

fn blow(
    plan: &Plan,
    action: &Action,
    target: CombatantId,
    odds: &Odds,
    effect: &CitedEffect,
    degree: Degree,
    steps: u8,
    extra: &[DiceFormula],
    inputs: &mut Inputs<'_>,
) -> Option<PendingDamage> {
    let Effect::Harm { amount, .. } = &effect.does else { return None };
    let mut roll = damage_roll(inputs.view, inputs.rules, plan, target, odds, amount, effect, degree, steps);
    roll.extra.extend_from_slice(extra);
    let dealt = roll.roll(inputs.book(), inputs.dice);
    blow_of(inputs.view, plan, action.id, target, odds, effect, dealt)
}

/// The blow of a harm that deals so much; `None` for any other effect.
pub fn blow_of(
    view: View<'_>,
    plan: &Plan,
    action: crate::content::Name,
    target: CombatantId,
    odds: &Odds,
    effect: &CitedEffect,
    dealt: Breakdown,
) -> Option<PendingDamage> {
    let Effect::Harm { amount, harm, .. } = &effect.does else { return None };
    let weapon = odds.weapon.and_then(|slot| view.row(plan.actor).sheet.weapon(slot));
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
        weapon: odds.weapon,
        harm,
        amount: dealt,
        nonlethal,
        straight: None,
        rule,
    })
}

/// The dice and terms of one harm.
pub fn damage_roll(
    view: View<'_>,
    rules: &Ruleset,
    plan: &Plan,
    target: CombatantId,
    odds: &Odds,
    amount: &Amount,
    effect: &CitedEffect,
    degree: Degree,
    steps: u8,
) -> DamageRoll {
    let mut roll = match amount {
        Amount::Weapon { steps: base } => weapon_roll(view, rules, plan.actor, target, odds, degree, base + steps),
        Amount::WeaponTimes(times) => {
            weapon_roll(view, rules, plan.actor, target, odds, degree, steps).many(*times, effect.rule)
        }
        Amount::CriticalTimes(_) if view.row(target).sheet.has(Trait::ImmuneToCriticals) => {
            weapon_roll(view, rules, plan.actor, target, odds, Degree::Success, steps)
        }
        Amount::CriticalTimes(times) => {
            weapon_roll(view, rules, plan.actor, target, odds, Degree::Critical, steps).many(*times, effect.rule)
        }
        Amount::HalfWeapon => weapon_roll(view, rules, plan.actor, target, odds, degree, steps).half(effect.rule),
        Amount::Energy(_) => {
            let roll = amount_roll(&view.row(plan.actor).sheet, amount, &plan.act, effect.rule);
            let critical = degree == Degree::Critical;
            DamageRoll { times: damage::times(&rules.policies.damage.critical).filter(|_| critical), ..roll }
        }
        _ => amount_roll(&view.row(plan.actor).sheet, amount, &plan.act, effect.rule),
    };
    let spell = odds.mode == Mode::Spell;
    if spell {
        damage::add_statuses(view, rules.book(), plan.actor, &mut roll.fixed);
    }
    if let Some(power) = rules.policies.damage.power.filter(|_| spell) {
        roll.fixed.add_if(Label::Stat(power.stat), view.row(plan.actor).sheet.stat(power.stat), power.rule);
    }
    roll
}

/// The roll of an amount that hangs on no weapon.
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
    odds: &Odds,
    degree: Degree,
    steps: u8,
) -> DamageRoll {
    match odds.weapon {
        Some(slot) => damage::weapon_damage(view, rules.book(), actor, slot, target, degree, steps),
        None => plain(rules.policies.damage.dice_rule),
    }
}

/// A roll of nothing, to be filled.
fn plain(cited: Rule) -> DamageRoll {
    let (fixed, extra) = (Breakdown::new(), Vec::new());
    let dice = DiceFormula::constant(0);
    DamageRoll { dice, fixed, highest: false, halved: false, times: None, extra, cited: Some(cited) }
}
