//! Spells: one roll for all whom a spell attacks, what it does without a roll, and control of those that last.

use smallvec::SmallVec;

use super::rungs::Faces;
use super::terms::{self, Odds};
use super::{afflictions, ladder};
use crate::battle::{Act, CombatantId, Ongoing, SpellId, Target};
use crate::content::action::{Action, Check, Does};
use crate::content::edge::Slope;
use crate::content::effect::{CitedEffect, Effect};
use crate::content::spell::Spell;
use crate::mechanics::{edge, magic};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::{Plan, PlannedEffect};
use crate::resolution::step::Inputs;

/// The plan of a spell that costs what was chosen.
fn plan_of(actor: CombatantId, act: &Act, action: &Action) -> Plan {
    let energy = act.energy().map_or(0, |energy| energy.total());
    Plan { energy, ..Plan::new(actor, act.clone(), action.fatigue) }
}

/// Plans a spell that needs no roll (TA-066).
pub(super) fn without_roll(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &Inputs<'_>,
) -> Plan {
    let mut plan = plan_of(actor, act, action);
    plan.effects = befall(actor, act, spell, &targets(actor, act, inputs));
    plan
}

/// What befalls targets without a roll.
fn befall(actor: CombatantId, act: &Act, spell: &Spell, targets: &[CombatantId]) -> Vec<PlannedEffect> {
    let planned = |target: CombatantId| {
        let new = move |effect: &CitedEffect| PlannedEffect::new(effect.does.clone(), effect.rule, actor, target, act);
        spell.effects.iter().map(new)
    };
    targets.iter().flat_map(|target| planned(*target)).collect()
}

/// Those on whom a spell works; one that is aimed at nobody works on its caster.
fn targets(actor: CombatantId, act: &Act, inputs: &Inputs<'_>) -> SmallVec<[CombatantId; 4]> {
    match &act.target {
        Target::Cast(casting) if casting.at == Target::Own => SmallVec::from_slice(&[actor]),
        _ => magic::targets(inputs.view, inputs.book(), act),
    }
}

/// Rolls a spell attack once and compares it with everybody it works on (TA-036, TA-049, TA-052).
pub(super) fn roll(
    actor: CombatantId,
    act: &Act,
    (spell, check, action): (&Spell, &Check, &Action),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Plan {
    let targets = targets(actor, act, inputs);
    let mut plan = plan_of(actor, act, action);
    plan.effects = befall(actor, act, spell, &targets);
    compare(&mut plan, action, check, &targets, inputs, events);
    plan
}

/// One throw of the dice against all targets: whoever has advantage or disadvantage takes the better or the worse of two,
/// all others the first.
fn compare(
    plan: &mut Plan,
    action: &Action,
    check: &Check,
    targets: &[CombatantId],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (view, rules, actor) = (inputs.view, inputs.rules, plan.actor);
    let odds = |target: &CombatantId| terms::odds(view, rules, actor, &plan.act, check, *target, None);
    let all: Vec<(CombatantId, Odds)> = targets.iter().map(|target| (*target, odds(target))).collect();
    let leans = all.iter().find_map(|(_, odds)| odds.edge.net());
    let (_, dice) = edge::roll(&rules.policies.attack, leans, inputs.dice);
    let mut hit = false;
    for (target, odds) in &all {
        let (own, shown) = counted(&dice, odds.edge.net());
        let faces = Faces { own, rival: 1 };
        let results = ladder::judged(actor, action, *target, odds, (faces, &shown, None), inputs, events);
        ladder::outcome(plan, action, check, *target, odds, &results, inputs);
        hit |= plan.hit;
    }
    plan.hit = hit;
}

/// The face that counts for one target, and the dice it is the face of.
fn counted(dice: &SmallVec<[u16; 2]>, net: Option<Slope>) -> (u16, SmallVec<[u16; 2]>) {
    match net {
        Some(Slope::Advantage) => (dice.iter().copied().max().unwrap_or(1), dice.clone()),
        Some(Slope::Disadvantage) => (dice.iter().copied().min().unwrap_or(1), dice.clone()),
        None => (dice.first().copied().unwrap_or(1), dice.iter().take(1).copied().collect()),
    }
}

/// Rolls the control of a spell that lasts (TA-069, TA-070).
pub(super) fn control(
    actor: CombatantId,
    act: &Act,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Option<Plan> {
    let Target::Spell(id) = act.target else { return None };
    let spell = inputs.view.spell(id)?.clone();
    let action = inputs.rules.actions.get(spell.spell)?.clone();
    let Does::Cast(rules) = &action.does else { return None };
    let rule = inputs.rules.actions.get(act.action)?.rule;
    let turn = inputs.view.row(actor).tempo.turns;
    events.push(BattleEvent::SpellControlled { id, caster: actor, spell: spell.spell, turn, rule });
    let mut plan = Plan::new(actor, spell.act(), 0);
    compare(&mut plan, &action, rules.control.as_ref()?, &[spell.target], inputs, events);
    Some(plan)
}

/// A spell goes on for as long as its duration was paid for (TA-071).
pub(super) fn last(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (Some(policy), Some(energy)) = (&inputs.rules.policies.magic, effect.act.energy()) else { return };
    let rounds = magic::rounds(policy, energy);
    if rounds == 0 {
        return;
    }
    let spell = Ongoing {
        id: SpellId(inputs.view.revision() as u32),
        caster: effect.actor,
        spell: effect.act.action,
        energy,
        target: effect.target,
        until: afflictions::for_rounds(effect.actor, rounds, inputs),
        cast: inputs.view.row(effect.actor).tempo.turns,
        controlled: None,
    };
    events.push(BattleEvent::SpellBegan { spell, rule: effect.rule });
}

/// Energy comes back, never more than there can be (TA-078).
pub(super) fn refill(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (Effect::Refill(amount), Some(policy)) = (&effect.does, &inputs.rules.policies.magic) else { return };
    let row = inputs.view.row(effect.actor);
    let gained = ladder::amount_roll(&row.sheet, amount, &effect.act, effect.rule).roll(inputs.book(), inputs.dice);
    let most = row.sheet.stat(policy.pool).max(row.vitals.energy);
    let energy = row.vitals.energy.saturating_add(gained.total()).min(most);
    let vitals = crate::battle::Vitals { energy, ..row.vitals };
    let change = energy - row.vitals.energy;
    events.push(BattleEvent::EnergyChanged { who: effect.actor, change, vitals, rule: effect.rule });
}
