//! Casting: one roll for all targets or one each, effects without a roll, and control of active spells.

use smallvec::SmallVec;

use crate::battle::{Act, CombatantId, Target};
use crate::content::action::{Action, Check, Does};
use crate::content::advantage::AdvantageKind;
use crate::content::effect::{CitedEffect, Effect};
use crate::content::policy::{Pays, Throws};
use crate::content::spell::{Incant, Spell};
use crate::mechanics::{advantage, incantation, magic, scroll};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::procedure::action::check::degrees::Faces;
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::resolution::procedure::action::check::{check_dice, damage_roll, terms};
use crate::resolution::procedure::action::outcome;
use crate::resolution::procedure::plain_check;
use crate::resolution::procedure::spells::prepare;
use crate::resolution::step::Inputs;

/// The plan of a spell with its costs.
fn plan_of(actor: CombatantId, act: &Act, action: &Action, inputs: &Inputs<'_>) -> ActionPlan {
    let pays_energy = incantation::policy(inputs.book()).is_none();
    let energy = act.energy().filter(|_| pays_energy).map_or(0, |energy| energy.total());
    let (fatigue, spend) = cost(actor, act, action, inputs);
    ActionPlan { energy, effects: spend.into_iter().collect(), ..ActionPlan::new(actor, act.clone(), fatigue) }
}

/// Whether casting the spell needs no roll at all (TA-066).
pub(crate) fn needs_no_roll(spell: &Spell, inputs: &Inputs<'_>) -> bool {
    spell.attack.is_none() && incantation::policy(inputs.book()).is_none()
}

/// Plans a spell without a roll.
pub(crate) fn without_roll(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &Inputs<'_>,
) -> ActionPlan {
    let mut plan = plan_of(actor, act, action, inputs);
    plan.effects.extend(effects_without_roll(actor, act, spell, &targets(actor, act, inputs)));
    plan
}

/// Effects without a roll: on the area once, then on each target.
fn effects_without_roll(actor: CombatantId, act: &Act, spell: &Spell, targets: &[CombatantId]) -> Vec<PlannedEffect> {
    let planned = |effect: &CitedEffect, target: CombatantId| {
        PlannedEffect::new(effect.does.clone(), effect.rule, actor, target, act)
    };
    let (of_place, of_bodies): (Vec<_>, Vec<_>) = spell.effects.iter().partition(|effect| concerns_place(effect, act));
    let on_place = of_place.iter().map(|effect| planned(effect, actor));
    let on_bodies = targets.iter().flat_map(|target| of_bodies.iter().map(|effect| planned(effect, *target)));
    on_place.chain(on_bodies).collect()
}

/// Whether an effect concerns the area of a spell, not the combatants in it.
fn concerns_place(effect: &CitedEffect, act: &Act) -> bool {
    match effect.does {
        Effect::Lay { .. } => true,
        Effect::Dispel => magic::origin(act).is_some(),
        _ => false,
    }
}

/// The targets of a spell; the caster if it has none.
fn targets(actor: CombatantId, act: &Act, inputs: &Inputs<'_>) -> SmallVec<[CombatantId; 4]> {
    match &act.target {
        Target::Cast(casting) if casting.at == Target::Own => SmallVec::from_slice(&[actor]),
        _ => magic::targets(inputs.game(), act),
    }
}

