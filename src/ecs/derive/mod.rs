//! Components that the mechanics derive from the shown battle. Each mechanic is a plugin of its own.

mod conditions;
mod cover;
mod flanking;
mod grapple;
mod light;
mod movement;
mod reach;
mod sight;

pub use conditions::{ConditionsPlugin, EffectiveConditions};
pub use cover::{CoverPlugin, EnemyCover, InCover};
pub use flanking::{Flanked, FlankingPlugin};
pub use grapple::{GrapplePlugin, Grappled};
pub use light::{CellLight, LightPlugin};
pub use movement::{MovementPlugin, MovementRate};
pub use reach::{Reach, ReachPlugin, Threatened};
pub use sight::{SightPlugin, Visible};
