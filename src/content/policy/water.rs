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

/// What becomes of those who come into water too deep to stand in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WaterPolicy {
    /// They swim.
    Swum(Swimming),
    /// Nobody goes in; whoever is driven in is carried away, out of the battle.
    Carries(Carrying),
}

impl WaterPolicy {
    /// How one swims, where one does.
    pub fn swum(&self) -> Option<&Swimming> {
        match self {
            WaterPolicy::Swum(swimming) => Some(swimming),
            WaterPolicy::Carries(_) => None,
        }
    }

    /// How water carries bodies away, where it does.
    pub fn carries(&self) -> Option<&Carrying> {
        match self {
            WaterPolicy::Carries(carrying) => Some(carrying),
            WaterPolicy::Swum(_) => None,
        }
    }
}

/// Water that carries away whoever is driven into it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carrying {
    /// The condition of one who was carried away.
    pub condition: Name,
    pub rule: Rule,
}

/// Water to swim in: currents and breath.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swimming {
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
