use serde::{Deserialize, Serialize};

use super::Policies;

/// Rules that a scenario needs and not every rule system has.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Need {
    /// Bodies fall, climb and jump.
    Height,
    /// Bodies swim, drift and drown.
    DeepWater,
    /// Darkness and fog conceal.
    Sight,
    /// Combatants can fly.
    Flight,
    /// There are places without weight.
    Weightlessness,
    /// Ice breaks.
    Ice,
}

impl Need {
    /// Whether a rule system has rules for it.
    pub fn is_met(self, policies: &Policies) -> bool {
        match self {
            Need::Height => policies.height.is_some(),
            Need::DeepWater => policies.water.swum().is_some(),
            Need::Sight => policies.sight.is_some(),
            Need::Flight => policies.flight.is_some(),
            Need::Weightlessness => policies.weightless.is_some(),
            Need::Ice => policies.ice.is_some(),
        }
    }

    /// The words a player reads after "no rules for".
    pub fn words(self) -> &'static str {
        match self {
            Need::Height => "falling, climbing and jumping",
            Need::DeepWater => "swimming in deep water",
            Need::Sight => "darkness and fog",
            Need::Flight => "flying",
            Need::Weightlessness => "places without weight",
            Need::Ice => "ice that breaks",
        }
    }
}
