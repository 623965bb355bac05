//! How the window shows things: where words stand, how near the board is, when frames are made.

use crate::pane;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::pane::{Pane, opening, opening_of};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::egui;
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId, Snapshot};
use warboard::content::authored::Source;
use warboard::control::Strength;
use warboard::grid::Cell;
use warboard::gui::hud::{Hud, Settings};
use warboard::gui::playback::Speed;
use warboard::gui::screens::Screen;
use warboard::gui::session::{Asked, Seat, Session};
use warboard::gui::wake::Waker;
use warboard::resolution::Choice;

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A battle by these rules at its first question, everything shown at once.
fn battle(home: &TempDir, source: Source, ruleset: &str, seats: &[Seat]) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening_of(source, ruleset, seats, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(20);
    pane
}

fn shipped(scenario: &str) -> Source {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    Source::read(path).expect("the scenario is there")
}

/// A meadow of this many cells each way, with so many on each side.
fn meadow(size: usize, each: usize) -> Source {
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
    let names: Vec<String> = pane.resource::<Snapshot>().rows.iter().map(|row| row.name.to_string()).collect();
    assert_eq!(names.len(), 12);
    let bar = |word: &&pane::Word| word.is_seen() && (38.0..112.0).contains(&word.at.center().y);
    let shown: Vec<&str> = pane.words().iter().filter(bar).map(|word| word.text.as_str()).collect();
    let missing: Vec<&String> = names.iter().filter(|name| !shown.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?} not in {shown:?}");
}

/// The words of the forecast: those in the panel at the right below the log.
fn over_the_edge(pane: &Pane) -> Vec<String> {
    let cards = pane.words().iter().filter(|word| word.clip.left() > 1440.0 - 330.0 && word.clip.width() < 330.0);
    let foot = 900.0 - 184.0;
    let seen = cards.filter(|word| word.is_seen());
    let over = seen.filter(|word| word.at.intersect(word.clip).bottom() > foot || word.clip.right() > 1440.0);
    over.map(|word| format!("{} {:?}", word.text, word.at)).collect()
}

#[test]
fn the_forecast_stays_in_its_panel_while_it_grows() {
    let home = home();
    let mut pane = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    let asked = pane.resource::<Asked>().who().expect("somebody is asked");
    let other = pane.resource::<Snapshot>().rows.iter().find(|row| row.id != asked).expect("an enemy");
    let cell = other.position.cell();
    let at = pane.cell(cell);
    pane.point(at);
    for frame in 0..40 {
        pane.frames(1);
        assert_eq!(over_the_edge(&pane), Vec::<String>::new(), "frame {frame}");
    }
    assert!(pane.resource::<Hud>().forecast > 100.0, "there is a forecast");
    assert!(pane.shows("added to the d20"), "with every term: {:#?}", pane.texts());
}

/// Lets everybody wait so many times.
fn wait(pane: &mut Pane, times: usize) {
    for _ in 0..times {
        pane.answer(Choice::Act(Act::own("wait")));
        pane.until_asked().frames(2);
    }
}

/// Where words of the log stand.
fn height_of(pane: &Pane, text: &str) -> Option<f32> {
    let seen = pane.words().iter().filter(|word| word.is_seen() && word.at.left() > 1100.0);
    seen.filter(|word| word.text == text).map(|word| word.at.top()).next()
}

#[test]
fn the_log_keeps_its_place_when_another_tab_is_looked_at_and_when_lines_are_added() {
    let home = home();
    let mut pane = battle(&home, shipped("duel.ron"), "time_count", &TWO);
    pane.click("Time").click("Moves").frames(2);
    wait(&mut pane, 60);
    pane.point(Vec2::new(1300.0, 400.0)).turn_wheel(8.0).frames(20);
    let counts = || (1..80).map(|count| format!("count {count}"));
    let (text, before) =
        counts().find_map(|text| height_of(&pane, &text).map(|at| (text, at))).expect("a line of the log");
    pane.click("Goals").frames(4);
    pane.click("Log").frames(4);
    assert_eq!(height_of(&pane, &text), Some(before), "{text} after another tab");
    wait(&mut pane, 40);
    assert_eq!(height_of(&pane, &text), Some(before), "{text} after more lines");
}

/// Whether no frame is made until something happens.
fn rests(pane: &Pane) -> bool {
    let settings = pane.resource::<WinitSettings>();
    let long = |mode: UpdateMode| matches!(mode, UpdateMode::Reactive { wait, .. } if wait > Duration::from_secs(600));
    long(settings.focused_mode) && long(settings.unfocused_mode)
}

#[test]
fn no_frames_are_made_while_nothing_changes() {
    for (scenario, ruleset) in [("bridge.ron", "time_count"), ("night_ambush.ron", "fragments")] {
        let home = home();
        let mut pane = battle(&home, shipped(scenario), ruleset, &TWO);
        pane.frames(200);
        pane.world_mut().resource_mut::<Messages<RequestRedraw>>().clear();
        for _ in 0..5 {
            pane.frames(1);
            assert!(rests(&pane), "{scenario}");
            assert!(pane.resource::<Messages<RequestRedraw>>().is_empty(), "{scenario}");
        }
    }
    let home = home();
    let mut pane = Pane::open(home.path(), None);
    pane.frames(60);
    assert!(rests(&pane), "the start screen");
}

#[test]
fn the_window_rests_while_the_program_thinks_and_is_woken_by_its_answer() {
    let home = home();
    let seats = [Seat::Human, Seat::Ai(Strength::Hard)];
    let mut pane = battle(&home, shipped("duel.ron"), "time_count", &seats);
    let woken = Arc::new(AtomicU32::new(0));
    let counted = woken.clone();
    pane.world_mut().insert_resource(Waker::new(move || _ = counted.fetch_add(1, Ordering::Relaxed)));
    while pane.resource::<Session>().decision_of(CombatantId(1)).is_none() {
        pane.answer(Choice::Act(Act::own("wait")));
        pane.until_asked();
    }
    assert!(woken.load(Ordering::Relaxed) > 0);
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
            if pane.resource::<Asked>().0.is_some() {
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
    pane.click("words or an id, such as flanked").type_words("TC-014").frames(4);
    assert!(pane.shows("TC-014"), "{:#?}", pane.texts());
    assert!(!pane.shows("the text never says"), "{:#?}", pane.texts());
    let rulings = pane.resource::<Session>().rules().codex.rulings.clone();
    let reason = rulings.iter().find(|made| made.id == "G-33").map(|made| made.reason.clone()).expect("a ruling");
    assert!(!pane.shows(&reason), "{:#?}", pane.texts());
}
