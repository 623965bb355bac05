use serde::{Deserialize, Serialize};

use crate::content::Rule;

/// What keeps combatants from being seen, where that is told apart from cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightPolicy {
    /// The rule by which those in darkness are concealed.
    pub dark_rule: Rule,
    /// The rule by which those in fog, or behind it, are concealed.
    pub fog_rule: Rule,
}
