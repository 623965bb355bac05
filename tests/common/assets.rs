//! Copies of the shipped assets for tests that change them.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::Path;

/// A copy of the shipped assets with the first place of a text in one of its files changed.
pub fn tailored_assets(file: &str, from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets"), folder.path());
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has {from}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
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
