//! Notes drawn over the board: tooltips of badges, cells and planned moves, labels, and the rulers at its edges.

pub mod badge;
pub mod callouts;
pub mod cell_effects;
pub mod move_preview;
pub mod rulers;
