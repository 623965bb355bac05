//! Endless, oversized and overfull files: every command refuses them with their location and does nothing else.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs::{self, File};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use assert_cmd::Command;
use warboard::content::authored::read_file;
use warboard::content::{FileKind, Source};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The error output of a program that exits with code 1. The program is killed if it reads without end.
fn refusal(arguments: &[&str]) -> String {
    let mut command = Command::cargo_bin("warboard").unwrap();
    let out = command.current_dir(ROOT).args(arguments).timeout(Duration::from_secs(120)).output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(1), "{arguments:?}: {told}");
    assert!(!told.contains("panicked"), "{arguments:?}: {told}");
    told
}

/// Every command that reads a file named by the player.
fn readers(file: &str) -> Vec<Vec<&str>> {
    vec![
        vec!["check", file],
        vec!["run", file],
        vec!["run", "duel", "--ruleset", file],
        vec!["run", "duel", "--script", file],
        vec!["run", "duel", "--journal", file],
        vec!["odds", "duel", "--script", file, "--actor", "Aldric", "--action", "strike", "--target", "Berec"],
        vec!["rules", "time_count", "--diff", file],
        vec!["simulate", file, "--battles", "2"],
        vec!["simulate", "duel", "--battles", "2", "--against", file],
        vec!["simulate", "duel", "--battles", "2", "--checkpoint", file, "--resume"],
        vec!["simulate", "--merge", file],
        vec!["replay", file],
        vec!["replay", file, "--verify"],
        vec!["continue", "--journal", file],
    ]
}

#[test]
fn pipes_and_devices_are_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let (pipe, device) = (folder.path().join("pipe.ron"), folder.path().join("zero.ron"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    symlink("/dev/zero", &device).unwrap();
    for file in [&pipe, &device].map(|path| path.to_str().unwrap()) {
        for arguments in readers(file) {
            let told = refusal(&arguments);
            assert!(told.contains(&format!("{file}:1:1: this is not a plain file")), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn files_larger_than_their_kind_allows_are_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.ron");
    let file = path.to_str().unwrap();
    File::create(&path).unwrap().set_len(FileKind::Recording.most_bytes() + 1).unwrap();
    for arguments in readers(file) {
        let told = refusal(&arguments);
        assert!(told.contains(&format!("{file}:1:1: the file is too large: 262145 KiB or more; ")), "{told}");
    }
    for (kind, plural) in [
        (FileKind::Settings, "settings have at most 256 KiB"),
        (FileKind::Script, "scripts have at most 1024 KiB"),
        (FileKind::Authored, "authored files have at most 4096 KiB"),
        (FileKind::Journal, "journals have at most 65536 KiB"),
        (FileKind::Part, "parts of a batch have at most 65536 KiB"),
    ] {
        File::create(&path).unwrap().set_len(kind.most_bytes()).unwrap();
        assert_eq!(read_file(&path, kind).unwrap().len() as u64, kind.most_bytes());
        File::create(&path).unwrap().set_len(kind.most_bytes() + 1).unwrap();
        let told = read_file(&path, kind).unwrap_err();
        assert!(told.starts_with("the file is too large") && told.ends_with(plural), "{told}");
    }
}

/// A recording of a short battle.
fn recorded(folder: &Path) -> (String, String) {
    let path = folder.join("duel.replay");
    let file = path.to_str().unwrap().to_owned();
    let arguments = ["run", "scenarios/duel.ron", "--ruleset", "time_count", "--ai-a", "charger", "--ai-b", "charger"];
    let mut command = Command::cargo_bin("warboard").unwrap();
    command.current_dir(ROOT).args(arguments).args(["--record", &file]).assert().success();
    (fs::read_to_string(&path).unwrap(), file)
}

#[test]
fn a_recording_that_ends_after_its_header_verifies_nothing_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let (text, file) = recorded(folder.path());
    let header = text.lines().next().unwrap();
    fs::write(&file, format!("{header}\n")).unwrap();
    let told = refusal(&["replay", &file, "--verify"]);
    assert_eq!(told, format!("warboard: {file}:1:1: nothing to verify: the recording ends after its first line\n"));
    let answers: Vec<&str> =
        text.lines().filter(|line| !line.contains("\"mark\"") && !line.contains("\"ended\"")).collect();
    fs::write(&file, answers.join("\n")).unwrap();
    assert!(refusal(&["replay", &file, "--verify"]).contains("the recording has no states to compare"));
    // With the record of the beginning, content is compared.
    let two: Vec<&str> = text.lines().take(2).collect();
    fs::write(&file, two.join("\n")).unwrap();
    let mut command = Command::cargo_bin("warboard").unwrap();
    let out = command.current_dir(ROOT).args(["replay", &file, "--verify"]).output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        out.status.success()
            && told.ends_with(": verified as far as it was recorded: 0 answers replayed, 1 states compared\n")
    );
}

#[test]
fn mistakes_in_recordings_are_reported_with_line_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let (text, file) = recorded(folder.path());
    let broken: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(at, line)| match at {
            2 => line.replacen(':', ";", 1),
            _ => line.to_owned(),
        })
        .collect();
    fs::write(&file, broken.join("\n")).unwrap();
    let told = refusal(&["replay", &file]);
    assert!(told.starts_with(&format!("{file}:3:")) && told.contains("invalid entry"), "{told}");
    fs::write(&file, [text.as_bytes(), b"\xff"].concat()).unwrap();
    let told = refusal(&["replay", &file]);
    let lines = text.lines().count() + 1;
    assert!(told.starts_with(&format!("{file}:{lines}:1: this is not UTF-8 text")), "{told}");
    // An answer that no longer fits is reported at its own line.
    let at = text.lines().position(|line| line.contains("\"Act\"")).unwrap();
    let changed: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(line, text)| match line == at {
            true => text.replacen("\"action\":\"", "\"action\":\"un", 1),
            false => text.to_owned(),
        })
        .collect();
    fs::write(&file, changed.join("\n")).unwrap();
    let told = refusal(&["replay", &file, "--verify"]);
    assert!(told.contains(&format!("{file}:{}:1: divergence", at + 1)), "{told}");
}

