//! Spells: one roll for all whom a spell attacks, what it does without a roll, and control of those that last.

use smallvec::SmallVec;

use super::rungs::Faces;
use super::terms::{self, Odds};
use super::{afflictions, effects, incanting, ladder};
use crate::battle::{Act, ActiveSpell, Afflicted, CombatantId, SpellId, Target, Until, Zone};
use crate::content::Rule;
use crate::content::action::{Action, Check, Does};
use crate::content::advantage::AdvantageKind;
use crate::content::effect::{CitedEffect, Effect};
use crate::content::policy::{Pays, Throws};
use crate::content::spell::Spell;
use crate::mechanics::{advantage, incantation, magic};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::{Plan, PlannedEffect};
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, Phase};

/// The plan of a spell that costs what was chosen, or what its preparation came to.
fn plan_of(actor: CombatantId, act: &Act, action: &Action, inputs: &Inputs<'_>) -> Plan {
    let pays_energy = incantation::policy(inputs.book()).is_none();
    let energy = act.energy().filter(|_| pays_energy).map_or(0, |energy| energy.total());
    let (fatigue, spend) = incanting::price(actor, act, action, inputs);
    Plan { energy, effects: spend.into_iter().collect(), ..Plan::new(actor, act.clone(), fatigue) }
}

/// Whether nothing at all is rolled to cast a spell (TA-066).
pub(super) fn needs_no_roll(spell: &Spell, inputs: &Inputs<'_>) -> bool {
    spell.attack.is_none() && incantation::policy(inputs.book()).is_none()
}

/// Plans a spell that needs no roll.
pub(super) fn without_roll(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &Inputs<'_>,
) -> Plan {
    let mut plan = plan_of(actor, act, action, inputs);
    plan.effects.extend(befall(actor, act, spell, &targets(actor, act, inputs)));
    plan
}

/// What befalls a place, once, and then targets without a roll.
fn befall(actor: CombatantId, act: &Act, spell: &Spell, targets: &[CombatantId]) -> Vec<PlannedEffect> {
    let planned = |effect: &CitedEffect, target: CombatantId| {
        PlannedEffect::new(effect.does.clone(), effect.rule, actor, target, act)
    };
    let (of_place, of_bodies): (Vec<_>, Vec<_>) = spell.effects.iter().partition(|effect| concerns_place(effect, act));
    let on_place = of_place.iter().map(|effect| planned(effect, actor));
    let on_bodies = targets.iter().flat_map(|target| of_bodies.iter().map(|effect| planned(effect, *target)));
    on_place.chain(on_bodies).collect()
}

/// Whether an effect is one on the place that a spell is cast at, whoever is there.
fn concerns_place(effect: &CitedEffect, act: &Act) -> bool {
    match effect.does {
        Effect::Lay { .. } => true,
        Effect::Dispel => magic::origin(act).is_some(),
        _ => false,
    }
}

/// Those on whom a spell works; one that is aimed at nobody works on its caster.
fn targets(actor: CombatantId, act: &Act, inputs: &Inputs<'_>) -> SmallVec<[CombatantId; 4]> {
    match &act.target {
        Target::Cast(casting) if casting.at == Target::Own => SmallVec::from_slice(&[actor]),
        _ => magic::targets(inputs.view, inputs.book(), act),
    }
}

