use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// Moving through the air: what it costs, and what keeps a flier up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlightPolicy {
    /// A flight goes so many times the rate.
    pub times: u16,
    pub rule: Rule,
    /// Each turn of so many degrees takes one cell of movement more.
    pub turn: u16,
    pub turn_rule: Rule,
    /// Cells of movement for each cell upwards.
    pub ascent: u16,
    pub ascent_rule: Rule,
    /// Cells downwards for each cell of movement.
    pub descent: u16,
    pub descent_rule: Rule,
    /// The condition of one in the air by its own wings; its level is the feet flown in this turn.
    pub aloft: Name,
    /// The rule by which one who has flown, but less than its rate, falls as its turn ends.
    pub least_rule: Rule,
    /// The rule by which one who has not flown falls.
    pub idle_rule: Rule,
    /// The rule by which the agile turn and rise at no further cost.
    pub agile_rule: Rule,
    /// The rule by which they stay where they are.
    pub hover_rule: Rule,
}
