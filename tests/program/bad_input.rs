//! Bad input: the program explains the mistake, exits with code 1 and writes nothing.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::assets::edited_assets;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use assert_cmd::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A scenario with one passage replaced.
fn duel(from: &str, to: &str) -> Vec<u8> {
    let text = fs::read_to_string(Path::new(ROOT).join("scenarios/duel.ron")).expect("the duel is shipped");
    assert!(text.contains(from), "the duel has {from}");
    text.replacen(from, to, 1).into_bytes()
}

/// Bad scenarios, each with a part of its message.
fn bad_scenarios() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let nested = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).into_bytes();
    vec![
        ("empty.ron", Vec::new(), "empty"),
        ("junk.ron", (0..=255).cycle().take(5000).collect(), "not UTF-8"),
        ("nul.ron", b"(name: \"a\0b\")".to_vec(), "NUL"),
        ("nested.ron", nested, ""),
        ("deep.ron", duel("600", &format!("{}1{}", "Some(".repeat(10_000), ")".repeat(10_000))), ""),
        ("rows.ron", duel("#.a......b.#", "#.a......b.##"), "row"),
        ("unit.ron", duel("\"swordsman\"", "\"swordman\""), "did you mean `swordsman`?"),
        ("letter.ron", duel("#..........#", "#....?.....#"), "?"),
        ("field.ron", duel("limit:", "limt:"), "did you mean `limit`?"),
        ("twice.ron", duel("Mark(\"b\")", "Mark(\"a\")"), ""),
        ("limit.ron", duel("600", "-3"), ""),
        ("huge.ron", duel("600", "99999999999999999999"), ""),
        ("cut.ron", duel("    limit: 600,\n)", ""), "ends too early"),
    ]
}

fn commands(path: &str) -> [Vec<String>; 3] {
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    [
        words(&["check", path]),
        words(&["run", path, "--ruleset", "time_count"]),
        words(&["simulate", path, "--ruleset", "time_count", "--battles", "2", "--format", "json"]),
    ]
}

/// Asserts that three commands refuse a path with a reason.
fn refused(folder: &Path, path: &Path, about: &str) {
    let before = listing(folder);
    for arguments in commands(path.to_str().expect("a plain path")) {
        let out = Command::cargo_bin("warboard").unwrap().current_dir(ROOT).args(&arguments).output().unwrap();
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(out.stdout.is_empty(), "{arguments:?}");
        assert!(told.contains(about) && !told.contains("panicked"), "{arguments:?}: {told}");
        assert!(told.len() < 20_000, "{arguments:?} says {} bytes", told.len());
    }
    assert_eq!(listing(folder), before, "nothing is written");
}

fn listing(folder: &Path) -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    all.sort();
    all
}

#[test]
fn wrong_scenarios_are_refused_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes, about) in bad_scenarios() {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        refused(folder.path(), &path, about);
    }
}

#[test]
fn paths_other_than_regular_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("folder.ron");
    fs::create_dir(&empty).unwrap();
    refused(folder.path(), &empty, "");
    refused(folder.path(), &folder.path().join("missing.ron"), "there is no such file");
}

#[test]
fn a_file_of_100_megabytes_is_refused_without_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.ron");
    File::create(&path).unwrap().set_len(100 * 1024 * 1024).unwrap();
    refused(folder.path(), &path, "too large");
}

