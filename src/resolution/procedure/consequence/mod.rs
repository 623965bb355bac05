//! What follows from facts: the ordered checks after every moment and the procedures they call.

pub mod bleeding;
pub mod buildup;
pub mod casualties;
pub mod facing;
pub mod fatigue;
pub mod goals;
pub mod ground;
pub mod observed;
pub mod on_moved;
pub mod ongoing_damage;
pub mod order;
pub mod pools;
