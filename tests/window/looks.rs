//! How the window shows things: where words stand, how near the board is.

use crate::pane;
use crate::pane::{Pane, opening, opening_of};
use bevy::prelude::*;
use bevy_egui::egui;
use tempfile::TempDir;
use warboard::battle::Act;
use warboard::content::authored::Source;
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

/// A battle by these rules at its first question, everything shown at once.
pub fn battle(home: &TempDir, source: Source, ruleset: &str, seats: &[Seat]) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening_of(source, ruleset, seats, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(20);
    pane
}

pub fn shipped(scenario: &str) -> Source {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    Source::read(path).expect("the scenario is there")
}

/// A meadow of this many cells each way, with so many on each side.
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
    let mut pane = battle(&home, shipped("bridge.ron"), "time_count", &TWO);
    let at = pane.cell(Cell::new(12, 7));
    pane.point(at);
    let far = pane.scale();
    let near = pane.turn_wheel(1.0).scale();
    assert!((1.1..=1.2).contains(&(far / near)), "{far} {near}");
    let moved = pane.cell(Cell::new(12, 7)).distance(at);
    assert!(moved < 1.0, "the cell under the pointer moved by {moved} pixels");
    let back = pane.turn_wheel(-1.0).scale();
    assert!((far - back).abs() < 0.01, "a notch back undoes it: {far} {back}");
    let closest = pane.turn_wheel(40.0).scale();
    assert!(closest > 0.0 && closest < near, "many notches in one frame stop at the closest: {closest}");
}

#[test]
fn a_key_fits_a_board_of_sixty_by_sixty_cells_into_what_panels_leave() {
    let home = home();
    let mut pane = battle(&home, meadow(60, 3), "time_count", &TWO);
    pane.turn_wheel(5.0).press(KeyCode::Home).frames(3);
    let (first, last) = (pane.cell(Cell::new(0, 0)), pane.cell(Cell::new(59, 59)));
    let (left, right) = (270.0, 1440.0 - 330.0);
    assert!(first.x >= left && last.x <= right && first.y >= 112.0 && last.y <= 900.0 - 180.0, "{first} {last}");
    let farthest = pane.turn_wheel(-10.0).scale();
    pane.press(KeyCode::Home).frames(3);
    assert!(pane.scale() <= farthest + 0.01, "the wheel reaches as far as the key: {farthest}");
}

#[test]
fn columns_and_rows_are_numbered_at_the_edges_as_the_log_names_cells_and_zones_have_their_names_on_the_board() {
    let home = home();
    let mut pane = battle(&home, shipped("bridge.ron"), "time_count", &TWO);
    let column = pane.cell(Cell::new(15, 0)).x;
    let row = pane.cell(Cell::new(0, 13)).y;
    let number = |text: &str, near: &dyn Fn(&egui::Rect) -> bool| {
        pane.words().iter().any(|word| word.is_seen() && word.text == text && near(&word.at))
    };
    assert!(number("15", &|at| (at.center().x - column).abs() < 2.0), "{:#?}", pane.texts());
    assert!(number("13", &|at| (at.center().y - row).abs() < 2.0), "{:#?}", pane.texts());
    let world = pane.world_mut();
    let names: Vec<String> = world.query::<&Text2d>().iter(world).map(|text| text.0.trim().to_owned()).collect();
    assert!(names.iter().any(|name| name == "bridge"), "{names:?}");
}

#[test] // TA-010
fn goals_are_told_in_the_time_of_the_rule_system() {
    let home = home();
    let mut pane = battle(&home, shipped("bridge.ron"), "fragments", &TWO);
    pane.click("Goals").frames(3);
    assert!(pane.shows("Hold the bridge alone for 60 s (10 rounds)"), "{:#?}", pane.texts());
    assert!(pane.shows("held 0 of 10 rounds"), "{:#?}", pane.texts());
    let mut pane = battle(&home, shipped("bridge.ron"), "time_count", &TWO);
    pane.click("Goals").frames(3);
    assert!(pane.shows("Hold the bridge alone for 60 s (120 counts)"), "{:#?}", pane.texts());
}

#[test]
fn every_name_stands_in_the_order_bar_at_eleven_units() {
    let home = home();
    let pane = battle(&home, meadow(14, 6), "fragments", &TWO);
    let names: Vec<String> =
        pane.resource::<ShownBattle>().snapshot().rows.iter().map(|row| row.name.to_string()).collect();
    assert_eq!(names.len(), 12);
    let bar = |word: &&pane::Word| word.is_seen() && (38.0..112.0).contains(&word.at.center().y) && !word.elided;
    let shown: Vec<&str> = pane.words().iter().filter(bar).map(|word| word.text.as_str()).collect();
    let missing: Vec<&String> = names.iter().filter(|name| !shown.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?} not in {shown:?}");
}

