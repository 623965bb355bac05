//! One file per kind of frame. Each makes one step at a time and writes nothing.

pub mod acting;
pub mod activation;
mod bleeding;
pub mod bodies;
mod checks;
mod choosing;
pub mod clock;
pub mod deciding;
pub mod displace;
pub mod doing;
pub mod effects;
mod entering;
mod exertion;
pub mod facing;
mod fatigue;
pub mod goals;
pub mod ladder;
mod push;
mod resume;
pub mod rungs;
pub mod settle;
pub mod terms;
pub mod turn_end;
pub mod turn_start;
pub mod upkeep;
pub mod walk;
pub mod window;
