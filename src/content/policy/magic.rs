use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::content::stat::Stat;

/// Spells that are cast with energy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MagicPolicy {
    /// The most energy somebody has, and what it begins with.
    pub pool: Stat,
    /// The rule by which casting takes the energy that is spent on the components of a spell.
    pub energy_rule: Rule,
    /// The rule by which one casts spells that one knows.
    pub known_rule: Rule,
    /// The rule by which a thing in hand casts a spell, with its own energy for each component.
    pub item_rule: Rule,
    /// The rule of a spell attack's roll.
    pub attack_rule: Rule,
    /// Feet that a spell goes, for every step of energy; the first is the caster's reach.
    pub range: Vec<u16>,
    /// Feet around its middle in which it works, for every step; the first is a single target.
    pub area: Vec<u16>,
    /// Rounds that it lasts, for every step; the first is over at once.
    pub duration: Vec<u16>,
    pub steps_rule: Rule,
    /// The rule by which a spell is controlled once a turn.
    pub once_rule: Rule,
}
