//! Modification times of authored files, to notice changes.

#![expect(clippy::disallowed_types, reason = "files are told apart by their times; no rule ever sees them")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::gui::WindowOptions;

/// Seconds between checks of the files.
pub const CHECK_SECONDS: f32 = 1.0;

/// Files with their modification times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTimes(Vec<(PathBuf, SystemTime)>);

impl FileTimes {
    /// The times of terrain, rulesets, house rules, units and scenarios.
    pub fn of(options: &WindowOptions) -> FileTimes {
        let mut times = FileTimes::default();
        times.add(&options.assets.join("terrain.ron"));
        times.0.extend(files(&options.scenarios, 0));
        times.0.extend(files(&options.house_rules, 0));
        times.0.extend(files(&options.assets.join("rulesets"), 3));
        times.0.extend(files(&options.assets.join("units"), 3));
        times
    }

    /// Adds a file, if it exists.
    pub fn add(&mut self, path: &Path) {
        let written = fs::metadata(path).and_then(|about| about.modified());
        self.0.extend(written.ok().map(|at| (path.to_owned(), at)));
    }
}

/// The paths of all RON files in a folder, sorted.
pub fn ron_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    files(folder, 0).into_iter().map(|(path, _)| path)
}

/// All RON files of a folder and of this many levels of subfolders, sorted.
fn files(folder: &Path, levels: u8) -> Vec<(PathBuf, SystemTime)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() && levels > 0 {
            found.extend(files(&path, levels - 1));
        } else if path.extension().is_some_and(|extension| extension == "ron") {
            let time = entry.metadata().and_then(|about| about.modified());
            found.push((path, time.unwrap_or(SystemTime::UNIX_EPOCH)));
        }
    }
    found.sort();
    found
}
