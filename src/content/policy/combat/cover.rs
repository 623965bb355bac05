use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::content::effect::Modifier;
use crate::content::size::Size;
use crate::content::stat::Stat;

/// How cover affects an attack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CoverPolicy {
    /// Each grade of cover has a penalty; the line between two cells with the least cover counts.
    Grades(CoverGrades),
    /// Partial cover gives disadvantage; lines run from the corner of the attacker's space that is best for it.
    Corners(CoverCorners),
}

impl CoverPolicy {
    /// The policy for illusions; `None` where cover has grades.
    pub fn illusion(&self) -> Option<&IllusionPolicy> {
        match self {
            CoverPolicy::Grades(_) => None,
            CoverPolicy::Corners(corners) => Some(&corners.illusion),
        }
    }

    /// The rule by which a target behind total cover cannot be attacked.
    pub fn unseen_rule(&self) -> Rule {
        match self {
            CoverPolicy::Grades(grades) => grades.nine_tenths.rule,
            CoverPolicy::Corners(corners) => corners.total_rule,
        }
    }
}

/// Cover by lines to all corners of the target's space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverCorners {
    /// The rule by which some blocked lines give cover.
    pub partial_rule: Rule,
    /// The rule by which cover gives disadvantage.
    pub edge_rule: Rule,
    /// The rule by which a target to which all lines are blocked cannot be attacked.
    pub total_rule: Rule,
    /// The rule by which a body at least as large as the target gives cover.
    pub creature_rule: Rule,
    /// How illusions affect cover.
    pub illusion: IllusionPolicy,
    /// Cover counts only beyond this distance, in feet.
    pub beyond: u16,
}

/// Illusions of obstacles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IllusionPolicy {
    /// The rule by which an illusion gives cover against combatants that have not disbelieved it.
    pub rule: Rule,
    /// The stat of its caster that a search must reach to disbelieve it.
    pub against: Stat,
    /// The rule by which a search disbelieves it.
    pub found_out_rule: Rule,
}

/// The penalty to an attack for each grade of cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverGrades {
    /// For quarter cover.
    pub quarter: Modifier,
    /// For half cover.
    pub half: Modifier,
    /// For three-quarter cover.
    pub three_quarters: Modifier,
    /// For nine-tenths cover.
    pub nine_tenths: Modifier,
    /// For a creature on the line between attacker and target.
    pub creature: Modifier,
    /// The smallest body that gives cover.
    pub creature_at_least: Size,
}
