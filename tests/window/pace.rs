//! Frame pacing: frames at once while something moves, and none while nothing changes.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::looks::{TWO, battle, home, meadow, shipped};
use crate::test_window::TestWindow;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};
use warboard::battle::Act;
use warboard::content::Source;
use warboard::control::Strength;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::frame::Waker;
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::{Ended, OpenPrompt, PlayerAnswer, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::Choice;

/// The time until the next frame without events; `None` if frames run without a pause.
fn pause(window: &TestWindow) -> Option<Duration> {
    let settings = window.resource::<WinitSettings>();
    assert!(settings.focused_mode == settings.unfocused_mode, "a window behind others is one like any other");
    match settings.focused_mode {
        UpdateMode::Reactive { wait, .. } => Some(wait),
        UpdateMode::Continuous => None,
    }
}

/// Whether no frame runs without an event.
pub fn rests(window: &TestWindow) -> bool {
    pause(window).is_some_and(|wait| wait > Duration::from_secs(600))
}

/// Asserts that no frame requests another one.
fn asks_for_none(window: &mut TestWindow, what: &str) {
    window.world_mut().resource_mut::<Messages<RequestRedraw>>().clear();
    for _ in 0..5 {
        window.frames(1);
        assert!(rests(window), "{what}");
        assert!(window.resource::<Messages<RequestRedraw>>().is_empty(), "{what}");
    }
}

#[test]
fn no_frames_are_made_while_nothing_changes() {
    for (scenario, ruleset) in [("bridge.ron", "time_count"), ("night_ambush.ron", "fragments")] {
        let home = home();
        let mut window = battle(&home, shipped(scenario), ruleset, &TWO);
        window.frames(200);
        asks_for_none(&mut window, scenario);
        window.press(KeyCode::F10).click("Keys").click("a word or a key").frames(100);
        asks_for_none(&mut window, "a field to type into");
    }
    let home = home();
    let mut window = TestWindow::open(home.path(), None);
    window.frames(60);
    assert!(rests(&window), "the start screen");
}

/// Six against six, far apart.
fn far() -> Source {
    let row = format!("\".a{}b.\",", ".".repeat(60));
    let text = format!(
        r##"(
    name: "Far", about: "Twelve.", shape: Square, map: [{}],
    legend: {{ ".": "grass" }}, marks: {{ "a": "grass", "b": "grass" }},
    sides: [
        (name: "Ours", control: Human, units: [(unit: "swordsman", at: Mark("a"))]),
        (name: "Theirs", control: Human, units: [(unit: "swordsman", at: Mark("b"))]),
    ],
)"##,
        row.repeat(6)
    );
    Source::new("far.ron", text)
}

#[test]
fn the_window_rests_while_the_program_thinks_and_is_woken_by_its_answer() {
    let home = home();
    let seats = [Seat::Human, Seat::Ai(Strength::Hard)];
    let mut window = battle(&home, far(), "fragments", &seats);
    let woken = Arc::new(AtomicU32::new(0));
    let counted = woken.clone();
    window.world_mut().insert_resource(Waker::new(move || _ = counted.fetch_add(1, Ordering::Relaxed)));
    let state = |window: &TestWindow| {
        let session = window.resource::<Session>();
        (session.thinks_for(), session.recording().chosen().count())
    };
    for _ in 0..4000 {
        if woken.load(Ordering::Relaxed) >= 20 {
            return;
        }
        if window.resource::<OpenPrompt>().0.is_some() {
            window.world_mut().write_message(PlayerAnswer(Choice::Act(Act::own("wait"))));
        }
        let before = state(&window);
        window.frames(1);
        let (thinks, given) = state(&window);
        // No answer in this frame: the computer is still thinking.
        let thought_on = thinks.is_some() && (thinks, given) == before;
        assert!(!thought_on || rests(&window), "frames are made while it thinks");
    }
    panic!("the computer never thinks: {:#?}", window.texts());
}

/// A battle that one side wins after six seconds.
fn short() -> Source {
    let text = meadow(12, 1).text.replace("name: \"Ours\", ", "name: \"Ours\", goals: [Last(count: 12)], ");
    Source::new("short.ron", text)
}

#[test]
fn the_frame_that_shows_the_result_is_requested() {
    let home = home();
    let mut window = battle(&home, short(), "time_count", &TWO);
    for _ in 0..400 {
        if window.world().contains_resource::<Ended>() {
            break;
        }
        if window.resource::<OpenPrompt>().0.is_some() {
            window.world_mut().write_message(PlayerAnswer(Choice::Act(Act::own("wait"))));
        }
        window.frames(1);
    }
    assert!(window.world().contains_resource::<Ended>(), "the battle ends: {:#?}", window.texts());
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Battle);
    assert!(!rests(&window));
    window.frames(1);
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Result);
}

#[test]
fn events_after_an_idle_time_are_shown_from_their_beginning() {
    let home = home();
    let mut window = battle(&home, meadow(14, 1), "fragments", &TWO);
    window.change::<Settings>(|settings| settings.speed = Speed::Normal);
    window.frames(200);
    assert!(rests(&window));
    let who = window.resource::<OpenPrompt>().who().expect("an open prompt");
    let place = |window: &TestWindow| window.resource::<ShownBattle>().snapshot().rows[who.index()].position.cell();
    let here = place(&window);
    let way: Vec<Cell> = (1..=3).map(|down| Cell::new(here.x, here.y + down)).collect();
    let end = way[2];
    let frames_take = |window: &mut TestWindow, time| {
        window.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(time));
    };
    // The rest is in the time of the first frames after it.
    frames_take(&mut window, Duration::from_secs(5));
    window.world_mut().write_message(PlayerAnswer(Choice::Act(Act::along("move", way))));
    window.frames(3);
    let moved = place(&window).y - here.y;
    assert!((0..=1).contains(&moved), "{moved} cells in three frames");
    frames_take(&mut window, Duration::from_millis(50));
    window.wait_until("the unit arrives", |window| place(window) == end);
}

#[test]
fn a_failed_write_is_retried_every_second() {
    let home = home();
    // A folder is in the way, as a full disk would be.
    let path = home.path().join("battle.journal");
    fs::create_dir(&path).expect("a folder");
    let mut window = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    window.frames(300);
    assert_eq!(pause(&window), Some(Duration::from_secs(1)));
    fs::remove_dir(&path).expect("it is empty");
    window.frames(30);
    assert!(window.shows("saved again"), "{:#?}", window.texts());
    window.frames(200);
    assert!(rests(&window));
}
