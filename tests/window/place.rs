//! The window itself: its panels at any size, its place on the screen, and how it is left.

use std::fs;

use crate::pace::rests;
use crate::pane::{Pane, opening};
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

fn battle(home: &TempDir) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening("duel.ron", &TWO)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(10);
    pane
}

/// The heads of both panels at the sides, if they are seen.
fn panels(pane: &Pane) -> (bool, bool) {
    (pane.shows("hit points"), pane.texts().contains(&"AI thoughts"))
}

#[test]
fn panels_come_back_with_the_room_for_them() {
    let home = home();
    let mut pane = battle(&home);
    assert_eq!(panels(&pane), (true, true));
    pane.resize(800.0, 700.0);
    assert_eq!(panels(&pane), (false, true), "there is room for one");
    pane.press(KeyCode::F3);
    assert_eq!(panels(&pane), (true, false), "the one that was opened last");
    pane.resize(1440.0, 900.0);
    assert_eq!(panels(&pane), (true, true));
    pane.change::<Settings>(|settings| settings.scale = 200);
    pane.frames(4);
    assert_ne!(panels(&pane), (true, true));
    pane.change::<Settings>(|settings| settings.scale = 100);
    pane.frames(4);
    assert_eq!(panels(&pane), (true, true));
    pane.press(KeyCode::F4);
    assert_eq!(panels(&pane), (true, false), "what the player folds away stays away");
    pane.resize(800.0, 700.0);
    pane.resize(1440.0, 900.0);
    assert_eq!(panels(&pane), (true, false));
    drop(pane);
    let text = fs::read_to_string(home.path().join("settings.ron")).expect("the settings are kept");
    assert!(text.contains("unit_panel: true") && text.contains("log_panel: false"), "{text}");
}

fn size(pane: &mut Pane) -> (f32, f32) {
    let world = pane.world_mut();
    let window = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).expect("a window");
    (window.width(), window.height())
}

fn fills(pane: &mut Pane) -> bool {
    let world = pane.world_mut();
    let window = world.query_filtered::<&Window, With<PrimaryWindow>>().single(world).expect("a window");
    window.mode != WindowMode::Windowed
}

#[test]
fn the_window_opens_as_large_as_it_was_left() {
    let home = home();
    let mut pane = battle(&home);
    assert_eq!(size(&mut pane), (1440.0, 900.0));
    pane.resize(1111.0, 777.0);
    pane.frames(5);
    let kept = |pane: &Pane| (pane.resource::<Settings>().window.width, pane.resource::<Settings>().window.height);
    assert_eq!(kept(&pane), (1440, 900));
    assert!(!rests(&pane), "frames are made until the place is kept");
    pane.frames(20);
    assert_eq!(kept(&pane), (1111, 777));
    // As small as it is while it is put away.
    pane.resize(310.0, 700.0);
    pane.frames(20);
    drop(pane);
    assert_eq!(size(&mut Pane::open(home.path(), None)), (1111.0, 777.0));
}

#[test]
fn the_screen_is_filled_by_a_key_and_from_the_settings_and_stays_filled() {
    let home = home();
    let mut pane = battle(&home);
    pane.press_with(KeyCode::AltLeft, KeyCode::Enter);
    assert!(fills(&mut pane) && pane.given().is_empty());
    drop(pane);
    let mut again = battle(&home);
    assert!(fills(&mut again));
    again.press(KeyCode::F10).click("Full screen (Alt Enter)").frames(3);
    assert!(!fills(&mut again));
    // Over a window, too.
    again.press_with(KeyCode::AltLeft, KeyCode::Enter);
    assert!(fills(&mut again));
}

#[test]
fn a_battle_is_not_left_nor_the_window_closed_in_it_unasked() {
    let home = home();
    let mut pane = battle(&home);
    pane.ask_to_close().frames(3);
    assert!(pane.shows("Close Warboard?") && pane.shows("The battle is saved"), "{:#?}", pane.texts());
    assert!(!pane.has_ended());
    pane.press(KeyCode::Period);
    assert!(pane.given().is_empty(), "no key gets past the question");
    pane.press(KeyCode::Escape);
    assert!(!pane.shows("Close Warboard?") && !pane.has_ended());
    pane.ask_to_close().ask_to_close();
    assert!(pane.has_ended(), "whoever asks twice means it");

    let mut pane = battle(&home);
    pane.change::<OpenWindows>(|windows| windows.leaving = Some(warboard::gui::hud::Leaving::Battle));
    assert!(pane.shows("Leave this battle?"), "{:#?}", pane.texts());
    pane.click("Leave").frames(4);
    assert_eq!(*pane.resource::<State<Screen>>().get(), Screen::Title);
    pane.ask_to_close();
    assert!(pane.has_ended(), "nothing is going on there");
}
