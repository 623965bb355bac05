//! What becomes of the ground.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Tunnel};
use crate::content::Rule;
use crate::content::breakdown::Breakdown;
use crate::grid::Cell;

/// A fact about the ground of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroundChange {
    /// It was struck; so much is lost of its hit points in all.
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
    /// A tunnel fell in.
    Fell {
        tunnel: Tunnel,
        rule: Rule,
    },
}
