//! Checks against an object on the board: the terms of the roll, its results and what they plan (PR-087 to PR-090, PR-104).

use smallvec::SmallVec;

use super::degrees::{self, Faces, ReachedRungs};
use super::results::{CheckResults, DefenceResult, StageTerms};
use super::terms::{CheckTerms, Pair, Uncached};
use super::weapon::weapon_used;
use super::{outcome, saving_throw, situation};
use crate::battle::{CombatantId, ThingRef, View};
use crate::content::{
    Action, Against, Breakdown, Check, CheckRoll, CitedEffect, DamageTypes, Effect, Label, ObjectPolicy, RolledBy,
    Rule, WeaponProperty, Who,
};
use crate::grid::{Cell, Footprint, distance};
use crate::mechanics::attack::{self, Degree, Mode};
use crate::mechanics::checks::judge::add_shift;
use crate::mechanics::checks::{DiceThrows, NaturalRoll};
use crate::mechanics::damage::Hit;
use crate::mechanics::objects::{self, AimedCell, Object};
use crate::mechanics::{Game, advantage};
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Facts, ObjectSave, Rolled};
use crate::resolution::plan::{ActionPlan, PlannedEffect, Thrown};
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;

/// A check of a combatant against an object.
#[derive(Clone)]
pub struct ObjectCheck<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    actor: CombatantId,
    policy: &'a ObjectPolicy,
    check: &'a Check,
    object: Object<'a>,
    aimed: AimedCell<'a>,
}

impl<'a> ObjectCheck<'a> {
    /// The check against an object; `None` if there is no such object.
    pub fn new(
        view: View<'a>,
        rules: &'a Ruleset,
        actor: CombatantId,
        (check, thing): (&'a Check, ThingRef),
    ) -> Option<ObjectCheck<'a>> {
        let game = Game::new(view, rules.book());
        let (policy, object) = (objects::policy(game)?, objects::find(game, thing)?);
        let aimed = objects::aimed_cell(game, actor, &object)?;
        Some(ObjectCheck { view, rules, actor, policy, check, object, aimed })
    }

