//! Movement: walking, running, climbing, leaping, swimming, flying, drifting and falling.

pub mod course;
pub mod drift;
pub mod fall;
pub mod flight;
pub mod footing;
pub mod jump;
pub mod walk;
pub mod water;
