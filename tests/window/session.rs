//! The session of the window without panels: saves, undo, the journal, playback and changed files.

use std::fs;
use std::path::Path;

use crate::headless::*;
use warboard::battle::{CombatantId, Side};
use warboard::control::orders::{OrderScope, Orders, Question};
use warboard::control::{Charger, Controller, Habit};
use warboard::gui::playback::Playback;
use warboard::gui::saves::SessionRequest;
use warboard::gui::session::Session;
use warboard::gui::session::files::{BattleFiles, FileChanges};
use warboard::replay::journal;
use warboard::resolution::{Act, Asks, Choice, legal};

/// The answer of a simple player.
fn sensible(window: &HeadlessWindow) -> Choice {
    let (session, prompt) = (window.session(), window.asked().expect("an open prompt"));
    Charger::default().answer(session.ahead(), session.rules(), &session.opening.setup, &prompt).choice
}

fn play(window: &mut HeadlessWindow, answers: usize) {
    for _ in 0..answers {
        if !window.is_over() {
            let choice = sensible(window);
            window.answer(choice);
        }
    }
}

/// A battle at the bridge after a number of answers, with instant playback.
fn bridge(home: &Path, answers: usize) -> HeadlessWindow {
    let mut window = HeadlessWindow::new(home, &project()).at_once();
    window.show(opening(&project(), "bridge", 7));
    play(&mut window, answers);
    window
}

/// Moves the prompted combatant one cell, or lets it wait where it cannot move.
fn step(window: &mut HeadlessWindow) -> (CombatantId, bool) {
    let who = window.asked().expect("an open prompt").who;
    let session = window.session();
    let here = session.ahead().footprint(who).anchor;
    let shape = session.ahead().shape();
    let walk = shape.directions().map(|dir| Act::along("move", vec![shape.step(here, dir)]));
    let found = walk.into_iter().find(|act| legal::check(session.ahead(), session.rules(), who, act).is_ok());
    let moves = found.is_some();
    window.answer(Choice::Act(found.unwrap_or_else(|| Act::own("wait"))));
    (who, moves)
}

#[test]
fn a_quick_load_restores_the_state_and_the_habits() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 12);
    let question = Question::Face;
    window.get_mut::<Orders>().keep(OrderScope::Side(Side(0)), question, Some(Habit::Never));
    window.frame();
    window.request(SessionRequest::QuickSave);
    let (saved, asked) = (window.checksum(), window.asked());
    assert_eq!(window.shown(), saved, "what is shown is what is");
    window.get_mut::<Orders>().forget_habits(|_| true);
    play(&mut window, 9);
    assert_ne!(window.checksum(), saved, "the battle went on");
    window.request(SessionRequest::QuickLoad);
    assert_eq!((window.checksum(), window.shown(), window.asked()), (saved, saved, asked));
    let kept = window.get::<Orders>().kept(OrderScope::Side(Side(0)), question);
    assert_eq!(kept.map(|order| order.habit.clone()).collect::<Vec<_>>(), [Habit::Never]);
    assert_eq!(window.notices, ["saved", "loaded"]);
    let first: Vec<u64> = (0..6).map(|_| (play(&mut window, 1), window.checksum()).1).collect();
    window.request(SessionRequest::QuickLoad);
    let again: Vec<u64> = (0..6).map(|_| (play(&mut window, 1), window.checksum()).1).collect();
    assert_eq!(first, again, "the dice and the program go on as they did");
}

#[test]
fn without_a_quick_save_loading_says_so_and_changes_nothing() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 2);
    let before = window.checksum();
    window.request(SessionRequest::QuickLoad);
    assert_eq!(
        (window.checksum(), window.notices.as_slice()),
        (before, ["there is no quick save".to_owned()].as_slice())
    );
}

#[test]
fn turns_are_undone_one_by_one_until_a_die_was_rolled() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 0);
    let mut states = vec![(window.checksum(), window.asked())];
    let rolls = window.session().battle().dice().rolls_made();
    while states.len() < 4 {
        step(&mut window);
        assert_eq!(window.session().battle().dice().rolls_made(), rolls, "no attack has been made");
        states.push((window.checksum(), window.asked()));
    }
    while let Some(_later) = states.pop().filter(|_| !states.is_empty()) {
        window.request(SessionRequest::Undo);
        let (before, asked) = states.last().expect("a state before");
        assert_eq!((window.checksum(), window.shown(), &window.asked()), (*before, *before, asked));
    }
    window.request(SessionRequest::Undo);
    assert!(window.notices.last().is_some_and(|told| told.starts_with("nothing to undo")), "{:?}", window.notices);
    while window.session().battle().dice().rolls_made() == rolls {
        play(&mut window, 1);
    }
    let fought = window.checksum();
    window.request(SessionRequest::Undo);
    assert_eq!(window.checksum(), fought, "a die was rolled");
}

