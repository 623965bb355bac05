//! Components of combatants and of holds: the parts of a [`Row`](super::Row), and the values in them.

mod arms;
mod combatant;
mod conditions;
mod drift;
mod incanting;
mod link;
mod momentum;
mod pairs;
mod position;
mod ready;
mod stance;
mod turn_state;
mod vitals;

pub use arms::{Arms, GearPiece, Held, WeaponLocation, WeaponSlot, Wear};
pub use combatant::{Combatant, CombatantId, Side};
pub use conditions::{Afflicted, Conditions, Until};
pub use drift::Drift;
pub use incanting::{Incanting, Prepared};
pub use link::{Link, LinkId, LinkKind};
pub use momentum::Momentum;
pub use pairs::{PairFact, PairFacts, PairRelation};
pub use position::{Facing, Position};
pub use ready::{Readied, Ready};
pub use stance::Stance;
pub use turn_state::{Count, TurnStage, TurnState};
pub use vitals::Vitals;
