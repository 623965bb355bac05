//! Short-lived information about the program: messages, loading, screenshots.

pub mod loading;
pub mod screenshot;
pub mod toasts;
