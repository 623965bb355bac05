//! Changes of the ground.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Tunnel};
use crate::content::Rule;
use crate::content::breakdown::Breakdown;
use crate::grid::Cell;

/// A change of the ground of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant documents its fields")]
pub enum GroundChange {
    /// The combatant `who` struck the ice of a cell; `harmed` is the total damage to it.
    Harmed { who: CombatantId, cell: Cell, amount: Breakdown, harmed: i16, rule: Rule },
    /// The ice of a cell broke.
    Broke { cell: Cell, rule: Rule },
    /// A tunnel was dug.
    Dug { tunnel: Tunnel, rule: Rule },
    /// A tunnel collapsed.
    Fell { tunnel: Tunnel, rule: Rule },
}
