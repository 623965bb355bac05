//! Policies for movement on the ground, in water, in the air and without weight.

mod flight;
mod ground;
mod height;
mod pace;
mod water;
mod weightless;

pub use flight::*;
pub use ground::*;
pub use height::*;
pub use pace::*;
pub use water::*;
pub use weightless::*;
