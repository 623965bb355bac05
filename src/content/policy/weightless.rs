use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// Places where nothing has weight: bodies push off, and drift on until something stops them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightlessPolicy {
    /// The rule by which nobody moves there but by pushing off.
    pub rule: Rule,
    /// The rule of a push off something fixed, or off a body at least `larger` sizes larger.
    pub fixed_rule: Rule,
    pub larger: i16,
    /// The rule by which it goes on after that.
    pub drift_rule: Rule,
    /// The rule of a push off a body at most `near` sizes larger or smaller: both go, at half the rate.
    pub loose_rule: Rule,
    pub near: i16,
    /// The rule by which both go on.
    pub loose_drift_rule: Rule,
    /// The condition of one who has attacked, or was hit, with nothing fixed to hold on to.
    pub unsteady: Name,
    pub unsteady_rule: Rule,
}
