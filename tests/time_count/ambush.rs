//! Ambushes: the clumsiest attacker rolls Stealth for its side, and each enemy that rolls less is surprised.

use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::resolution::BattleEvent;

fn stealthy(stealth: i16, dexterity: i16) -> Unit {
    dull().stat(Stat::Stealth, stealth).stat(Stat::Dexterity, dexterity)
}

fn watchful(perception: i16, wisdom: i16) -> Unit {
    dull().stat(Stat::Perception, perception).stat(Stat::Wisdom, wisdom)
}

/// The checks against an ambush: who rolled, against whom, its total, the total to reach, and the rule.
fn checks(battle: &mut Skirmish) -> Vec<(char, char, i16, i16, &'static str)> {
    let events = battle.events();
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::CheckRolled(rolled) if rolled.action.as_str() == "notice_the_ambush" => {
            let total = rolled.natural as i16 + rolled.bonus.total();
            let attacker = rolled.target.map_or('?', |target| battle.mark(target));
            Some((battle.mark(rolled.who), attacker, total, rolled.difficulty.total(), rolled.rule.as_str()))
        }
        _ => None,
    });
    found.collect()
}

#[test] // TC-199, TC-201, TC-002, G-93
fn those_who_notice_less_than_the_clumsiest_attacker_are_surprised() {
    // Stealth of b: 10 + 1 + 1. C notices with 9 + 2 + 1, D does not with 11. Then come the dice of initiative, 5 more for D.
    let mut battle = skirmish(&time_count(), "a b . C D")
        .ambush(Side(0))
        .unit('a', stealthy(9, 2))
        .unit('b', stealthy(1, 1))
        .unit('C', watchful(2, 1))
        .unit('D', dull())
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
fn both_sides_in_ambush_surprise_each_other_and_pay_apart() {
    let mut battle = skirmish(&time_count(), "a . B")
        .ambush(Side(0))
        .ambush(Side(1))
        .unit('a', dull())
        .unit('B', dull())
        .rolls(&[10, 9, 12, 2, 3, 6, 4, 1]);
    assert_eq!(checks(&mut battle), [('B', 'a', 9, 10, "TC-199"), ('a', 'B', 2, 12, "TC-199")]);
    // B acts first and is surprised no longer.
    assert_eq!((battle.asked().0, battle.count(), battle.has('B', "surprised")), ('B', 4 + 4 + 1, false));
    assert_eq!((battle.row('a').turn_state.next, battle.has('a', "surprised")), (Some(3 + 4 + 6), true));
    battle.all_rolled();
}

#[test] // TC-199, TC-200
fn without_an_ambush_nobody_rolls_and_the_scenario_says_who_is_surprised() {
    let mut battle =
        skirmish(&time_count(), "a . B").unit('a', stealthy(20, 5)).surprised('B', dull()).rolls(&[1, 2, 3]);
    assert_eq!((checks(&mut battle), battle.has('B', "surprised")), (vec![], true));
    battle.all_rolled();
}

#[test] // TC-199, TC-200
fn one_who_is_said_to_be_surprised_stays_so_though_it_would_notice() {
    let mut battle = skirmish(&time_count(), "a . B")
        .ambush(Side(0))
        .unit('a', dull())
        .surprised('B', watchful(20, 0))
        .rolls(&[1, 20, 1, 2, 3]);
    assert_eq!((checks(&mut battle), battle.has('B', "surprised")), (vec![('B', 'a', 40, 1, "TC-199")], true));
    battle.all_rolled();
}
