//! Movement: walking, running, climbing, leaping, swimming, flying, drifting and falling.

pub mod climb_leap_swim;
pub mod course;
pub mod course_begin;
pub mod drift;
pub mod fall;
pub mod flight;
pub mod tunnel;
pub mod walk;
pub mod water;
