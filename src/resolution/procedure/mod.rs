//! One file per kind of frame. Each makes one step at a time and writes nothing.

pub mod acting;
pub mod activation;
pub mod bodies;
mod choosing;
pub mod clock;
pub mod deciding;
pub mod displace;
pub mod doing;
pub mod effects;
mod entering;
pub mod facing;
pub mod goals;
pub mod ladder;
mod push;
pub mod rungs;
pub mod settle;
mod terms;
pub mod turn_end;
pub mod upkeep;
pub mod walk;
pub mod window;
