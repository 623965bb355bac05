//! Trips in the air, of one alone and of pairs, and what they do to those who bleed.

use crate::depths::board;
use crate::facts::*;
use crate::skirmish::*;
use warboard::content::stat::Stat;
use warboard::content::unit::{Trait, Unit};
use warboard::resolution::{Act, Asks};

fn agile() -> Unit {
    plain().stat(Stat::Strength, 20).quality(Trait::ImprovedFlight)
}

fn rises(feet: i16) -> Act {
    Act::flying("fly", Vec::new(), feet)
}

fn altitude(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).position.altitude
}

fn lost(battle: &Skirmish, mark: char) -> i16 {
    let vitals = battle.row(mark).vitals;
    vitals.maximum - vitals.hit_points
}

/// The penalty of one who bleeds.
fn penalty(battle: &Skirmish, mark: char) -> Option<i16> {
    let mut held = battle.row(mark).conditions.0.iter();
    held.find(|held| held.condition.as_str() == "bleeding").map(|held| held.level)
}

/// `B` hovers so many feet up beside `a` on a pillar of that height, who trips it; nobody catches hold.
fn tripped(feet: i16, bleeds: bool, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let plan = skirmish(&fragments(), "a B . .").on(board("a B . .", &[feet, 0, 0, 0]));
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', agile()).rolls(&faces);
    let mut left = feet;
    while left > 0 {
        battle.act('B', rises(left.min(60)));
        left -= 60;
    }
    if bleeds {
        battle.afflict('B', "bleeding");
    }
    battle.own('B', "wait").does('a', "trip", 'B');
    if let ('B', Asks::Pick { .. }) = battle.asked() {
        battle.choose('B', no());
    }
    battle
}

#[test] // TA-109, TA-110, TA-111, TA-G35
fn a_critical_trip_high_up_harms_and_does_not_lay_anybody_in_the_air() {
    for feet in [60, 80, 120] {
        let mut battle = tripped(feet, false, &[20, 5, 4]);
        assert_eq!((altitude(&battle, 'B'), lost(&battle, 'B')), (feet - 50, 4), "from {feet} feet");
        assert_eq!((battle.has('B', "flying"), battle.has('B', "prone")), (true, false));
        battle.all_rolled();
    }
}

#[test] // TA-109, TA-110, TA-111, TA-138
fn a_critical_trip_to_the_ground_adds_a_die_to_those_of_the_fall() {
    for (feet, dice) in [(50, 5), (55, 0), (20, 2)] {
        let faces: Vec<u16> = [20, 5].into_iter().chain(std::iter::repeat_n(1, dice)).chain([6]).collect();
        let mut battle = tripped(feet, false, &faces);
        let landed = feet <= 50;
        assert_eq!((altitude(&battle, 'B'), lost(&battle, 'B')), ((feet - 50).max(0), dice as i16 + 6));
        assert_eq!(battle.has('B', "prone"), landed);
        battle.all_rolled();
    }
}

#[test] // TA-210, TA-111, TA-G18
fn each_of_the_two_harms_of_a_critical_trip_raises_the_bleed_penalty() {
    assert_eq!(penalty(&tripped(20, true, &[20, 5, 1, 1, 6]), 'B'), Some(2), "the fall and the die besides");
    assert_eq!(penalty(&tripped(20, true, &[15, 5, 1, 1]), 'B'), Some(1), "the fall alone");
    assert_eq!(penalty(&tripped(60, true, &[20, 5, 6]), 'B'), Some(1), "the die alone");
    assert_eq!(penalty(&tripped(60, true, &[15, 5]), 'B'), Some(0), "neither");
}

/// `b` holds the flier `C` at this height beside `a` on a pillar, who trips `C`.
fn pair_tripped(feet: i16, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 19, 20, 15, 5].iter().chain(dice).copied().collect();
    let plan = skirmish(&fragments(), "a C b .").on(board("a C b .", &[feet, 0, 0, 0]));
    let holder = Unit { weapons: Vec::new(), ..agile() };
    let plan = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('b', holder).unit('C', agile());
    let mut battle = plan.rolls(&faces);
    battle.act('C', rises(feet)).own('C', "wait");
    battle.act('b', rises(feet)).does('b', "grapple", 'C').own('b', "wait");
    assert_eq!((battle.cell('b'), battle.snapshot().links.len()), ((1, 0), 1));
    battle.does('a', "trip", 'C');
    while let (mark @ ('b' | 'C'), Asks::Pick { .. }) = battle.asked() {
        battle.choose(mark, no());
    }
    battle
}

#[test] // TA-109, TA-229, TA-230
fn a_held_flier_that_is_tripped_takes_its_holder_along() {
    let mut battle = pair_tripped(60, &[15, 5]);
    assert_eq!((altitude(&battle, 'C'), altitude(&battle, 'b')), (10, 10));
    assert_eq!((battle.snapshot().links.len(), battle.has('b', "prone")), (1, false));
    battle.all_rolled();
}

#[test] // TA-109, TA-138, TA-229, TA-230
fn a_held_flier_and_its_holder_are_both_hurt_where_they_land() {
    let mut battle = pair_tripped(20, &[15, 5, 1, 2, 3, 4]);
    assert_eq!((lost(&battle, 'C'), lost(&battle, 'b')), (3, 7), "two dice each");
    assert!(battle.has('C', "prone") && battle.has('b', "prone") && battle.snapshot().links.len() == 1);
    assert_eq!((altitude(&battle, 'b'), battle.cell('b')), (0, battle.cell('C')));
    battle.all_rolled();
}

#[test] // TA-142, TA-G27
fn one_torn_from_its_bearer_in_the_air_falls_at_once() {
    // `c` has flown up with `B`, whom it holds; `a` on a pillar thrusts `B` away.
    let map = "a . B c . .";
    let heights = [30, 0, 0, 0, 0, 0];
    let bearer = Unit { weapons: Vec::new(), ..agile() };
    let spear = plain().stat(Stat::Strength, 20).weapon("long_spear");
    let plan = skirmish(&fragments(), map).on(board(map, &heights));
    let plan = plan.unit('c', bearer).unit('a', spear).unit('B', plain().stat(Stat::Strength, 10));
    let mut battle = plan.rolls(&[20, 19, 1, 15, 5, 15, 5, 1, 2, 3]);
    battle.does('c', "grapple", 'B').act('c', rises(30)).own('c', "wait");
    assert_eq!(altitude(&battle, 'B'), 30);
    battle.does('a', "push", 'B');
    assert_eq!((altitude(&battle, 'B'), lost(&battle, 'B')), (0, 6), "before anybody does anything else");
    assert!(battle.has('B', "prone") && battle.snapshot().links.is_empty());
    assert_eq!(altitude(&battle, 'c'), 30);
    battle.all_rolled();
}
