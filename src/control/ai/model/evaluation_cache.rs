//! The caches of a tactician, their keys, and the outcomes of checks. Caches change no decision, only how long it takes.
//!
//! Some entries are valid for one decision. Others outlive it: their version is the state they depend on, see
//! [`ChangeTracker`](super::change_tracker::ChangeTracker).

use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

use smallvec::SmallVec;

use super::change_tracker::NeighbourhoodKey;
use super::combatants::Armament;
use crate::battle::{CombatantId, Vitals, WeaponSlot};
use crate::content::{
    AdvantageKind, AdvantageTerms, AttackKind, Breakdown, Check, Displacement, Name, RollPolicy, RollType, Stat, When,
};
use crate::control::ai::cache::{ByAddress, HashedCache, IndexedCache, SmallCache, VersionedCache};
use crate::dice::Distribution;
use crate::grid::Footprint;
use crate::mechanics::attack::{Degree, Mode};
use crate::mechanics::checks::{self, Opposed};
use crate::mechanics::reach::WeaponSlots;
use crate::resolution::legal;
use crate::resolution::procedure::action::check::branches;
use crate::resolution::procedure::action::check::degrees::Faces;
use crate::resolution::procedure::action::check::results::{CheckResults, DefenceResult, StageTerms};
use crate::resolution::procedure::action::check::terms::{CheckTerms, OpposedRoll};
use crate::rules::Ruleset;

#[derive(Copy, Clone, Debug, Default)]
pub struct Appraisal {
    pub value: i32,
    /// Chance of success, in thousandths.
    pub hits: u16,
    /// Mean damage of a plain success, in hundredths.
    pub harm: i32,
}

impl Appraisal {
    pub fn at_cost(self, cost: i32) -> Appraisal {
        Appraisal { value: self.value - cost, ..self }
    }
}

#[derive(Copy, Clone, Debug)]
pub struct PlainAttack {
    /// Harm alone, no other effects.
    pub appraisal: Appraisal,
    pub counts: i32,
}

/// The values of each degree of a check apart from harm, in the order of the check.
pub type EffectValues = SmallVec<[i32; 8]>;

/// The value and the mean damage of one hit; damage in hundredths.
pub type HitValue = (i32, i32);

/// Everything that the value of harm to a target depends on: its vitals, value, effective hit points and whether it is active;
/// the cost of a fumble; the state numbers of attacker and target; and, as the value of a venom depends on all combatants,
/// the current decision if the weapon is poisoned.
pub type HarmInputs = (Vitals, (i32, i32, bool), i32, (u16, u16), Option<u64>);

/// Everything that the damage of a hit depends on, apart from its [`HarmInputs`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HitKey {
    pub slot: WeaponSlot,
    pub degree: Degree,
    pub steps: u8,
    pub extra: i32,
    /// Whether the attacker is in a narrow space, which is a condition.
    pub squeezed: bool,
    /// Whether the target blocks the hit.
    pub blocked: bool,
}

/// A consequence for a combatant whose value does not depend on the act that causes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Consequence {
    Held,
    Disarmed,
    Condition(Name),
    /// The expected damage from enemies that can soon make attacks of this kind.
    Exposed(AttackKind),
    Displaced(Displacement),
}

/// The key of an attack's expected harm: action, target, weapon, whether the attacker is squeezed, and how the check can turn
/// out. Equal checks share their outcomes.
pub type HarmKey = (Name, CombatantId, Option<WeaponSlot>, bool, ByAddress<CheckOutcomes>);

/// Count, sides and bonus of damage dice, what is added, whether all show their highest face, whether they count half, and the
/// multiplier.
pub type RollKey = (u8, u16, i16, i16, [bool; 2], i16);

