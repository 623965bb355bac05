//! Things that no source of the project may contain.

mod names;
mod phrases;

use std::collections::BTreeMap;

use crate::files::{sources, texts};

/// Source files that one folder may hold.
const MOST_FILES: usize = 14;

#[test]
fn the_sources_name_no_rule_system() {
    let games = ["time_count", "fragments", "pathrunner", "heroes_of_destiny", "fighting_style"];
    for (file, text) in texts(&["src"], &["rs"]) {
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            for game in games {
                assert!(!line.contains(game), "{}:{} names {game}", file, number + 1);
            }
        }
    }
}

#[test]
fn no_source_file_is_too_long() {
    let long: Vec<String> = texts(&["src", "tests", "benches"], &["rs"])
        .into_iter()
        .filter(|(_, text)| text.lines().count() > 400)
        .map(|(file, text)| format!("{}: {} lines", file, text.lines().count()))
        .collect();
    assert!(long.is_empty(), "split by what they mean:\n{}", long.join("\n"));
}

#[test]
fn no_code_is_unfinished_and_no_test_ignored() {
    let banned = [concat!("to", "do!("), concat!("unimple", "mented!("), concat!("db", "g!(")];
    for (file, text) in texts(&["src", "tests", "benches"], &["rs"]) {
        for word in banned {
            assert!(!text.contains(word), "{} contains {word}", file);
        }
        let off = text.lines().find(|line| line.trim_start().starts_with(concat!("#[ig", "nore")));
        assert_eq!(off, None, "{}", file);
    }
}

#[test]
fn every_exception_from_a_lint_has_a_reason() {
    for (file, text) in texts(&["src", "tests", "benches"], &["rs"]) {
        for start in [concat!("[al", "low("), concat!("[ex", "pect(")] {
            for (at, _) in text.match_indices(start) {
                let end = text[at..].find(")]").map_or(text.len(), |end| at + end);
                assert!(text[at..end].contains("reason"), "{}: {}", file, &text[at..end]);
            }
        }
    }
}

#[test]
fn no_file_contains_a_local_path() {
    let places = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/tm", "p/wb")];
    for (file, text) in texts(&["src", "tests", "assets", "scenarios", "benches"], &["rs", "ron", "md", "svg"]) {
        for place in places {
            assert!(!text.contains(place), "{} contains {place}", file);
        }
    }
}

#[test]
fn no_type_has_a_meaningless_name() {
    let empty = ["Manager", "Handler", "Helper", "Util", "Processor", "Engine", "Info", "Context", "Service"];
    for (file, text) in texts(&["src"], &["rs"]) {
        for line in text.lines() {
            let line = line.trim_start();
            for kind in ["pub struct ", "pub enum ", "pub trait ", "struct ", "enum ", "trait "] {
                let Some(name) = line.strip_prefix(kind) else { continue };
                let name: String = name.chars().take_while(|letter| letter.is_alphanumeric()).collect();
                assert!(!empty.iter().any(|word| name.ends_with(word)), "{}: {name}", file);
            }
        }
    }
}

#[test]
fn no_folder_has_too_many_files() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (path, _) in sources() {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *counts.entry(folder.to_owned()).or_default() += 1;
    }
    let full = counts.iter().filter(|(_, count)| **count > MOST_FILES);
    let full: Vec<String> = full.map(|(folder, count)| format!("src/{folder}: {count} files")).collect();
    assert!(full.is_empty(), "split into named modules of at most {MOST_FILES} files:\n{}", full.join("\n"));
}
