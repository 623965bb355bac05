use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::content::gear::DamageType;
use crate::dice::DiceFormula;

/// How a body is pushed straight away from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PushPolicy {
    /// The first cell by the shove alone; for every further one the pusher goes the same way.
    Shove {
        /// The rule by which the pusher has to come along.
        along_rule: Rule,
    },
    /// The pusher follows all the way, and what is hard hurts the one who is pushed against it.
    Follow(Follow),
}

/// A push that the pusher follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// The rule by which the pusher stays adjacent.
    pub adjacent_rule: Rule,
    /// The rule by which it goes no further than its rate.
    pub rate_rule: Rule,
    /// Rolled for every cell that the pushed one could not travel because of something hard.
    pub damage: DiceFormula,
    pub harm: DamageType,
    pub damage_rule: Rule,
    /// The rule by which it falls then.
    pub falls_rule: Rule,
}
