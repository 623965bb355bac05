//! The caches of a tactician and their keys. They change no decision, only how long it takes.
//!
//! Some entries are valid for one decision. Others outlive it: their version is the state they depend on, see
//! [`ChangeTracker`](super::change_tracker::ChangeTracker).

use std::sync::Arc;

use smallvec::SmallVec;

use super::change_tracker::NeighbourhoodKey;
use super::check_outcomes::{CheckKey, CheckOutcomes};
use super::combatants::Armament;
use crate::battle::{CombatantId, Vitals, WeaponSlot};
use crate::content::Name;
use crate::content::advantage::{AdvantageKind, AdvantageTerms};
use crate::content::condition::AttackKind;
use crate::content::effect::Displacement;
use crate::content::stat::Stat;
use crate::control::ai::cache::{ByAddress, OrderedCache, SmallCache, VersionedCache};
use crate::dice::Distribution;
use crate::grid::Footprint;
use crate::mechanics::attack::{Degree, Mode};
use crate::resolution::legal;
use crate::resolution::procedure::action::check::terms::OpposedRoll;

/// Distinct checks whose outcomes are kept.
const MOST_CHECKS: usize = 4096;

/// The estimated result of an act.
#[derive(Copy, Clone, Debug, Default)]
pub struct Appraisal {
    pub value: i32,
    /// Chance of success, in thousandths.
    pub hits: u16,
    /// Mean damage of a plain success, in hundredths.
    pub harm: i32,
}

impl Appraisal {
    /// The result of an act that also costs this much value.
    pub fn at_cost(self, cost: i32) -> Appraisal {
        Appraisal { value: self.value - cost, ..self }
    }
}

/// The best plain attack on one target.
#[derive(Copy, Clone, Debug)]
pub struct PlainAttack {
    /// Its estimated result: harm alone, no other effects.
    pub appraisal: Appraisal,
    pub counts: i32,
}

/// The values of each degree of a check apart from harm, in the order of the check.
pub type EffectValues = SmallVec<[i32; 8]>;

/// The value and the mean damage of one hit; damage in hundredths.
pub type HitValue = (i32, i32);

/// Everything that the value of harm to a target depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HarmInputs {
    pub vitals: Vitals,
    pub value: i32,
    /// Damage that the target withstands, in hundredths.
    pub effective_hp: i32,
    /// Whether the target is conscious, on the board, and its position is known.
    pub active: bool,
    pub fumble: i32,
    /// The current decision if the weapon is poisoned: the value of a venom depends on all combatants.
    pub decision: Option<u64>,
    pub states: (u16, u16),
}

/// Everything that the damage of a hit depends on, apart from its [`HarmInputs`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct HitKey {
    pub slot: WeaponSlot,
    pub degree: Degree,
    /// Steps by which the dice of the weapon improve.
    pub steps: u8,
    pub extra: i32,
    /// Whether the attacker is squeezed into a narrow space, which is a condition.
    pub squeezed: bool,
}

/// A consequence for a combatant whose value does not depend on the act that causes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Consequence {
    /// Being grappled.
    Held,
    /// Losing the weapon in hand.
    Disarmed,
    /// Gaining a condition.
    Condition(Name),
    /// The expected damage from enemies that can soon make such attacks.
    Exposed(AttackKind),
    /// Being moved.
    Displaced(Displacement),
}

/// The key of an attack's expected harm: what is done, and how its check can turn out.
#[derive(Debug, PartialEq)]
pub struct HarmKey {
    pub action: Name,
    pub target: CombatantId,
    pub weapon: Option<WeaponSlot>,
    pub squeezed: bool,
    /// Equal checks share their outcomes.
    pub outcomes: ByAddress<CheckOutcomes>,
}

/// A plain damage roll: count, sides and bonus of the dice, what is added, whether all dice show their highest face, and the
/// multiplier.
pub type RollKey = (u8, u16, i16, i16, bool, i16);

/// All caches of a tactician. Unless said otherwise, keys are targets and values concern acts of the acting combatant.
#[derive(Debug, Default)]
pub struct EvaluationCache {
    /// The neighbourhood of an attacker at a position and a target, for the last of them.
    pub neighbourhood: SmallCache<(CombatantId, Footprint, CombatantId), NeighbourhoodKey, 1>,
    /// How a weapon reaches a target from a position, if it does.
    pub attack_modes: SmallCache<(Footprint, WeaponSlot, CombatantId), Option<Mode>>,
    /// Counts that an action takes with a weapon.
    pub durations: SmallCache<(Name, Option<WeaponSlot>), i32>,
    /// The value of an attack in the best case, by weapon.
    pub best_cases: SmallCache<(CombatantId, Option<WeaponSlot>), i32>,
    /// Hits of this decision.
    pub hits: SmallCache<(CombatantId, HitKey), HitValue>,
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
    pub consequences: SmallCache<(CombatantId, Consequence), i32>,
    /// The values of an action's degrees apart from harm.
    pub effect_values: SmallCache<(CombatantId, Name), EffectValues>,
    /// The expected harm of attacks.
    pub harms: SmallCache<HarmKey, Appraisal>,
    /// The best plain attack from where the acting combatant stands.
    pub plain_attacks: SmallCache<CombatantId, Option<PlainAttack>>,
    pub begins: legal::AbilityCache,
    /// Armaments by combatant; the version is its state and the defence it usually meets.
    pub armaments: VersionedCache<CombatantId, (u16, i32), (), Armament>,
    pub rolls: OrderedCache<RollKey, Arc<Distribution>>,
    /// Net advantage of attacks, by attacker and target.
    pub net_advantages: VersionedCache<(CombatantId, CombatantId), NeighbourhoodKey, Mode, Option<AdvantageKind>>,
    /// Hit chances without advantage in thousandths, by attacker and target.
    pub hit_chances: VersionedCache<(CombatantId, CombatantId), NeighbourhoodKey, WeaponSlot, i32>,
    pub outcomes: OrderedCache<CheckKey, Arc<CheckOutcomes>, MOST_CHECKS>,
    /// The number of the current decision.
    pub decision: u64,
    /// Content hash of the rules that the outcomes belong to.
    rules: u64,
}

impl EvaluationCache {
    /// Starts another decision under the rules with this content hash. Entries with a version are kept if the ground is
    /// unchanged.
    pub fn start_decision(&mut self, ground_unchanged: bool, rules: u64) {
        self.decision += 1;
        self.neighbourhood.clear();
        self.attack_modes.clear();
        self.durations.clear();
        self.best_cases.clear();
        self.hits.clear();
        self.situational.clear();
        self.to_hit.clear();
        self.advantage.clear();
        self.defences.clear();
        self.opposed_rolls.clear();
        self.consequences.clear();
        self.effect_values.clear();
        self.harms.clear();
        self.plain_attacks.clear();
        self.begins.forget();
        if !ground_unchanged {
            self.armaments.clear();
            self.rolls.clear();
            self.past_hits.clear();
            self.net_advantages.clear();
            self.hit_chances.clear();
        }
        if self.rules != rules {
            self.outcomes.clear();
            self.rules = rules;
        }
    }
}
