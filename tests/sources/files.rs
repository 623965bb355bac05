//! The files of the project that these tests read.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text files with one of these endings at or below some folders or files of the project, in order: (path below the
/// root with `/`, text). A folder that does not exist counts as empty.
pub fn texts(places: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for place in places.iter().map(|place| root().join(place)).filter(|place| place.exists()) {
        gather(&place, endings, &mut found);
    }
    found.into_iter().map(|file| (name(&file), fs::read_to_string(&file).expect("a text"))).collect()
}

fn gather(place: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    if place.is_dir() {
        let entries = fs::read_dir(place).expect("a folder");
        let mut entries: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| gather(entry, endings, found));
    } else if place.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
        found.push(place.to_owned());
    }
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// The source files of the program: (path below `src`, text).
pub fn sources() -> Vec<(String, String)> {
    let all = texts(&["src"], &["rs"]);
    all.into_iter().map(|(path, text)| (path.trim_start_matches("src/").to_owned(), text)).collect()
}