#[test]
fn a_battle_continues_from_a_truncated_journal_and_reports_the_loss() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = bridge(home.path(), 10);
    window.get_mut::<Orders>().keep(OrderScope::One(CombatantId(2)), Question::Face, Some(Habit::Always));
    window.frame();
    let path = window.home().journal();
    let orders = window.get::<Orders>().habits().to_vec();
    drop(window);
    let whole = journal::read(&path).expect("a journal");
    let bytes = fs::read(&path).expect("its bytes");
    fs::write(&path, &bytes[..bytes.len() - 5]).expect("it can be cut");
    let mut window = HeadlessWindow::new(home.path(), &project()).at_once();
    window.request(SessionRequest::Continue);
    assert_eq!(window.notices, ["the last answer was cut off in the journal and is lost"]);
    assert_eq!(window.get::<Orders>().habits(), orders);
    let given: Vec<_> = window.session().recording().chosen().cloned().collect();
    let left: Vec<_> = whole.chosen.iter().filter(|chosen| chosen.choice != Choice::Pass).cloned().collect();
    assert_eq!(given[..left.len() - 1], left[..left.len() - 1]);
    assert_eq!(window.shown(), window.checksum());
    play(&mut window, 3);
    let (checksum, kept) = (window.checksum(), journal::read(&path).expect("it is written on"));
    assert_eq!(kept.lost, 0);
    drop(window);
    let mut window = HeadlessWindow::new(home.path(), &project());
    window.request(SessionRequest::Continue);
    assert_eq!(window.checksum(), checksum);
}

#[test]
fn skipping_shows_the_same_end_as_watching() {
    let homes = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let [mut watched, mut skipped, instant] =
        [0, 1, 2].map(|at: usize| HeadlessWindow::new(homes[at].path(), &project()));
    let mut instant = instant.at_once();
    for window in [&mut watched, &mut skipped, &mut instant] {
        window.show(opening(&project(), "bridge", 7));
    }
    let mut frames = [0_u32; 2];
    for _ in 0..25 {
        let choice = sensible(&watched);
        instant.answer(choice.clone());
        for window in [&mut watched, &mut skipped] {
            window.app.world_mut().write_message(warboard::gui::session::PlayerAnswer(choice.clone()));
        }
        frames[0] += until_asked(&mut watched, false);
        frames[1] += until_asked(&mut skipped, true);
        assert_eq!(watched.shown(), watched.checksum(), "what is shown is what is");
        assert_eq!([skipped.shown(), instant.shown()], [watched.shown(); 2]);
        let rows = |window: &HeadlessWindow| window.get::<warboard::ecs::ShownBattle>().snapshot().rows.clone();
        assert_eq!(format!("{:?}", rows(&skipped)), format!("{:?}", rows(&watched)));
    }
    assert!(frames[1] < frames[0], "skipping is quicker: {frames:?} frames");
}

/// The number of frames until a prompt is open and playback is idle, with Esc pressed in each if skipping.
fn until_asked(window: &mut HeadlessWindow, skips: bool) -> u32 {
    for frame in 1..100_000 {
        window.frame();
        if window.asked().is_some() && window.get::<Playback>().is_idle() {
            return frame;
        }
        if skips {
            window.get_mut::<Playback>().skip();
        }
    }
    panic!("no prompt was opened");
}

#[test]
fn a_battle_in_the_window_equals_the_battle_of_the_command_line() {
    use warboard::control::{Seats, Strength, Tactician, ask};
    use warboard::replay::Playthrough;
    use warboard::resolution::BattleStatus;
    let home = tempfile::tempdir().expect("a folder");
    // One opponent errs at random, so its seed must be equal too.
    let strengths = [Strength::Hard, Strength::Normal];
    let mut opening = opening(&project(), "duel", 11);
    opening.seats = strengths.map(warboard::gui::session::Seat::Ai).to_vec();
    let seed = opening.beginning().ai_seed();
    let mind = |(side, strength)| Box::new(Tactician::new(Side(side), seed, strength)) as Box<dyn Controller + Send>;
    let mut seats = Seats::new((0..).zip(strengths).map(mind).collect());
    let mut plain = Playthrough::begin(opening.setup.clone(), opening.beginning());
    while let BattleStatus::Awaiting(prompt) = plain.advance().expect("no journal") {
        let answer = ask(plain.battle(), &mut seats, &prompt).expect("an answer");
        plain.answer(answer.choice).expect("a legal one");
    }
    let mut window = HeadlessWindow::new(home.path(), &project()).at_once();
    window.show(opening);
    let past = window.get::<warboard::gui::session::Past>();
    assert_eq!(past.0.recording().to_text(), plain.recording().to_text());
}

