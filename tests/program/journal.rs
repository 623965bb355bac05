//! Journals: a battle killed at any moment continues where it was.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use warboard::battle::CombatantId;
use warboard::replay::{Beginning, ContentHashes, Hex, Journal, JournalError, RecordedChoice, RecordingEntry, journal};
use warboard::resolution::Choice;

const PROGRAM: &str = env!("CARGO_BIN_EXE_warboard");

fn warboard(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stderr(Stdio::piped());
    command
}

fn last_line(output: &std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().last().unwrap_or("").to_owned()
}

const BATTLE: [&str; 8] = ["run", "scenarios/pit.ron", "--ruleset", "time_count", "--seed", "11", "--log", "json"];

#[test]
fn a_killed_battle_continues_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let unkilled = last_line(&warboard(&BATTLE).output().unwrap());
    let mut arguments = BATTLE.to_vec();
    arguments.extend(["--journal", path.to_str().unwrap()]);
    let mut playing = warboard(&arguments).stdout(Stdio::null()).spawn().unwrap();
    // Killed as soon as some choices are on disk, wherever it is then.
    for _ in 0..6000 {
        let choices = fs::read(&path).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count());
        if choices > 12 || playing.try_wait().unwrap().is_some() {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    playing.kill().unwrap();
    playing.wait().unwrap();
    assert!(!journal::read(&path).unwrap().finished, "it was killed in the middle");
    let going_on = ["continue", "--journal", path.to_str().unwrap(), "--log", "json"];
    assert_eq!(last_line(&warboard(&going_on).output().unwrap()), unkilled);
    assert!(journal::read(&path).unwrap().finished);
}

#[test]
fn a_finished_battle_can_be_verified_from_its_journal_and_from_its_recording() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, recorded) = (folder.path().join("duel.journal"), folder.path().join("duel.replay"));
    let (kept, recorded) = (kept.to_str().unwrap(), recorded.to_str().unwrap());
    let run = [
        "run",
        "scenarios/duel.ron",
        "--ai-a",
        "charger",
        "--ai-b",
        "charger",
        "--journal",
        kept,
        "--record",
        recorded,
    ];
    last_line(&warboard(&run).output().unwrap());
    for file in [kept, recorded] {
        let out = warboard(&["replay", file, "--verify"]).output().unwrap();
        let told = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.success() && told.contains("verified"), "{told}");
    }
    let text = fs::read_to_string(recorded).unwrap().replacen("\"seed\":1,", "\"seed\":2,", 1);
    fs::write(recorded, text).unwrap();
    let out = warboard(&["replay", recorded, "--verify"]).output().unwrap();
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stderr).contains("divergence at"), "it says where");
}

fn beginning(name: &str) -> Beginning {
    let content = ContentHashes([("the scenario".to_owned(), Hex(4))].into());
    Beginning {
        warboard_recording: 3,
        scenario: "a.ron".to_owned(),
        name: name.to_owned(),
        ruleset: "r".to_owned(),
        content,
        seed: 1,
        battle: 0,
        dice: Vec::new(),
        seats: Vec::new(),
        before: None,
    }
}

fn chosen(at: u32) -> RecordingEntry {
    RecordingEntry::Chosen(RecordedChoice { at, count: 3, who: CombatantId(1), choice: Choice::Pass })
}

fn three_choices(path: &Path) -> Vec<u8> {
    let mut journal = Journal::create(path, &beginning("A battle"), &[]).unwrap();
    (1..=3).for_each(|at| journal.append(&chosen(at)).unwrap());
    fs::read(path).unwrap()
}

#[test]
fn a_journal_cut_at_any_byte_loses_at_most_the_record_that_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let whole = three_choices(&path);
    let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').collect();
    for cut in ends[0]..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let (mut journal, kept) = Journal::open(&path).unwrap();
        // A record is whole with its last brace; its line feed may be missing.
        let complete = ends.iter().filter(|end| **end <= cut).count() - 1;
        assert_eq!((kept.chosen.len(), kept.finished), (complete, false), "cut at {cut}");
        let left = ends.iter().rev().find(|end| **end <= cut).map_or(0, |end| (cut - end).saturating_sub(1));
        assert_eq!(kept.lost, left, "cut at {cut}");
        journal.append(&chosen(9)).unwrap();
        drop(journal);
        let again = journal::read(&path).unwrap();
        assert_eq!((again.chosen.len(), again.lost), (complete + 1, 0), "cut at {cut}");
    }
}

