//! What the choice of facings saw when it last looked.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::resolution::step::Look;

/// What was seen when everybody had been looked at last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Noted {
    /// Who could strike whom: for each combatant its enemies in reach, in order.
    pub(crate) threats: Vec<SmallVec<[CombatantId; 4]>>,
    pub(crate) flanked: Vec<bool>,
    /// Who had whose company in its space.
    pub(crate) company: Company,
    pub(crate) looked: Look,
}

/// Who has whose company in its space: how crowded somebody is changes as others come and go.
pub(crate) type Company = SmallVec<[(CombatantId, CombatantId); 4]>;
