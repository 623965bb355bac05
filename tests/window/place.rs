//! The operating system window: panels at any size, window size and mode, and closing.

use std::fs;

use crate::pace::rests;
use crate::test_window::{TestWindow, opening};
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, WindowMode};
use tempfile::TempDir;
use warboard::gui::hud::OpenWindows;
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::Seat;
use warboard::gui::settings::Settings;

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn battle(home: &TempDir) -> TestWindow {
    let mut window = TestWindow::open(home.path(), Some(opening("duel.ron", &TWO)));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(10);
    window
}

/// The visible headings of both side panels.
fn panels(window: &TestWindow) -> (bool, bool) {
    (window.shows("hit points"), window.texts().contains(&"AI thoughts"))
}

#[test]
fn panels_return_when_there_is_room_for_them() {
    let home = home();
    let mut window = battle(&home);
    assert_eq!(panels(&window), (true, true));
    window.resize(800.0, 700.0);
    assert_eq!(panels(&window), (false, true), "there is room for one");
    window.press(KeyCode::F3);
    assert_eq!(panels(&window), (true, false), "the one that was opened last");
    window.resize(1440.0, 900.0);
    assert_eq!(panels(&window), (true, true));
    window.change::<Settings>(|settings| settings.scale = 200);
    window.frames(4);
    assert_ne!(panels(&window), (true, true));
    window.change::<Settings>(|settings| settings.scale = 100);
    window.frames(4);
    assert_eq!(panels(&window), (true, true));
    window.press(KeyCode::F4);
    assert_eq!(panels(&window), (true, false), "what the player folds away stays away");
    window.resize(800.0, 700.0);
    window.resize(1440.0, 900.0);
    assert_eq!(panels(&window), (true, false));
    drop(window);
    let text = fs::read_to_string(home.path().join("settings.ron")).expect("the settings are kept");
    assert!(text.contains("unit_panel: true") && text.contains("log_panel: false"), "{text}");
}

fn size(window: &mut TestWindow) -> (f32, f32) {
    let world = window.world_mut();
    let window = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).expect("a window");
    (window.width(), window.height())
}

fn fills(window: &mut TestWindow) -> bool {
    let world = window.world_mut();
    let window = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).expect("a window");
    window.mode != WindowMode::Windowed
}

#[test]
fn the_window_opens_at_its_last_size() {
    let home = home();
    let mut window = battle(&home);
    assert_eq!(size(&mut window), (1440.0, 900.0));
    window.resize(1111.0, 777.0);
    window.frames(5);
    let kept =
        |window: &TestWindow| (window.resource::<Settings>().window.width, window.resource::<Settings>().window.height);
    assert_eq!(kept(&window), (1440, 900));
    assert!(!rests(&window), "frames are made until the place is kept");
    window.frames(20);
    assert_eq!(kept(&window), (1111, 777));
    // The minimum size while it is collapsed.
    window.resize(310.0, 700.0);
    window.frames(20);
    drop(window);
    assert_eq!(size(&mut TestWindow::open(home.path(), None)), (1111.0, 777.0));
}

#[test]
fn full_screen_is_toggled_by_key_and_settings_and_is_kept() {
    let home = home();
    let mut window = battle(&home);
    window.press_with(KeyCode::AltLeft, KeyCode::Enter);
    assert!(fills(&mut window) && window.answers().is_empty());
    drop(window);
    let mut again = battle(&home);
    assert!(fills(&mut again));
    again.press(KeyCode::F10).click("Full screen (Alt Enter)").frames(3);
    assert!(!fills(&mut again));
    // Over a window, too.
    again.press_with(KeyCode::AltLeft, KeyCode::Enter);
    assert!(fills(&mut again));
}

#[test]
fn leaving_a_battle_or_closing_its_window_requires_confirmation() {
    let home = home();
    let mut window = battle(&home);
    window.ask_to_close().frames(3);
    assert!(window.shows("Close Warboard?") && window.shows("The battle is saved"), "{:#?}", window.texts());
    assert!(!window.has_ended());
    window.press(KeyCode::Period);
    assert!(window.answers().is_empty(), "no key gets past the question");
    window.press(KeyCode::Escape);
    assert!(!window.shows("Close Warboard?") && !window.has_ended());
    window.ask_to_close().ask_to_close();
    assert!(window.has_ended(), "a second request confirms the first");

    let mut window = battle(&home);
    window.change::<OpenWindows>(|windows| windows.leaving = Some(warboard::gui::hud::Leaving::Battle));
    assert!(window.shows("Leave this battle?"), "{:#?}", window.texts());
    window.click("Leave").frames(4);
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Title);
    window.ask_to_close();
    assert!(window.has_ended(), "nothing is going on there");
}

#[test]
fn the_start_screen_says_what_playing_by_the_chosen_rules_is_like() {
    let home = home();
    let mut window = TestWindow::open(home.path(), None);
    window.frames(6);
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Title);
    for words in ["Time runs in half seconds", "Battles are long and reward care."] {
        assert!(window.shows(words), "{words}: {:#?}", window.texts());
    }
}
