//! Layout: texts on the panels, and the zoom of the board.

use crate::test_window;
use crate::test_window::{TestWindow, opening, opening_of};
use bevy::prelude::*;
use bevy_egui::egui;
use tempfile::TempDir;
use warboard::battle::Act;
use warboard::content::Source;
use warboard::control::Strength;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::Hud;
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::{OpenPrompt, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::resolution::Choice;

pub const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

pub fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A battle under a rule system at its first prompt, with instant playback.
pub fn battle(home: &TempDir, source: Source, ruleset: &str, seats: &[Seat]) -> TestWindow {
    let mut window = TestWindow::open(home.path(), Some(opening_of(source, ruleset, seats, 7)));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(20);
    window
}

pub fn shipped(scenario: &str) -> Source {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    Source::read(path).expect("the scenario is there")
}

/// A square meadow with a number of cells along each edge and a number of units on each side.
pub fn meadow(size: usize, each: usize) -> Source {
    let row = |units: &str| format!("\"{units}{}\",", ".".repeat(size - units.len()));
    let rows: Vec<String> =
        (0..size).map(|y| if y < each { row(&format!(".a{}b", ".".repeat(7))) } else { row("") }).collect();
    let text = format!(
        r##"(
    name: "Meadow", about: "Many.", shape: Square,
    map: [{}],
    legend: {{ ".": "grass" }}, marks: {{ "a": "grass", "b": "grass" }},
    sides: [
        (name: "Ours", control: Human, units: [(unit: "crossbowman", at: Mark("a"))]),
        (name: "Theirs", control: Human, units: [(unit: "swordsman", at: Mark("b"))]),
    ],
)"##,
        rows.join("\n")
    );
    Source::new("meadow.ron", text)
}

#[test]
fn a_notch_of_the_wheel_changes_the_scale_by_ten_to_twenty_percent_and_keeps_the_point_under_the_pointer() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "time_count", &TWO);
    let at = window.cell(Cell::new(12, 7));
    window.point_at(at);
    let far = window.scale();
    let near = window.turn_wheel(1.0).scale();
    assert!((1.1..=1.2).contains(&(far / near)), "{far} {near}");
    let moved = window.cell(Cell::new(12, 7)).distance(at);
    assert!(moved < 1.0, "the cell under the pointer moved by {moved} pixels");
    let back = window.turn_wheel(-1.0).scale();
    assert!((far - back).abs() < 0.01, "a notch back undoes it: {far} {back}");
    let closest = window.turn_wheel(40.0).scale();
    assert!(closest > 0.0 && closest < near, "many notches in one frame stop at the closest: {closest}");
}

#[test]
fn a_key_fits_a_board_of_sixty_by_sixty_cells_into_what_panels_leave() {
    let home = home();
    let mut window = battle(&home, meadow(60, 3), "time_count", &TWO);
    window.turn_wheel(5.0).press(KeyCode::Home).frames(3);
    let (first, last) = (window.cell(Cell::new(0, 0)), window.cell(Cell::new(59, 59)));
    let (left, right) = (270.0, 1440.0 - 330.0);
    assert!(first.x >= left && last.x <= right && first.y >= 112.0 && last.y <= 900.0 - 134.0, "{first} {last}");
    let farthest = window.turn_wheel(-10.0).scale();
    window.press(KeyCode::Home).frames(3);
    assert!(window.scale() <= farthest + 0.01, "the wheel reaches as far as the key: {farthest}");
}

#[test]
fn the_board_numbers_columns_and_rows_like_the_log_and_names_zones() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "time_count", &TWO);
    let column = window.cell(Cell::new(15, 0)).x;
    let row = window.cell(Cell::new(0, 13)).y;
    let number = |text: &str, near: &dyn Fn(&egui::Rect) -> bool| {
        window.words().iter().any(|word| word.is_seen() && word.text == text && near(&word.at))
    };
    assert!(number("15", &|at| (at.center().x - column).abs() < 2.0), "{:#?}", window.texts());
    assert!(number("13", &|at| (at.center().y - row).abs() < 2.0), "{:#?}", window.texts());
    let world = window.world_mut();
    let names: Vec<String> = world.query::<&Text2d>().iter(world).map(|text| text.0.trim().to_owned()).collect();
    assert!(names.iter().any(|name| name == "bridge"), "{names:?}");
}

#[test] // TA-010
fn goals_use_the_units_of_time_of_the_rule_system() {
    let home = home();
    let mut window = battle(&home, shipped("bridge.ron"), "fragments", &TWO);
    window.click("Goals").frames(3);
    assert!(window.shows("Hold the bridge alone for 60 s (10 rounds)"), "{:#?}", window.texts());
    assert!(window.shows("held 0 of 10 rounds"), "{:#?}", window.texts());
    let mut window = battle(&home, shipped("bridge.ron"), "time_count", &TWO);
    window.click("Goals").frames(3);
    assert!(window.shows("Hold the bridge alone for 60 s (120 counts)"), "{:#?}", window.texts());
}

