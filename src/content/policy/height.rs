use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::content::size::Size;
use crate::content::stat::Stat;
use crate::dice::DiceFormula;
use crate::grid::Grip;

/// The third axis: how high somebody is, and what keeps it there or brings it down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeightPolicy {
    /// The rule by which a distance counts height as it counts length and breadth.
    pub rule: Rule,
    /// Feet of difference between two cells that nobody simply walks up or down.
    pub ledge: u16,
    pub ledge_rule: Rule,
    pub fall: FallPolicy,
    pub climb: ClimbPolicy,
    pub jump: JumpPolicy,
}

/// What falling does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallPolicy {
    /// Feet that a body falls at once, and again as each of its turns starts.
    pub pace: u16,
    pub pace_rule: Rule,
    pub goes_on_rule: Rule,
    /// One die for each so many whole feet.
    pub per: u16,
    /// The die of each size that has one; other sizes take that of the next smaller or else the smallest.
    pub dice: Vec<FallDie>,
    pub damage_rule: Rule,
    /// Most feet that count.
    pub most: u16,
    pub most_rule: Rule,
    /// Feet that water beneath takes off.
    pub water: u16,
    pub water_rule: Rule,
    /// The rule by which one whom a fall harms lies on the ground.
    pub prone_rule: Rule,
}

/// The die of one size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FallDie {
    pub size: Size,
    pub die: DiceFormula,
}

/// A roll of a skill: the die of every check and these stats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillPolicy {
    pub stats: Vec<Stat>,
    pub rule: Rule,
}

/// What climbing asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClimbPolicy {
    pub skill: SkillPolicy,
    /// What must be reached on each surface.
    pub difficulties: Vec<GripDifficulty>,
    /// The rule by which one who would fall may catch hold.
    pub catch_rule: Rule,
    /// Reactions that takes.
    pub catch_cost: u8,
    /// The condition of one who hangs on.
    pub clinging: crate::content::Name,
    /// The condition of one who has fallen as far as it could for now.
    pub falling: crate::content::Name,
}

/// What must be reached on one kind of surface.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GripDifficulty {
    pub grip: Grip,
    pub difficulty: i16,
    pub rule: Rule,
}

/// What jumping asks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JumpPolicy {
    pub skill: SkillPolicy,
    /// Each foot upwards counts so many times.
    pub up_times: i16,
    pub difficulty_rule: Rule,
    /// What a body on the way asks of a leap.
    pub bodies: LeapOver,
    /// The rule by which the roll is taken off a fall that a jump went into.
    pub eases_rule: Rule,
}

/// What a body asks of a leap that leads over it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LeapOver {
    /// Nothing: whoever leaps is above it.
    Nothing,
    /// The leap must go up as high as the body stands.
    ItsHeight { rule: Rule },
}
