//! The assets that tests read, and copies of them for tests that change them.

#![allow(dead_code, reason = "every test program that includes this uses its own part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::{Path, PathBuf};

/// Names a folder that tests read in place of the shipped assets. The mutation job (`benches/mutations`) sets it.
pub const ELSEWHERE: &str = "WARBOARD_TEST_ASSETS";

/// The folder of assets that tests of rules read: the shipped one, or the one that [`ELSEWHERE`] names.
pub fn assets() -> PathBuf {
    std::env::var_os(ELSEWHERE).map_or_else(shipped_assets, PathBuf::from)
}

/// The folder of the shipped assets.
pub fn shipped_assets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")
}

/// A copy of the shipped assets with the first place of a text in one of its files changed.
pub fn tailored_assets(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = copied_assets();
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has {from}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    folder
}

/// A copy of the RON files of the shipped assets.
pub fn copied_assets() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&shipped_assets(), folder.path());
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
