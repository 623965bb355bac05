//! Ambushes: the clumsiest attacker rolls Stealth for its side, and each enemy that rolls less is surprised.

use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{Stat, Unit};
use warboard::resolution::BattleEvent;

fn stealthy(stealth: i16, dexterity: i16) -> Unit {
    base_unit().stat(Stat::Stealth, stealth).stat(Stat::Dexterity, dexterity)
}

fn watchful(perception: i16, wisdom: i16) -> Unit {
    base_unit().stat(Stat::Perception, perception).stat(Stat::Wisdom, wisdom)
}

/// The checks against an ambush: the combatant that rolled, its opponent, its total, the total to reach, and the rule.
fn checks(battle: &mut Skirmish) -> Vec<(char, char, i16, i16, &'static str)> {
    let events = battle.events();
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) if rolled.action.as_str() == "notice_the_ambush" => {
            let total = rolled.natural + rolled.bonus.total();
            let attacker = rolled.target.map_or('?', |target| battle.mark(target));
            Some((battle.mark(rolled.who), attacker, total, rolled.difficulty.total(), rolled.rule.as_str()))
        }
        _ => None,
    });
    found.collect()
}

#[test] // TC-199, TC-201, TC-002, G-93
fn enemies_that_notice_less_than_the_clumsiest_attacker_are_surprised() {
    // Stealth of b: 10 + 1 + 1. C notices with 9 + 2 + 1, D does not with 11. The dice of initiative follow, with 5 more for D.
    let mut battle = skirmish(&time_count(), "a b . C D")
        .ambush(Side(0))
        .unit('a', stealthy(9, 2))
        .unit('b', stealthy(1, 1))
        .unit('C', watchful(2, 1))
        .unit('D', base_unit())
        .rolls(&[10, 9, 11, 1, 2, 3, 4, 5]);
    assert_eq!(checks(&mut battle), [('C', 'b', 12, 12, "TC-199"), ('D', 'b', 11, 12, "TC-199")]);
    assert_eq!(['a', 'b', 'C', 'D'].map(|mark| battle.has(mark, "surprised")), [false, false, false, true]);
    assert_eq!((battle.asked().0, battle.count()), ('a', 1 + 4));
    let firsts = ['b', 'C', 'D'].map(|mark| battle.row(mark).turn_state.next);
    assert_eq!(firsts, [Some(2 + 4), Some(3 + 4 - 1), Some(4 + 4 + 5)], "wisdom 1 is a count less for C");
    battle.all_rolled();
}

#[test] // TC-199, G-93
fn no_natural_roll_decides_an_ambush() {
    let mut battle = skirmish(&time_count(), "a . B C")
        .ambush(Side(0))
        .unit('a', stealthy(2, 0))
        .unit('B', watchful(-9, 0))
        .unit('C', watchful(11, 0))
        .rolls(&[10, 20, 1, 1, 2, 3, 4]);
    assert_eq!(checks(&mut battle), [('B', 'a', 11, 12, "TC-199"), ('C', 'a', 12, 12, "TC-199")]);
    assert_eq!((battle.has('B', "surprised"), battle.has('C', "surprised")), (true, false));
    battle.all_rolled();
}

#[test] // TC-199, TC-201, TC-203, G-93
fn both_sides_in_ambush_surprise_each_other_and_roll_separate_penalties() {
    let mut battle = skirmish(&time_count(), "a . B")
        .ambush(Side(0))
        .ambush(Side(1))
        .unit('a', base_unit())
        .unit('B', base_unit())
        .rolls(&[10, 9, 12, 2, 3, 6, 4, 1]);
    assert_eq!(checks(&mut battle), [('B', 'a', 9, 10, "TC-199"), ('a', 'B', 2, 12, "TC-199")]);
    // B acts first and is no longer surprised.
    assert_eq!((battle.asked().0, battle.count(), battle.has('B', "surprised")), ('B', 4 + 4 + 1, false));
    assert_eq!((battle.row('a').turn_state.next, battle.has('a', "surprised")), (Some(3 + 4 + 6), true));
    battle.all_rolled();
}

#[test] // TC-199, TC-200
fn without_an_ambush_no_check_is_rolled_and_the_scenario_decides_surprise() {
    let mut battle =
        skirmish(&time_count(), "a . B").unit('a', stealthy(20, 5)).surprised('B', base_unit()).rolls(&[1, 2, 3]);
    assert_eq!((checks(&mut battle), battle.has('B', "surprised")), (vec![], true));
    battle.all_rolled();
}

#[test] // TC-199, TC-200
fn a_combatant_surprised_by_the_scenario_stays_so_whatever_it_rolls() {
    let mut battle = skirmish(&time_count(), "a . B")
        .ambush(Side(0))
        .unit('a', base_unit())
        .surprised('B', watchful(20, 0))
        .rolls(&[1, 20, 1, 2, 3]);
    assert_eq!((checks(&mut battle), battle.has('B', "surprised")), (vec![('B', 'a', 40, 1, "TC-199")], true));
    battle.all_rolled();
}
