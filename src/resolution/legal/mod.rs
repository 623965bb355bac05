//! What may be done: the one definition of legality, asked by the window, the AI, scripts and the resolution itself.

mod ability;
mod arms;
mod begins;
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

pub use arms::{choices, fit, speed_class, weapon_for};
pub use begins::Begins;
pub use casting::usual_casting;
pub use offers::{Offer, found, offers, paths_allowed};
pub use provoked::{Provoked, provoked};
pub(super) use provoked::{can_pay, could_answer};
pub use ready::to_be_aimed;
pub(super) use validate::Finding;
pub use validate::{Judged, check, judged, may_aim, still};
