//! Changes of speed in the middle of a move.

use crate::skirmish::*;
use warboard::battle::{Readied, WeaponSlot};
use warboard::content::{Name, Size, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};

/// A battle in which `B` has readied a manoeuvre against steps into its reach, at the turn of `a`.
fn waiting(map: &str, manoeuvre: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let mut battle = skirmish(&fragments(), map).unit('a', a).unit('B', b).rolls(&faces);
    let act = Act { action: Name::new(manoeuvre), target: Target::Whoever, weapon: None::<WeaponSlot>, part: None };
    let readied = Readied { watch: Name::new("steps_into_reach"), act };
    battle.act('B', Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).perform('B', "wait");
    battle
}

fn grappler() -> Unit {
    plain().unarmed()
}

fn let_go() -> Choice {
    Choice::React(Name::new("ready"))
}

fn east(to: i16) -> Vec<(i16, i16)> {
    (1..=to).map(|x| (x, 0)).collect()
}

/// The rules by which movements stopped.
fn stops(events: &[BattleEvent]) -> Vec<&'static str> {
    let stopped = events.iter().filter_map(|event| match event {
        BattleEvent::MoveStopped { rule, .. } => Some(rule.as_str()),
        _ => None,
    });
    stopped.collect()
}

const EARLY: &str = "a . . . . . . . .\n. . B . . . . . .\n. . . . . . . . .";
const LATE: &str = "a . . . . . . . .\n. . . . . B . . .\n. . . . . . . . .";

#[test] // TA-054, TA-228, TA-229
fn a_mover_grappled_on_its_first_step_moves_half_its_speed_in_all() {
    let mut battle = waiting(EARLY, "grapple", plain(), grappler(), &[15, 5]);
    battle.walk('a', &east(6)).choose('B', let_go());
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 0), (3, 0)), "15 of 30 feet, and the holder with it");
    assert_eq!(stops(&battle.events()), ["TA-054"]);
    assert_eq!(battle.row('a').momentum.unspent, 0);
    battle.all_rolled();
}

#[test] // TA-054, TA-228
fn a_mover_grappled_after_more_than_half_its_speed_stops() {
    let mut battle = waiting(LATE, "grapple", plain(), grappler(), &[15, 5]);
    battle.walk('a', &east(6)).choose('B', let_go());
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((4, 0), 0));
    battle.all_rolled();
}

#[test] // TA-054, TA-056, TA-228
fn a_hold_reduces_the_rest_of_a_move() {
    let mut battle = waiting(EARLY, "grapple", plain(), grappler(), &[15, 5]);
    battle.walk('a', &east(1)).choose('B', let_go());
    assert_eq!(battle.row('a').momentum.unspent, 2, "15 feet less 5");
    let on = |cells: &[(i16, i16)]| Act::along("move_on", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect());
    battle.refused(Choice::Act(on(&[(2, 0), (3, 0), (4, 0)])));
    battle.act('a', on(&[(2, 0), (3, 0)]));
    assert_eq!(battle.cell('B'), (3, 0));
}

#[test] // TA-127, TA-228
fn rough_ground_counts_double_of_the_halved_speed() {
    let rough = "a , , . . . .\n. . B . . . .\n. . . . . . .";
    let mut battle = waiting(rough, "grapple", plain(), grappler(), &[15, 5]);
    battle.walk('a', &east(4)).choose('B', let_go());
    assert_eq!(battle.cell('a'), (2, 0), "1 cell to the rubble and 2 out of it");
    battle.all_rolled();
}

#[test] // TA-227, TA-228
fn a_larger_holder_stops_a_mover_and_a_smaller_one_slows_it() {
    let mut larger = waiting(EARLY, "grapple", plain(), grappler().size(Size::Large), &[15, 5]);
    larger.walk('a', &east(6)).choose('B', let_go());
    assert_eq!(larger.cell('a'), larger.cell('B'));
    assert!(larger.has('a', "entangled") && larger.cell('B') == (2, 1), "it is in the space of the larger");
    let giant = plain().size(Size::Large);
    let map = "a . . . . . . . .\n. . . . . . . . .\n. . . B . . . . .";
    let mut smaller = waiting(map, "grapple", giant, grappler(), &[15, 5]);
    smaller.walk('a', &east(6)).choose('B', let_go());
    assert_eq!((smaller.cell('a'), smaller.cell('B')), ((3, 0), (3, 0)));
}

#[test] // TA-116, TA-256, TA-228
fn a_mover_slowed_in_mid_move_loses_actions_and_not_feet() {
    let mut battle = waiting(EARLY, "grapple", plain(), grappler(), &[20, 5]);
    battle.walk('a', &east(6)).choose('B', let_go());
    assert_eq!((battle.cell('a'), battle.has('a', "slowed"), battle.row('a').turn_state.actions()), ((3, 0), true, 1));
}

#[test] // TA-108, TA-130
fn a_mover_tripped_in_mid_move_goes_no_further() {
    let mut battle = waiting(EARLY, "trip", plain(), plain(), &[15, 5]);
    battle.walk('a', &east(6)).choose('B', let_go());
    assert_eq!((battle.cell('a'), battle.has('a', "prone")), ((1, 0), true));
}

#[test] // TA-147, TA-149, TA-228
fn a_flier_that_is_grappled_flies_half_as_far() {
    let flier = plain().with_trait(Trait::Flight);
    let mut battle = waiting(EARLY, "grapple", flier, grappler(), &[15, 5]);
    let path = east(8).into_iter().map(|(x, y)| Cell::new(x, y)).collect();
    battle.act('a', Act::flying("fly", path, 5)).choose('B', let_go());
    assert_eq!(battle.cell('a'), (4, 0), "6 cells of movement: 2 up and 4 along");
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((4, 0), 5));
    assert_eq!(battle.asked(), ('a', Asks::Act));
}
