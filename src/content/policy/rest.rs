use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// What a rest between two battles gives back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestPolicy {
    /// The rule by which nothing else is given back, and the threshold of pain is whole.
    pub rule: Rule,
    /// Counts in a minute.
    pub minute: u16,
    /// Fatigue that goes with every so many minutes.
    pub fatigue: Regained,
    /// Hit points that come back.
    pub hit_points: Overnight,
    /// The rule by which healed points that are lost before normal ones vanish overnight.
    pub invigoration_rule: Rule,
    /// What earlier checks of a runner cost, in checks.
    pub running: Regained,
    /// The rule by which spells are cast as if for the first time on another day.
    pub spells_rule: Rule,
    /// The rule by which the dying are tended by friends who are awake.
    pub tended_rule: Rule,
    /// Conditions that somebody still has after a battle, and how they heal.
    pub heals: Vec<Heals>,
    /// How many of the worst impairments lose a level.
    pub impairments: Overnight,
    /// The rule by which chance picks one of several that are as bad.
    pub tie_rule: Rule,
}

/// So many points for every so many minutes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regained {
    pub points: i16,
    pub minutes: u16,
    pub rule: Rule,
}

/// So many for a night, and for a day in bed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overnight {
    pub night: i16,
    pub night_rule: Rule,
    pub bed_rest: i16,
    pub bed_rest_rule: Rule,
}

/// How a condition heals that outlasts a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heals {
    pub condition: Name,
    pub goes: Goes,
    pub rule: Rule,
}

/// How fast a condition goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goes {
    /// Wholly, overnight.
    Overnight,
    /// A level with every day that passes.
    Daily,
    /// A level with every day in bed.
    InBed,
    /// So many levels with every so many minutes, but none of one who has it at this level.
    Every { levels: i16, minutes: u16, unless: Option<(i16, Rule)> },
    /// As one of the impairments.
    AsImpairment,
}
