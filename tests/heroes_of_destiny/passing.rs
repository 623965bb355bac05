//! Passing through the spaces of others: a point for each, in addition to the movement.

use std::sync::Arc;

use crate::fighters::*;
use crate::mounts::horse;
use crate::skirmish::*;
use warboard::content::{Size, Unit};
use warboard::resolution::BattleEvent;

/// The points that a pays for a walk along a path, over a map on which b is a friend and B an enemy.
fn paid(map: &str, units: [Unit; 3], path: &[(i16, i16)]) -> i16 {
    let [a, b, enemy] = units;
    let mut battle = battle(map, &[('a', a, 9), ('b', b, 8), ('B', enemy, 3)], &[]);
    let before = battle.points('a');
    battle.walk('a', path).no_interrupts();
    assert_eq!(battle.cell('a'), *path.last().expect("a path"), "the walk ends where it leads");
    before - battle.points('a')
}

const ROW: &str = "a b . . . . . B\n. . . . . . . .\n. . . . . . . .";

fn fighters() -> [Unit; 3] {
    [fighter(), fighter(), fighter()]
}

#[test] // HD-263, HD-G48
fn a_step_through_the_space_of_a_friend_costs_a_point_more() {
    assert_eq!(paid(ROW, fighters(), &[(1, 0), (2, 0)]), 2, "1 for 2 yards, 1 for the friend");
    assert_eq!(paid(ROW, fighters(), &[(0, 1), (1, 1)]), 1, "2 yards past it");
    let fast = [fighter().rate(9), fighter(), fighter()];
    assert_eq!(paid(ROW, fast, &[(1, 0), (2, 0)]), 2, "a point buys 2 1/4 yards");
}

#[test] // HD-263, HD-G48
fn the_rule_is_named_beside_the_point() {
    let [a, b, enemy] = fighters();
    let mut battle = battle(ROW, &[('a', a, 9), ('b', b, 8), ('B', enemy, 3)], &[]);
    battle.events();
    battle.walk('a', &[(1, 0), (2, 0)]).no_interrupts();
    let rules: Vec<String> = (battle.events().iter())
        .filter_map(|event| match event {
            BattleEvent::PoolChanged { by, .. } => by.terms().first().map(|term| term.rule.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(rules, ["HD-G48", "HD-181"], "the space first, then the ground");
}

#[test] // HD-184, HD-263, HD-G48
fn a_diagonal_that_costs_double_does_not_double_the_point() {
    let corner = "a . . . . . . B\n. . . . . . . .\n. . b . . . . .\n. . . . . . . .";
    assert_eq!(paid(corner, fighters(), &[(1, 1), (2, 2), (2, 3)]), 3, "1 + 2 + 1 yards, and 1 for the friend");
}

#[test] // HD-263, HD-G48
fn the_space_of_a_much_larger_or_smaller_friend_costs_nothing_more() {
    for (build, points) in [(4, 2), (5, 1), (-4, 2), (-5, 1)] {
        let units = [fighter(), fighter().has("Build", build), fighter()];
        assert_eq!(paid(ROW, units, &[(1, 0), (2, 0)]), points, "{build} sizes apart");
    }
}

#[test] // HD-263, HD-G48
fn each_friend_costs_a_point_and_a_large_one_only_where_it_is_entered() {
    let large = [fighter(), fighter().size(Size::Large).has("Build", -3), fighter()];
    let map = "a b . . . . . B\n. . . . . . . .\n. . . . . . . .";
    assert_eq!(paid(map, large, &[(1, 0), (2, 0), (3, 0)]), 3, "2 for 3 yards, 1 for one space of two cells");
    let map = "a b c . . . . B\n. . . . . . . .\n. . . . . . . .";
    let fighters = [('a', fighter(), 9), ('b', fighter(), 8), ('c', fighter(), 7), ('B', fighter(), 3)];
    let mut battle = battle(map, &fighters, &[]);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0)]).no_interrupts();
    assert_eq!(battle.points('a'), 2, "6 less 2 for 3 yards and 2 for two friends");
}

#[test] // HD-263, HD-G48
fn the_unconscious_are_passed_for_a_point_as_well() {
    let mut battle =
        battle("a B . . C\n. . . . .", &[('a', fighter(), 9), ('B', fighter(), 5), ('C', fighter(), 3)], &[]);
    battle.afflict('B', "unconscious");
    battle.walk('a', &[(1, 0), (2, 0)]).no_interrupts();
    assert_eq!(battle.points('a'), 4);
}

#[test] // HD-263, HD-G48
fn without_points_no_space_is_passed() {
    let map = "a . . . . . . . . . . . b . . . B\n. . . . . . . . . . . . . . . . .";
    let start = || battle(map, &[('a', fighter(), 9), ('b', fighter(), 8), ('B', fighter(), 3)], &[]);
    let along = |from: i16, to: i16| (from..=to).map(|x| (x, 0)).collect::<Vec<_>>();
    let mut short = start();
    short.walk('a', &along(1, 10)).no_interrupts();
    assert_eq!(short.points('a'), 1);
    let why = short.refused_walk('a', &along(11, 13)).to_string();
    assert!(why.contains("4 cells of movement are more than the 2"), "2 yards and the worth of a point: {why}");
    let mut spent = start();
    spent.walk('a', &along(1, 11)).no_interrupts();
    assert_eq!(spent.points('a'), 0);
    let why = spent.refused_walk('a', &along(12, 13)).to_string();
    assert!(why.contains("no points left to pass") && why.contains("HD-G48"), "{why}");
}

#[test] // HD-264, HD-G48
fn a_space_entered_by_the_action_is_not_paid_again() {
    let mut battle = battle(ROW, &[('a', fighter(), 9), ('b', fighter(), 8), ('B', fighter(), 3)], &[]);
    battle.act_on('a', "share_space", 'b').walk('a', &[(1, 0)]).no_interrupts();
    assert_eq!(battle.points('a'), 4, "1 for the space, 1 for the yard");
}

#[test] // HD-394, HD-G48
fn a_rider_pays_for_the_friends_on_the_way_of_its_mount() {
    let meadow = "r h . . . . . .\n. . . b . . . .\n. . . . . . . .\n. . . . . . . E";
    let friend = fighter().has("Build", 2);
    let fighters = [('r', fighter(), 9), ('h', horse(), 8), ('b', friend, 7), ('E', fighter(), 3)];
    let mut battle = battle(meadow, &fighters, &[]);
    battle.act_on('r', "mount", 'h').no_interrupts();
    battle.end_turn('r').walk('h', &[(2, 0), (3, 0), (4, 0)]).no_interrupts();
    let paid = ['h', 'r'].map(|mark| 8 - battle.points(mark));
    assert_eq!(paid, [3, 3], "2 for 3 yards of 2.5 a point, 1 for the friend in its new cells");
}

#[test] // HD-G48
fn by_another_reading_friends_cost_nothing() {
    let free = crate::readings::with(&["space.sharing.passing_price=None"]);
    let points = |rules: &Arc<_>| {
        let fighters = [('a', fighter(), 9), ('b', fighter(), 8), ('B', fighter(), 3)];
        let mut battle = battle_of(skirmish(rules, ROW), &fighters, &[]);
        battle.walk('a', &[(1, 0), (2, 0)]).no_interrupts();
        battle.points('a')
    };
    assert_eq!((points(&heroes()), points(&free)), (4, 5));
}
