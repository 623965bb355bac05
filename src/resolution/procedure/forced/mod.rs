//! Forced movements: pushes, drags, slides, throws, and bodies that are moved around or together.

mod ahead;
mod along;
mod announce;
pub mod displace;
mod impact;
pub mod push;
pub mod pusher;
pub mod shift;
mod train;
