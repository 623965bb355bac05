//! What no source of the project may contain.

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            files(&entry, endings, found);
        } else if entry.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            found.push(entry);
        }
    }
}

fn read(folders: &[&str], endings: &[&str]) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for folder in folders.iter().map(|folder| root.join(folder)).filter(|folder| folder.is_dir()) {
        files(&folder, endings, &mut found);
    }
    found.into_iter().map(|file| (file.clone(), fs::read_to_string(&file).expect("a text"))).collect()
}

#[test]
fn the_sources_name_no_rule_system() {
    let games = ["time_count", "fragments", "pathrunner", "heroes_of_destiny", "fighting_style"];
    for (file, text) in read(&["src"], &["rs"]) {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            for game in games {
                assert!(!line.contains(game), "{}:{} names {game}", file.display(), number + 1);
            }
        }
    }
}

#[test]
fn no_source_is_too_long_to_read() {
    let long: Vec<String> = read(&["src", "tests", "benches"], &["rs"])
        .into_iter()
        .filter(|(_, text)| text.lines().count() > 400)
        .map(|(file, text)| format!("{}: {} lines", file.display(), text.lines().count()))
        .collect();
    assert!(long.is_empty(), "split by what they mean:\n{}", long.join("\n"));
}

#[test]
fn nothing_is_left_undone_or_switched_off() {
    let banned = [concat!("to", "do!("), concat!("unimple", "mented!("), concat!("db", "g!(")];
    for (file, text) in read(&["src", "tests", "benches"], &["rs"]) {
        for word in banned {
            assert!(!text.contains(word), "{} contains {word}", file.display());
        }
        let off = text.lines().find(|line| line.trim_start().starts_with(concat!("#[ig", "nore")));
        assert_eq!(off, None, "{}", file.display());
    }
}

#[test]
fn every_exception_from_a_lint_has_a_reason() {
    for (file, text) in read(&["src", "tests", "benches"], &["rs"]) {
        for start in [concat!("[al", "low("), concat!("[ex", "pect(")] {
            for (at, _) in text.match_indices(start) {
                let end = text[at..].find(")]").map_or(text.len(), |end| at + end);
                assert!(text[at..end].contains("reason"), "{}: {}", file.display(), &text[at..end]);
            }
        }
    }
}

#[test]
fn no_file_names_a_machine() {
    let places = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/tm", "p/wb")];
    for (file, text) in read(&["src", "tests", "assets", "scenarios", "benches"], &["rs", "ron", "md", "svg"]) {
        for place in places {
            assert!(!text.contains(place), "{} contains {place}", file.display());
        }
    }
}

#[test]
fn no_name_is_one_of_those_that_say_nothing() {
    let empty = ["Manager", "Handler", "Helper", "Util", "Processor", "Engine", "Info", "Context", "Service"];
    for (file, text) in read(&["src"], &["rs"]) {
        for line in text.lines() {
            let line = line.trim_start();
            for kind in ["pub struct ", "pub enum ", "pub trait ", "struct ", "enum ", "trait "] {
                let Some(name) = line.strip_prefix(kind) else { continue };
                let name: String = name.chars().take_while(|letter| letter.is_alphanumeric()).collect();
                assert!(!empty.iter().any(|word| name.ends_with(word)), "{}: {name}", file.display());
            }
        }
    }
}
