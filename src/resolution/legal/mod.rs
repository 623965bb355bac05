//! Legality: the one definition of what may be done, asked by the window, the AI, scripts and the resolution itself.

mod ability;
mod ability_cache;
mod arms;
mod casting;
mod combatant_target;
mod gear;
mod offers;
mod preparation;
mod provoked;
mod ready;
mod requirement;
mod target;
mod validate;

pub use ability_cache::AbilityCache;
pub use arms::{fit, speed_class, weapon_choices, weapon_for};
pub use casting::usual_casting;
pub use offers::{ActionOffer, items_here, offers, paths_allowed};
pub use provoked::{Provoked, provoked};
pub(super) use provoked::{can_pay, could_answer};
pub use ready::actions_to_ready;
pub use validate::{Computed, Legality, ValidAct, check, may_aim, still, validate};
