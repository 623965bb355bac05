//! The pause menu: saving, loading, restarting a turn or the battle, surrendering, and leaving.

use std::fs;

use bevy::prelude::{KeyCode, State};
use tempfile::TempDir;
use warboard::control::{Charger, Controller};
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::OpenWindows;
use warboard::gui::input::Intent;
use warboard::gui::playback::{Playback, Speed};
use warboard::gui::screens::Screen;
use warboard::gui::session::{OpenPrompt, Past, Seat, Session};
use warboard::replay::{Recording, journal, verify};
use warboard::resolution::Choice;
use warboard::resolution::event::BattleOutcome;

use crate::test_window::{TestWindow, opening, opening_of};

/// The duel between a person and a strong computer, at the person's first question, in a small window.
fn duel(home: &TempDir) -> TestWindow {
    let opening = opening("duel.ron", &[Seat::Human, Seat::Human]);
    let opening = opening_of(opening.scenario, "fragments", &[Seat::Human, Seat::Human], 3);
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.resize(1024.0, 640.0);
    window.change::<warboard::gui::settings::Settings>(|settings| settings.pass_screen = false);
    window.change::<Playback>(|playback| playback.speed = Speed::Instant);
    window.wait_for_prompt().frames(4);
    window
}

fn screen(window: &TestWindow) -> Screen {
    *window.resource::<State<Screen>>().get()
}

fn shown(window: &TestWindow) -> u64 {
    window.resource::<ShownBattle>().snapshot().checksum(0)
}

/// Answers the open question as the simple opponent would.
fn play_on(window: &mut TestWindow) {
    let prompt = window.resource::<OpenPrompt>().0.clone().expect("a question");
    let session = window.resource::<Session>();
    let choice = Charger::default().answer(session.ahead(), session.rules(), &session.opening.setup, &prompt).choice;
    window.answer(choice);
    window.wait_until("it goes on", |window| {
        window.resource::<OpenPrompt>().0.is_some() || screen(window) == Screen::Result
    });
    window.frames(4);
}

#[test]
fn the_cancel_key_opens_the_menu_only_when_nothing_else_is_to_be_cancelled() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = duel(&home);
    window.click("Move").frames(3);
    assert!(window.resource::<Intent>().action.is_some());
    window.press(KeyCode::Escape).frames(3);
    assert!(window.resource::<Intent>().action.is_none() && !window.shows("Paused"), "{:#?}", window.texts());
    window.press(KeyCode::Escape).frames(3);
    assert!(window.shows("Paused"));
    for words in ["Save", "Load", "Restart turn", "Restart battle", "Surrender", "Quit to the start screen"] {
        let word = window.words().iter().rfind(|word| word.text == words);
        let word = word.unwrap_or_else(|| panic!("no `{words}` in {:#?}", window.texts()));
        assert!(!word.elided && word.clip.contains_rect(word.at), "{word:?}");
    }
    // Keys do not act on the battle behind it.
    window.press(KeyCode::Period).frames(3);
    assert!(window.answers().is_empty());
    window.press(KeyCode::Escape).frames(3);
    assert!(!window.shows("Paused") && window.resource::<OpenPrompt>().0.is_some());
    window.click("Menu").frames(3).click("Settings (F10)").frames(3);
    assert!(window.resource::<OpenWindows>().settings && !window.shows("Paused"));
}

