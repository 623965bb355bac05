use serde::{Deserialize, Serialize};

use super::height::SkillPolicy;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};

/// How rough water is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Wildness {
    /// Calm water.
    #[default]
    Calm,
    /// Like a fast river.
    Fast,
    /// Like a violent sea.
    Violent,
}

/// The fate of combatants in water too deep to stand in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WaterPolicy {
    /// They swim.
    Swum(Swimming),
    /// They cannot enter it; a combatant forced into it is carried away, out of the battle.
    Carries(Carrying),
}

impl WaterPolicy {
    /// The policy for swimming, where combatants swim.
    pub fn swum(&self) -> Option<&Swimming> {
        match self {
            WaterPolicy::Swum(swimming) => Some(swimming),
            WaterPolicy::Carries(_) => None,
        }
    }

    /// The policy for being carried away, where that happens.
    pub fn carries(&self) -> Option<&Carrying> {
        match self {
            WaterPolicy::Carries(carrying) => Some(carrying),
            WaterPolicy::Swum(_) => None,
        }
    }
}

/// Water that carries away every combatant forced into it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carrying {
    /// The condition of a combatant that was carried away.
    pub condition: Name,
    /// The rule by which it is carried away.
    pub rule: Rule,
}

/// Swimming, currents and breath.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swimming {
    /// The check to swim.
    pub swim: SkillPolicy,
    /// The difficulty in each kind of water.
    pub difficulties: Vec<WaterDifficulty>,
    /// Feet that a swimmer sinks on a failure.
    pub sinks: u16,
    /// The greatest depth to which a combatant sinks, in feet.
    pub deepest: u16,
    /// The rule of sinking.
    pub sinks_rule: Rule,
    /// The rule by which a current carries along everything in it.
    pub current_rule: Rule,
    /// The stat that is the number of turns a combatant can go without air.
    pub breath: Stat,
    /// The rule of `breath`.
    pub breath_rule: Rule,
    /// The rule by which it loses all hit points after that time.
    pub spent_rule: Rule,
    /// The rule by which it dies a turn later.
    pub drowned_rule: Rule,
    /// The condition of a combatant without air.
    pub breathless: Name,
    /// The rule by which water puts fire out.
    pub douses_rule: Rule,
}

/// The difficulty in one kind of water.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WaterDifficulty {
    /// The kind of water.
    pub water: Wildness,
    /// The difficulty.
    pub difficulty: i16,
    /// The rule that gives it.
    pub rule: Rule,
}
