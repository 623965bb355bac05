use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// Weightlessness: combatants push off and drift until something stops them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightlessPolicy {
    /// The rule by which combatants move only by pushing off.
    pub rule: Rule,
    /// The rule of a push off something fixed, or off a body at least `larger` sizes larger.
    pub fixed_rule: Rule,
    /// The least difference in size categories for that.
    pub larger: i16,
    /// The rule by which the combatant drifts on after that.
    pub drift_rule: Rule,
    /// The rule of a push off a body at most `near` sizes larger or smaller: both drift, at half the rate.
    pub loose_rule: Rule,
    /// The greatest difference in size categories for that.
    pub near: i16,
    /// The rule by which both drift on.
    pub loose_drift_rule: Rule,
    /// The condition of a combatant that attacked, or was hit, without anything fixed to hold on to.
    pub unsteady: Name,
    /// The rule of `unsteady`.
    pub unsteady_rule: Rule,
}
