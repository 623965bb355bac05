//! The cell cursor: a battle is played with keys alone.

use bevy::prelude::*;
use warboard::battle::{Act, CombatantId, Target};
use warboard::grid::Cell;
use warboard::gui::input::{Aimed, Hovered, Selected};
use warboard::gui::session::OpenPrompt;
use warboard::resolution::Choice;

use crate::input::{FIELD, open};
use crate::looks::home;
use crate::test_window::TestWindow;

/// Two rivals in neighbouring cells of a hexagonal field.
pub const HEXES: &str = r##"(
    name: "Hexes", about: "Two.", shape: Hex,
    map: [". . . . .", " . a b . .", ". . . . ."],
    legend: { ".": "grass" },
    marks: { "a": "grass", "b": "grass" },
    sides: [
        (name: "Ours", control: Human, units: [(unit: "swordsman", name: "Asa", at: Mark("a"))]),
        (name: "Theirs", control: Human, units: [(unit: "swordsman", name: "Bea", at: Mark("b"))]),
    ],
)"##;

fn pointed(window: &TestWindow) -> Option<Cell> {
    window.resource::<Hovered>().cell
}

fn step(window: &mut TestWindow, key: KeyCode) -> Option<Cell> {
    window.press_with(KeyCode::ShiftLeft, key).frames(2);
    pointed(window)
}

#[test]
fn the_cursor_begins_at_the_asked_combatant_and_enter_walks_to_it() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let asked = window.resource::<OpenPrompt>().who().expect("a question");
    let own = if asked == CombatantId(0) { Cell::new(1, 1) } else { Cell::new(1, 3) };
    assert_eq!(step(&mut window, KeyCode::ArrowRight), Some(own.shifted(1, 0)));
    assert!(window.resource::<Hovered>().by_keys);
    let aimed = window.resource::<Aimed>();
    let to = match &aimed.choice {
        Some(Choice::Act(Act { target: Target::Path(path), .. })) => path.last().copied(),
        other => panic!("{other:?}"),
    };
    assert_eq!((to, aimed.refusal.is_none()), (Some(own.shifted(1, 0)), true));
    window.press(KeyCode::Enter).frames(2);
    assert!(
        matches!(window.answers(), [Choice::Act(Act { action, .. })] if action.as_str() == "move"),
        "{:?}",
        window.answers()
    );
}

#[test]
fn the_cursor_stays_on_the_board_and_goes_when_the_mouse_moves() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    for _ in 0..6 {
        step(&mut window, KeyCode::ArrowLeft);
        step(&mut window, KeyCode::ArrowUp);
    }
    assert_eq!(pointed(&window), Some(Cell::new(0, 0)));
    assert_eq!(step(&mut window, KeyCode::ArrowDown), Some(Cell::new(0, 1)));
    window.point_at_cell(Cell::new(6, 2)).frames(2);
    assert_eq!((pointed(&window), window.resource::<Hovered>().by_keys), (Some(Cell::new(6, 2)), false));
    assert_eq!(step(&mut window, KeyCode::ArrowDown), Some(Cell::new(6, 3)), "from where the mouse was");
}

#[test]
fn brackets_point_at_one_enemy_after_another_nearest_first() {
    let home = home();
    let mut window = open(&home, "time_count", FIELD);
    let asked = window.resource::<OpenPrompt>().who().expect("a question");
    let mut enemies = [Cell::new(15, 1), Cell::new(15, 3)];
    if asked == CombatantId(1) {
        enemies.reverse();
    }
    let mut next = |key: KeyCode| {
        window.press(key).frames(2);
        pointed(&window)
    };
    assert_eq!(next(KeyCode::BracketRight), Some(enemies[0]));
    assert_eq!(next(KeyCode::BracketRight), Some(enemies[1]));
    assert_eq!(next(KeyCode::BracketRight), Some(enemies[0]));
    assert_eq!(next(KeyCode::BracketLeft), Some(enemies[1]));
    assert!(window.resource::<Hovered>().who.is_some());
}

#[test]
fn enter_strikes_the_enemy_at_the_cursor_on_hexes_as_well() {
    let home = home();
    let mut window = open(&home, "fragments", HEXES);
    window.press(KeyCode::BracketRight).frames(2);
    window.press(KeyCode::Enter).frames(2);
    let answer = window.answers().first().cloned();
    assert!(
        matches!(&answer, Some(Choice::Act(act)) if act.aimed_at().is_some()),
        "an attack: {answer:?}, {:?}",
        window.resource::<Selected>()
    );
}