#[test]
fn the_order_bar_shows_the_names_of_eleven_units() {
    let home = home();
    let window = battle(&home, meadow(14, 6), "fragments", &TWO);
    let names: Vec<String> =
        window.resource::<ShownBattle>().snapshot().rows.iter().map(|row| row.name.to_string()).collect();
    assert_eq!(names.len(), 12);
    let bar = |word: &&test_window::Word| word.is_seen() && (38.0..112.0).contains(&word.at.center().y) && !word.elided;
    let shown: Vec<&str> = window.words().iter().filter(bar).map(|word| word.text.as_str()).collect();
    let missing: Vec<&String> = names.iter().filter(|name| !shown.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?} not in {shown:?}");
}

/// The visible texts of the forecast in the right panel.
fn forecast(window: &TestWindow) -> Vec<test_window::Word> {
    let begins = [
        "to hit",
        "critical ",
        "damage ",
        "KO chance",
        "takes ",
        "added to the d20",
        "rule of the action",
        "Hover for",
    ];
    let right = window.words().iter().filter(|word| word.is_seen() && word.at.left() > 1440.0 - 330.0);
    right.filter(|word| begins.iter().any(|begin| word.text.starts_with(begin))).cloned().collect()
}

/// Points at the combatant without the prompt.
fn point_at_the_other(window: &mut TestWindow) {
    let asked = window.resource::<OpenPrompt>().who().expect("an open prompt");
    let other = window.resource::<ShownBattle>().snapshot().rows.iter().find(|row| row.id != asked).expect("an enemy");
    let cell = other.position.cell();
    let at = window.cell(cell);
    window.point_at(at);
}

#[test]
fn the_forecast_stays_in_its_panel_while_it_grows() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    let foot = 900.0 - 134.0;
    point_at_the_other(&mut window);
    for frame in 0..40 {
        window.frames(1);
        let over = |word: &&test_window::Word| word.clip.bottom() > foot || word.clip.right() > 1440.0;
        assert_eq!(forecast(&window).iter().find(over).map(|word| &word.text), None, "frame {frame}");
    }
    assert!(window.resource::<Hud>().forecast > 100.0, "there is a forecast");
    assert!(window.shows("added to the d20"), "with every term: {:#?}", window.texts());
    let words = forecast(&window);
    assert!(words.len() >= 4, "{words:?}");
    let whole = words.iter().all(|word| word.at.bottom() <= foot);
    assert!(whole || window.shows("Cut off"), "{words:?}");
}

#[test]
fn a_forecast_higher_than_its_panel_shows_that_it_continues() {
    let home = home();
    let mut window = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    for height in [900.0, 760.0, 645.0] {
        window.resize(1440.0, height);
        point_at_the_other(&mut window);
        window.frames(40);
        let end =
            |word: &test_window::Word| word.text == "rule of the action" && word.at.bottom() <= word.clip.bottom();
        let says = window.shows("Cut off: F11 pins the whole forecast");
        assert!(says || window.words().iter().any(end), "{height}: {:#?}", window.texts());
        assert!(says || height > 700.0, "it has no room: {:#?}", window.texts());
    }
}

#[test]
fn the_result_is_described_from_the_side_of_the_player() {
    for (lost, head) in [(0, "Defeat: Theirs win"), (1, "Victory: Ours win")] {
        let home = home();
        let winner = if lost == 0 { "name: \"Theirs\", " } else { "name: \"Ours\", " };
        let text = meadow(12, 1).text.replace(winner, &format!("{winner}goals: [Last(count: 4)], "));
        let seats = [Seat::Human, Seat::Ai(Strength::Easy)];
        let mut window =
            TestWindow::open(home.path(), Some(opening_of(Source::new("end.ron", text), "time_count", &seats, 7)));
        window.change::<Settings>(|settings| settings.speed = Speed::Instant);
        for _ in 0..400 {
            if window.resource::<OpenPrompt>().0.is_some() {
                window.answer(Choice::Act(Act::own("wait")));
            }
            window.frames(2);
            if *window.resource::<State<Screen>>().get() == Screen::Result {
                break;
            }
        }
        window.frames(4);
        assert!(window.shows(head), "{:#?}", window.texts());
        assert!(!window.shows("-0.0"), "{:#?}", window.texts());
    }
}

#[test]
fn the_start_screen_shows_goals_as_sentences() {
    let home = home();
    let mut window = TestWindow::open(home.path(), None);
    window.wait_until("the scenarios are read", |window| window.shows("All battles"));
    window.point_at(Vec2::new(200.0, 700.0));
    for _ in 0..20 {
        if window.texts().contains(&"The bridge") {
            break;
        }
        window.turn_wheel(-2.0).frames(2);
    }
    window.click("The bridge").frames(4);
    assert!(
        window.shows("Eliminate all enemies, or hold the bridge alone for 60 s (120 counts)."),
        "{:#?}",
        window.texts()
    );
}

#[test]
fn the_codex_of_a_player_has_no_remarks_for_designers() {
    let home = home();
    let mut window = TestWindow::open(home.path(), Some(opening("duel.ron", &TWO)));
    window.wait_for_prompt();
    window.press(KeyCode::F1).frames(3);
    window.click("words or a rule id").type_words("TC-014").frames(4);
    assert!(window.shows("TC-014"), "{:#?}", window.texts());
    assert!(!window.shows("the text never says"), "{:#?}", window.texts());
    let rulings = window.resource::<Session>().rules().codex.rulings.clone();
    let reason = rulings.iter().find(|made| made.id == "G-33").map(|made| made.reason.clone()).expect("a ruling");
    assert!(!window.shows(&reason), "{:#?}", window.texts());
}
