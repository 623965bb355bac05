//! The chances of amounts other than damage: the points of hurried actions, and the distances of pushes.

mod hurry;
mod pushes;

pub use hurry::hurried_prices;
pub use pushes::pushed_distances;
