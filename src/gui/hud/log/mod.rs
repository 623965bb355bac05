//! The combat log.

pub mod book;
pub mod log_panel;
