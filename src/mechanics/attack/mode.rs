//! Kinds of attack.

use serde::{Deserialize, Serialize};

use crate::content::condition::AttackKind;

/// Kind of attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// Within melee reach.
    Melee,
    /// With a missile or thrown weapon.
    Ranged,
    /// Attack by magic, neither melee nor ranged.
    Spell,
}

impl Mode {
    /// Whether it is a melee attack.
    pub fn is_melee(self) -> bool {
        self == Mode::Melee
    }

    /// Whether it belongs to the given kind.
    pub fn is(self, kind: AttackKind) -> bool {
        match kind {
            AttackKind::Any => true,
            AttackKind::Melee => self == Mode::Melee,
            AttackKind::Ranged => self == Mode::Ranged,
        }
    }
}
