//! High jumps: onto ledges and over barriers, as high as the check results in; and climbs without good holds.

use crate::drawn::set_barrier;
use crate::elevation;
use crate::facts::{checks, refusal};
use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::grid::{Barrier, Board, Cell, CoverGrade, Grip};
use warboard::resolution::Act;

const RUN_UP: &str = "a . . . . . . . . . B";

/// Jumps with 2, and with 4 from a run.
fn jumper() -> Unit {
    fighter().has("Speed", 2)
}

fn barrier(name: &str, cover: CoverGrade, tall: Option<u16>) -> Barrier {
    let opaque = cover == CoverGrade::Total;
    Barrier { name: name.into(), passable: false, opaque, cover, tall }
}

/// The drawn board with a barrier between the sixth and the seventh cell.
fn fenced(map: &str, barrier: Barrier) -> Board {
    let mut board = crate::drawn::square(map);
    set_barrier(&mut board, Cell::new(5, 0), Cell::new(6, 0), Some(barrier)).expect("an edge");
    board
}

/// A battle of `a` against B; `a` is in the sixth cell, perhaps after a run.
fn before(map: &str, board: Board, jumper: Unit, runs: bool, dice: &[&[u16]]) -> Skirmish {
    let plan = skirmish(&heroes(), map).on(board);
    let mut battle = battle_of(plan, &[('a', jumper, 9), ('B', fighter(), 2)], dice);
    battle.no_interrupts().walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]).no_interrupts();
    if !runs {
        battle.end_turn('a').end_turn('B').perform('a', "crouch").perform('a', "stand_up").no_interrupts();
    }
    battle.events();
    battle
}

fn jump(to: i16) -> Act {
    Act::along("high_jump", vec![Cell::new(to, 0)])
}

/// The number that the jump needs with the rules of its terms, and where the jumper is afterwards.
fn jumps(mut battle: Skirmish) -> (Vec<(i16, &'static str)>, (i16, i16)) {
    battle.act('a', jump(6)).no_interrupts();
    let rolled = checks(&battle.events());
    assert_eq!((rolled.len(), rolled[0].rule.as_str()), (1, "HD-197"));
    let terms = rolled[0].difficulty.terms().iter().map(|term| (term.amount, term.rule.as_str())).collect();
    (terms, battle.cell('a'))
}

#[test] // HD-197, HD-198, HD-201, HD-202, HD-G44, HD-G57
fn a_high_jump_from_a_run_clears_twice_its_result_in_inches_and_three_feet() {
    let over = |dice: i16| {
        let wall = fenced(RUN_UP, barrier("wall", CoverGrade::ThreeQuarters, None));
        jumps(before(RUN_UP, wall, jumper(), true, &[&standard(dice)]))
    };
    // Three quarters of six feet are 54 inches: 36 with tucked legs, and 9 points for the 18 that are left.
    assert_eq!(over(5), (vec![(27, "HD-201"), (-18, "HD-202")], (6, 0)), "4 and 5");
    assert_eq!(over(4).1, (5, 0), "it lands where it was");
    let high = fenced(RUN_UP, barrier("wall", CoverGrade::None, Some(125)));
    let (terms, at) = jumps(before(RUN_UP, high, jumper(), true, &[&standard(1)]));
    assert_eq!((terms, at), (vec![(23, "HD-201"), (-18, "HD-202")], (6, 0)), "45 inches");
}

#[test] // HD-199, HD-201, HD-G60
fn without_a_run_up_a_high_jump_needs_twice_the_result() {
    let over = |dice: i16| {
        let wall = fenced(RUN_UP, barrier("wall", CoverGrade::None, Some(110)));
        jumps(before(RUN_UP, wall, jumper(), false, &[&standard(dice)]))
    };
    // 40 inches: 2 points are 4 inches beyond the 36 of tucked legs.
    assert_eq!(over(2), (vec![(20, "HD-201"), (-18, "HD-202"), (2, "HD-199")], (6, 0)), "2 and 2, and half of it");
    assert_eq!(over(1).1, (5, 0));
}

#[test] // HD-201, HD-202
fn a_ledge_is_jumped_onto_like_an_obstacle_of_its_height() {
    let onto = |dice: i16| {
        let board = elevation::board(RUN_UP, &[0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2]);
        jumps(before(RUN_UP, board, jumper().has("Athletics", 13), true, &[&standard(dice)]))
    };
    assert_eq!(onto(2), (vec![(36, "HD-201"), (-18, "HD-202")], (6, 0)), "16 and 2 for 36 inches above tucked legs");
    assert_eq!(onto(1).1, (5, 0));
}

#[test] // HD-G44, HD-201
fn a_high_jump_costs_a_yard_whether_it_succeeds_or_not() {
    for (dice, at, next) in [(5, 6, 7), (0, 5, 4)] {
        let wall = fenced(RUN_UP, barrier("wall", CoverGrade::ThreeQuarters, None));
        let mut battle = before(RUN_UP, wall, jumper(), true, &[&standard(dice)]);
        // Five of the six yards of three points are used.
        assert_eq!(battle.points('a'), 5);
        battle.act('a', jump(6)).no_interrupts();
        assert_eq!((battle.cell('a'), battle.points('a')), ((at, 0), 5));
        battle.walk('a', &[(next, 0)]);
        assert_eq!(battle.points('a'), 4, "the sixth yard is gone");
    }
}

#[test] // HD-201
fn no_one_jumps_over_walls_or_over_nothing() {
    let solid = fenced(RUN_UP, barrier("wall", CoverGrade::Total, None));
    assert_eq!(refusal(&mut before(RUN_UP, solid, jumper(), true, &[]), jump(6)), "HD-201");
    let open = elevation::board(RUN_UP, &[0; 11]);
    assert_eq!(refusal(&mut before(RUN_UP, open, jumper(), true, &[]), jump(6)), "HD-201");
}

#[test] // HD-206, HD-201
fn a_high_jump_onto_rough_ground_needs_a_check_to_keep_standing() {
    let map = "a . . . . . , . B";
    let railing = fenced(map, barrier("railing", CoverGrade::Quarter, None));
    let mut battle = before(map, railing, jumper(), true, &[&standard(0), &standard(0)]);
    battle.act('a', jump(6)).no_interrupts();
    let rolled = checks(&battle.events());
    assert_eq!(rolled.iter().map(|it| it.rule.as_str()).collect::<Vec<_>>(), ["HD-197", "HD-206"]);
    assert!(battle.has('a', "prone"), "2 against 3");
}

#[test] // HD-192, HD-196
fn a_side_without_holds_costs_ten_yards_for_each_yard() {
    let climbs = |grip: Grip| {
        let map = "a . . . B";
        let mut plan = crate::drawn::plan(warboard::grid::Shape::Square, map);
        plan.elevation = vec![0, 2, 2, 2, 2];
        plan.palette.iter_mut().for_each(|terrain| terrain.grip = grip);
        let fast = fighter().rate(24);
        let mut battle = battle_of(
            skirmish(&heroes(), map).on(Board::new(plan).expect("a board")),
            &[('a', fast, 9), ('B', fighter(), 2)],
            &[],
        );
        battle.no_interrupts().act('a', Act::along("climb", vec![Cell::new(1, 0)])).no_interrupts();
        assert_eq!(battle.cell('a'), (1, 0));
        6 - battle.points('a')
    };
    assert_eq!((climbs(Grip::Good), climbs(Grip::Rough), climbs(Grip::Poor)), (2, 2, 4), "8 and 20 of 6 yards a point");
}
