//! The panels at fixed places of the battle screen.

pub mod ai_thoughts;
pub mod goal_progress;
pub mod goals;
pub mod side_panels;
pub mod toolbar;
