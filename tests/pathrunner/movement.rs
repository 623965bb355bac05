//! Movement: a half action for the speed, diagonals, and the 5-foot step.

use crate::fighters::*;
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
