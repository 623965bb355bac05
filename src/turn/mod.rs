//! Time: the timeline of scheduled events, initiative, speed factors, and the points that a combatant gains. It supports both turn orders:
//! counts of half a second, of which every action takes a number (Time Count), and rounds, in which every combatant has a
//! number of actions (Fragments). A new kind of scheduled event is a
//! [`DueKind`]. A new difference between the turn orders is a new question to [`TurnOrder`](crate::content::TurnOrder) in
//! `turn/order.rs`.

pub mod economy;
pub mod initiative;
mod order;
pub mod speed;
pub mod ties;
mod timeline;

pub use timeline::{Due, DueId, DueKind, Phase, Timeline};