/// All caches of a tactician. Unless said otherwise, keys are targets and values concern acts of the acting combatant.
#[derive(Default)]
pub struct EvaluationCache {
    /// The neighbourhood of an attacker at a position and a target, for the last of them.
    pub neighbourhood: RefCell<Option<((CombatantId, Footprint, CombatantId), NeighbourhoodKey)>>,
    /// The weapons that the acting combatant can use.
    pub slots: OnceCell<WeaponSlots>,
    /// How a weapon reaches a target from a position, if it does; by target.
    pub attack_modes: IndexedCache<(Footprint, WeaponSlot), Option<Mode>>,
    pub durations: SmallCache<(Name, Option<WeaponSlot>), i32>,
    /// The value of an attack in the best case, by weapon.
    pub best_cases: SmallCache<(CombatantId, Option<WeaponSlot>), i32>,
    /// Hits by target.
    pub hits: IndexedCache<HitKey, HitValue>,
    /// Hits of any decision, by attacker and target.
    pub past_hits: VersionedCache<(CombatantId, CombatantId), HarmInputs, HitKey, HitValue>,
    /// Situational terms by target and kind of attack, from where the acting combatant stands.
    pub situational: SmallCache<(CombatantId, Mode), i16>,
    /// Attack bonuses from where it stands.
    pub to_hit: SmallCache<(CombatantId, WeaponSlot, Mode), i16>,
    /// Advantage and disadvantage from where it stands.
    pub advantage: SmallCache<(CombatantId, Option<WeaponSlot>, Mode), AdvantageTerms>,
    /// Defences by target, stat that the check names, and kind of attack.
    pub defences: SmallCache<(CombatantId, Option<Stat>, Mode), (Stat, i16)>,
    pub opposed_rolls: SmallCache<CombatantId, OpposedRoll>,
    /// Attacks that an enemy cannot pay any more if it pays for a defence.
    pub lost_attacks: SmallCache<(CombatantId, Name), i32>,
    pub consequences: IndexedCache<Consequence, i32>,
    /// Values of effects by target and action.
    pub effect_values: IndexedCache<Name, EffectValues>,
    pub harms: SmallCache<HarmKey, Appraisal>,
    /// The best plain attack from where the acting combatant stands.
    pub plain_attacks: SmallCache<CombatantId, Option<PlainAttack>>,
    pub begins: legal::AbilityCache,
    /// Armaments by combatant; the version is its state and the defence it usually meets.
    pub armaments: VersionedCache<CombatantId, (u16, i32), (), Armament>,
    pub rolls: HashedCache<RollKey, Arc<Distribution>>,
    /// Net advantage of attacks, by attacker and target.
    pub net_advantages: VersionedCache<(CombatantId, CombatantId), NeighbourhoodKey, Mode, Option<AdvantageKind>>,
    /// Hit chances without advantage in thousandths, by attacker and target.
    pub hit_chances: VersionedCache<(CombatantId, CombatantId), NeighbourhoodKey, WeaponSlot, i32>,
    pub outcomes: HashedCache<CheckKey, Arc<CheckOutcomes>>,
    pub decision: u64,
    /// Content hash of the rules that the outcomes and rolls belong to.
    rules: u64,
}

macro_rules! clear {
    ($caches:ident: $($cache:ident)*) => { $($caches.$cache.clear();)* };
}

impl EvaluationCache {
    /// Entries with a version are kept if the ground is unchanged. `rules`: content hash of the ruleset.
    pub fn start_decision(&mut self, ground_unchanged: bool, rules: u64) {
        self.decision += 1;
        *self.neighbourhood.get_mut() = None;
        self.slots.take();
        clear!(self: attack_modes durations best_cases hits situational to_hit advantage defences);
        clear!(self: opposed_rolls lost_attacks consequences effect_values harms plain_attacks);
        self.begins.forget();
        if !ground_unchanged {
            clear!(self: armaments past_hits net_advantages hit_chances);
        }
        if self.rules != rules {
            clear!(self: outcomes rolls);
            self.rules = rules;
        }
    }
}

#[derive(Clone, Debug)]
pub struct WeightedOutcome {
    /// The result against each defence, for the first of these rolls.
    pub judged: CheckResults,
    pub weight: u64,
    /// A number that is equal for rolls with the same outcome.
    mark: u64,
}

/// Every outcome of a check, in the order of the first roll that has it.
pub type CheckOutcomes = SmallVec<[WeightedOutcome; 4]>;

/// Everything that the outcomes of a check depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckKey {
    roll: RollType,
    bonus: i16,
    difficulties: SmallVec<[(Option<Stat>, i16); 2]>,
    /// Bonus, net advantage, and whether it rolls at all, of a target that makes an opposed roll.
    rival: Option<(i16, Option<AdvantageKind>, bool)>,
    net_advantage: Option<AdvantageKind>,
    precise: bool,
    margins: SmallVec<[i16; 4]>,
    stages: StageKey,
    /// The defence of others that hold the target.
    holders: Option<i16>,
}

/// The chosen defence, whether there was a choice, whether it blocks, the range of threats, the chance to miss, the worst natural
/// result that kills at once, the result if it is decided without a roll, whether it fails, and the bonus less the difficulty of
/// the check against resistance to spells.
type StageKey = (Option<usize>, bool, bool, Option<i16>, Option<u8>, Option<i16>, Option<bool>, bool, Option<i16>);

