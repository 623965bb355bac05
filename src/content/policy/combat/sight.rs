use serde::{Deserialize, Serialize};

use crate::content::{Name, Rule};

/// Concealment, where it is distinct from cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SightPolicy {
    /// The rule by which combatants in darkness are concealed.
    pub dark_rule: Rule,
    /// The rule by which combatants in fog, or behind it, are concealed.
    pub fog_rule: Rule,
    /// The condition towards an enemy that does not know where its bearer is.
    pub hidden: Name,
    /// The rule by which hidden combatants are concealed.
    pub hidden_rule: Rule,
    /// The condition towards an enemy that is not aware of its bearer at all.
    pub undetected: Name,
    /// The rule by which surprised combatants are aware of no enemy.
    pub undetected_rule: Rule,
    /// The condition that a combatant has towards an enemy hidden from it.
    pub exposed: Name,
    /// The rule of `exposed`.
    pub exposed_rule: Rule,
    /// The rule by which an attack on a hidden enemy names a space.
    pub guess_rule: Rule,
    /// The rule by which an attack on a wrong space misses.
    pub wrong_rule: Rule,
    /// The rule by which a combatant that ends its turn in plain sight is no longer hidden.
    pub lost_rule: Rule,
    /// The rule by which a combatant is no longer hidden from an enemy that discovers it.
    pub found_rule: Rule,
}
