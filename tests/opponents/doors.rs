//! Doors: opened and closed as declared, and opened by the opponent where one blocks its way.

use crate::facts::idle;
use crate::shipped::prepared;
use crate::skirmish::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::{Door, Field};
use warboard::content::Source;
use warboard::grid::Cell;
use warboard::resolution::{Act, BattleOutcome, Choice, Target};

const RULESETS: [&str; 2] = ["time_count", "fragments"];

/// Two rooms with a closed door between them, drawn as `+`; `/` is an open one.
fn rooms(map: &[&str], ours: &str, theirs: &str, ruleset: &str) -> Job {
    let rows: String = map.iter().map(|row| format!("\"{row}\",")).collect();
    let text = format!(
        r##"(name: "Rooms", about: "A test.", shape: Square, map: [{rows}],
            legend: {{ ".": "floor", "#": "wall", "+": "door_closed", "/": "door_open" }},
            sides: [
                (name: "Ours", control: Ai, units: [{ours}]),
                (name: "Theirs", control: Ai, units: [{theirs}]),
            ])"##
    );
    let setup = prepared(&Source::new("rooms.ron", text), ruleset);
    Job { setup, seed: 1, matchup: Matchup::default(), script: None }
}

/// The outcomes of some battles between two opponents.
fn outcomes(job: &Job, a: Opponent, b: Opponent, many: u64) -> Vec<BattleOutcome> {
    let job = Job { matchup: Matchup { a, b, swap: false }, ..job.clone() };
    let fight = |stream| job.fight(stream).unwrap_or_else(|why| panic!("{why}")).swap_remove(0).0.outcome;
    (0..many).map(fight).collect()
}

#[test] // TC-250, TA-032
fn two_swordsmen_separated_by_a_closed_door_meet() {
    let map = ["#######", "#..#..#", "#..+..#", "#..#..#", "#######"];
    let (anna, bran) = (r#"(unit: "swordsman", at: Cell(2, 2))"#, r#"(unit: "swordsman", at: Cell(4, 2))"#);
    for ruleset in RULESETS {
        for both in [Opponent::Tactician, Opponent::Charger] {
            let all = outcomes(&rooms(&map, anna, bran, ruleset), both, both, 5);
            assert!(!all.contains(&BattleOutcome::Unfinished), "{both} under {ruleset}: {all:?}");
        }
    }
}

/// The state of a door that two adjacent combatants both move, and the log lines of both.
fn both(action: &str, is_open: bool) -> (bool, Vec<String>) {
    let plan = skirmish(&time_count(), "a . B").field(if is_open { opened } else { closed });
    let mut battle = plan.unit('a', base_unit()).unit('B', base_unit()).rolls(&[4, 4]);
    for mark in ['a', 'B'] {
        battle.act(mark, door(action));
    }
    let told = battle.log_lines().into_iter().filter(|line| line.contains("door at") || line.contains(" fails: "));
    let told = told.collect();
    battle.all_rolled();
    (battle.snapshot().field.door(DOOR).expect("a door").is_open, told)
}

const DOOR: Cell = Cell::new(1, 0);

fn door(action: &str) -> Act {
    Act { action: action.into(), target: Target::Cell(DOOR), weapon: None, part: None }
}

/// The terrain of the floor, as it makes no difference here whether a closed door can be seen through.
fn with_door(field: &mut Field, is_open: bool) {
    let tile = field.board.tile(DOOR).expect("a cell");
    field.doors = vec![Door { cell: DOOR, closed: tile, open: tile, is_open }];
}

fn opened(field: &mut Field) {
    with_door(field, true);
}

fn closed(field: &mut Field) {
    with_door(field, false);
}

#[test] // TC-250, TC-212: acts of one count take effect together, and each does what was declared
fn two_units_that_open_a_door_at_once_leave_it_open() {
    let (is_open, told) = both("open_door", false);
    assert!(is_open, "{told:?}");
    assert!(told.iter().any(|line| line.contains("opens the door")), "{told:?}");
    assert!(told.iter().any(|line| line.contains("the door is already open")), "{told:?}");
    let (is_open, told) = both("close_door", true);
    assert!(!is_open && told.iter().any(|line| line.contains("the door is already closed")), "{told:?}");
}

#[test] // TC-250, TA-032
fn an_open_door_is_not_opened_and_a_closed_one_not_closed() {
    for (rules, action, state) in [
        (time_count(), "open_door", true),
        (time_count(), "close_door", false),
        (fragments(), "open_door", true),
        (fragments(), "close_door", false),
    ] {
        let plan = skirmish(&rules, "a . B").field(if state { opened } else { closed });
        let mut battle = plan.unit('a', base_unit()).unit('B', idle()).seeded(1);
        let refused = battle.refused(Choice::Act(door(action)));
        assert!(refused.why.contains("already"), "{refused:?}");
    }
}

#[test] // TC-250
fn an_occupied_door_cannot_be_closed() {
    let plan = skirmish(&time_count(), "a c B").field(opened);
    let mut battle = plan.unit('a', base_unit()).unit('c', idle()).unit('B', idle()).rolls(&[4, 4, 4]);
    let refused = battle.refused(Choice::Act(door("close_door")));
    assert_eq!(refused.why, "someone is standing in the doorway");
}
