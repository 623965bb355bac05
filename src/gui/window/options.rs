//! The options of the window, and why it may fail to open.

use std::path::PathBuf;

use crate::gui::home::Home;
use crate::gui::session::BattleOpening;

/// Folders, and the battle to open at once.
#[derive(Clone, Debug)]
pub struct WindowOptions {
    /// The folder of rulesets, units and art.
    pub assets: PathBuf,
    /// The folder of scenarios for the title screen.
    pub scenarios: PathBuf,
    /// The folder of house rules for the title screen.
    pub house_rules: PathBuf,
    /// The folder of the player's own files.
    pub home: Home,
    /// The battle to start with; the title screen if `None`.
    pub opening: Option<BattleOpening>,
}

/// Why the window could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is no display.
    #[error("no display: neither WAYLAND_DISPLAY nor DISPLAY is set")]
    NoDisplay,
    /// The system refused, with its own message.
    #[error("the window could not be opened: {0}")]
    Failed(String),
}
