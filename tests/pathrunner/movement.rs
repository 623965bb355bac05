//! Movement: a half action for the speed, diagonals, and the 5-foot step.

use crate::fighters::*;
use crate::hits::{hit, settle, types};
use warboard::grid::{Board, Shape};
use warboard::resolution::Choice;

const FIELD: &str = "
    a . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . B";

#[test] // PR-G13, PR-158
fn a_half_action_moves_up_to_the_speed() {
    let mut battle = duel(FIELD, fighter(), fighter(), &[]);
    battle.refused_walk('a', &(1..=7).map(|x| (x, 0)).collect::<Vec<_>>());
    battle.walk('a', &(1..=6).map(|x| (x, 0)).collect::<Vec<_>>());
    assert_eq!((battle.cell('a'), battle.left('a', "half")), ((6, 0), 1));
}

#[test] // PR-G14
fn every_second_diagonal_of_a_turn_counts_as_two() {
    let mut battle = duel(FIELD, fighter(), fighter(), &[]);
    battle.refused_walk('a', &[(1, 1), (2, 2), (3, 3), (4, 4), (5, 4)]);
    battle.walk('a', &[(1, 1)]);
    battle.refused_walk('a', &[(2, 2), (3, 3), (4, 4), (5, 3), (6, 3)]);
    battle.walk('a', &[(2, 2), (3, 3), (4, 4)]);
    assert_eq!(battle.cell('a'), (4, 4), "2 + 1 + 2, after the first of the turn");
}

#[test] // PR-168, PR-G31
fn a_5_foot_step_goes_one_square_for_the_swift_action() {
    let mut battle = duel(FIELD, fighter(), fighter(), &[]);
    battle.refused(Choice::Act(along("five_foot_step", &[(1, 0), (2, 0)])));
    battle.go('a', "five_foot_step", &[(1, 1)]);
    assert_eq!((battle.cell('a'), battle.left('a', "half"), battle.left('a', "swift")), ((1, 1), 2, 0));
    battle.refused(Choice::Act(along("five_foot_step", &[(2, 1)])));
}

/// A board whose rough ground burns.
fn burning(map: &str, fighters: &[(char, warboard::content::Unit, u16)], dice: &[u16]) -> crate::skirmish::Skirmish {
    let mut plan = crate::drawn::plan(Shape::Square, map);
    plan.palette[2].hazard = true;
    let board = Board::new(plan).expect("a board");
    battle_of(crate::skirmish::skirmish(&pathrunner(), map).on(board), fighters, dice)
}

#[test] // PR-G61, PR-117, PR-359
fn fire_burns_those_that_enter_it_or_begin_their_turn_in_it() {
    let mut battle = burning("a , . B", &[('a', fighter(), 20), ('B', fighter(), 1)], &[8, 5]);
    battle.events();
    battle.walk('a', &[(1, 0)]);
    let burnt = crate::facts::damage_taken(&battle.events()).remove(0);
    assert_eq!(burnt.amount.total(), 8, "1d8 by the dice of fire: {}", burnt.amount);
    let told = burnt.amount.to_string();
    assert!(told.contains("PR-117") && told.contains("PR-G61"), "{told}");
    battle.wait('a').wait('B');
    assert_eq!(damage(&battle.events()), [5], "as its turn begins");
    battle.walk('a', &[(0, 0)]);
    assert_eq!(damage(&battle.events()), [0; 0]);
    battle.all_rolled();
}

#[test] // PR-G61, PR-C19
fn a_push_into_fire_burns_and_those_that_fall_in_it_stop() {
    let strong = || fighter().has("BaseAttack", 9);
    let mut pushed = burning("a B , . .", &[('a', strong(), 20), ('B', fighter(), 1)], &[5, 6]);
    pushed.events();
    pushed.act_on('a', "bull_rush", 'B');
    assert_eq!(damage(&pushed.events()), [6]);
    let mut dying = burning("a , . . B", &[('a', fighter(), 20), ('B', fighter(), 1)], &[8]);
    let blow =
        warboard::mechanics::damage::PendingDamage { target: dying.id('a'), ..hit(&dying, 61, types(&["fire"])) };
    let hurt = settle(&dying, &[blow]).remove(0);
    dying.state.impose(&warboard::resolution::BattleEvent::DamageTaken(Box::new(hurt)));
    dying.walk('a', &[(1, 0), (2, 0)]);
    assert_eq!((dying.cell('a'), dying.has('a', "unconscious")), ((1, 0), true));
}