#[test]
fn a_question_with_a_habit_is_never_asked() {
    let home = tempfile::tempdir().expect("a folder");
    let asked_to_face = |habit: Option<Habit>| {
        let mut window = bridge(home.path(), 0);
        window.get_mut::<Orders>().keep(OrderScope::Side(Side(0)), Question::Face, habit);
        let mut asked = 0;
        for _ in 0..160 {
            match window.asked() {
                Some(prompt) if matches!(prompt.asks, Asks::Face { .. }) => asked += 1,
                Some(_) => {}
                None => break,
            }
            play(&mut window, 1);
        }
        asked
    };
    assert!(asked_to_face(None) > 0, "a unit of the player is flanked in this battle");
    assert_eq!(asked_to_face(Some(Habit::Never)), 0);
}

/// A copy of the project's files for tests that damage them.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else if entry.path().extension().is_some_and(|extension| extension == "ron") {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

/// Changes a file with a modification time that differs on any file system.
fn rewrite(path: &Path, change: impl Fn(&str) -> String) {
    let text = fs::read_to_string(path).expect("a text");
    let before = fs::metadata(path).and_then(|about| about.modified()).expect("a time");
    fs::write(path, change(&text)).expect("it can be written");
    let file = fs::File::options().write(true).open(path).expect("a file");
    file.set_modified(before + std::time::Duration::from_secs(2)).expect("a later time");
}

/// Frames of more than a second.
fn a_while(window: &mut HeadlessWindow) {
    for _ in 0..30 {
        window.frame();
    }
}

#[test]
fn changed_files_are_reported_and_the_running_battle_is_unaffected() {
    let (home, files) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let root = files.path();
    for folder in ["assets", "scenarios"] {
        copy(&project().join(folder), &root.join(folder));
    }
    let mut window = HeadlessWindow::new(home.path(), root).at_once();
    window.show(opening(root, "bridge", 7));
    play(&mut window, 8);
    let (before, content) = (window.checksum(), window.session().opening.beginning().content);
    assert!(matches!(window.get::<BattleFiles>().news, FileChanges::Same));

    let unit = root.join("assets/units/time_count/swordsman.ron");
    let sound = fs::read_to_string(&unit).expect("a unit");
    rewrite(&unit, |text| text.replacen("rate:", "raet:", 1));
    a_while(&mut window);
    let FileChanges::Broken(wrong) = &window.get::<BattleFiles>().news else {
        panic!("{:?}", window.get::<BattleFiles>().news)
    };
    let line = 1 + sound.lines().position(|line| line.contains("rate:")).expect("the line");
    assert!(wrong[0].brief().contains(&format!("swordsman.ron:{line}:")), "{}", wrong[0].brief());
    assert!(wrong[0].render().contains("raet"), "{}", wrong[0].render());
    assert_eq!(window.checksum(), before);
    play(&mut window, 4);
    assert_eq!(window.session().opening.beginning().content, content, "the battle is played on as it was made");

    rewrite(&unit, |_| sound.clone());
    a_while(&mut window);
    assert!(matches!(window.get::<BattleFiles>().news, FileChanges::Same), "mended");

    rewrite(&root.join("scenarios/bridge.ron"), |text| text.replacen("The bridge", "The old bridge", 1));
    a_while(&mut window);
    let FileChanges::Changed { what, .. } = &window.get::<BattleFiles>().news else {
        panic!("{:?}", window.get::<BattleFiles>().news)
    };
    assert_eq!(what, &["the scenario"]);
    let now = (window.checksum(), window.session().recording().chosen().count());
    step(&mut window);
    window.request(SessionRequest::Undo);
    assert_eq!((window.checksum(), window.session().recording().chosen().count()), now, "undo needs no files");
    assert!(matches!(window.get::<BattleFiles>().news, FileChanges::Changed { .. }), "and the news is not forgotten");

    window.request(SessionRequest::RestartChanged);
    assert_eq!(&*window.session().opening.setup.name, "The old bridge");
    assert_eq!(window.session().recording().chosen().count(), 0);
    assert!(matches!(window.get::<BattleFiles>().news, FileChanges::Same));
    assert!(window.app.world().contains_resource::<Session>());
}
