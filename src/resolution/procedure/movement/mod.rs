//! Movement: walking, running, climbing, leaping, swimming, flying, drifting and falling.

pub mod budget;
pub mod climb_leap_swim;
pub mod course;
pub mod course_begin;
pub mod drift;
pub mod exertion;
pub mod fall;
pub mod flight;
pub mod momentum;
pub mod overrun;
pub mod tunnel;
pub mod walk;
pub mod walk_end;
pub mod water;
