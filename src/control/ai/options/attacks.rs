//! Attacks and other checks against enemies from where the combatant stands.

use std::cell::OnceCell;
use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{Action, ActionReach, Check, CheckRoll, Does, Effect, HealthModel, Name};
use crate::control::ai::model::{Appraisal, Situation, Strength};
use crate::control::ai::value::{AimedCheck, parts, provoked_by_act_cost};
use crate::mechanics::reach::WeaponSlots;
use crate::mechanics::{attack, magic};
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

pub struct AttackOption {
    pub act: Act,
    pub score: i32,
    pub appraisal: Appraisal,
}

/// A legal act against an enemy, not evaluated yet.
pub struct AttackCandidate<'m> {
    pub action: &'m Action,
    check: &'m Check,
    target: CombatantId,
    pub act: Act,
}

pub fn best_option(situation: &Situation<'_>, candidates: &[AttackCandidate<'_>]) -> Option<AttackOption> {
    let bounds = candidates.iter().map(|candidate| candidate.score(situation, candidate.value_bound(situation)));
    best_by_bound(bounds, |at| candidates[at].evaluate(situation), |option| option.score)
}

/// The item with the highest score, the first of equals. Skips items whose upper bound is not above the best score.
pub fn best_by_bound<T>(
    bounds: impl Iterator<Item = i32>,
    evaluate: impl Fn(usize) -> T,
    score_of: impl Fn(&T) -> i32,
) -> Option<T> {
    let mut order: SmallVec<[(i32, usize); 32]> = bounds.zip(0..).collect();
    order.sort_unstable_by_key(|(bound, at)| (Reverse(*bound), *at));
    let mut best: Option<(i32, Reverse<usize>, T)> = None;
    for (bound, at) in order {
        let beats = |best: &Option<(i32, Reverse<usize>, T)>, score: i32| {
            best.as_ref().is_none_or(|(found, before, _)| (score, Reverse(at)) > (*found, *before))
        };
        if !beats(&best, bound) {
            continue;
        }
        let found = evaluate(at);
        let score = score_of(&found);
        debug_assert!(score <= bound, "{score} is above its bound {bound}");
        if beats(&best, score) {
            best = Some((score, Reverse(at), found));
        }
    }
    best.map(|(.., found)| found)
}

pub fn candidates<'m>(situation: &Situation<'m>, strength: Strength) -> Vec<AttackCandidate<'m>> {
    let (mut found, slots) = (Vec::new(), situation.slots());
    let Situation { view, rules, actor, .. } = *situation;
    let enemies: SmallVec<[EnemyInReach; 8]> =
        situation.enemies().map(|enemy| EnemyInReach::of(situation, enemy.id)).collect();
    for action in &situation.catalogue.checks {
        let Some(check) = action.check() else { continue };
        let simple = || strength != Strength::Easy || is_simple(situation, action);
        if !situation.cache.begins.may(view, rules, actor, action) || !simple() {
            continue;
        }
        let weapons = weapons(situation, action, slots);
        for enemy in enemies.iter().filter(|enemy| enemy.may_be_reached(situation, action)) {
            let target = enemy.id;
            for weapon in weapons.iter().filter(|weapon| enemy.is_reached_with(situation, action, **weapon)) {
                let at = Act::at(action.id, target, *weapon);
                let cast = || situation.usual_casting(action, Target::Combatant(target));
                let act = if is_spell(action) { cast().unwrap_or(at) } else { at };
                if legal::may_aim(view, rules, actor, &act, action).is_ok() {
                    let aimed = parts_of(rules, action).map(|part| act.clone().aimed_at_part(part));
                    found.extend(aimed.map(|act| AttackCandidate { action, check, target, act }));
                    found.push(AttackCandidate { action, check, target, act });
                }
            }
        }
    }
    found
}

/// The parts of the body that an action can be aimed at.
pub(super) fn parts_of<'r>(rules: &'r Ruleset, action: &Action) -> impl Iterator<Item = Name> + 'r {
    let body = match &rules.policies.consciousness.collapse {
        HealthModel::Parts(body) if action.at_parts => &body.parts[..],
        _ => &[],
    };
    body.iter().filter(|part| part.aimed.is_some()).map(|part| part.id)
}

