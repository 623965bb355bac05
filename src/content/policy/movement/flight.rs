use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// Flight: its costs, and when a flier falls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlightPolicy {
    /// A flight covers this multiple of the rate.
    pub times: u16,
    /// The rule of the distance.
    pub rule: Rule,
    /// Each turn of this many degrees costs one cell of movement.
    pub turn: u16,
    /// The rule of `turn`.
    pub turn_rule: Rule,
    /// Cells of movement for each cell upwards.
    pub ascent: u16,
    /// The rule of `ascent`.
    pub ascent_rule: Rule,
    /// Cells downwards for each cell of movement.
    pub descent: u16,
    /// The rule of `descent`.
    pub descent_rule: Rule,
    /// The condition of a combatant that is flying; its level is the distance flown in this turn, in feet.
    pub aloft: Name,
    /// The rule by which a flier that has flown less than its rate falls at the end of its turn.
    pub least_rule: Rule,
    /// The rule by which a flier that has not flown falls.
    pub idle_rule: Rule,
    /// The rule by which agile fliers turn and rise at no further cost.
    pub agile_rule: Rule,
    /// The rule by which agile fliers can hover.
    pub hover_rule: Rule,
}
