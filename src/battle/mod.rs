//! What is true now: every simulation component, registered here, and the [`View`] that rules read.
//!
//! Components are the truth. A [`Snapshot`] holds a copy of them as one plain row per combatant, because a rule asks
//! thousands of times per activation. Only `resolution::apply` writes either, and always both before anybody else sees
//! the world.

mod act;
mod arms;
mod checksum;
mod combatant;
mod condition;
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
mod standing;
mod turn_state;
mod view;
mod vitals;
mod zone;

pub use act::{Act, Readied, Ready, Target};
pub use arms::{Arms, GearPiece, Held, WeaponLocation, WeaponSlot, Wear};
pub use combatant::{Combatant, CombatantId, Roster, Side};
pub use condition::{Afflicted, Conditions, Stance, Until};
pub use drift::Drift;
pub use field::{Current, Door, Field, GroundItem, Ice, Light, LightFrom, Tunnel};
pub use link::{Link, LinkId, LinkKind};
pub use momentum::Momentum;
pub use pair::{PairFact, PairFacts, PairRelation};
pub use position::{Facing, Position};
pub use sheet::{Sheet, SheetWeapon};
pub use snapshot::{Changed, Row, RowPart, Snapshot};
pub use spell::{ActiveSpell, Casting, Incanting, Prepared, SpellId};
pub use standing::{Flanked, Grappled, InCover, Threatened, Visibility, Visible};
pub use turn_state::{Count, TurnStage, TurnState};
pub use view::View;
pub use vitals::Vitals;
pub use zone::{NewGround, Zone};

use bevy::prelude::*;

/// Registers every simulation component, so that an inspector can show it.
pub fn plugin(app: &mut App) {
    app.register_type::<Combatant>()
        .register_type::<Position>()
        .register_type::<Facing>()
        .register_type::<Vitals>()
        .register_type::<Momentum>()
        .register_type::<Drift>()
        .register_type::<TurnState>()
        .register_type::<Threatened>()
        .register_type::<Flanked>()
        .register_type::<InCover>()
        .register_type::<Visible>()
        .register_type::<Grappled>();
}
