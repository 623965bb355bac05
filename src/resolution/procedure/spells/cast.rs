//! Casting: one roll for all targets or one each, effects without a roll, and control of active spells.

use smallvec::SmallVec;

use crate::battle::{Act, CombatantId, Target, Vitals};
use crate::content::{Action, Check, CitedEffect, Does, Effect, Incant, Pays, RollType, RolledBy, Spell, Throws};
use crate::mechanics::checks::DiceThrows;
use crate::mechanics::resistance::{self, ResistanceCheck};
use crate::mechanics::{incantation, items, magic};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::ChosenDefence;
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::procedure::action::check::terms::{Answered, CheckTerms, Pair};
use crate::resolution::procedure::action::check::{CheckDice, TargetCheck, outcome, terms};
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::procedure::spells::prepare;
use crate::resolution::step::Inputs;
use crate::resolution::stroke::StrokeChoices;

/// Whether casting the spell needs no roll at all (TA-066).
pub(crate) fn needs_no_roll(spell: &Spell, inputs: &Inputs<'_>) -> bool {
    let held = inputs.rules.policies.magic.as_ref().is_some_and(|magic| magic.while_held.is_some());
    spell.attack.is_none() && spell.resisted != Some(true) && !held && incantation::policy(inputs.book()).is_none()
}

#[derive(Copy, Clone)]
pub(crate) struct SpellCast<'a> {
    pub(crate) actor: CombatantId,
    pub(crate) act: &'a Act,
    pub(crate) spell: &'a Spell,
    pub(crate) action: &'a Action,
    /// The defences that its targets have chosen.
    pub(crate) chosen: &'a [ChosenDefence],
}