/// Casts a spell, if it comes about at all: what it does without a roll, and its attack on everybody it works on.
pub(super) fn cast(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Plan {
    if !incanting::succeeds(actor, act, (spell, action), inputs, events) {
        return Plan { hit: false, ..plan_of(actor, act, action, inputs) };
    }
    let mut plan = without_roll(actor, act, (spell, action), inputs);
    if let Some(check) = &spell.attack {
        let targets = targets(actor, act, inputs);
        attack(&mut plan, action, check, &targets, inputs, events);
    }
    plan
}

/// The attack of a spell: one throw for all its targets, or one for each (TC-467, TA-036, TA-049, TA-052).
fn attack(
    plan: &mut Plan,
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
    let (_, dice) = advantage::roll(&rules.policies.attack, leans, inputs.dice);
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
fn counted(dice: &SmallVec<[u16; 2]>, net: Option<AdvantageKind>) -> (u16, SmallVec<[u16; 2]>) {
    match net {
        Some(AdvantageKind::Advantage) => (dice.iter().copied().max().unwrap_or(1), dice.clone()),
        Some(AdvantageKind::Disadvantage) => (dice.iter().copied().min().unwrap_or(1), dice.clone()),
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
    let turn = inputs.view.row(actor).turn_state.turns;
    events.push(BattleEvent::SpellControlled { id, caster: actor, spell: spell.spell, turn, rule });
    let mut plan = Plan::new(actor, spell.act(), 0);
    attack(&mut plan, &action, rules.control.as_ref()?, &[spell.target()?], inputs, events);
    Some(plan)
}

/// A spell goes on for as long as its duration was paid for, on its target or on the place where it was cast (TA-071).
pub(super) fn last(
    effect: &PlannedEffect,
    zone: Option<Box<Zone>>,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (Some(policy), Some(energy)) = (&inputs.rules.policies.magic, effect.act.energy()) else { return };
    let rounds = magic::rounds(policy, energy);
    if rounds == 0 {
        return;
    }
    let until = afflictions::for_time(effect.actor, rounds, inputs);
    let id = SpellId((inputs.view.revision() as usize + events.len()) as u32);
    let place = magic::origin(&effect.act).filter(|_| zone.is_some()).map(Target::Cell);
    let spell = ActiveSpell {
        id,
        caster: effect.actor,
        spell: effect.act.action,
        energy,
        at: place.unwrap_or(Target::Combatant(effect.target)),
        zone,
        until,
        cast: inputs.view.row(effect.actor).turn_state.turns,
        controlled: None,
    };
    if let Until::Count(at) = until {
        let what = DueKind::SpellEnds { caster: effect.actor, id };
        let due = Due { id: effects::next_due(inputs, events), at, phase: Phase::Endings, tie: 0, what };
        events.push(BattleEvent::DueSet { due });
    }
    events.push(BattleEvent::SpellBegan { spell, rule: effect.rule });
}

/// A spell is over before its time, and with it what it did to its target (TC-241).
pub(super) fn end(spell: &ActiveSpell, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let due = DueKind::SpellEnds { caster: spell.caster, id: spell.id };
    let dues = inputs.timeline.iter().filter(|other| other.what == due);
    events.extend(dues.map(|due| BattleEvent::DueCancelled { due: due.id }));
    let (id, caster) = (spell.id, spell.caster);
    events.push(BattleEvent::SpellEnded { id, caster, spell: spell.spell, rule });
    let does = inputs.rules.actions.get(spell.spell).map(|action| action.does.clone());
    let Some(Does::Cast(rules)) = does else { return };
    let rungs = rules.attack.iter().flat_map(|check| &check.ladder).flat_map(|rung| &rung.effects);
    for effect in rungs.chain(&rules.effects) {
        let Effect::Inflict { condition, .. } = effect.does else { continue };
        let own = |held: &Afflicted| held.condition == condition && held.by == Some(spell.caster);
        let bearer = spell.target().filter(|who| inputs.view.row(*who).conditions.0.iter().any(own));
        events.extend(bearer.map(|who| BattleEvent::ConditionLost { who, condition, rule }));
    }
}

/// Spells that their caster can no longer concentrate on are over.
pub(super) fn forget(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let own = inputs.view.spells().iter().filter(|spell| spell.caster == who);
    own.filter(|spell| incanting::asks_thought(spell.spell, inputs)).for_each(|spell| end(spell, rule, inputs, events));
}

/// Ends the spell that an act names, or all that last on its target, or on the place that it is aimed at.
pub(super) fn ends(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let place = magic::origin(&effect.act).map(|_| magic::area(inputs.view, inputs.book(), &effect.act));
    let meant = |spell: &&ActiveSpell| match (&effect.does, &effect.act.target, &place) {
        (Effect::Dismiss, Target::Spell(id), _) => spell.id == *id,
        (Effect::Dispel, _, None) => spell.target() == Some(effect.target),
        (Effect::Dispel, _, Some(place)) => {
            spell.zone.as_ref().is_some_and(|zone| place.iter().any(|cell| zone.holds(*cell)))
        }
        _ => false,
    };
    inputs.view.spells().iter().filter(meant).for_each(|spell| end(spell, effect.rule, inputs, events));
}

/// A spell has lasted its time in counts.
pub(super) fn lasted(id: SpellId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let rule = inputs.rules.policies.magic.as_ref().map_or("".into(), |magic| magic.steps_rule);
    inputs.view.spell(id).into_iter().for_each(|spell| end(spell, rule, inputs, events));
}

/// Energy comes back, never more than there can be (TA-078).
pub(super) fn refill(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let pays = inputs.rules.policies.magic.as_ref().map(|magic| &magic.pays);
    let (Effect::Refill(amount), Some(Pays::Energy { pool, .. })) = (&effect.does, pays) else { return };
    let row = inputs.view.row(effect.actor);
    let gained = ladder::amount_roll(&row.sheet, amount, &effect.act, effect.rule).roll(inputs.book(), inputs.dice);
    let most = row.sheet.stat(*pool).max(row.vitals.energy);
    let energy = row.vitals.energy.saturating_add(gained.total()).min(most);
    let vitals = crate::battle::Vitals { energy, ..row.vitals };
    let change = energy - row.vitals.energy;
    events.push(BattleEvent::EnergyChanged { who: effect.actor, change, vitals, rule: effect.rule });
}
