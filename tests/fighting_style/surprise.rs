//! Surprise: the contest before the battle, and what the surprised lose.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::Unit;
use warboard::resolution::Asks;

/// Stealth 18: its sneakers lie in ambush. Observation 8.
fn sneaker() -> Unit {
    fighter().has("Stealth", 4)
}

/// An ambush by a on B and C.
fn ambush(faces: &[u16]) -> Skirmish {
    let plan = skirmish(&fighting_style(), "a . . . B \n . . . . C").ambush(Side(0));
    plan.unit('a', sneaker()).unit('B', fighter()).unit('C', fighter()).rolls(faces)
}

#[test] // FS-016, FS-017, FS-G05, FS-G39
fn whoever_loses_the_contest_is_surprised_and_a_tie_is_noticed() {
    let surprised = |own, b, c| {
        let battle = ambush(&[own, b, c, 3, 2, 1]);
        ['B', 'C'].map(|who| battle.has(who, "surprised"))
    };
    assert_eq!(surprised(7, 6, 7), [true, false], "fewer Successes, and a tie");
    assert_eq!(surprised(7, 8, 9), [false, true], "more Successes, and a failure");
    assert_eq!(surprised(19, 9, 8), [false, false], "both fail, or the observer alone passes");
}

#[test] // FS-016, FS-G39
fn with_two_sneakers_one_that_is_noticed_is_enough() {
    let surprised = |first, second, observer| {
        let plan = skirmish(&fighting_style(), "a . . . B \n c . . . .").ambush(Side(0));
        let plan = plan.unit('a', sneaker()).unit('B', fighter()).unit('c', sneaker());
        plan.rolls(&[first, second, observer, 3, 2, 1]).has('B', "surprised")
    };
    assert!(surprised(7, 8, 6), "it loses to both");
    assert!(!surprised(7, 5, 6), "it notices the second");
    assert!(!surprised(5, 7, 6), "it notices the first");
}

#[test] // FS-010, FS-018, FS-019, FS-G39
fn the_surprised_have_points_and_cannot_spend_them_in_the_first_round() {
    // B has the highest initiative and no turn. a walks past it and casts nothing: no reaction is offered.
    let plan = skirmish(&fighting_style(), "a . . . \n . B . . \n . . . C").ambush(Side(0));
    let plan = plan.unit('a', sneaker()).unit('B', fighter()).unit('C', fighter());
    let mut battle = plan.rolls(&[10, 9, 9, 1, 6, 5]);
    assert_eq!((battle.left('B'), battle.left('C')), ((3, 2), (3, 2)), "gained");
    assert_eq!(battle.asked(), ('a', Asks::Act), "the only one with a turn");
    battle.walk('a', &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!((battle.asked(), battle.cell('a')), (('a', Asks::Act), (3, 0)), "no opportunity attack");
    battle.wait('a');
    assert_eq!((battle.asked().0, battle.left('B')), ('B', (3, 2)), "the second round");
    battle.wait('B').wait('C');
    battle.walk('a', &[(2, 0), (1, 0)]);
    assert!(matches!(battle.asked(), ('B' | 'C', Asks::React { .. })), "now they react");
}

#[test] // FS-003, FS-018, FS-065, FS-G46
fn an_observer_that_is_not_surprised_acts_in_its_place() {
    let mut battle = ambush(&[7, 8, 9, 1, 6, 5]);
    assert_eq!((battle.asked().0, battle.has('C', "surprised")), ('B', true));
    battle.wait('B').wait('a');
    assert_eq!(battle.asked().0, 'B', "C has lost its turn");
    battle.wait('B');
    assert_eq!(battle.asked().0, 'C');
}
