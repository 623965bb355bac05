use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// What keeps combatants from being seen, where that is told apart from cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightPolicy {
    /// The rule by which those in darkness are concealed.
    pub dark_rule: Rule,
    /// The rule by which those in fog, or behind it, are concealed.
    pub fog_rule: Rule,
    /// The condition towards one who cannot make out where its bearer is.
    pub hidden: Name,
    /// The rule by which the hidden are concealed.
    pub hidden_rule: Rule,
    /// The condition towards one who does not know of its bearer at all.
    pub undetected: Name,
    /// The rule by which those who do not know that the fight begins know of no enemy.
    pub undetected_rule: Rule,
    /// The condition of those from whom somebody is hidden, towards that one.
    pub exposed: Name,
    pub exposed_rule: Rule,
    /// The rule by which one who attacks the hidden names a space.
    pub guess_rule: Rule,
    /// The rule by which an attack on a wrong space misses.
    pub wrong_rule: Rule,
    /// The rule by which one is hidden no more who ends its turn in plain sight.
    pub lost_rule: Rule,
    /// The rule by which one is hidden no more from those who discover it.
    pub found_rule: Rule,
}