    /// The object.
    pub fn object(&self) -> &Object<'a> {
        &self.object
    }

    fn game(&self) -> Game<'a> {
        Game::new(self.view, self.rules.book())
    }

    /// The terms of the roll. The window and the dice read the same ones.
    pub fn terms(&self, act: &Act) -> CheckTerms {
        let (game, check) = (self.game(), self.check);
        if check.by == RolledBy::Target {
            return self.saving_throw();
        }
        let weapon = weapon_used(self.view, self.actor, act, check);
        let mode = weapon.and_then(|slot| objects::mode(game, self.actor, slot, &self.aimed).ok());
        let mode = mode.unwrap_or(Mode::Melee);
        let cited = self.rules.actions.get(act.action).map_or(self.object.rule, |action| action.rule);
        let pair = Pair { view: self.view, rules: self.rules, actor: self.actor, target: self.actor };
        let mut bonus = Breakdown::new();
        match (check.roll, weapon) {
            (CheckRoll::Weapon | CheckRoll::BothWeapons | CheckRoll::Unarmed, Some(slot)) => {
                objects::add_to_hit(game, (self.actor, slot), &self.aimed, mode, &mut bonus);
            }
            (roll, _) => {
                saving_throw::add_roll(&self.view.row(self.actor).sheet, pair, (roll, cited), &mut bonus);
                if matches!(roll, CheckRoll::Attribute(_) | CheckRoll::Maneuver(_) | CheckRoll::WeaponManeuver(_)) {
                    objects::add_situation(game, self.actor, &self.aimed, mode, &mut bonus);
                }
            }
        }
        situation::add_of_actor(pair, check, (weapon, mode), &mut bonus);
        if let Some(size) = check.size_counts {
            situation::add_size(pair, self.actor, size, &mut bonus);
        }
        let fails = weapon.and_then(|_| objects::automatic_miss(game, self.actor, &self.aimed, mode));
        fails.into_iter().for_each(|rule| bonus.add(Label::CoverFull, 0, rule));
        let edge = match weapon {
            Some(slot) => objects::edge(game, (self.actor, Some(slot)), &self.aimed, mode),
            None => advantage::none(game),
        };
        let entry = weapon.and_then(|slot| self.view.row(self.actor).sheet.weapon(slot));
        let precise = entry.is_some_and(|entry| entry.weapon.has(WeaponProperty::Precise));
        CheckTerms {
            roll: check.dice,
            bonus,
            edge,
            defences: self.difficulty(pair),
            rival: None,
            precise,
            weapon,
            mode,
            astray: None,
            sure: check.sure_at_things.filter(|_| mode.is_melee()),
            stages: StageTerms { fails, ..StageTerms::default() },
            holders: None,
        }
    }

    /// The terms of the object's saving throw; without a bonus if it always fails.
    fn saving_throw(&self) -> CheckTerms {
        let pair = Pair { view: self.view, rules: self.rules, actor: self.actor, target: self.actor };
        let difficulties = saving_throw::difficulties(&Uncached::default(), pair, &self.check.against, self.actor);
        CheckTerms {
            roll: self.check.dice,
            bonus: self.save().unwrap_or_default(),
            edge: advantage::none(self.game()),
            defences: difficulties,
            rival: None,
            precise: false,
            weapon: None,
            mode: Mode::Melee,
            astray: None,
            sure: None,
            stages: StageTerms::default(),
            holders: None,
        }
    }

    /// The bonus of the object's saving throw.
    ///
    /// # Errors
    /// The rule by which it always fails.
    fn save(&self) -> Result<Breakdown, Rule> {
        self.policy.saves.as_ref().map_or(Err(self.object.rule), |saves| objects::save_bonus(saves, &self.object))
    }

    /// The results of a throw. An object that makes no saving throw fails it.
    pub fn judge(&self, terms: &CheckTerms, own: NaturalRoll) -> CheckResults {
        let mut results = degrees::judge_all(self.view, self.rules, None, terms, Faces { own, rival: None });
        if self.check.by == RolledBy::Target && self.save().is_err() {
            results.iter_mut().for_each(DefenceResult::miss);
        }
        results
    }

    fn difficulty(&self, pair: Pair<'_>) -> SmallVec<[(Option<crate::content::Stat>, Breakdown); 2]> {
        match &self.check.against {
            Against::Force => {
                objects::force(self.policy, &self.object).into_iter().map(|difficulty| (None, difficulty)).collect()
            }
            plain @ Against::Difficulty { .. } => {
                saving_throw::difficulties(&Uncached::default(), pair, plain, self.actor)
            }
            _ => SmallVec::from_iter([(None, objects::defence(self.game(), self.policy, &self.object))]),
        }
    }

    /// The effects of a roll that concern the object or the actor.
    pub fn reached(&self, results: &[DefenceResult]) -> ReachedRungs<'a> {
        let mut reached = degrees::reached(self.check, results);
        reached.others.retain(|effect| concerns_actor_or_object(&effect.does));
        reached
    }

    /// The damage that the object takes from a hit of this amount.
    pub fn damage(
        &self,
        terms: &CheckTerms,
        effect: &CitedEffect,
        rolled: &Breakdown,
        margin: i16,
    ) -> Option<Breakdown> {
        let Effect::Harm { amount, harm, hit, .. } = &effect.does else { return None };
        let weapon = terms.weapon.and_then(|slot| self.view.row(self.actor).sheet.weapon(slot));
        let of_weapon = amount.is_of_weapon();
        let nonlethal = of_weapon && weapon.is_some_and(|entry| entry.weapon.has(WeaponProperty::Nonlethal));
        let types = harm.or(weapon.map(|entry| entry.weapon.harm)).unwrap_or(DamageTypes::BLUDGEONING);
        let hit =
            Hit { types, traits: hit, blocked: false, nonlethal, margin, submerged: false, ally: false, above: 0 };
        let policies = (&self.rules.policies.damage, self.policy);
        Some(objects::damage_taken(policies, &self.object, hit, rolled, nonlethal))
    }

    /// Where a weapon lands that is thrown at the object: in its cell, or in front of it if bodies cannot be there.
    fn landing(&self) -> Cell {
        let (board, own) = (self.view.board(), self.view.footprint(self.actor));
        let open = |cell: &Cell| board.terrain(*cell).cost.is_some();
        let far =
            |cell: &Cell| distance(board.shape(), self.rules.policies.board.distance, own, Footprint::from(*cell));
        let near = || board.shape().neighbours(self.aimed.cell).filter(open).min_by_key(|cell| (far(cell), *cell));
        Some(self.aimed.cell).filter(open).or_else(near).unwrap_or(own.anchor)
    }
}

/// Whether an effect of a check on an object is carried out: it concerns the object itself or its attacker.
fn concerns_actor_or_object(does: &Effect) -> bool {
    match does {
        Effect::Gain { who, .. }
        | Effect::Inflict { who, .. }
        | Effect::GainLevels { who, .. }
        | Effect::Lose { who, .. }
        | Effect::Wear { who, .. } => *who == Who::Actor,
        does => *does == Effect::Break,
    }
}