#[test]
fn a_battle_has_no_more_loaded_dice_than_it_could_roll() {
    let folder = tempfile::tempdir().unwrap();
    let (text, file) = recorded(folder.path());
    let dice = vec!["1"; 100_001].join(",");
    fs::write(&file, text.replacen("\"dice\":[]", &format!("\"dice\":[{dice}]"), 1)).unwrap();
    let told = refusal(&["replay", &file]);
    assert_eq!(told, format!("{file}:1:1: 100001 loaded dice; at most 100000 are allowed\n"));
}

#[test]
fn a_script_of_unknown_names_is_refused_at_every_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("acts.ron");
    let file = path.to_str().unwrap();
    let run = ["run", "duel", "--ruleset", "time_count", "--script", file];
    for (script, expected) in [
        ("[]", ":1:1: this script has no entries"),
        ("[(who: \"Aldrik\", does: \"wait\")]", ":1:8: unknown combatant `Aldrik` (did you mean `Aldric`?"),
        ("[\n(who: \"Aldric\", does: \"strike\", at: \"Nobody\")]", ":2:37: unknown combatant `Nobody`"),
        ("[(who: \"Aldric\", pick: Ally(\"Nobody\"))]", ":1:24: unknown combatant `Nobody`"),
        ("[(who: \"Aldric\", face: At(\"Nobody\"))]", ":1:24: unknown combatant `Nobody`"),
    ] {
        fs::write(&path, script).unwrap();
        let told = refusal(&run);
        assert!(told.contains(&format!("{file}{expected}")), "{script}: {told}");
    }
}

#[test]
fn parts_and_journals_are_refused_with_their_location() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.part");
    let file = path.to_str().unwrap();
    fs::write(&path, "warboard part 5\nnothing\n{}\n").unwrap();
    assert!(refusal(&["simulate", "--merge", file]).starts_with(&format!("{file}:1:1: this part is damaged")));
    fs::write(&path, "12 0123456789abcdef {}\n").unwrap();
    let told = refusal(&["continue", "--journal", file]);
    assert!(told.contains(&format!("{file}:1:1: not a journal")), "{told}");
    let missing = folder.path().join("missing.journal");
    let told = refusal(&["continue", "--journal", missing.to_str().unwrap()]);
    assert!(told.contains(&format!("{}:1:1: ", missing.display())), "{told}");
}

#[test]
fn a_very_long_line_is_not_quoted() {
    let source = Source::new("long.ron", format!("(name: \"{}\", limt: 3)", "x".repeat(100_000)));
    let wrong = warboard::content::authored::parse::<ron::Value>(&Source::new("cut.ron", &source.text[..90_000]));
    let drawn = wrong.unwrap_err().render();
    assert!(drawn.len() < 5000, "{} bytes", drawn.len());
}

