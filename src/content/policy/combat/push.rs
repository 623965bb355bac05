use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::content::gear::DamageType;
use crate::dice::DiceFormula;

/// How a body is pushed straight away from another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PushPolicy {
    /// The pusher stays for the first cell and follows for every further one.
    Shove {
        /// The rule by which the pusher must follow.
        along_rule: Rule,
    },
    /// The pusher follows all the way, and a target pushed against an obstacle is harmed.
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
    /// The damage for every cell that an obstacle keeps the target from travelling.
    pub damage: DiceFormula,
    /// The type of that damage.
    pub harm: DamageType,
    /// The rule of the damage.
    pub damage_rule: Rule,
    /// The rule by which the target then falls prone.
    pub falls_rule: Rule,
}
