//! Components of combatants and of holds: the parts of a [`Row`](super::Row), and the values in them.

mod body;
mod conditions;
mod turn_state;
mod vitals;

pub use body::{Combatant, CombatantId, Detection, Drift, Facing, Momentum, Position, Side};
pub use conditions::{Afflicted, Conditions, Link, LinkId, LinkKind, PairFact, PairFacts, PairRelation, Until};
pub use turn_state::{Count, Incanting, Prepared, Readied, Ready, TurnStage, TurnState};
pub use vitals::{Arms, GearPiece, Held, Stance, Vitals, WeaponLocation, WeaponSlot, Wear};
