//! The folders of the window: those it was opened with, and the one of settings, saves, screenshots and the journal.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use bevy::prelude::Resource;
use directories::ProjectDirs;

use super::session::BattleOpening;
use crate::disk;

/// Folders, and the battle to open at once.
#[derive(Resource, Clone, Debug)]
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
    /// The recording or journal to watch at once, if any.
    pub replay: Option<PathBuf>,
}

/// The name of the quick save.
pub(super) const QUICK_SAVE: &str = "quick.warboard";

/// The folder of this player's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home(pub PathBuf);

impl Default for Home {
    /// `WARBOARD_HOME`, or the system's folder for application data.
    fn default() -> Home {
        let named = env::var_os("WARBOARD_HOME").filter(|named| !named.is_empty()).map(PathBuf::from);
        let usual = || Some(ProjectDirs::from("", "", "warboard")?.data_dir().to_owned());
        Home(named.or_else(usual).unwrap_or_else(|| PathBuf::from(".warboard")))
    }
}

impl Home {
    /// The journal of the running battle.
    pub fn journal(&self) -> PathBuf {
        self.0.join("battle.journal")
    }

    /// The quick save.
    pub fn quick_save(&self) -> PathBuf {
        self.0.join(QUICK_SAVE)
    }

    /// The player's settings.
    pub fn settings(&self) -> PathBuf {
        self.0.join("settings.ron")
    }

    /// The folder of screenshots.
    pub fn pictures(&self) -> PathBuf {
        self.0.join("screenshots")
    }

    /// The folder of saved battles.
    pub fn saves(&self) -> PathBuf {
        self.0.join("saves")
    }

    /// The folder of recordings.
    pub fn recordings(&self) -> PathBuf {
        self.0.join("recordings")
    }
}

/// A display name as a part of a file name.
pub fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    name.chars().map(plain).collect()
}

/// The first path, numbered from 1, at which no file exists.
pub fn first_free(path: impl Fn(u32) -> PathBuf) -> PathBuf {
    (1..).map(&path).find(|path| !path.exists()).unwrap_or_else(|| path(0))
}

/// Writes a file atomically, creating its folder if needed.
pub(super) fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    disk::write_whole(path, text.as_bytes())
}
