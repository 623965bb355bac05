//! Overruns.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Size, Unit};
use warboard::resolution::{Asks, PickPurpose};

const PATH: [(i16, i16); 3] = [(1, 0), (2, 0), (3, 0)];

fn begun(target: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = duel("a . B . .", fighter(), target.unarmed(), dice);
    battle.go('a', "overrun", &PATH);
    battle
}

fn asked(battle: &Skirmish) -> bool {
    matches!(battle.asked(), ('B', Asks::Pick { purpose: PickPurpose::LetPass { .. }, .. }))
}

#[test] // PR-350, PR-353
fn the_target_may_let_the_attacker_pass() {
    let mut battle = begun(fighter(), &[]);
    assert!(asked(&battle), "{:?}", battle.asked());
    battle.answer('B', true);
    assert_eq!((battle.cell('a'), battle.has('B', "prone")), ((3, 0), false));
}

#[test] // PR-354, PR-355, PR-356
fn or_it_is_passed_by_force_felled_or_stops_the_attacker() {
    for (face, x, falls) in [(9, 1, false), (10, 3, false), (14, 3, false), (15, 3, true)] {
        let mut battle = begun(fighter(), &[face]);
        battle.answer('B', false);
        assert_eq!((battle.cell('a').0, battle.has('B', "prone")), (x, falls), "{face}");
        battle.all_rolled();
    }
}

#[test] // PR-351
fn a_target_two_sizes_larger_cannot_be_overrun() {
    let map = "
        a . B . . .
        . . . . . .";
    let path = [(1, 0), (2, 0), (3, 0), (4, 0)];
    for (size, passes) in [(Size::Medium, true), (Size::Small, false)] {
        let mut battle = duel(map, fighter().size(size), fighter().unarmed().size(Size::Large), &[]);
        battle.go('a', "overrun", &path);
        assert_eq!(asked(&battle), passes, "{size:?}");
        if !passes {
            assert_eq!(battle.cell('a'), (1, 0));
        }
    }
}

#[test] // PR-350
fn only_one_target_is_overrun_in_one_movement() {
    let map = "a . B . C . .";
    let foes = [('B', fighter().unarmed(), 2), ('C', fighter().unarmed(), 1)];
    let all: Vec<_> = std::iter::once(('a', fighter(), 20)).chain(foes).collect();
    let mut battle = battle(map, &all, &[]);
    battle.go('a', "overrun", &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    battle.answer('B', true);
    assert_eq!(battle.cell('a'), (3, 0), "in front of the second");
}
