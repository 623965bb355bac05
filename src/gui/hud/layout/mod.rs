//! Where panels, windows and floating cards are placed.

mod floating;
mod panel;
mod regions;

pub use floating::{Interactive, at_foot, card_at, docked};
pub use panel::{card, panel, part, window, window_layer};
pub use regions::{FOLDED_WIDTH, Regions, one_side_only};
