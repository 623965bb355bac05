//! Movement through friends, enemies and bodies of other sizes, difficult ground, crawling.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Sharing, Size, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, BattleEvent, Choice};
use warboard::rules::Ruleset;

/// A battle on a map, with plain units for all letters not among `units`; the first acts first.
fn on(rules: &Arc<Ruleset>, map: &str, units: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let plan = units.iter().fold(skirmish(rules, map), |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let first = (0..units.len() as u16).map(|at| 20 - at);
    plan.rolls(&first.chain(dice.iter().copied()).collect::<Vec<_>>())
}

fn along(action: &str, path: &[(i16, i16)]) -> Act {
    Act::along(action, path.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}

fn go(battle: &mut Skirmish, action: &str, path: &[(i16, i16)]) {
    battle.act('a', along(action, path));
}

/// The rule that refuses a path of `a`; `None` if it is legal.
fn refused(battle: &mut Skirmish, action: &str, path: &[(i16, i16)]) -> &'static str {
    battle.refused(Choice::Act(along(action, path))).rule.as_str()
}

/// The rules by which movements stopped.
fn stops(events: &[BattleEvent]) -> Vec<&'static str> {
    let stop = |event: &BattleEvent| match event {
        BattleEvent::MoveStopped { rule, .. } => Some(rule.as_str()),
        _ => None,
    };
    events.iter().filter_map(stop).collect()
}

/// Cells to the east of (0, 0), from the first to the last.
fn east(to: i16) -> Vec<(i16, i16)> {
    (1..=to).map(|x| (x, 0)).collect()
}

#[test] // TA-057, TA-168, TA-G24, TA-G25
fn friends_pass_each_other_at_no_cost_and_end_no_move_in_one_space() {
    let units = [('a', plain()), ('c', plain()), ('B', plain())];
    let map = "a c . . . . . . B";
    let mut battle = on(&fragments(), map, &units, &[]);
    assert_eq!(refused(&mut battle, "move", &[(1, 0)]), "TA-G25", "no move may end there");
    assert_eq!(refused(&mut battle, "move", &east(7)), "TA-054");
    go(&mut battle, "move", &east(6));
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((6, 0), 0));
    // The switch of the ruling: leaving the friend's space costs double.
    let mut rules = (*fragments()).clone();
    let Sharing::OneEach(policy) = &mut rules.policies.space.sharing else { panic!("spaces of one body") };
    policy.friends_difficult = true;
    let mut battle = on(&Arc::new(rules), map, &units, &[]);
    assert_eq!(refused(&mut battle, "move", &east(6)), "TA-054");
    go(&mut battle, "move", &east(5));
    assert_eq!(battle.row('a').momentum.unspent, 0);
}

#[test] // TA-169, TA-170, TA-127, TA-G25
fn bodies_two_sizes_apart_count_as_difficult_ground() {
    // The giant is 3 by 3: four steps lead into it and through, each that leaves one of its cells costs double.
    let units = [('a', plain()), ('B', plain().size(Size::Huge))];
    let map = "a B . . . .\n. . . . . .\n. . . . . .\n. . . . . .";
    let mut battle = on(&fragments(), map, &units, &[]);
    assert_eq!(refused(&mut battle, "move", &[(1, 0)]), "TA-G25");
    let through = [(1, 0), (2, 0), (3, 0), (4, 0)];
    assert_eq!(refused(&mut battle, "move", &through), "TA-054", "1 + 2 + 2 + 2 cells are 7");
    go(&mut battle, "move", &[(1, 1), (0, 2)]);
    assert_eq!(battle.row('a').momentum.unspent, 6 - 1 - 2, "into it 1, out of it 2");
    // A difference of one size has no effect.
    let units = [('a', plain()), ('B', plain().size(Size::Large))];
    let mut battle = on(&fragments(), map, &units, &[]);
    assert_eq!(refused(&mut battle, "move", &[(1, 1), (0, 2)]), "TA-058");
}

#[test] // TA-169, TA-170, TA-127
fn a_body_two_sizes_larger_passes_over_smaller_ones() {
    let map = "a . . B . . . . .\n. . . . . . . . .\n. . . . . . . . .";
    let through = [(1, 0), (2, 0), (3, 0), (4, 0)];
    let huge = |rate| [('a', plain().size(Size::Huge).rate(rate)), ('B', plain())];
    let mut slow = on(&fragments(), map, &huge(30), &[]);
    assert_eq!(refused(&mut slow, "move", &through), "TA-054", "1 + 2 + 2 + 2 cells are 7");
    let mut fast = on(&fragments(), map, &huge(35), &[]);
    go(&mut fast, "move", &through);
    assert_eq!(fast.cell('a'), (4, 0));
    // A difference of one size has no effect.
    let large = [('a', plain().size(Size::Large).rate(60)), ('B', plain())];
    assert_eq!(refused(&mut on(&fragments(), map, &large, &[]), "move", &[(1, 0), (2, 0)]), "TA-058");
}

