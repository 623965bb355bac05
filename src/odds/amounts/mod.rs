//! The chances of amounts other than damage: the points of hurried actions, and how far forced movements go.

mod hurry;
mod pushes;

pub use hurry::hurried_prices;
pub use pushes::{forced_landings, pushed_distances};