#[test]
fn battles_are_saved_listed_loaded_and_deleted() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = duel(&home);
    play_on(&mut window);
    let saved = shown(&window);
    window.press(KeyCode::Escape).frames(3).click("Save").frames(3);
    assert!(window.shows("saved") && !window.shows("Paused"), "{:#?}", window.texts());
    for _ in 0..3 {
        play_on(&mut window);
    }
    window.press(KeyCode::F5).frames(3);
    assert_ne!(shown(&window), saved);
    window.press(KeyCode::Escape).frames(3).click("Load").frames(4);
    assert!(window.shows("Load a battle"), "{:#?}", window.texts());
    let listed = |window: &TestWindow, kind: &str| {
        let texts = window.texts();
        texts.iter().filter(|text| text.starts_with(kind)).map(|text| (*text).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(listed(&window, "Save, Fragments, round 1").len(), 1, "{:#?}", window.texts());
    assert_eq!(listed(&window, "Quick save, Fragments, round").len(), 1, "{:#?}", window.texts());
    // The last row is that of the save.
    window.click("Load");
    window.wait_for_prompt().frames(4);
    assert_eq!(shown(&window), saved);
    window.press(KeyCode::Escape).frames(3).click("Load").frames(4).click("Delete").frames(3);
    assert!(window.shows("Really delete?") && home.path().join("saves/duel-1.warboard").exists());
    window.click("Really delete?").frames(4);
    assert!(!home.path().join("saves/duel-1.warboard").exists());
    assert!(listed(&window, "Save, ").is_empty() && listed(&window, "Quick save").len() == 1);
    assert_eq!(shown(&window), saved, "the battle itself stays");
    // The list is on the start screen as well, and names what is broken.
    fs::create_dir_all(home.path().join("saves")).expect("a folder");
    fs::write(home.path().join("saves/torn.warboard"), "{\"warboard_rec").expect("a file");
    window.press(KeyCode::Escape).frames(3).press(KeyCode::Escape).frames(3);
    window.click("Quit to the start screen").frames(3).click("Leave").frames(8);
    assert_eq!(screen(&window), Screen::Title);
    window.click("Load").frames(4);
    assert!(window.shows("torn.warboard:1:"), "{:#?}", window.texts());
}

#[test]
fn a_turn_begins_again_until_dice_were_rolled() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = duel(&home);
    let begun = (shown(&window), window.resource::<OpenPrompt>().0.clone());
    let here = window.resource::<Session>().ahead().row(begun.1.as_ref().expect("a question").who).position.cell();
    let away = i16::from(here.x < 6) * 2 - 1;
    for step in 1..=2 {
        window.click_cell(Cell::new(here.x + away * step, here.y)).wait_for_prompt().frames(6);
    }
    assert_eq!(window.resource::<Session>().turns.len(), 2, "two walks: {:#?}", window.texts());
    assert_ne!(shown(&window), begun.0);
    window.press(KeyCode::Escape).frames(3).click("Restart turn").wait_for_prompt().frames(4);
    assert_eq!((shown(&window), window.resource::<OpenPrompt>().0.clone()), begun);
    assert!(window.resource::<Session>().turns.is_empty());
    // Now nothing is left to take back: the entry does nothing.
    window.press(KeyCode::Escape).frames(3).click("Restart turn").frames(3);
    assert!(window.shows("Paused"));
}

#[test]
fn a_battle_is_restarted_only_after_a_question() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = duel(&home);
    let begun = shown(&window);
    play_on(&mut window);
    play_on(&mut window);
    let later = shown(&window);
    window.press(KeyCode::Escape).frames(3).click("Restart battle").frames(3);
    assert!(window.shows("Restart the battle?"));
    window.click("Back").frames(3);
    assert!(window.shows("Paused") && shown(&window) == later);
    window.click("Restart battle").frames(3).click("Restart").wait_for_prompt().frames(4);
    assert_eq!(shown(&window), begun);
    // The unfinished battle is kept and can be loaded.
    window.press(KeyCode::Escape).frames(3).click("Load").frames(4);
    assert!(window.shows("Unfinished, Fragments"), "{:#?}", window.texts());
    window.click("Load").wait_for_prompt().frames(4);
    assert_eq!(shown(&window), later);
}

#[test]
fn who_surrenders_loses_and_the_recording_says_so() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = duel(&home);
    play_on(&mut window);
    let asked = window.resource::<OpenPrompt>().who().expect("a question");
    let session = window.resource::<Session>();
    let (side, setup) = (session.ahead().row(asked).side, session.opening.setup.clone());
    window.press(KeyCode::Escape).frames(3).click("Surrender").frames(3);
    assert!(window.shows("counts as a defeat"));
    window.click("Surrender");
    window.wait_until("the battle is over", |window| screen(window) == Screen::Result).frames(4);
    assert!(window.shows(" surrendered."), "{:#?}", window.texts());
    let recording = window.resource::<Past>().0.recording().clone();
    let outcome = &recording.ending().expect("an end").outcome;
    let BattleOutcome::Won { side: winner, because } = outcome else { panic!("{outcome:?}") };
    assert_ne!(*winner, side);
    assert_eq!(*because, format!("{} surrendered", setup.sides[usize::from(side.0)].name));
    assert_eq!(recording.chosen().last().map(|chosen| &chosen.choice), Some(&Choice::Surrender));
    let read = Recording::read(&recording.to_text()).expect("a recording");
    assert!(verify(&setup, &read).expect("it plays as it did").finished);
    assert!(journal::read(&home.path().join("battle.journal")).expect("a journal").finished);
}