impl CheckKey {
    pub fn of(rules: &Ruleset, check: &Check, odds: &CheckTerms) -> CheckKey {
        // Only the difference between bonus and difficulty matters, except if both combatants roll under their own numbers.
        let first = odds.defences.first().map(|(_, sum)| sum).or(odds.rival.as_ref().map(|rival| &rival.bonus));
        let is_contest = odds.rival.is_some() && rules.policies.rolls.of(odds.roll).is_under();
        let base = first.filter(|_| !is_contest).map_or(0, Breakdown::total);
        let over = |sum: &Breakdown| sum.total().saturating_sub(base);
        let margins = check.ladder.iter().filter_map(|rung| match rung.when {
            When::Over(by) | When::Every(by) => Some(by),
            When::FailsBy(by) => Some(1 - by),
            _ => None,
        });
        CheckKey {
            roll: odds.roll,
            bonus: over(&odds.bonus),
            difficulties: odds.defences.iter().map(|(stat, sum)| (*stat, over(sum))).collect(),
            rival: odds.rival.as_ref().map(|it| (over(&it.bonus), it.edge.net(), it.rolls)),
            net_advantage: odds.edge.net(),
            precise: odds.precise,
            margins: margins.collect(),
            stages: stage_key(&odds.stages),
            holders: odds.holders.as_ref().map(over),
        }
    }

    /// Every outcome of a check with this key, found by going through all possible rolls.
    pub fn outcomes(&self, rules: &Ruleset, odds: &CheckTerms) -> CheckOutcomes {
        let (mut outcomes, mut last) = (CheckOutcomes::new(), 0);
        let judge = |faces| self.judged(rules.policies.rolls.of(self.roll), faces, &odds.stages);
        branches::each_outcome(rules, odds, judge, |weight, judged| {
            let mark = judged.iter().fold(u64::from(judged.is_empty()) << 63, |mark, result| self.mark(mark, result));
            // Neighbouring faces mostly have the same outcome.
            if outcomes.get(last).is_none_or(|outcome| outcome.mark != mark) {
                last = outcomes.iter().position(|outcome| outcome.mark == mark).unwrap_or(outcomes.len());
            }
            match outcomes.get_mut(last) {
                Some(outcome) => outcome.weight += weight,
                None => outcomes.push(WeightedOutcome { judged: judged.clone(), weight, mark }),
            }
        });
        // Weights leave room for the values that they are multiplied by.
        let all: u64 = outcomes.iter().map(|outcome| outcome.weight).sum();
        let shift = (u64::BITS - all.leading_zeros()).saturating_sub(40);
        outcomes.iter_mut().for_each(|outcome| outcome.weight >>= shift);
        outcomes
    }

    fn judged(&self, policy: &RollPolicy, Faces { own, rival }: Faces, stages: &StageTerms) -> CheckResults {
        let mut results = CheckResults::new();
        let mut add = |against, (degree, margin), contest| {
            let result = DefenceResult { mark: own.mark, contest, ..DefenceResult::plain(against, degree, margin) };
            results.push(result.staged(policy, own, stages));
        };
        for (stat, difficulty) in &self.difficulties {
            add(*stat, checks::judge(policy, own.total, self.bonus, *difficulty, self.precise), None);
        }
        if let Some((bonus, ..)) = self.rival {
            let rolled = Opposed { own: (own, self.bonus), rival: (rival, bonus) };
            let (degree, margin, contest) = checks::judge_opposed(policy, rolled, self.precise);
            add(None, (degree, margin), contest);
        }
        if let Some(holders) = self.holders {
            let easier = self.difficulties.iter().map(|(_, difficulty)| difficulty.saturating_sub(holders));
            results.iter_mut().zip(easier).for_each(|(result, easier)| *result = result.held_fast(easier));
        }
        results
    }

    /// Adds a result to the number that is equal for rolls with the same outcome.
    fn mark(&self, before: u64, result: &DefenceResult) -> u64 {
        let reached = self.margins.iter().filter(|by| result.margin >= **by).count() as u64;
        let special = result.mark.map_or(0, |mark| 1 + mark as u64) << 3 | result.contest.map_or(0, |it| 1 + it as u64);
        ((before << 3 | u64::from(result.kills) << 2 | result.degree as u64) << 5 | special) << 6 | reached
    }
}

fn stage_key(stages: &StageTerms) -> StageKey {
    let StageTerms { chosen, asked, blocks, threat, misses, kills, decided, fails, resisted, exposes: _ } = stages; // items do not change the value
    let (misses, kills) = (misses.map(|(percent, _)| percent), kills.map(|(worst, _)| worst));
    let succeeds = decided.map(|decided| decided.succeeds);
    let resisted = resisted.map(|resisted| resisted.lead);
    (chosen.map(Name::index), *asked, *blocks, *threat, misses, kills, succeeds, fails.is_some(), resisted)
}
