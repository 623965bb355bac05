//! Where settings, saves, screenshots and the journal of the running battle are kept.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;

use crate::disk;

/// The folder of this player's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home(pub PathBuf);

impl Default for Home {
    /// `WARBOARD_HOME`, or the system's folder for application data.
    fn default() -> Home {
        if let Some(named) = env::var_os("WARBOARD_HOME").filter(|named| !named.is_empty()) {
            return Home(PathBuf::from(named));
        }
        let usual = ProjectDirs::from("", "", "warboard").map(|dirs| dirs.data_dir().to_owned());
        Home(usual.unwrap_or_else(|| PathBuf::from(".warboard")))
    }
}

impl Home {
    /// The journal of the running battle.
    pub fn journal(&self) -> PathBuf {
        self.0.join("battle.journal")
    }

    /// The quick save.
    pub fn quick_save(&self) -> PathBuf {
        self.0.join("quick.warboard")
    }

    /// The player's settings.
    pub fn settings(&self) -> PathBuf {
        self.0.join("settings.ron")
    }

    /// The folder of screenshots.
    pub fn pictures(&self) -> PathBuf {
        self.0.join("screenshots")
    }

    /// The folder of recordings.
    pub fn recordings(&self) -> PathBuf {
        self.0.join("recordings")
    }
}

/// The first path, numbered from 1, at which no file exists.
pub fn first_free(path: impl Fn(u32) -> PathBuf) -> PathBuf {
    (1..).map(&path).find(|path| !path.exists()).unwrap_or_else(|| path(0))
}

/// Writes a file atomically, creating its folder if needed.
///
/// # Errors
/// If the folder cannot be made or the file not be written.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    disk::write_whole(path, text.as_bytes())
}
