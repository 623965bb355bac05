//! Damaged or unwritable files of the window never lose the running battle or its journal.

use std::fs;
use std::path::Path;

use crate::headless::*;
use warboard::control::{Charger, Controller};
use warboard::gui::saves::SessionRequest;
use warboard::replay::journal;

/// A battle at the bridge after a number of answers, with instant playback.
fn bridge(home: &Path, answers: usize) -> HeadlessWindow {
    let mut window = HeadlessWindow::new(home, &project()).at_once();
    window.show(opening(&project(), "bridge", 7));
    play(&mut window, answers);
    window
}

fn play(window: &mut HeadlessWindow, answers: usize) {
    for _ in 0..answers {
        let (session, prompt) = (window.session(), window.asked().expect("an open prompt"));
        let answer = Charger::default().answer(session.ahead(), session.rules(), &session.opening.setup, &prompt);
        window.answer(answer.choice);
    }
}

/// A battle with a quick save after ten answers, and five more answers.
fn saved(home: &Path) -> (HeadlessWindow, String) {
    let mut window = bridge(home, 10);
    window.request(SessionRequest::QuickSave);
    play(&mut window, 5);
    let save = fs::read_to_string(window.home().quick_save()).expect("a save");
    (window, save)
}

/// Asserts that a quick load is refused without other effects.
fn refused(window: &mut HeadlessWindow, save: &str, why: &str) {
    fs::write(window.home().quick_save(), save).expect("a file");
    let journal = window.home().journal();
    let files = |window: &HeadlessWindow| fs::read_dir(&window.home().0).expect("a folder").count();
    let before = (window.checksum(), window.asked(), fs::read(&journal).expect("a journal"), files(window));
    window.request(SessionRequest::QuickLoad);
    let told = window.notices.last().expect("the player is told").clone();
    assert!(told.starts_with("not loaded, the quick save cannot be used") && told.contains(why), "{told}");
    let after = (window.checksum(), window.asked(), fs::read(&journal).expect("a journal"), files(window));
    assert_eq!(after, before, "{told}");
}

#[test]
fn a_damaged_or_edited_quick_save_is_refused_and_the_battle_continues_in_its_journal() {
    let home = tempfile::tempdir().expect("a folder");
    let (mut window, save) = saved(home.path());
    let lines: Vec<&str> = save.lines().collect();
    let moves = lines.iter().position(|line| line.contains("\"move\"")).expect("a movement");
    let cell = lines[moves].find('[').expect("a way");
    let elsewhere = format!("{}[[1,1],{}", &lines[moves][..cell], &lines[moves][cell + 1..]);
    let with = |at: usize, line: &str| [&lines[..at], &[line], &lines[at + 1..]].concat().join("\n");
    let marks: Vec<&str> = lines.iter().copied().filter(|line| !line.contains("\"mark\"")).collect();
    let fewer = [&lines[..moves], &lines[moves + 1..]].concat().join("\n");
    refused(&mut window, &with(moves, &elsewhere), "");
    refused(&mut window, &fewer, "");
    refused(&mut window, &marks.join("\n"), "checkpoints");
    refused(&mut window, &save.replacen("\"seed\":7,", "\"seed\":8,", 1), "divergence");
    refused(&mut window, &save[..save.len() / 2], "");
    refused(&mut window, "", "is empty");
    play(&mut window, 3);
    let (checksum, path) = (window.checksum(), window.home().journal());
    assert_eq!(journal::read(&path).expect("it is written on").lost, 0);
    fs::write(window.home().quick_save(), &save).expect("a file");
    drop(window);
    let mut window = HeadlessWindow::new(home.path(), &project()).at_once();
    window.request(SessionRequest::Continue);
    assert_eq!(window.checksum(), checksum);
    window.request(SessionRequest::QuickLoad);
    assert_eq!(window.notices.last().map(String::as_str), Some("loaded"), "the save as it was is good");
}

#[test]
fn a_save_after_every_answer_can_be_loaded() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 0);
    for _ in 0..40 {
        if window.is_over() {
            break;
        }
        window.request(SessionRequest::QuickSave);
        let (checksum, asked) = (window.checksum(), window.asked());
        window.request(SessionRequest::QuickLoad);
        assert_eq!(window.notices.last().map(String::as_str), Some("loaded"));
        assert_eq!((window.checksum(), window.asked()), (checksum, asked));
        play(&mut window, 1);
    }
}

#[test]
fn a_file_that_is_no_journal_is_moved_aside_and_the_battle_is_recorded() {
    let home = tempfile::tempdir().expect("a folder");
    let whole = {
        let window = bridge(home.path(), 6);
        fs::read(window.home().journal()).expect("a journal")
    };
    let torn = [&whole[..whole.len() - 9], &whole[whole.len() / 2..]].concat();
    for (number, bytes) in [torn, b"notes".to_vec()].into_iter().enumerate() {
        let path = home.path().join("battle.journal");
        fs::write(&path, &bytes).expect("a file");
        let window = bridge(home.path(), 4);
        let aside = home.path().join(format!("battle-{}.journal", number + 1));
        assert_eq!(fs::read(&aside).expect("it is kept"), bytes);
        assert!(window.notices[0].contains("battle-"), "{:?}", window.notices);
        let given = window.session().recording().chosen().count();
        assert!(journal::read(&path).expect("a journal").chosen.len() >= given);
    }
}

#[test]
fn an_unwritable_journal_is_written_once_it_can_be() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("battle.journal");
    // A folder is in the way, as a full disk would be.
    fs::create_dir(&path).expect("a folder");
    let mut window = bridge(home.path(), 6);
    assert!(window.notices[0].starts_with("the journal is not written"), "{:?}", window.notices);
    fs::remove_dir(&path).expect("it is empty");
    for _ in 0..30 {
        window.frame();
    }
    assert!(window.notices.last().is_some_and(|told| told.contains("saved again")), "{:?}", window.notices);
    play(&mut window, 3);
    let checksum = window.checksum();
    drop(window);
    let mut window = HeadlessWindow::new(home.path(), &project()).at_once();
    window.request(SessionRequest::Continue);
    assert_eq!(window.checksum(), checksum);
}

#[test]
fn undoing_a_turn_leaves_one_journal() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 0);
    let before = window.checksum();
    window.perform("wait");
    window.request(SessionRequest::Undo);
    assert_eq!(window.checksum(), before);
    let files: Vec<_> = fs::read_dir(home.path()).expect("a folder").flatten().map(|file| file.file_name()).collect();
    assert_eq!(files, ["battle.journal"]);
}

#[test]
fn an_unfinished_battle_is_kept_when_the_same_scenario_starts_again() {
    let home = tempfile::tempdir().expect("a folder");
    let window = bridge(home.path(), 6);
    let path = window.home().journal();
    drop(window);
    let begun = fs::read(&path).expect("a journal");
    let window = bridge(home.path(), 0);
    let aside = home.path().join("battle-1.journal");
    assert_eq!(fs::read(&aside).expect("it is kept"), begun);
    assert!(window.notices.iter().any(|told| told.contains("battle-1.journal")), "{:?}", window.notices);
    let answers = |path: &Path| journal::read(path).expect("a journal").chosen.len();
    assert!(answers(&path) < answers(&aside));
}

#[test]
fn loading_a_save_from_the_beginning_replaces_the_later_journal() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 0);
    let checksum = window.checksum();
    window.request(SessionRequest::QuickSave);
    play(&mut window, 3);
    window.request(SessionRequest::QuickLoad);
    assert_eq!(window.checksum(), checksum);
    assert!(!home.path().join("battle-1.journal").exists(), "{:?}", window.notices);
}