#[test]
fn a_journal_with_an_incomplete_header_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let whole = three_choices(&path);
    for bytes in [&whole[..20], b"", b"not a journal\n", &[0xff, 0, 7][..]] {
        fs::write(&path, bytes).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::Foreign(..))));
        assert!(Journal::create(&path, &beginning("Another"), &[]).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn damage_in_the_middle_is_distinguished_from_truncation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let mut bytes = three_choices(&path);
    let second = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 30;
    bytes[second] ^= 1;
    fs::write(&path, &bytes).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::Damaged(_, 2))));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn a_journal_released_at_once_can_be_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    three_choices(&path);
    let (held, _) = Journal::open(&path).unwrap();
    let soon = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(50));
        drop(held);
    });
    assert_eq!(
        Journal::open(&path).unwrap().1.chosen.len(),
        3,
        "as a program being started lets go of what it inherited"
    );
    soon.join().unwrap();
}

#[test]
fn an_unfinished_battle_is_never_replaced_and_a_finished_one_is_archived() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let first = three_choices(&path);
    assert!(
        matches!(Journal::create(&path, &beginning("Another"), &[]), Err(JournalError::Occupied(_, name)) if name == "A battle")
    );
    assert_eq!(fs::read(&path).unwrap(), first);
    let (mut open, _) = Journal::open(&path).unwrap();
    assert!(matches!(Journal::open(&path), Err(JournalError::InUse(..))), "it belongs to one process");
    let outcome = warboard::resolution::BattleOutcome::Unfinished;
    open.append(&RecordingEntry::Ended(warboard::replay::Ending {
        outcome,
        count: 4,
        activations: 2,
        checksum: Hex(7),
    }))
    .unwrap();
    drop(open);
    drop(Journal::create(&path, &beginning("Another"), &[]).unwrap());
    assert_eq!(journal::read(&path).unwrap().beginning.name, "Another");
    let archived = journal::read(&folder.path().join("battle-1.journal")).unwrap();
    assert_eq!((archived.beginning.name.as_str(), archived.finished), ("A battle", true));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left behind");
}

#[test]
fn a_replaced_journal_is_complete_at_every_moment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    three_choices(&path);
    let watching = std::thread::spawn({
        let path = path.clone();
        move || (0..300).for_each(|_| assert_eq!(journal::read(&path).unwrap().lost, 0))
    });
    for undone in (0..20).map(|at| at % 3 + 1) {
        let entries: Vec<RecordingEntry> = (1..=undone).map(chosen).collect();
        let (journal, _) = Journal::open(&path).unwrap();
        let mut journal = journal.replace(&beginning("A battle"), &entries).unwrap();
        assert!(matches!(Journal::open(&path), Err(JournalError::InUse(..))), "it belongs to one process");
        journal.append(&chosen(9)).unwrap();
        assert_eq!(journal::read(&path).unwrap().chosen.len(), undone as usize + 1);
    }
    watching.join().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

#[cfg(unix)]
#[test]
fn a_battle_whose_journal_fills_the_disk_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    let unkilled = last_line(&warboard(&BATTLE).output().unwrap());
    // Files may have 4 KiB here, and writing more is refused as on a full disk.
    let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let mut full = Command::new("sh");
    full.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-c", limited, PROGRAM]).args(BATTLE);
    let out = full.args(["--journal", path.to_str().unwrap()]).stdout(Stdio::null()).output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(1) && told.contains("`warboard continue`"), "{told}");
    let kept = journal::read(&path).unwrap();
    assert!(!kept.chosen.is_empty() && (kept.lost, kept.finished) == (0, false), "the torn record is cut off");
    let going_on = ["continue", "--journal", path.to_str().unwrap(), "--log", "json"];
    assert_eq!(last_line(&warboard(&going_on).output().unwrap()), unkilled);
}

#[test]
fn only_a_journal_is_archived() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    let run = ["run", "duel", "--journal", path.to_str().unwrap(), "--archive"];
    fs::write(&path, "my notes").unwrap();
    let out = warboard(&run).output().unwrap();
    let told = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(out.status.code() == Some(1) && told.contains("not a journal"), "{told}");
    assert_eq!((fs::read(&path).unwrap(), fs::read_dir(folder.path()).unwrap().count()), (b"my notes".to_vec(), 1));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert_eq!(warboard(&run).output().unwrap().status.code(), Some(1));
    assert!(path.is_dir());
}

#[cfg(unix)]
#[test]
fn a_journal_behind_a_link_is_created_at_the_target_of_the_link() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.journal");
    std::os::unix::fs::symlink("other.journal", &path).unwrap();
    three_choices(&path);
    assert_eq!(journal::read(&folder.path().join("other.journal")).unwrap().chosen.len(), 3);
    fs::remove_file(&path).unwrap();
    std::os::unix::fs::symlink("nowhere/other.journal", &path).unwrap();
    assert!(matches!(Journal::create(&path, &beginning("Another"), &[]), Err(JournalError::Io(..))));
}
