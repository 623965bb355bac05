use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::content::size::Size;
use crate::content::stat::Stat;
use crate::dice::DiceFormula;
use crate::grid::Grip;

/// Height as a third axis: falling, climbing and jumping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightPolicy {
    /// The rule by which a distance counts height like the other two axes.
    pub rule: Rule,
    /// The least difference in height between two cells that cannot be walked, in feet.
    pub ledge: u16,
    /// The rule of `ledge`.
    pub ledge_rule: Rule,
    /// Falling.
    pub fall: FallPolicy,
    /// Climbing.
    pub climb: ClimbPolicy,
    /// Jumping.
    pub jump: JumpPolicy,
}

/// Falling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallPolicy {
    /// Feet that a combatant falls at once, and again at the start of each of its turns.
    pub pace: u16,
    /// The rule of `pace`.
    pub pace_rule: Rule,
    /// The rule by which a fall continues in the next turn.
    pub goes_on_rule: Rule,
    /// One die of damage for each whole multiple of this many feet.
    pub per: u16,
    /// The die for each size that has one; other sizes use that of the next smaller size, or else the smallest.
    pub dice: Vec<FallDie>,
    /// The rule of the damage.
    pub damage_rule: Rule,
    /// The most feet that count for damage.
    pub most: u16,
    /// The rule of `most`.
    pub most_rule: Rule,
    /// Feet subtracted from a fall into water.
    pub water: u16,
    /// The rule of `water`.
    pub water_rule: Rule,
    /// The rule by which a combatant harmed by a fall is prone.
    pub prone_rule: Rule,
}

/// The die of one size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallDie {
    /// The size.
    pub size: Size,
    /// The die.
    pub die: DiceFormula,
}

/// A roll of a skill: the die of every check and these stats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillPolicy {
    /// The stats added to the die.
    pub stats: Vec<Stat>,
    /// The rule of the check.
    pub rule: Rule,
}

/// Climbing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClimbPolicy {
    /// The check to climb.
    pub skill: SkillPolicy,
    /// The difficulty for each surface.
    pub difficulties: Vec<GripDifficulty>,
    /// The rule by which a combatant that would fall may catch a hold.
    pub catch_rule: Rule,
    /// The number of reactions that this costs.
    pub catch_cost: u8,
    /// The condition of a combatant that clings to a side.
    pub clinging: crate::content::Name,
    /// The condition of a combatant that continues to fall in its next turn.
    pub falling: crate::content::Name,
}

/// The difficulty for one kind of surface.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GripDifficulty {
    /// The kind of surface.
    pub grip: Grip,
    /// The difficulty.
    pub difficulty: i16,
    /// The rule that gives it.
    pub rule: Rule,
}

/// Jumping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JumpPolicy {
    /// The check to jump.
    pub skill: SkillPolicy,
    /// Each foot upwards counts this many times.
    pub up_times: i16,
    /// The rule of the difficulty of a jump.
    pub difficulty_rule: Rule,
    /// The requirement for a leap over a body.
    pub bodies: LeapOver,
    /// The rule by which the roll is subtracted from a fall that a jump leads into.
    pub eases_rule: Rule,
}

/// Requirement for a leap over a body.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeapOver {
    /// Nothing: the leaper is above it.
    Nothing,
    /// The leap must reach the height of the body.
    ItsHeight {
        /// The rule that says so.
        rule: Rule,
    },
}
