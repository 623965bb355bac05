//! The panels at fixed places of the battle screen.

pub mod goals;
pub mod side_panels;
pub mod toolbar;
