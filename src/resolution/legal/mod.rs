//! Legality: the one definition of what may be done, for the window, the AI, scripts and the resolution itself. A new
//! [`Requirement`](crate::content::Requirement) gets a match arm in `requirement.rs`, a new kind of target one in `target.rs`.

mod ability;
mod casting;
mod cost;
mod defences;
mod gear;
mod kinds;
mod offers;
mod provocation;
mod reaction;
mod ready;
mod requirement;
mod target;
mod validate;

pub use ability::AbilityCache;
pub use casting::usual_casting;
pub use cost::Cost;
pub use defences::{defences, defences_of};
pub use gear::{speed_class, weapon_choices, weapon_for};
pub use kinds::is_of_kind;
pub use offers::{ActionOffer, charges, items_here, offers, offers_on, paths_allowed, short_acts_on};
pub(super) use provocation::{is_about, is_of_trigger, notices};
pub use provocation::{provoked_by_act, provoked_by_path};
pub use reaction::{Provoked, act_of, interrupters, provoked};
pub(super) use reaction::{fits_step, may_take};
pub use ready::actions_to_ready;
pub use validate::{Computed, Legality, ValidAct, check, check_on, declared, may_aim, still, validate};
