//! The list of citations beside each codex matches the sources. `UPDATE=1 cargo test --test sources coverage` updates it.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::{Path, PathBuf};

use warboard::content::authored::parse;
use warboard::content::{Codex, Source};
use warboard::rules::coverage::{Coverage, PendingRules, RuleCitations, RuleStatus};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of all rule systems.
fn rulesets() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("assets/rulesets")).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

/// All files with this ending below a folder, in order.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    let within = entries.into_iter().flat_map(|path| match path.is_dir() {
        true => files(&path, ending),
        false if path.extension().is_some_and(|found| found == ending) => vec![path],
        false => Vec::new(),
    });
    within.collect()
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Whether a text has an id that is not the beginning of a longer one.
fn cites(text: &str, id: &str) -> bool {
    let after = |at: usize| text[at + id.len()..].chars().next();
    text.match_indices(id).any(|(at, _)| !after(at).is_some_and(|next| next.is_ascii_alphanumeric()))
}

/// The citations in the files of a rule system and of the program, by file.
fn texts(ruleset: &str) -> Vec<(String, String)> {
    let assets = root().join("assets");
    let rules = assets.join("rulesets").join(ruleset);
    let mut found: Vec<PathBuf> =
        ["ruleset.ron", "conditions.ron", "spells.ron", "venoms.ron"].map(|file| rules.join(file)).into();
    found.retain(|file| file.is_file());
    found.splice(1..1, files(&rules.join("actions"), "ron"));
    found.extend(files(&assets.join("units").join(ruleset), "ron"));
    let content = found.iter().map(|path| (name(path), fs::read_to_string(path).unwrap_or_default()));
    let sources = files(&root().join("src"), "rs");
    let program = sources.iter().map(|path| (name(path), fs::read_to_string(path).unwrap_or_default()));
    content.chain(program).collect()
}

/// Every test that runs, with its comments: `(file::function, comments)`.
fn tests() -> Vec<(String, String)> {
    let mut sources = files(&root().join("tests"), "rs");
    sources.retain(|path| !name(path).starts_with("tests/common/"));
    sources.extend(files(&root().join("src"), "rs"));
    let mut found = Vec::new();
    for path in sources {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for at in lines.iter().enumerate().filter(|(_, line)| line.starts_with("#[test]")).map(|(at, _)| at) {
            found.extend(test_at(&lines, at).map(|(function, words)| (format!("{}::{function}", name(&path)), words)));
        }
    }
    found
}

/// The function of a test attribute and its comments; `None` for an ignored test.
fn test_at(lines: &[&str], at: usize) -> Option<(String, String)> {
    let above = lines[..at].iter().rev().take_while(|line| line.starts_with("//"));
    let below: Vec<&&str> = lines[at..].iter().take_while(|line| !line.contains("fn ")).collect();
    let is_ignored = below.iter().any(|line| line.contains("#[ignore") || line.contains("cfg("));
    let function = lines[at + below.len()..].first()?.split("fn ").nth(1)?.split('(').next()?.trim();
    let mut words: Vec<&str> = above.copied().collect();
    words.extend(below.into_iter().copied());
    (!is_ignored).then(|| (function.to_owned(), words.join("\n")))
}

fn citations(codex: &Codex, ruleset: &str) -> Vec<RuleCitations> {
    let (texts, tests) = (texts(ruleset), tests());
    let citing = |id: &str, all: &[(String, String)]| -> Vec<String> {
        all.iter().filter(|(_, text)| cites(text, id)).map(|(name, _)| name.clone()).collect()
    };
    let cited = codex.rules.iter().map(|rule| RuleCitations {
        id: rule.id.clone(),
        files: citing(&rule.id, &texts),
        tests: citing(&rule.id, &tests),
    });
    cited.filter(|cited| !cited.files.is_empty() || !cited.tests.is_empty()).collect()
}

fn written(cited: &[RuleCitations]) -> String {
    let mut text = String::from(
        "// Written by `UPDATE=1 cargo test --test sources coverage` from the sources: where each rule is cited. Not edited by hand.\n[\n",
    );
    for cited in cited {
        text.push_str(&format!("    (id: {:?}, files: {:?}, tests: {:?}),\n", cited.id, cited.files, cited.tests));
    }
    text + "]\n"
}

#[test]
fn the_lists_of_citations_match_the_sources() {
    for folder in rulesets() {
        let id = folder.file_name().unwrap().to_string_lossy().into_owned();
        let source = Source::read(folder.join("codex.ron")).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
        let codex = Codex::read(&source).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
        let (path, now) = (folder.join("coverage.ron"), written(&citations(&codex, &id)));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &now).unwrap();
        }
        let then = fs::read_to_string(&path).unwrap_or_default();
        assert!(then == now, "{} is out of date: UPDATE=1 cargo test --test sources coverage updates it", name(&path));
    }
}

#[test]
fn postponed_rules_exist_and_do_not_count() {
    for folder in rulesets() {
        let codex = Codex::read(&Source::read(folder.join("codex.ron")).unwrap()).unwrap();
        let Ok(source) = Source::read(folder.join("later.ron")) else { continue };
        let later: Vec<PendingRules> = parse(&source).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
        let id = folder.file_name().unwrap().to_string_lossy().into_owned();
        let coverage = Coverage::of(&id, &codex, &citations(&codex, &id), &later);
        for waiting in later.iter().flat_map(|later| &later.ids) {
            let row = coverage.rows.iter().find(|row| row.id == *waiting);
            let row = row.unwrap_or_else(|| panic!("{waiting} is in later.ron but in no codex"));
            assert_eq!((row.status, row.tests.len()), (RuleStatus::Missing, 0), "{waiting}");
        }
    }
}

#[test]
fn an_id_is_cited_only_as_a_whole() {
    assert!(cites("higher ground (TC-021), flanked", "TC-021"));
    assert!(!cites("TC-0211", "TC-021"));
}

#[test]
fn tests_left_out_of_a_run_do_not_count() {
    let lines = ["#[test] // TC-001", "#[ignore]", "fn one() {", "// TC-002", "#[test]", "fn two() {"];
    assert_eq!(test_at(&lines, 0), None);
    assert_eq!(test_at(&lines, 4), Some(("two".to_owned(), "// TC-002\n#[test]".to_owned())));
}
