//! The player's folder, and watching the authored files for changes.

pub mod file_times;
pub mod file_watch;
pub mod home;
