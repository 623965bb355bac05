//! The state of a battle as one plain value: a [`Row`] per combatant, the [`Field`], holds, spells and the time,
//! together a [`Snapshot`]. Rules read it through a [`View`]. Facts change it, and
//! [`Battlefield`](crate::resolution::Battlefield) alone applies them. The parts of a row are components too:
//! [`ecs`](crate::ecs) publishes them to the entities of combatants.
//!
//! A new part of a row is a field of [`Row`], an entry in `row_parts!` beside it, and one in `resolution/battlefield/saved.rs`.

mod act;
mod body;
mod conditions;
mod digest;
mod field;
mod hand_use;
mod hands;
mod sheet;
mod snapshot;
mod spell;
mod turn_state;
mod view;
mod vitals;

pub use act::{Act, Target};
pub use body::{Combatant, CombatantId, Detection, Drift, Facing, Momentum, Position, Side};
pub use conditions::{
    Afflicted, AfflictionState, Conditions, Link, LinkId, LinkKind, PairFact, PairFacts, PairRelation, Until,
};
pub(crate) use digest::Digest;
pub use field::{Current, Door, Field, GroundItem, Ice, Light, LightFrom, Thing, ThingId, ThingRef, Tunnel};
pub use hand_use::HandUse;
pub use hands::HandSet;
pub use sheet::{Sheet, SheetWeapon};
pub use snapshot::{Changed, Row, RowPart, Snapshot};
pub use spell::{ActiveSpell, Casting, NewGround, SpellId, SpellItem, SpellZone};
pub use turn_state::{
    Channel, Channelling, Count, Incanting, MovementPool, Prepared, Readied, Ready, ResourcePoints, TurnStage,
    TurnState,
};
pub use view::{Unknown, View};
pub use vitals::{
    Arms, GearPiece, Held, PartPools, Stance, Vitals, Ward, Wards, WeaponLocation, WeaponSlot, Wear, WoundTrack,
};