/// The words of the forecast that are seen, in the panel at the right.
fn forecast(pane: &Pane) -> Vec<pane::Word> {
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
    let right = pane.words().iter().filter(|word| word.is_seen() && word.at.left() > 1440.0 - 330.0);
    right.filter(|word| begins.iter().any(|begin| word.text.starts_with(begin))).cloned().collect()
}

/// Points at the one who is not asked.
fn point_at_the_other(pane: &mut Pane) {
    let asked = pane.resource::<OpenPrompt>().who().expect("somebody is asked");
    let other = pane.resource::<ShownBattle>().snapshot().rows.iter().find(|row| row.id != asked).expect("an enemy");
    let cell = other.position.cell();
    let at = pane.cell(cell);
    pane.point(at);
}

#[test]
fn the_forecast_stays_in_its_panel_while_it_grows() {
    let home = home();
    let mut pane = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    let foot = 900.0 - 184.0;
    point_at_the_other(&mut pane);
    for frame in 0..40 {
        pane.frames(1);
        let over = |word: &&pane::Word| word.clip.bottom() > foot || word.clip.right() > 1440.0;
        assert_eq!(forecast(&pane).iter().find(over).map(|word| &word.text), None, "frame {frame}");
    }
    assert!(pane.resource::<Hud>().forecast > 100.0, "there is a forecast");
    assert!(pane.shows("added to the d20"), "with every term: {:#?}", pane.texts());
    let words = forecast(&pane);
    assert!(words.len() >= 4, "{words:?}");
    let whole = words.iter().all(|word| word.at.bottom() <= foot);
    assert!(whole || pane.shows("Cut off"), "{words:?}");
}

#[test]
fn a_forecast_that_is_higher_than_its_panel_says_that_it_goes_on() {
    let home = home();
    let mut pane = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    for height in [900.0, 760.0, 645.0] {
        pane.resize(1440.0, height);
        point_at_the_other(&mut pane);
        pane.frames(40);
        let end = |word: &pane::Word| word.text == "rule of the action" && word.at.bottom() <= word.clip.bottom();
        let says = pane.shows("Cut off: F11 pins the whole forecast");
        assert!(says || pane.words().iter().any(end), "{height}: {:#?}", pane.texts());
        assert!(says || height > 700.0, "it has no room: {:#?}", pane.texts());
    }
}

#[test]
fn the_end_is_told_from_the_side_of_whoever_played() {
    for (lost, head) in [(0, "Defeat: Theirs win"), (1, "Victory: Ours win")] {
        let home = home();
        let winner = if lost == 0 { "name: \"Theirs\", " } else { "name: \"Ours\", " };
        let text = meadow(12, 1).text.replace(winner, &format!("{winner}goals: [Last(count: 4)], "));
        let seats = [Seat::Human, Seat::Ai(Strength::Easy)];
        let mut pane = Pane::open(home.path(), Some(opening_of(Source::new("end.ron", text), "time_count", &seats, 7)));
        pane.change::<Settings>(|settings| settings.speed = Speed::Instant);
        for _ in 0..400 {
            if pane.resource::<OpenPrompt>().0.is_some() {
                pane.answer(Choice::Act(Act::own("wait")));
            }
            pane.frames(2);
            if *pane.resource::<State<Screen>>().get() == Screen::Result {
                break;
            }
        }
        pane.frames(4);
        assert!(pane.shows(head), "{:#?}", pane.texts());
        assert!(!pane.shows("-0.0"), "{:#?}", pane.texts());
    }
}

#[test]
fn the_start_screen_tells_goals_as_sentences() {
    let home = home();
    let mut pane = Pane::open(home.path(), None);
    pane.until("the scenarios are read", |pane| pane.shows("The bridge"));
    pane.click("The bridge").frames(4);
    assert!(
        pane.shows("Eliminate all enemies, or hold the bridge alone for 60 s (120 counts)."),
        "{:#?}",
        pane.texts()
    );
}

#[test]
fn the_codex_of_a_player_has_no_remarks_for_designers() {
    let home = home();
    let mut pane = Pane::open(home.path(), Some(opening("duel.ron", &TWO)));
    pane.until_asked();
    pane.press(KeyCode::F1).frames(3);
    pane.click("words or a rule id").type_words("TC-014").frames(4);
    assert!(pane.shows("TC-014"), "{:#?}", pane.texts());
    assert!(!pane.shows("the text never says"), "{:#?}", pane.texts());
    let rulings = pane.resource::<Session>().rules().codex.rulings.clone();
    let reason = rulings.iter().find(|made| made.id == "G-33").map(|made| made.reason.clone()).expect("a ruling");
    assert!(!pane.shows(&reason), "{:#?}", pane.texts());
}