impl SpellCast<'_> {
    /// The plan of the spell with its costs: the fatigue of an attempt, and the effect that uses up the prepared spell
    /// (TC-456, TC-457) or the scroll, which costs no fatigue.
    fn costs(self, inputs: &Inputs<'_>) -> ActionPlan {
        let SpellCast { actor, act, action, .. } = self;
        let policy = prepare::policy(inputs);
        let (fatigue, spend) = match (items::scroll_rule(inputs.view, actor, act), policy) {
            (Some(rule), _) => (0, Some((Effect::SpendItem, rule))),
            (None, None) => (action.fatigue, None),
            (None, Some(policy)) => {
                let fatigue = incantation::cost(inputs.view, policy, actor, action);
                (fatigue, Some((Effect::Incant(Incant::Spend), policy.again.rule)))
            }
        };
        let spend = spend.map(|(does, rule)| PlannedEffect::new(does, rule, actor, actor, act));
        let energy = act.energy().filter(|_| policy.is_none()).map_or(0, |energy| energy.total());
        ActionPlan { energy, effects: spend.into_iter().collect(), ..ActionPlan::new(actor, act.clone(), fatigue) }
    }

    /// Plans the effects without a roll: on the area once, then on each target.
    pub(crate) fn without_roll(self, inputs: &Inputs<'_>) -> ActionPlan {
        self.on(&self.targets(inputs), inputs)
    }

    /// Plans the effects without a roll on these targets, like [`without_roll`](Self::without_roll).
    fn on(self, targets: &[CombatantId], inputs: &Inputs<'_>) -> ActionPlan {
        let SpellCast { actor, act, spell, .. } = self;
        let mut plan = self.costs(inputs);
        let planned = |effect: &CitedEffect, target: CombatantId| {
            PlannedEffect::new(effect.does.clone(), effect.rule, actor, target, act)
        };
        let of_place = |effect: &CitedEffect| match effect.does {
            Effect::Lay { .. } => true,
            Effect::Dispel => magic::origin(act).is_some(),
            _ => false,
        };
        let (of_place, of_bodies): (Vec<_>, Vec<_>) = spell.effects.iter().partition(|effect| of_place(effect));
        plan.effects.extend(of_place.into_iter().map(|effect| planned(effect, actor)));
        for target in targets {
            plan.effects.extend(of_bodies.iter().map(|effect| planned(effect, *target)));
        }
        plan
    }

    /// The targets; the caster if the spell has none.
    pub(crate) fn targets(self, inputs: &Inputs<'_>) -> SmallVec<[CombatantId; 4]> {
        match &self.act.target {
            Target::Cast(casting) if casting.at == Target::Own => SmallVec::from_slice(&[self.actor]),
            _ => magic::targets(inputs.game(), self.act),
        }
    }

    /// Casts the spell if its check succeeds: effects without a roll, then its attack.
    pub(crate) fn roll(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> ActionPlan {
        if !self.succeeds(inputs, events) {
            return ActionPlan { hit: false, ..self.costs(inputs) };
        }
        let (all, targets) = (self.targets(inputs), self.affected(inputs, events));
        let mut plan = self.on(&targets, inputs);
        if targets.is_empty() && !all.is_empty() {
            return ActionPlan { hit: false, ..plan };
        }
        if let Some(check) = &self.spell.attack {
            attack(&mut plan, self.action, check, (&targets, self.chosen), inputs, events);
        }
        plan
    }

    /// The targets whose resistance the caster overcomes, or that have none (PR-201, PR-202).
    fn affected(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> SmallVec<[CombatantId; 4]> {
        let mut targets = self.targets(inputs);
        targets.retain(|target| {
            let Some(found) = resistance::check(inputs.game(), self.spell, self.actor, *target) else { return true };
            let ResistanceCheck { dice: roll, bonus, difficulty, rule } = found;
            let check = PlainCheck { who: self.actor, name: "overcome_resistance", roll, bonus, difficulty, rule };
            check.roll(inputs, events) >= 0
        });
        targets
    }

    /// Whether a caster that is held can cast at all (TC-299, PR-340).
    fn is_free(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
        let policy = inputs.rules.policies.magic.as_ref().and_then(|magic| magic.while_held.as_ref());
        let held = inputs.view.holds_on(self.actor).next().is_some();
        let Some(policy) = policy.filter(|_| held) else { return true };
        let (bonus, difficulty) = incantation::check_held(inputs.game(), policy, self.actor, self.spell.level());
        let (who, roll, rule) = (self.actor, RollType::Check, policy.rule);
        PlainCheck { who, name: "cast_while_held", roll, bonus, difficulty, rule }.roll(inputs, events) >= 0
    }

    /// The casting check: a held caster must first free its hands, then reach the difficulty of its preparation; it
    /// takes 10 where that is enough (TC-299, TC-454, TC-455). Scrolls always succeed.
    fn succeeds(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
        let SpellCast { actor, act, action, .. } = self;
        if items::scroll_rule(inputs.view, actor, act).is_some() {
            return true;
        }
        if !self.is_free(inputs, events) {
            return false;
        }
        let (Some(policy), view) = (prepare::policy(inputs), inputs.view) else { return true };
        let Some(prepared) = view.row(actor).incanting.ready() else { return true };
        let difficulty = incantation::difficulty(view, policy, actor, action, prepared);
        let bonus = incantation::bonus(view, policy, actor);
        let enough = bonus.total().saturating_add(10) >= difficulty.total();
        let ten = policy.ten_rule.filter(|_| enough);
        let (roll, rolls, rule) = (RollType::Check, &inputs.rules.policies.rolls, ten.unwrap_or(policy.check_rule));
        let thrown = match ten {
            Some(_) => PlainRoll::taken(10),
            None => PlainRoll::throw(rolls, roll, inputs.dice),
        };
        let check = PlainCheck { who: actor, name: "cast_spell", roll, bonus, difficulty, rule };
        let rolled = check.judged(rolls, &thrown);
        let succeeds = rolled.degree.is_hit();
        events.push(BattleEvent::CheckRolled(Box::new(rolled)));
        succeeds
    }
}

/// The attack of a spell: one roll for all targets, or one for each (TC-467, TA-036, TA-049, TA-052).
fn attack(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    (targets, chosen): (&[CombatantId], &[ChosenDefence]),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let throws = inputs.rules.policies.magic.as_ref().map_or(Throws::Once, |magic| magic.throws);
    if throws == Throws::Once && check.by == RolledBy::Actor {
        return compare(plan, action, check, (targets, chosen), inputs, events);
    }
    let mut hit = false;
    for target in targets {
        compare(plan, action, check, (&[*target], chosen), inputs, events);
        hit |= plan.hit;
    }
    plan.hit = hit;
}

/// One roll against all targets. With advantage or disadvantage two dice are rolled; targets without it use the first.
fn compare(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    (targets, chosen): (&[CombatantId], &[ChosenDefence]),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let (view, rules, actor) = (inputs.view, inputs.rules, plan.actor);
    let terms = |target| {
        let chosen = chosen.iter().find(|(who, _)| *who == target).and_then(|(_, defence)| *defence);
        let answered = Answered { chosen, ..Answered::default() };
        terms::check_terms(Pair { view, rules, actor, target }, &plan.act, check, answered)
    };
    let all: Vec<(CombatantId, CheckTerms)> = targets.iter().map(|target| (*target, terms(*target))).collect();
    let any = all.iter().find_map(|(_, terms)| terms.edge.net());
    let policy = rules.policies.rolls.of(check.dice);
    let throws = DiceThrows::roll(policy, any, inputs.dice);
    let mut hit = false;
    for (target, terms) in &all {
        let (own, shown) = throws.counted(policy, terms.edge.net(), terms.lead());
        let check = TargetCheck { actor, action, check, target: *target, terms, confirms: false };
        let rival = check.rival(inputs);
        let mut results = check.compare(&CheckDice { own, shown, rival }, inputs, events);
        check.miss_by_chance(&mut results, inputs, events);
        if check.waits(inputs) {
            plan.strokes.push(check.stroke(plan, results, events));
        } else {
            plan.decide(check.decided(&results, events));
            check.plan(plan, &results, &StrokeChoices::default(), inputs);
            hit |= plan.hit;
        }
    }
    plan.hit = hit;
}

/// Rolls the control of an active spell (TA-069, TA-070).
pub fn control(actor: CombatantId, act: &Act, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<ActionPlan> {
    let Target::Spell(id) = act.target else { return None };
    let spell = inputs.view.spell(id)?.clone();
    let action = inputs.rules.actions.get(spell.spell)?.clone();
    let Does::Cast(rules) = &action.does else { return None };
    let rule = inputs.rules.actions.get(act.action)?.rule;
    let turn = inputs.view.row(actor).turn_state.turns;
    events.push(BattleEvent::SpellControlled { id, caster: actor, spell: spell.spell, turn, rule });
    let mut plan = ActionPlan::new(actor, spell.act(), 0);
    attack(&mut plan, &action, rules.control.as_ref()?, (&[spell.target()?], &[]), inputs, events);
    Some(plan)
}

/// Restores energy, up to the maximum (TA-078).
pub(crate) fn refill(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let pays = inputs.rules.policies.magic.as_ref().map(|magic| &magic.pays);
    let (Effect::Refill(amount), Some(Pays::Energy { pool, .. })) = (&effect.does, pays) else { return };
    let row = inputs.view.row(effect.actor);
    let roll = outcome::amount_roll(&row.sheet, amount, &effect.act, effect.rule);
    let gained = roll.roll(inputs.book(), inputs.dice);
    let most = magic::most_energy(inputs.view, effect.actor, *pool).max(row.vitals.energy);
    let energy = row.vitals.energy.saturating_add(gained.total()).min(most);
    let vitals = Vitals { energy, ..row.vitals };
    let change = energy - row.vitals.energy;
    events.push(BattleEvent::EnergyChanged { who: effect.actor, change, vitals, rule: effect.rule, invested: false });
}
