//! When frames are made: at once while something moves, and none while nothing does.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::looks::{TWO, battle, home, meadow, shipped};
use crate::pane::Pane;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};
use warboard::battle::Act;
use warboard::content::authored::Source;
use warboard::control::Strength;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::frame::Waker;
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::{Ended, OpenPrompt, PlayerAnswer, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::Choice;

/// How long no frame is made unless something happens; none where frames are made without a pause.
fn pause(pane: &Pane) -> Option<Duration> {
    let settings = pane.resource::<WinitSettings>();
    assert!(settings.focused_mode == settings.unfocused_mode, "a window behind others is one like any other");
    match settings.focused_mode {
        UpdateMode::Reactive { wait, .. } => Some(wait),
        UpdateMode::Continuous => None,
    }
}

/// Whether no frame is made until something happens.
pub fn rests(pane: &Pane) -> bool {
    pause(pane).is_some_and(|wait| wait > Duration::from_secs(600))
}

/// Expects that no frame asks for another one.
fn asks_for_none(pane: &mut Pane, what: &str) {
    pane.world_mut().resource_mut::<Messages<RequestRedraw>>().clear();
    for _ in 0..5 {
        pane.frames(1);
        assert!(rests(pane), "{what}");
        assert!(pane.resource::<Messages<RequestRedraw>>().is_empty(), "{what}");
    }
}

#[test]
fn no_frames_are_made_while_nothing_changes() {
    for (scenario, ruleset) in [("bridge.ron", "time_count"), ("night_ambush.ron", "fragments")] {
        let home = home();
        let mut pane = battle(&home, shipped(scenario), ruleset, &TWO);
        pane.frames(200);
        asks_for_none(&mut pane, scenario);
        pane.press(KeyCode::F10).click("Keys").click("a word or a key").frames(100);
        asks_for_none(&mut pane, "a field to type into");
    }
    let home = home();
    let mut pane = Pane::open(home.path(), None);
    pane.frames(60);
    assert!(rests(&pane), "the start screen");
}

/// Six against six who are far apart.
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
    let mut pane = battle(&home, far(), "fragments", &seats);
    let woken = Arc::new(AtomicU32::new(0));
    let counted = woken.clone();
    pane.world_mut().insert_resource(Waker::new(move || _ = counted.fetch_add(1, Ordering::Relaxed)));
    let state = |pane: &Pane| {
        let session = pane.resource::<Session>();
        (session.thinks_for(), session.recording().chosen().count())
    };
    for _ in 0..4000 {
        if woken.load(Ordering::Relaxed) >= 20 {
            return;
        }
        if pane.resource::<OpenPrompt>().0.is_some() {
            pane.world_mut().write_message(PlayerAnswer(Choice::Act(Act::own("wait"))));
        }
        let before = state(&pane);
        pane.frames(1);
        let (thinks, given) = state(&pane);
        // Nothing was answered in this frame, and it thinks on.
        let thought_on = thinks.is_some() && (thinks, given) == before;
        assert!(!thought_on || rests(&pane), "frames are made while it thinks");
    }
    panic!("nobody thinks: {:#?}", pane.texts());
}

/// A battle that somebody wins after six seconds.
fn short() -> Source {
    let text = meadow(12, 1).text.replace("name: \"Ours\", ", "name: \"Ours\", goals: [Last(count: 12)], ");
    Source::new("short.ron", text)
}

#[test]
fn the_frame_that_shows_how_a_battle_ended_is_asked_for() {
    let home = home();
    let mut pane = battle(&home, short(), "time_count", &TWO);
    for _ in 0..400 {
        if pane.world().contains_resource::<Ended>() {
            break;
        }
        if pane.resource::<OpenPrompt>().0.is_some() {
            pane.world_mut().write_message(PlayerAnswer(Choice::Act(Act::own("wait"))));
        }
        pane.frames(1);
    }
    assert!(pane.world().contains_resource::<Ended>(), "the battle ends: {:#?}", pane.texts());
    assert_eq!(*pane.resource::<State<Screen>>().get(), Screen::Battle);
    assert!(!rests(&pane));
    pane.frames(1);
    assert_eq!(*pane.resource::<State<Screen>>().get(), Screen::Result);
}

#[test]
fn what_happens_after_a_rest_is_shown_from_its_beginning() {
    let home = home();
    let mut pane = battle(&home, meadow(14, 1), "fragments", &TWO);
    pane.change::<Settings>(|settings| settings.speed = Speed::Normal);
    pane.frames(200);
    assert!(rests(&pane));
    let who = pane.resource::<OpenPrompt>().who().expect("somebody is asked");
    let place = |pane: &Pane| pane.resource::<ShownBattle>().snapshot().rows[who.index()].position.cell();
    let here = place(&pane);
    let way: Vec<Cell> = (1..=3).map(|down| Cell::new(here.x, here.y + down)).collect();
    let end = way[2];
    let frames_take = |pane: &mut Pane, time| {
        pane.world_mut().insert_resource(TimeUpdateStrategy::ManualDuration(time));
    };
    // The rest is in the time of the first frames after it.
    frames_take(&mut pane, Duration::from_secs(5));
    pane.world_mut().write_message(PlayerAnswer(Choice::Act(Act::along("move", way))));
    pane.frames(3);
    let moved = place(&pane).y - here.y;
    assert!((0..=1).contains(&moved), "{moved} cells in three frames");
    frames_take(&mut pane, Duration::from_millis(50));
    pane.until("does it arrive", |pane| place(pane) == end);
}

#[test]
fn what_could_not_be_written_down_is_tried_again_every_second() {
    let home = home();
    // A folder is in the way, as a full disk would be.
    let path = home.path().join("battle.journal");
    fs::create_dir(&path).expect("a folder");
    let mut pane = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    pane.frames(300);
    assert_eq!(pause(&pane), Some(Duration::from_secs(1)));
    fs::remove_dir(&path).expect("it is empty");
    pane.frames(30);
    assert!(pane.shows("saved again"), "{:#?}", pane.texts());
    pane.frames(200);
    assert!(rests(&pane));
}
