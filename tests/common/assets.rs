//! The assets folder that tests read, and edited copies of it.

#![allow(dead_code, reason = "every test program that includes this uses its own part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::{Path, PathBuf};

/// The environment variable with a folder to read in place of the shipped assets; set by the mutation job
/// (`benches/mutations`).
pub const ELSEWHERE: &str = "WARBOARD_TEST_ASSETS";

/// The assets folder for tests of rules: the shipped one, or the one in [`ELSEWHERE`].
pub fn assets() -> PathBuf {
    std::env::var_os(ELSEWHERE).map_or_else(shipped_assets, PathBuf::from)
}

/// The shipped assets folder.
pub fn shipped_assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// A copy of the shipped assets in which the first occurrence of a text in one file is replaced.
pub fn edited_assets(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = copied_assets();
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has {from}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    folder
}

/// A copy of all RON files of the assets for tests of rules.
pub fn copied_assets() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&assets(), folder.path());
    folder
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            fs::create_dir(&target).unwrap();
            copy(&entry.path(), &target);
        } else if entry.path().extension().is_some_and(|extension| extension == "ron") {
            fs::copy(entry.path(), &target).unwrap();
        }
    }
}