impl AttackCandidate<'_> {
    pub fn evaluate(&self, situation: &Situation<'_>) -> AttackOption {
        let one = |act: &Act| self.attempt(act).appraise(situation);
        let appraisal = match self.both_weapons(situation) {
            Some([first, second]) => {
                let (first, second) = (one(&first), one(&second));
                Appraisal { value: first.value + second.value, harm: first.harm + second.harm, ..first }
            }
            None => one(&self.act),
        };
        let appraisal = match self.act.part {
            Some(part) => {
                Appraisal { value: parts::aimed_value(situation, self.target, part, &appraisal), ..appraisal }
            }
            None => appraisal,
        };
        let appraisal = appraisal.at_cost(provoked_by_act_cost(situation, &self.act));
        let score = self.score(situation, appraisal.value);
        AttackOption { act: self.act.clone(), score, appraisal }
    }

    pub fn value_bound(&self, situation: &Situation<'_>) -> i32 {
        if self.act.part.is_some() {
            return parts::bound(situation, self.target);
        }
        let one = |act: &Act| self.attempt(act).value_bound(situation);
        self.both_weapons(situation).map_or_else(|| one(&self.act), |pair| pair.iter().map(one).sum())
    }

    fn attempt<'s>(&'s self, act: &'s Act) -> AimedCheck<'s> {
        AimedCheck { act, action: self.action, check: self.check, target: self.target }
    }

    fn both_weapons(&self, situation: &Situation<'_>) -> Option<[Act; 2]> {
        let both = self.check.roll == CheckRoll::BothWeapons;
        let pair = if both { attack::weapon_pair(situation.view, situation.actor) } else { None };
        pair.map(|pair| pair.map(|slot| Act { weapon: Some(slot), ..self.act.clone() }))
    }

    fn score(&self, situation: &Situation<'_>, value: i32) -> i32 {
        value * 100 / situation.duration(self.action, &self.act)
    }
}

fn is_spell(action: &Action) -> bool {
    matches!(action.does, Does::Cast(_))
}

/// Whether the acting combatant may be able to cast a spell: it knows it, or has an item that may contain it.
fn may_cast(situation: &Situation<'_>, spell: &Action) -> bool {
    let sheet = &situation.row().sheet;
    let from_item = || magic::item_energy(situation.view, situation.actor, spell.id).is_some();
    sheet.spells.contains(&spell.id) || sheet.weapons.iter().any(|entry| entry.item.is_some()) || from_item()
}

/// Whether an action is one that an easy opponent uses: the plain attack, or breaking a hold.
fn is_simple(situation: &Situation<'_>, action: &Action) -> bool {
    let frees = |effect: &Effect| matches!(effect, Effect::BreakHold { .. });
    situation.catalogue.strike.as_ref().is_some_and(|strike| strike.id == action.id)
        || action.check().is_some_and(|check| check.effects().any(frees))
}

/// An enemy with its distance and the weapons that reach it, which are the same for all actions.
struct EnemyInReach {
    id: CombatantId,
    apart: u16,
    reached_with: OnceCell<WeaponSlots>,
}

impl EnemyInReach {
    fn of(situation: &Situation<'_>, id: CombatantId) -> EnemyInReach {
        EnemyInReach { id, apart: situation.distance_to(id), reached_with: OnceCell::new() }
    }

    /// Whether it is close enough for an action that does not depend on a weapon's reach.
    fn may_be_reached(&self, situation: &Situation<'_>, action: &Action) -> bool {
        match action.reach {
            ActionReach::Any | ActionReach::Weapon | ActionReach::WeaponWithin(_) => true,
            ActionReach::Melee | ActionReach::Closing => self.apart <= situation.own().reach,
            ActionReach::Adjacent => self.apart <= 1,
        }
    }

    /// Whether a weapon reaches it, where the action depends on that.
    fn is_reached_with(&self, situation: &Situation<'_>, action: &Action, weapon: Option<WeaponSlot>) -> bool {
        let depends = matches!(action.reach, ActionReach::Weapon | ActionReach::WeaponWithin(_));
        let reaching = || {
            let slots = situation.slots().iter().copied();
            slots.filter(|slot| situation.attack_mode(*slot, self.id).is_some()).collect()
        };
        weapon.filter(|_| depends).is_none_or(|slot| self.reached_with.get_or_init(reaching).contains(&slot))
    }
}

/// The weapons that an action can be used with; `None` for an action without a weapon.
fn weapons(situation: &Situation<'_>, action: &Action, slots: &[WeaponSlot]) -> SmallVec<[Option<WeaponSlot>; 4]> {
    match action.check().map(|check| check.roll) {
        _ if is_spell(action) && !may_cast(situation, action) => smallvec![],
        _ if is_spell(action) => smallvec![None],
        Some(CheckRoll::Weapon) => slots.iter().copied().map(Some).collect(),
        Some(CheckRoll::Unarmed) => smallvec![situation.row().sheet.unarmed],
        _ => smallvec![None],
    }
}
