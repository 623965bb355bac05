//! Forced movements: pushes, slides, throws and drags.

pub mod displace;
pub mod displaced;
pub mod follow;
pub mod push;
pub mod push_cell;
pub mod shift;
