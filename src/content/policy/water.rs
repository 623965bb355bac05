use serde::{Deserialize, Serialize};

use super::SkillPolicy;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};

/// How wild water is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Wildness {
    #[default]
    Calm,
    /// As a fast river.
    Fast,
    /// As a violent sea.
    Violent,
}

/// Water too deep to stand in: swimming, currents and breath.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterPolicy {
    pub swim: SkillPolicy,
    /// What must be reached in each kind of water.
    pub difficulties: Vec<WaterDifficulty>,
    /// Feet that one sinks who fails.
    pub sinks: u16,
    /// Feet below the surface under which nobody sinks.
    pub deepest: u16,
    pub sinks_rule: Rule,
    /// The rule by which a current takes along all that is in it.
    pub current_rule: Rule,
    /// Turns that somebody can go without air: so many as this stat.
    pub breath: Stat,
    pub breath_rule: Rule,
    /// The rule by which one loses all its hit points when that time is over.
    pub spent_rule: Rule,
    /// The rule by which it dies a turn later.
    pub drowned_rule: Rule,
    /// The condition of one without air.
    pub breathless: Name,
    /// The rule by which water puts fire out.
    pub douses_rule: Rule,
}

/// What must be reached in one kind of water.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterDifficulty {
    pub water: Wildness,
    pub difficulty: i16,
    pub rule: Rule,
}
