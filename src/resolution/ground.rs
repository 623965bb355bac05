//! Changes of the ground.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Tunnel};
use crate::content::Rule;
use crate::content::breakdown::Breakdown;
use crate::grid::Cell;

/// A change of the ground of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroundChange {
    /// It was struck; `harmed` is its total damage.
    Harmed {
        who: CombatantId,
        cell: Cell,
        amount: Breakdown,
        harmed: i16,
        rule: Rule,
    },
    Broke {
        cell: Cell,
        rule: Rule,
    },
    Dug {
        tunnel: Tunnel,
        rule: Rule,
    },
    /// A tunnel collapsed.
    Fell {
        tunnel: Tunnel,
        rule: Rule,
    },
}
