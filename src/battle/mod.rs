//! The state of a battle as one plain value: a [`Row`] per combatant, the [`Field`], holds, spells and the time,
//! together a [`Snapshot`]. Rules read it through a [`View`].
//!
//! Facts change it, and [`Battlefield`](crate::resolution::Battlefield) alone applies them. The parts of a row are
//! components too: [`ecs`](crate::ecs) publishes them to the entities of combatants.

mod act;
mod components;
mod field;
mod sheet;
mod spell;
mod state;

pub use act::{Act, Target};
pub use components::{
    Afflicted, Arms, Combatant, CombatantId, Conditions, Count, Detection, Drift, Facing, GearPiece, Held, Incanting,
    Link, LinkId, LinkKind, Momentum, PairFact, PairFacts, PairRelation, Position, Prepared, Readied, Ready, Side,
    Stance, TurnStage, TurnState, Until, Vitals, WeaponLocation, WeaponSlot, Wear,
};
pub use field::{Current, Door, Field, GroundItem, Ice, Light, LightFrom, Tunnel};
pub use sheet::{Sheet, SheetWeapon};
pub use spell::{ActiveSpell, Casting, NewGround, SpellId, SpellZone};
pub(crate) use state::Digest;
pub use state::{Changed, Row, RowPart, Snapshot, View};
