//! Notes explain a concept when it first matters, one at a time, and stay dismissed.

use bevy::prelude::{KeyCode, Vec2};
use tempfile::TempDir;
use warboard::content::Source;
use warboard::grid::Cell;
use warboard::gui::learn::hint::Hint;
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::gui::settings::Settings;
use warboard::resolution::{Act, Choice};

use crate::play::scenario;
use crate::test_window::{TestWindow, opening_of};

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

/// A battle with hints: Asa at (1, 1) is asked, Bror stands far away.
fn battle(home: &TempDir) -> TestWindow {
    let aware = scenario("swordsman", 600).text.replace(", surprised: true", "");
    let opening = opening_of(Source::new("field.ron", aware), "fragments", &TWO, 7);
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.change::<Settings>(|settings| {
        (settings.hints, settings.speed, settings.pass_screen) = (true, Speed::Instant, false);
    });
    window.wait_for_prompt().frames(40);
    while window.resource::<OpenPrompt>().who() != Some(warboard::battle::CombatantId(0)) {
        window.answer(Choice::Act(Act::own("wait")));
        window.wait_for_prompt().frames(3);
    }
    // Away from the board.
    rest(&mut window);
    window
}

/// Moves the pointer off the board.
fn rest(window: &mut TestWindow) {
    window.point_at(Vec2::new(8.0, 8.0)).frames(3);
}

fn notes(window: &TestWindow) -> usize {
    window.texts().iter().filter(|text| **text == "Got it").count()
}

const BROR: Cell = Cell { x: 8, y: 1 };

#[test]
fn a_hint_appears_when_it_first_matters_and_stays_dismissed() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = battle(&home);
    assert_eq!(notes(&window), 0, "nothing matters yet: {:#?}", window.texts());
    window.hover_over(BROR);
    assert!(window.shows("Out of reach") && notes(&window) == 1, "{:#?}", window.texts());
    rest(&mut window);
    assert!(notes(&window) == 1, "a note waits to be read");
    window.click("Got it").frames(4);
    rest(&mut window);
    assert_eq!(notes(&window), 0, "{:#?}", window.texts());
    window.hover_over(BROR);
    assert!(window.shows("The forecast") && notes(&window) == 1, "the next concept follows: {:#?}", window.texts());
    window.click("Got it").frames(4).hover_over(BROR);
    assert_eq!(notes(&window), 0, "{:#?}", window.texts());
    let seen = window.resource::<Settings>().hints_seen.clone();
    assert!(seen.contains(&Hint::Approach) && seen.contains(&Hint::Forecast), "{seen:?}");
    drop(window);
    let mut window = battle(&home);
    window.hover_over(BROR);
    assert_eq!(notes(&window), 0, "dismissed for good: {:#?}", window.texts());
    rest(&mut window);
    window.press(KeyCode::F10).click("Show all hints again").press(KeyCode::Escape).hover_over(BROR);
    assert_eq!(notes(&window), 1, "{:#?}", window.texts());
}

#[test]
fn hints_can_be_turned_off_for_good() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = battle(&home);
    window.hover_over(BROR);
    window.click("No more hints").frames(4).hover_over(BROR);
    assert_eq!(notes(&window), 0, "{:#?}", window.texts());
    assert!(!window.resource::<Settings>().hints);
    let text = std::fs::read_to_string(home.path().join("settings.ron")).expect("the settings are kept");
    assert!(text.contains("hints: false"), "{text}");
}

#[test]
fn every_hint_fits_into_a_note() {
    for hint in Hint::ALL {
        let (title, words) = hint.words();
        assert!(title.len() <= 24 && (60..=260).contains(&words.len()), "{hint:?}: {} characters", words.len());
    }
}