/// Casts a spell if its check succeeds: effects without a roll, then its attack.
pub(crate) fn cast(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> ActionPlan {
    if !succeeds(actor, act, (spell, action), inputs, events) {
        return ActionPlan { hit: false, ..plan_of(actor, act, action, inputs) };
    }
    let mut plan = without_roll(actor, act, (spell, action), inputs);
    if let Some(check) = &spell.attack {
        let targets = targets(actor, act, inputs);
        attack(&mut plan, action, check, &targets, inputs, events);
    }
    plan
}

/// The attack of a spell: one roll for all targets, or one for each (TC-467, TA-036, TA-049, TA-052).
fn attack(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    targets: &[CombatantId],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let throws = inputs.rules.policies.magic.as_ref().map_or(Throws::Once, |magic| magic.throws);
    if throws == Throws::Once {
        return compare(plan, action, check, targets, inputs, events);
    }
    let mut hit = false;
    for target in targets {
        compare(plan, action, check, &[*target], inputs, events);
        hit |= plan.hit;
    }
    plan.hit = hit;
}

/// One roll against all targets. With advantage or disadvantage two dice are rolled; targets without it use the first.
fn compare(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    targets: &[CombatantId],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (view, rules, actor) = (inputs.view, inputs.rules, plan.actor);
    let terms = |target: &CombatantId| terms::check_terms(view, rules, actor, &plan.act, check, *target, None);
    let all: Vec<(CombatantId, CheckTerms)> = targets.iter().map(|target| (*target, terms(target))).collect();
    let leans = all.iter().find_map(|(_, terms)| terms.edge.net());
    let (_, dice) = advantage::roll(&rules.policies.attack, leans, &mut inputs.dice);
    let mut hit = false;
    for (target, terms) in &all {
        let (own, shown) = counted(&dice, terms.edge.net());
        let faces = Faces { own, rival: 1 };
        let results = check_dice::compare(actor, action, *target, terms, (faces, &shown, None), inputs, events);
        outcome::plan(plan, action, check, *target, terms, &results, inputs);
        hit |= plan.hit;
    }
    plan.hit = hit;
}

/// The die that counts against one target, and the dice shown for it.
fn counted(dice: &SmallVec<[u16; 2]>, net: Option<AdvantageKind>) -> (u16, SmallVec<[u16; 2]>) {
    match net {
        Some(AdvantageKind::Advantage) => (dice.iter().copied().max().unwrap_or(1), dice.clone()),
        Some(AdvantageKind::Disadvantage) => (dice.iter().copied().min().unwrap_or(1), dice.clone()),
        None => (dice.first().copied().unwrap_or(1), dice.iter().take(1).copied().collect()),
    }
}

/// Rolls the control of an active spell (TA-069, TA-070).
pub(crate) fn control(
    actor: CombatantId,
    act: &Act,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Option<ActionPlan> {
    let Target::Spell(id) = act.target else { return None };
    let spell = inputs.view.spell(id)?.clone();
    let action = inputs.rules.actions.get(spell.spell)?.clone();
    let Does::Cast(rules) = &action.does else { return None };
    let rule = inputs.rules.actions.get(act.action)?.rule;
    let turn = inputs.view.row(actor).turn_state.turns;
    events.push(BattleEvent::SpellControlled { id, caster: actor, spell: spell.spell, turn, rule });
    let mut plan = ActionPlan::new(actor, spell.act(), 0);
    attack(&mut plan, &action, rules.control.as_ref()?, &[spell.target()?], inputs, events);
    Some(plan)
}

/// Restores energy, up to the maximum (TA-078).
pub(crate) fn refill(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let pays = inputs.rules.policies.magic.as_ref().map(|magic| &magic.pays);
    let (Effect::Refill(amount), Some(Pays::Energy { pool, .. })) = (&effect.does, pays) else { return };
    let row = inputs.view.row(effect.actor);
    let gained =
        damage_roll::amount_roll(&row.sheet, amount, &effect.act, effect.rule).roll(inputs.book(), &mut inputs.dice);
    let most = row.sheet.stat(*pool).max(row.vitals.energy);
    let energy = row.vitals.energy.saturating_add(gained.total()).min(most);
    let vitals = crate::battle::Vitals { energy, ..row.vitals };
    let change = energy - row.vitals.energy;
    events.push(BattleEvent::EnergyChanged { who: effect.actor, change, vitals, rule: effect.rule });
}

/// Fatigue of an attempt, and the effect that uses up the prepared spell (TC-456, TC-457) or the scroll, which costs no
/// fatigue.
pub(crate) fn cost(
    actor: CombatantId,
    act: &Act,
    action: &Action,
    inputs: &Inputs<'_>,
) -> (i16, Option<PlannedEffect>) {
    use crate::content::effect::Effect;
    if let Some(rule) = scroll::read(inputs.view, actor, act) {
        return (0, Some(PlannedEffect::new(Effect::SpendItem, rule, actor, actor, act)));
    }
    let Some(policy) = prepare::policy(inputs) else { return (action.fatigue, None) };
    let spend = PlannedEffect::new(Effect::Incant(Incant::Spend), policy.again.rule, actor, actor, act);
    (incantation::cost(inputs.view, policy, actor, action), Some(spend))
}

/// The casting check: a held caster must first free its hands, then reach the difficulty of its preparation; it takes
/// 10 where that is enough (TC-299, TC-454, TC-455). Scrolls always succeed.
pub(crate) fn succeeds(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> bool {
    let (Some(policy), view) = (prepare::policy(inputs), inputs.view) else { return true };
    let prepared = view.row(actor).incanting.ready().filter(|_| scroll::read(view, actor, act).is_none());
    let Some(prepared) = prepared else { return true };
    let level = spell.incantation.as_ref().map_or(0, |incantation| incantation.level);
    if view.holds_on(actor).next().is_some() {
        let (bonus, difficulty) =
            (incantation::bonus_held(view, policy, actor), incantation::difficulty_held(policy, level));
        let natural = plain_check::roll_die(inputs);
        let (margin, rolled) =
            plain_check::result(actor, "cast_while_held", natural, bonus, difficulty, policy.held_base.rule);
        events.push(rolled);
        if margin < 0 {
            return false;
        }
    }
    let difficulty = incantation::difficulty(view, policy, actor, action, prepared);
    let bonus = incantation::bonus(view, policy, actor);
    let enough = bonus.total().saturating_add(10) >= difficulty.total();
    let ten = policy.ten_rule.filter(|_| enough);
    let natural = if ten.is_some() { 10 } else { plain_check::roll_die(inputs) };
    let rule = ten.unwrap_or(policy.check_rule);
    let (margin, mut rolled) = plain_check::result(actor, "cast_spell", natural, bonus, difficulty, rule);
    if let (BattleEvent::CheckRolled(rolled), Some(_)) = (&mut rolled, ten) {
        rolled.dice.clear();
    }
    events.push(rolled);
    margin >= 0
}
