//! Forced movements: pushes, slides, throws and drags.

pub mod displace;
pub mod push;
pub mod shift;
