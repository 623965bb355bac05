//! What is true in a battle: one plain [`Row`] per combatant, the [`Field`], holds and spells, and the [`View`] of them that
//! rules read.
//!
//! The parts of a row are components as well: [`ecs`](crate::ecs) publishes them to the entities of combatants. Facts are
//! applied by [`Battlefield`](crate::resolution::Battlefield) alone.

mod act;
mod arms;
mod checksum;
mod combatant;
mod condition;
mod detection;
mod digest;
mod drift;
mod field;
mod link;
mod momentum;
mod pair;
mod position;
mod sheet;
mod snapshot;
mod spell;
mod turn_state;
mod view;
mod vitals;
mod zone;

pub use act::{Act, Readied, Ready, Target};
pub use arms::{Arms, GearPiece, Held, WeaponLocation, WeaponSlot, Wear};
pub use combatant::{Combatant, CombatantId, Side};
pub use condition::{Afflicted, Conditions, Stance, Until};
pub use detection::Detection;
pub(crate) use digest::Digest;
pub use drift::Drift;
pub use field::{Current, Door, Field, GroundItem, Ice, Light, LightFrom, Tunnel};
pub use link::{Link, LinkId, LinkKind};
pub use momentum::Momentum;
pub use pair::{PairFact, PairFacts, PairRelation};
pub use position::{Facing, Position};
pub use sheet::{Sheet, SheetWeapon};
pub use snapshot::{Changed, Row, RowPart, Snapshot};
pub use spell::{ActiveSpell, Casting, Incanting, Prepared, SpellId};
pub use turn_state::{Count, TurnStage, TurnState};
pub use view::View;
pub use vitals::Vitals;
pub use zone::{NewGround, Zone};
