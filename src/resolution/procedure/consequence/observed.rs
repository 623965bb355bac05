//! The threats known to the choice of facings.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::resolution::step::LastLook;

/// Threats and flanked combatants as of the last look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObservedThreats {
    /// By combatant: the enemies that threaten it, in order.
    pub(crate) threats: Vec<SmallVec<[CombatantId; 4]>>,
    pub(crate) flanked: Vec<bool>,
    /// Pairs of combatants that share a space.
    pub(crate) company: Company,
    pub(crate) looked: LastLook,
}

/// Pairs of combatants that share a space. How crowded a combatant is changes when the other moves.
pub(crate) type Company = SmallVec<[(CombatantId, CombatantId); 4]>;