#[test] // TA-124, TA-125, TA-127
fn rough_ground_costs_double_when_its_square_is_left() {
    let units = [('a', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a , , . . . B", &units, &[]);
    go(&mut battle, "move", &[(1, 0)]);
    assert_eq!(battle.row('a').momentum.unspent, 5, "the plain square is left");
    go(&mut battle, "move_on", &[(2, 0), (3, 0)]);
    assert_eq!(battle.row('a').momentum.unspent, 1, "two rough squares are left");
}

#[test] // TA-056, TA-G52, WE-06
fn the_rest_of_a_move_may_be_walked_later_even_after_the_last_action() {
    let units = [('a', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a . . . . . . B", &units, &[]);
    battle.perform('a', "dodge").perform('a', "dodge");
    go(&mut battle, "move", &east(3));
    assert_eq!((battle.asked().0, battle.row('a').turn_state.actions()), ('a', 0));
    assert_eq!(refused(&mut battle, "move", &[(4, 0)]), "TA-014", "another move is an action");
    go(&mut battle, "move_on", &[(2, 0)]);
    assert_eq!(refused(&mut battle, "move_on", &[(1, 0), (0, 0), (1, 0)]), "TA-054", "two squares are left");
    go(&mut battle, "move_on", &[(1, 0), (0, 0)]);
    assert_eq!((battle.cell('a'), battle.asked().0), ((0, 0), 'B'), "the turn is over with the movement");
}

#[test] // TA-056, TA-G52
fn another_action_ends_the_move() {
    let units = [('a', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a . . . . . . B", &units, &[]);
    go(&mut battle, "move", &east(3));
    battle.perform('a', "dodge");
    assert_eq!(refused(&mut battle, "move_on", &[(4, 0)]), "TA-056");
}

#[test] // TA-130, TA-255
fn the_prone_crawl_one_square_for_each_action() {
    let units = [('a', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a . . . . B", &units, &[]);
    battle.perform('a', "go_prone");
    assert_eq!(refused(&mut battle, "move", &[(1, 0)]), "TA-255");
    assert_eq!(refused(&mut battle, "crawl", &[(1, 0), (2, 0)]), "TA-054");
    go(&mut battle, "crawl", &[(1, 0)]);
    assert_eq!((battle.cell('a'), battle.row('a').turn_state.actions()), ((1, 0), 2));
    battle.perform('a', "stand_up");
    assert_eq!(refused(&mut battle, "crawl", &[(2, 0)]), "TA-130");
}

/// `a` barges through `B` in a passage one square wide, with dice for both.
fn barging(b: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = on(&fragments(), "a . B . . . . .", &[('a', plain()), ('B', b)], dice);
    assert_eq!(refused(&mut battle, "move", &east(3)), "TA-058");
    battle.events();
    go(&mut battle, "barge", &east(3));
    battle
}

#[test] // TA-058, TA-059, TA-062, TA-G49
fn a_failed_barge_ends_the_move() {
    let mut battle = barging(plain(), &[9, 10]);
    let events = battle.events();
    assert_eq!(checks(&events)[0].action.as_str(), "push_through");
    assert_eq!(stops(&events), ["TA-059"]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((1, 0), (2, 0)));
    assert_eq!((battle.row('a').turn_state.actions(), battle.row('a').momentum.unspent), (2, 0), "one action in all");
    assert_eq!(refused(&mut battle, "move_on", &[(0, 0)]), "TA-056");
    battle.all_rolled();
}

#[test] // TA-058, TA-060, TA-062
fn a_successful_barge_makes_the_square_difficult() {
    let mut battle = barging(plain(), &[10, 10]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 0), (2, 0)), "the enemy is not displaced");
    assert_eq!(battle.row('a').momentum.unspent, 6 - 4);
    assert!(battle.row('B').stance.held.is_none());
    battle.all_rolled();
}

#[test] // TA-058, TA-061, TA-G04
fn a_critical_barge_makes_the_square_free() {
    let mut battle = barging(plain(), &[20, 10]);
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((3, 0), 6 - 3));
    battle.all_rolled();
}

#[test] // TA-058, TA-G49
fn each_enemy_is_barged_once_in_a_move_and_again_in_the_next() {
    let units = [('a', plain().rate(50)), ('B', plain())];
    let mut battle = on(&fragments(), "a . B . . . . .", &units, &[10, 10, 9, 10]);
    go(&mut battle, "barge", &east(3));
    assert_eq!(battle.row('a').momentum.unspent, 10 - 4);
    go(&mut battle, "move_on", &[(2, 0), (1, 0)]);
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((1, 0), 10 - 4 - 3));
    battle.events();
    go(&mut battle, "barge", &[(2, 0), (3, 0)]);
    assert_eq!(stops(&battle.events()), ["TA-059"], "another move, another push");
    battle.all_rolled();
}

#[test] // TA-060, TA-054, TA-G25
fn a_path_made_too_long_by_a_plain_success_ends_before_the_enemy() {
    // Speed 15: three squares lead through only if the enemy's costs nothing extra.
    let far = |dice: &[u16]| {
        let units = [('a', plain().rate(15)), ('B', plain())];
        let mut battle = on(&fragments(), "a . B . .", &units, dice);
        go(&mut battle, "barge", &east(3));
        battle
    };
    let mut success = far(&[10, 10]);
    assert_eq!(stops(&success.events()), ["TA-054"]);
    assert_eq!((success.cell('a'), success.row('a').momentum.unspent), ((1, 0), 2), "the rest is still there");
    assert_eq!(far(&[20, 10]).cell('a'), (3, 0));
}

#[test] // TA-G49, TA-G25, TA-057
fn a_mover_stopped_in_a_friends_space_stays_in_the_last_free_square_of_its_path() {
    let units = [('a', plain()), ('c', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a . c B . .\n. . . . . .", &units, &[9, 10]);
    go(&mut battle, "barge", &east(4));
    assert_eq!(battle.cell('a'), (1, 0));
    battle.all_rolled();
}

#[test] // TA-058, TA-G49
fn every_enemy_on_the_path_is_barged() {
    let units = [('a', plain()), ('B', plain()), ('C', plain())];
    let mut battle = on(&fragments(), "a B C . . . .", &units, &[15, 10, 9, 10]);
    go(&mut battle, "barge", &east(3));
    assert_eq!(battle.cell('a'), (0, 0), "back to where it may stay");
    let mut battle = on(&fragments(), "a B C . . . .", &units, &[15, 10, 20, 10]);
    go(&mut battle, "barge", &east(3));
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((3, 0), 6 - 1 - 2 - 1));
    battle.all_rolled();
}

#[test] // TA-058
fn a_barge_requires_an_enemy_in_the_way() {
    let units = [('a', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a . . . B", &units, &[]);
    assert_eq!(refused(&mut battle, "barge", &east(2)), "TA-058");
    let act = Act::at("push_through", battle.id('B'), None);
    assert_eq!(refusal(&mut battle, act), "TA-058", "only in passing");
}

#[test] // TA-058, TA-G08
fn the_unconscious_block_the_way_and_their_die_counts_as_one() {
    let units = [('a', plain()), ('B', plain()), ('C', plain())];
    let mut battle = on(&fragments(), "a B . . . C", &units, &[2, 2]);
    battle.afflict('B', "unconscious");
    assert_eq!(refused(&mut battle, "move", &east(2)), "TA-058");
    go(&mut battle, "barge", &east(2));
    assert_eq!(battle.cell('a'), (2, 0));
    battle.all_rolled();
}

#[test] // TA-080, TA-084, TA-G49
fn a_barge_is_an_attack_and_uses_up_a_dodge() {
    let units = [('a', plain()), ('B', plain())];
    let mut battle = on(&fragments(), "a B . . . .", &units, &[15, 4, 10]);
    battle.afflict('B', "dodging");
    go(&mut battle, "barge", &east(2));
    let roll = checks(&battle.events()).remove(0);
    assert_eq!((roll.dice.len(), roll.natural), (2, 4));
}

#[test] // TA-129
fn turning_on_the_ground_is_free() {
    let rules = fragments();
    let map = "
        a . . .
        . . . .
        . . . B
    ";
    let mut battle = skirmish(&rules, map).unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.walk('a', &[(1, 0), (1, 1), (0, 1), (0, 2), (1, 2), (2, 1)]);
    assert_eq!(battle.cell('a'), (2, 1), "six cells whichever way they lead");
}
