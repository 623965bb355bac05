//! Every type and module that the glossary names exists.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The rows of the glossary: the term, and the rest of the line.
fn rows() -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join("docs/glossary.md")).expect("there is a glossary");
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ")).skip(1);
    rows.map(|(term, rest)| (term.to_owned(), rest.to_owned())).collect()
}

/// The texts of all sources in a folder.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let texts = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => fs::read_to_string(&path).into_iter().collect(),
    };
    entries.flat_map(texts).collect()
}

/// Whether a folder has a module with this name, at any depth.
fn has_module(folder: &Path, name: &str) -> bool {
    let mut entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.any(|path| path.file_stem().is_some_and(|stem| stem == name) || path.is_dir() && has_module(&path, name))
}

/// Whether a path names a module, or a public item, that is defined somewhere below a module at the root of the crate.
fn exists(path: &str) -> bool {
    let (Some(module), Some(name)) = (path.split("::").next(), path.split("::").last()) else { return false };
    if has_module(&root().join("src").join(module), name) {
        return true;
    }
    let items = ["struct", "enum", "trait", "type", "fn"].map(|kind| format!("pub {kind} {name}"));
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    let defines = |text: &str, item: &str| text.match_indices(item).any(|(at, _)| ends(&text[at + item.len()..]));
    sources(&root().join("src").join(module)).iter().any(|text| items.iter().any(|item| defines(text, item)))
}

#[test]
fn every_type_and_module_in_the_glossary_exists() {
    for (term, rest) in rows() {
        let named: Vec<&str> = rest.split('`').skip(1).step_by(2).filter(|path| path.contains("::")).collect();
        assert!(!named.is_empty(), "{term} names no type and no module");
        for path in named {
            assert!(exists(path), "the glossary explains {term} by `{path}`, which does not exist");
        }
    }
}

#[test]
fn the_terms_of_the_glossary_are_in_alphabetical_order() {
    let terms: Vec<String> = rows().into_iter().map(|(term, _)| term.to_lowercase()).collect();
    assert!(terms.len() >= 60, "{} terms", terms.len());
    let wrong = terms.windows(2).find(|pair| pair[0] >= pair[1]);
    assert_eq!(wrong, None);
}
