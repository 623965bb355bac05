//! Small pieces that several panels are built from.

mod controls;
mod habits;
mod names;
mod pictures;
mod rule_links;

pub use controls::{clicked_once, fitted, fold, gauge, line};
pub use habits::choose;
pub use names::name;
pub use pictures::{Pictures, gather as gather_pictures};
pub use rule_links::{RuleLinks, explain};
