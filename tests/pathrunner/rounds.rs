//! Rounds and initiative.

use crate::fighters::*;
use warboard::content::TurnOrder;

#[test] // PR-002, WE-21
fn a_round_takes_six_seconds() {
    let TurnOrder::Rounds(turns) = &pathrunner().policies.turn else { panic!("rounds") };
    assert_eq!((turns.seconds, turns.seconds_rule), (6, "PR-002".into()));
    assert_eq!(turns.seconds * 10, 60, "10 rounds are a minute");
}

#[test] // PR-001, PR-003, PR-005, PR-007, PR-009, PR-010
fn initiative_is_a_dexterity_check_and_the_highest_acts_first_in_every_round() {
    let quick = fighter().has("Dexterity", 17).has("InitiativeBonus", 4);
    let mut battle = battle("a b C", &[('a', fighter(), 15), ('b', quick, 9), ('C', fighter(), 2)], &[]);
    assert_eq!(battle.row('b').turn_state.initiative, 9 + 3 + 4);
    for mark in ['b', 'a', 'C', 'b', 'a', 'C'] {
        battle.wait(mark);
    }
    assert_eq!(battle.asked().0, 'b');
}

#[test] // PR-011
fn ties_go_by_dexterity_then_wisdom_then_hero_points_then_a_coin() {
    let first = |a: (&str, i16), b: (&str, i16), coin: &[u16]| {
        battle("a B", &[('a', fighter().has(a.0, a.1), 12), ('B', fighter().has(b.0, b.1), 12)], coin).asked().0
    };
    assert_eq!(first(("Dexterity", 10), ("Dexterity", 11), &[]), 'B', "the higher score, with the same modifier");
    assert_eq!(first(("Wisdom", 10), ("Wisdom", 12), &[]), 'B');
    assert_eq!(first(("HeroPoints", 0), ("HeroPoints", 1), &[]), 'B');
    let by_coin: Vec<char> = [1, 2].map(|coin| first(("Wisdom", 10), ("Wisdom", 10), &[coin])).into();
    assert!(by_coin.contains(&'a') && by_coin.contains(&'B'), "{by_coin:?}");
}

#[test] // PR-157, PR-158, PR-159, PR-161
fn a_turn_has_two_half_actions_and_a_swift_one_which_are_lost_with_it() {
    let mut battle = duel("a . . . . . B", fighter(), fighter(), &[]);
    assert_eq!((battle.left('a', "half"), battle.left('a', "swift")), (2, 1));
    battle.walk('a', &[(1, 0)]).walk('a', &[(2, 0)]).go('a', "five_foot_step", &[(3, 0)]);
    assert_eq!((battle.left('a', "half"), battle.left('a', "swift")), (0, 0));
    battle.refused_walk('a', &[(4, 0)]);
    battle.wait('a').wait('B');
    assert_eq!((battle.left('a', "half"), battle.left('a', "swift"), battle.left('B', "half")), (2, 1, 0));
}