/// Rolls a check against an object, with each weapon of the action, and plans its results.
pub(crate) fn rolled_plan(
    act: &Act,
    actor: CombatantId,
    (action, check, thing): (&Action, &Check, ThingRef),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> ActionPlan {
    let mut plan = ActionPlan::new(actor, act.clone(), action.fatigue);
    plan.hit = false;
    let Some(rolling) = ObjectCheck::new(inputs.view, inputs.rules, actor, (check, thing)) else { return plan };
    let both = check.roll == CheckRoll::BothWeapons;
    let pair = both.then(|| attack::weapon_pair(inputs.view, actor)).flatten();
    for weapon in pair.map_or_else(|| vec![act.weapon], |pair| pair.map(Some).to_vec()) {
        let act = Act { weapon, ..act.clone() };
        rolling.roll(&act, action, &mut plan, inputs, events);
    }
    plan
}

impl ObjectCheck<'_> {
    fn roll(&self, act: &Act, action: &Action, plan: &mut ActionPlan, inputs: &mut Inputs<'_>, events: &mut Facts) {
        let terms = self.terms(act);
        let policy = self.rules.policies.rolls.of(terms.roll);
        if self.check.by == RolledBy::Target {
            return self.roll_save(act, &terms, plan, inputs, events);
        }
        let net = terms.edge.net();
        // What is sure needs no dice.
        let fails = terms.stages.fails;
        let throws = match fails.or(terms.sure) {
            Some(_) => DiceThrows::default(),
            None => DiceThrows::roll(policy, net, inputs.dice),
        };
        let (own, shown) = throws.counted(policy, net, terms.lead());
        let results = self.judge(&terms, own);
        let Some(result) = results.first() else { return };
        let mut bonus = terms.bonus.clone();
        add_shift(policy, own.total, &mut bonus);
        events.push(BattleEvent::CheckRolled(Box::new(Rolled {
            who: self.actor,
            action: action.id,
            target: None,
            weapon: terms.weapon,
            natural: own.total,
            dice: SmallVec::from_slice(shown),
            edge: terms.edge.clone(),
            bonus,
            defence: None,
            rival: None,
            difficulty: terms.defences.first().map(|(_, sum)| sum.clone()).unwrap_or_default(),
            degree: result.degree,
            margin: result.margin,
            rule: fails.or(terms.sure).unwrap_or(action.rule),
            roll: terms.roll,
            mark: result.mark,
            contest: None,
            chosen: None,
            blocks: false,
            decided: false,
            fails: fails.is_some(),
        })));
        plan.hit |= result.degree.is_hit();
        if result.degree == Degree::Fumble {
            outcome::fumble(plan, terms.weapon, inputs);
        }
        self.plan(act, &terms, &results, plan, inputs);
    }

    /// Rolls the saving throw of the object, if it makes one.
    fn roll_save(
        &self,
        act: &Act,
        terms: &CheckTerms,
        plan: &mut ActionPlan,
        inputs: &mut Inputs<'_>,
        events: &mut Facts,
    ) {
        let Some(thing) = act.thing() else { return };
        let policy = self.rules.policies.rolls.of(terms.roll);
        let save = self.save();
        let rolls = save.is_ok();
        let throws = if rolls { DiceThrows::roll(policy, None, inputs.dice) } else { DiceThrows::default() };
        let own = throws.counted(policy, None, terms.lead()).0;
        let results = self.judge(terms, own);
        let Some(result) = results.first() else { return };
        let saved = result.degree.is_hit();
        let cited = self.rules.actions.get(act.action).map_or(self.object.rule, |action| action.rule);
        let mut bonus = terms.bonus.clone();
        add_shift(policy, own.total, &mut bonus);
        events.push(BattleEvent::ObjectSaved(Box::new(ObjectSave {
            who: self.actor,
            thing,
            natural: rolls.then_some(own.total),
            bonus,
            difficulty: terms.defences.first().map(|(_, sum)| sum.clone()).unwrap_or_default(),
            saved,
            rule: save.err().unwrap_or(cited),
        })));
        plan.hit |= !saved;
        self.plan(act, terms, &results, plan, inputs);
    }

    fn plan(
        &self,
        act: &Act,
        terms: &CheckTerms,
        results: &[DefenceResult],
        plan: &mut ActionPlan,
        inputs: &mut Inputs<'_>,
    ) {
        let reached = self.reached(results);
        let act = Act { weapon: terms.weapon, ..act.clone() };
        let planned =
            |effect: &CitedEffect| PlannedEffect::new(effect.does.clone(), effect.rule, self.actor, self.actor, &act);
        for (effect, degree, margin) in &reached.harms {
            let struck = outcome::Struck::Object(&self.object);
            let roll = outcome::damage_roll(self.game(), plan, struck, terms, effect, *degree, reached.steps);
            let Some(mut roll) = roll else { continue };
            roll.extra.extend_from_slice(&reached.extra);
            let rolled = roll.roll(inputs.book(), inputs.dice);
            let dealt = self.damage(terms, effect, &rolled, *margin);
            plan.effects.push(PlannedEffect { dealt, ..planned(effect) });
        }
        plan.effects.extend(reached.others.iter().map(|effect| planned(effect)));
        let landing = terms.weapon.and_then(|slot| {
            let rule = attack::landing_rule(self.game(), self.actor, slot, terms.mode)?;
            Some(Thrown { slot, cell: self.landing(), rule })
        });
        plan.thrown.extend(landing);
    }
}