#[test]
fn impossible_dice_in_a_weapon_are_refused_with_their_location() {
    let weapons = "units/time_count/items/weapons.ron";
    for (dice, about) in [("0d6", "`0` dice"), ("9999999d6", "`9999999` dice"), ("2d0", "`0` sides")] {
        let text = fs::read_to_string(Path::new(ROOT).join("assets").join(weapons)).unwrap();
        let at = text.find("damage: \"").expect("weapons deal damage") + "damage: ".len();
        let end = at + 1 + text[at + 1..].find('"').unwrap() + 1;
        let assets = edited_assets(weapons, &text[at..end], &format!("\"{dice}\""));
        let root = assets.path().to_str().unwrap();
        let file = assets.path().join(weapons);
        let checks = [
            vec!["check", file.to_str().unwrap()],
            vec!["run", "scenarios/duel.ron", "--assets", root],
            vec!["simulate", "scenarios/duel.ron", "--battles", "1", "--assets", root],
        ];
        for arguments in checks {
            let out = Command::cargo_bin("warboard").unwrap().current_dir(ROOT).args(&arguments).output().unwrap();
            let told = String::from_utf8_lossy(&out.stderr).into_owned();
            assert_eq!(out.status.code(), Some(1), "{arguments:?}: {told}");
            assert!(told.contains("weapons.ron:") && told.contains(about), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn malformed_recordings_journals_and_scripts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("junk");
    let named = path.to_str().unwrap();
    for bytes in [&b""[..], b"{}", b"\xff\xfe\x00", b"12 0123456789abcdef {}\n"] {
        fs::write(&path, bytes).unwrap();
        let asked: [&[&str]; 4] = [
            &["replay", named, "--verify"],
            &["continue", "--journal", named],
            &["run", "duel", "--journal", named],
            &["run", "duel", "--script", named],
        ];
        for arguments in asked {
            let out = Command::cargo_bin("warboard").unwrap().current_dir(ROOT).args(arguments).output().unwrap();
            let told = String::from_utf8_lossy(&out.stderr).into_owned();
            assert_eq!(out.status.code(), Some(1), "{arguments:?}: {told}");
            assert!(!told.contains("panicked") && !told.is_empty(), "{arguments:?}: {told}");
            assert_eq!(fs::read(&path).unwrap(), bytes, "{arguments:?} changed nothing");
        }
    }
}

/// Whether a text has control characters or changes of text direction.
fn commands_the_terminal(text: &str) -> bool {
    text.contains(|letter: char| {
        (letter.is_control() && letter != '\n') || ('\u{202a}'..='\u{202e}').contains(&letter) || letter == '\u{2066}'
    })
}

#[test]
fn invisible_characters_in_files_are_refused_with_their_location() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("duel.ron");
    let names = ["name: \"Duel\"", "name: \"Red\"", "name: \"Aldric\""];
    let letters =
        ["\u{1b}[2J", "\\u{1b}[2J", "\\x1b[2J", "\u{7f}", "\u{9b}2J", "\u{202e}", "\\u{202e}", "\u{2066}", "\n", "\\n"];
    for (name, letter) in names.iter().flat_map(|name| letters.map(|letter| (name, letter))) {
        let unseen = name.replacen("name: \"", &format!("name: \"A{letter}"), 1);
        let bytes = duel(name, &unseen);
        let line =
            1 + String::from_utf8(duel(name, name)).unwrap().lines().position(|line| line.contains(name)).unwrap();
        fs::write(&path, bytes).unwrap();
        refused(folder.path(), &path, &format!("duel.ron:{line}:"));
        refused(folder.path(), &path, "cannot be seen");
    }
    fs::write(&path, duel("about: \"", "// \u{202e}\n    about: \"")).unwrap();
    refused(folder.path(), &path, "U+202E");
    fs::write(&path, duel("name: \"Red\"", "name: \"R\u{e9}d \u{5d0}\u{200f}\"")).unwrap();
    let out = Command::cargo_bin("warboard").unwrap().current_dir(ROOT).arg("check").arg(&path).output().unwrap();
    assert!(out.status.success(), "letters of any language are names: {}", String::from_utf8_lossy(&out.stderr));
}

#[test]
fn no_output_contains_terminal_escapes() {
    let folder = tempfile::tempdir().unwrap();
    let bad = "a\u{1b}[2J\u{9b}31m\u{202e}\nb.ron";
    let path = folder.path().join(bad);
    let named = path.to_str().unwrap();
    fs::write(&path, format!("(name: {bad:?}, a{bad}: 3)")).unwrap();
    let setting = format!("{bad}=3");
    let asked: [&[&str]; 17] = [
        &["check", named],
        &["check", bad],
        &["run", named],
        &["run", bad],
        &["run", "duel", "--ruleset", bad],
        &["run", "duel", "--script", named],
        &["run", "duel", "--journal", named],
        &["run", "duel", "--record", bad, "--seed", bad],
        &["replay", named],
        &["continue", "--journal", named],
        &["simulate", "duel", "--set", &setting],
        &["simulate", "duel", "--sweep", &setting],
        &["simulate", "--merge", named],
        &["odds", "duel", "--actor", bad, "--action", "strike", "--target", "Berec"],
        &["rules", bad],
        &["rules", "time_count", "--values", bad],
        &["--assets", bad, "duel"],
    ];
    for arguments in asked {
        let out = Command::cargo_bin("warboard").unwrap().current_dir(ROOT).args(arguments).output().unwrap();
        let told = String::from_utf8(out.stderr).unwrap();
        assert!(matches!(out.status.code(), Some(1 | 2)) && !told.is_empty(), "{arguments:?}: {told}");
        assert!(!commands_the_terminal(&told), "{arguments:?}: {told:?}");
    }
}

#[test]
fn a_binary_recording_is_refused_with_its_location() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.replay");
    fs::write(&path, b"{}\nabc\xff").unwrap();
    let out = Command::cargo_bin("warboard").unwrap().current_dir(ROOT).arg("replay").arg(&path).output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(1) && told.contains("battle.replay:2:4: "), "{told}");
}