#[test]
fn a_battle_of_more_than_65535_counts_continues_to_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("apart.ron");
    let side = |name: &str, x: u8| {
        format!("(name: \"{name}\", control: Ai, units: [(unit: \"swordsman\", at: Cell({x}, 0))])")
    };
    let map = "map: [\"..##..\"], legend: { \".\": \"grass\", \"#\": \"wall\" }, limit: 66000";
    let sides = [side("A", 0), side("B", 5)].join(", ");
    let text = format!("(name: \"Apart\", about: \"Nobody comes near.\", shape: Square, {map}, sides: [{sides}])");
    fs::write(&path, text).unwrap();
    // Half seconds are counts under the one rule system, and twelve of them a round under the other.
    for (rules, moments) in [("time_count", 66_000), ("fragments", 5500)] {
        let ais = ["--ai-a", "charger", "--ai-b", "charger", "--ruleset", rules, "--log", "json"];
        let mut command = Command::cargo_bin("warboard").unwrap();
        let out = command.current_dir(ROOT).args(["run", path.to_str().unwrap()]).args(ais).output().unwrap();
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let log = String::from_utf8(out.stdout).unwrap();
        let last = log.lines().last().unwrap();
        assert!(last.contains("\"Unfinished\"") && last.contains(&format!("\"count\":{moments}")), "{rules}: {last}");
    }
}

/// Asserts that a file with a text is refused, and returns the message. The program is killed if that takes minutes.
fn checked(name: &str, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    refusal(&["check", path.to_str().unwrap()])
}

#[test]
fn a_line_of_a_million_apostrophes_is_read_once() {
    let told = checked("quotes.ron", &"\\'".repeat(500_000));
    assert!(told.contains("quotes.ron:1:"), "{told}");
}

#[test]
fn a_file_of_house_rules_with_long_values_is_refused_at_the_first_one() {
    let long = format!("\"units.ogre.traits\": [{}]", "(), ".repeat(1_000_000));
    let told = checked("house.ron", &format!("(base: \"time_count\", set: {{ {long} }})"));
    assert!(told.contains(":1:") && told.contains("at most 4096 are allowed"), "{told}");
}

#[test]
fn two_hundred_changes_are_found_in_a_file_of_the_largest_size() {
    let spaces = " ".repeat(20_000);
    let changes: Vec<String> = (0..200).map(|at| format!("\"nothing.{at}\":{spaces}{at}")).collect();
    let told = checked("house.ron", &format!("(base: \"time_count\", set: {{ {} }})", changes.join(", ")));
    assert!(told.contains("no value matches the path `nothing.0`"), "{told}");
}

#[test]
fn a_single_value_with_many_mistakes_is_scanned_once() {
    let cells = "Mark(\"q\"), ".repeat(300_000);
    let good = include_str!("../fixtures/ford.ron");
    let (head, _) = good.rsplit_once(')').unwrap();
    let told = checked("ford.ron", &format!("{head}    currents: [(at: [{cells}], flows: East, feet: 5)],\n)"));
    assert!(told.lines().count() <= 102, "{} lines", told.lines().count());
}

#[test]
fn a_folder_that_links_to_itself_is_checked_once() {
    let folder = tempfile::tempdir().unwrap();
    for link in ["one", "other"] {
        symlink(folder.path(), folder.path().join(link)).unwrap();
    }
    fs::write(folder.path().join("broken.ron"), "(").unwrap();
    let told = refusal(&["check", folder.path().to_str().unwrap()]);
    assert_eq!(told.matches("broken.ron:").count(), 1, "{told}");
}

#[test]
fn a_recording_whose_first_line_is_too_long_is_refused_unread() {
    let folder = tempfile::tempdir().unwrap();
    let (text, file) = recorded(folder.path());
    let dice = vec!["1"; 3_000_000].join(",");
    fs::write(&file, text.replacen("\"dice\":[]", &format!("\"dice\":[{dice}]"), 1)).unwrap();
    assert!(refusal(&["replay", &file]).contains(":1:1: not a recording: the first line is too long"));
    let other = text.replacen("\"warboard_recording\":3", "\"warboard_recording\":4294967299", 1);
    fs::write(&file, other).unwrap();
    assert!(refusal(&["replay", &file]).contains("has format 4294967299; only format 3"));
}

#[test]
fn many_rectangles_over_a_large_map_are_painted_once() {
    let row = format!("\"{}\",", ".".repeat(256));
    let patches = "Rect(from: (0, 0), to: (255, 255)), ".repeat(50_000);
    let unit = |x: u8| format!("(name: \"{x}\", control: Ai, units: [(unit: \"swordsman\", at: Cell({x}, 0))])");
    let head = format!("name: \"Fog\", about: \"Thick.\", shape: Square, map: [{}]", row.repeat(256));
    let sides = format!("legend: {{ \".\": \"grass\" }}, sides: [{}, {}]", unit(0), unit(9));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fog.ron");
    fs::write(&path, format!("({head}, fog: [{patches}], {sides})")).unwrap();
    let mut command = Command::cargo_bin("warboard").unwrap();
    let asked = command.current_dir(ROOT).args(["check", path.to_str().unwrap()]).timeout(Duration::from_secs(120));
    asked.assert().success();
}
