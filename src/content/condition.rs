//! Conditions and stances: what befalls a combatant and what it takes up.

use serde::{Deserialize, Serialize};

use super::advantage::AdvantageKind;
use super::gear::{DamageType, WeaponCategory};
use super::speed::SpeedClass;
use super::stat::Stat;
use super::{Name, Rule};
use crate::dice::DiceFormula;

/// Which attacks something applies to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttackKind {
    Any,
    Melee,
    Ranged,
}

impl AttackKind {
    /// Whether an attack made in melee (or at range) is of this kind.
    pub fn covers(self, melee: bool) -> bool {
        match self {
            AttackKind::Any => true,
            AttackKind::Melee => melee,
            AttackKind::Ranged => !melee,
        }
    }
}

/// A kind of thing that a status forbids.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Forbidden {
    /// Leaving the space by its own movement.
    Move,
    /// Attack actions, and spells with gestures.
    Attack,
    /// Anything at all.
    Act,
    /// What may be done out of turn.
    React,
    /// Running and sprinting.
    Run,
    /// Weapons too long for a crouch.
    LongWeapons,
    /// Ranged weapons that cannot be used lying down.
    RangedUnlessUsableProne,
    /// Everything but walking, and what the preparation of a spell needs.
    AllButPreparing,
}

/// One thing a condition does to its bearer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Added to the bearer's attack rolls of a kind.
    Attack { kind: AttackKind, amount: i16 },
    /// Added to a defence of the bearer (every defence if `None`) against attacks of a kind.
    Defence { stat: Option<Stat>, against: AttackKind, amount: i16 },
    /// The bearer uses the second defence where the first is asked.
    Replace { defence: Stat, by: Stat },
    /// The bearer cannot do these things.
    Forbid(Vec<Forbidden>),
    /// The bearer moves at half its rate.
    HalfRate,
    /// The bearer parries: half its attack bonus (never less than `least` in all) and `shield` times the shield's bonus once more are added to a defence.
    Parry { defence: Stat, least: i16, shield: i16 },
    /// The bearer is at the mercy of others.
    Helpless,
    /// Something of another's pins the bearer to where it is, or is wrapped around it; the condition ends when that is off.
    Caught { to_place: bool },
    /// The bearer may start a movement at a run or sprint.
    SkipsBuildUp,
    /// The bearer's attack rolls of a kind lean.
    OwnEdge { kind: AttackKind, gives: AdvantageKind },
    /// Attacks of a kind on the bearer lean.
    EdgeAgainst { kind: AttackKind, gives: AdvantageKind },
    /// The bearer has fewer actions and reactions a turn, never below 0.
    LosesActions { actions: u8, reactions: u8 },
    /// The bearer is harmed at the start of each of its turns.
    Burns { damage: DiceFormula, harm: DamageType },
    /// The bearer cannot breathe.
    Stifles,
    /// The bearer's attack rolls with weapons of a category lean.
    OwnEdgeWith { category: WeaponCategory, gives: AdvantageKind },
    /// The same by this roll once for every level of the condition; of several instances only the highest harms.
    Festers { damage: DiceFormula, harm: DamageType },
    /// Everybody is concealed from the bearer.
    Blind,
    /// The bearer is concealed from everybody.
    Unseen,
    /// The bearer has this condition as well.
    Also(Name),
    /// Added to a stat of the bearer, and so to all that is derived from it. A penalty does not bring it below `least`.
    Stat { stat: Stat, amount: i16, least: Option<i16> },
    /// A stat of the bearer is this much, whatever it would be.
    StatIs { stat: Stat, value: i16 },
    /// Added to the bearer's damage rolls.
    Damage(i16),
    /// Every action of the bearer is so many speed classes slower.
    SlowerClass(i16),
    /// So many counts more in the speed factors of the bearer.
    SlowerCounts { of: Slowed, counts: i16 },
    /// For every so many levels of the condition the bearer's rate is smaller by one of so many parts.
    CutsRate { levels: i16, parts: u16 },
    /// The bearer has another condition once the level of this one comes to `from` portions: if levels of that add up, at a
    /// level of as many portions as there are, at most `most`.
    Builds { into: Name, portion: Portion, from: i16, most: i16 },
    /// A word for the player only.
    Marker,
}

/// Whose speed factors are longer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Slowed {
    /// Those of all actions.
    Any,
    /// Those of actions with a weapon.
    Weapons,
}

/// A number of levels that counts as one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Portion {
    /// So many.
    Points(i16),
    /// Half a stat of the bearer; the fraction counts.
    Half(Stat),
}

/// A status with the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedStatus {
    /// What it does.
    pub does: Status,
    /// The rule that says so.
    pub rule: Rule,
}

/// When a condition ends by itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ends {
    /// Only when something ends it.
    Never,
    /// When its bearer next acts.
    BearerActs,
    /// When the one who caused it next acts.
    CauserActs,
    /// After some counts.
    After(u16),
    /// At the end of the turn in which it was caused, of the one who caused it.
    CauserTurn,
    /// With the next attack on the bearer, or when the bearer next acts.
    Attacked,
}

/// What happens when somebody gains a condition that it has already.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Again {
    /// The newer one takes the place of the older.
    Replaces,
    /// Both are kept, each with an end and a strength of its own.
    KeptApart,
    /// The rounds of the newer one are added to those of the older.
    Prolongs,
    /// It is had once more: what uses one up leaves the others.
    Queues,
    /// Its levels add up, and it does what it does once for each of them.
    Adds,
}

/// How a stance is taken up and left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StanceRule {
    /// The time it takes to take it up; only drawbacks hold until then.
    pub shift: SpeedClass,
    /// The time it takes to leave it.
    pub leave: SpeedClass,
    /// What the stance gives once taken up; the condition's own `does` are its drawbacks.
    pub benefits: Vec<CitedStatus>,
    /// The rule of the shift.
    pub rule: Rule,
    /// The rule of leaving it.
    pub leave_rule: Rule,
    /// Whether movement by the bearer ends it at no cost.
    pub ends_on_move: bool,
}

/// A condition or stance of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The id other files use.
    pub id: Name,
    /// The word a player reads.
    pub name: String,
    /// One plain sentence.
    pub about: String,
    /// The icon drawn on a token.
    pub icon: String,
    /// What it does to its bearer; of a stance, its drawbacks.
    pub does: Vec<CitedStatus>,
    /// When it ends by itself.
    pub ends: Ends,
    /// What a further instance of it does.
    pub again: Again,
    /// Present if it is a stance: one is held at a time.
    pub stance: Option<StanceRule>,
    /// The rule that defines it.
    pub rule: Rule,
}
