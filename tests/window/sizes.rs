//! Panels at every size of the window and every scale: what must be in sight is whole, and nothing lies on anything else.

use crate::looks::{TWO, battle, home, shipped};
use crate::test_window::{TestWindow, Word};
use bevy::prelude::*;
use warboard::content::Does;
use warboard::ecs::ShownBattle;
use warboard::gui::camera::PanelInsets;
use warboard::gui::hud::{Hud, LogBook};
use warboard::gui::session::{OpenPrompt, Session};
use warboard::gui::settings::Settings;
use warboard::narration::LineKind;

const RULESETS: [&str; 5] = ["time_count", "fragments", "fighting_style", "heroes_of_destiny", "pathrunner"];

/// Sizes of the window, in pixels, and scales of the panels, in percent.
const SIZES: [(f32, f32); 4] = [(1024.0, 640.0), (1280.0, 800.0), (1920.0, 1080.0), (2560.0, 1440.0)];
const SCALES: [u16; 5] = [75, 100, 125, 150, 200];

/// Runs a check at every size and scale.
fn everywhere(window: &mut TestWindow, mut check: impl FnMut(&mut TestWindow, (f32, f32), &str)) {
    for (width, height) in SIZES {
        for scale in SCALES {
            window.resize(width, height);
            window.change::<Settings>(|settings| settings.scale = scale);
            window.frames(3);
            let zoom = f32::from(scale) / 100.0;
            check(window, (width / zoom, height / zoom), &format!("{width}x{height} at {scale} %"));
        }
    }
}

/// Whether a text is whole: within its clip rectangle, and not shortened.
fn is_whole(word: &Word) -> bool {
    !word.elided && word.clip.expand(1.0).contains_rect(word.at)
}

/// The name of the action that ends a turn.
fn ending(window: &TestWindow) -> String {
    let rules = window.resource::<Session>().rules();
    let ends = rules.actions.iter().find(|action| action.does == Does::Wait);
    ends.expect("an action that ends the turn").name.clone()
}

#[test]
fn the_end_of_the_turn_is_in_sight_at_every_size_and_scale() {
    for ruleset in RULESETS {
        let home = home();
        let mut window = battle(&home, shipped("bridge.ron"), ruleset, &TWO);
        let name = ending(&window);
        everywhere(&mut window, |window, (width, height), at| {
            let ends = window.words().iter().filter(|word| word.text == name && is_whole(word));
            let inside = |word: &Word| word.at.right() <= width && word.at.bottom() <= height;
            assert_eq!(ends.filter(|word| inside(word)).count(), 1, "{ruleset}, {at}: {:#?}", window.texts());
        });
    }
}

#[test]
fn the_texts_of_the_toolbar_never_lie_on_each_other() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "fragments", &TWO);
    everywhere(&mut window, |window, (width, _), at| {
        let bar: Vec<&Word> =
            window.words().iter().filter(|word| word.is_seen() && word.at.center().y < 30.0).collect();
        assert!(bar.iter().any(|word| word.text == "Menu" && is_whole(word)), "{at}: {:#?}", window.texts());
        assert!(bar.iter().any(|word| word.text == "round 1" && is_whole(word)), "{at}: {:#?}", window.texts());
        for (number, word) in bar.iter().enumerate() {
            assert!(word.at.right() <= width, "{at}: {word:?}");
            let other = bar[number + 1..].iter().find(|other| other.at.shrink(1.0).intersects(word.at.shrink(1.0)));
            assert!(other.is_none(), "{at}: {word:?} {other:?}");
        }
    });
}

#[test]
fn panels_leave_the_board_its_share_of_the_window() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "fragments", &TWO);
    for (width, height) in SIZES {
        for scale in SCALES {
            window.resize(width, height);
            window.change::<Settings>(|settings| settings.scale = scale);
            let PanelInsets { left, right, top, bottom } = *window.resource::<PanelInsets>();
            // The bridge has 24 by 14 cells.
            let cell = ((width - left - right) / 24.0).min((height - top - bottom) / 14.0);
            let share = cell * cell * 24.0 * 14.0 / (width * height);
            let least = if height * 100.0 / f32::from(scale) < 400.0 { 0.15 } else { 0.25 };
            assert!(share >= least, "{width}x{height} at {scale} %: {share}");
        }
    }
}

#[test]
fn a_log_that_a_small_window_closed_opens_again() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "fragments", &TWO);
    let log = |window: &TestWindow| window.texts().contains(&"everyone");
    assert!(log(&window));
    window.resize(500.0, 900.0);
    assert!(!log(&window), "there is no room for it: {:#?}", window.texts());
    window.press(KeyCode::F4).frames(3);
    assert!(log(&window), "the player may open it all the same");
    window.press(KeyCode::F4).frames(3);
    assert!(!log(&window));
    window.resize(1440.0, 900.0);
    assert!(log(&window), "{:#?}", window.texts());
    assert!(window.texts().iter().any(|text| text.starts_with("hit points")), "and the unit card");
}

#[test]
fn the_log_of_a_new_battle_says_how_each_side_wins() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "fragments", &TWO);
    assert!(window.shows("The battle begins."), "{:#?}", window.texts());
    assert!(window.shows("hold the bridge alone"), "{:#?}", window.texts());
    window.change::<LogBook>(|book| book.kinds = [LineKind::Harm].into_iter().collect());
    assert!(window.shows("No lines match the filters"), "{:#?}", window.texts());
    window.click("Show all lines").frames(3);
    assert!(!window.shows("No lines match the filters"), "{:#?}", window.texts());
    assert_eq!(window.resource::<LogBook>().kinds.len(), LineKind::ALL.len());
}

#[test]
fn a_forecast_never_lies_on_the_log() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    for (width, height) in SIZES {
        window.resize(width, height);
        let asked = window.resource::<OpenPrompt>().who().expect("an open prompt");
        let rows = &window.resource::<ShownBattle>().snapshot().rows;
        let cell = rows.iter().find(|row| row.id != asked).expect("an enemy").position.cell();
        let at = window.cell(cell);
        window.point_at(at).frames(40);
        assert!(window.resource::<Hud>().forecast > 100.0, "{width}x{height}: there is a forecast");
        let bottom = |text: &str| {
            let words = window.words().iter().filter(|word| word.is_seen() && word.text.contains(text));
            words.map(|word| word.at.bottom()).fold(0.0_f32, f32::max)
        };
        let log = bottom("The battle begins.");
        assert!(log > 0.0, "{width}x{height}: a line of the log is in sight: {:#?}", window.texts());
        let top = window.words().iter().filter(|word| word.is_seen() && word.text.starts_with("to hit"));
        let top = top.map(|word| word.at.top()).fold(f32::INFINITY, f32::min);
        assert!(top < f32::INFINITY && log <= top, "{width}x{height}: {log} {top}");
    }
}
