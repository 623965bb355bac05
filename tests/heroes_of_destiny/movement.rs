//! Movement: bought with action points as it is needed, kept to the end of the round, doubled by a dash.

use crate::fighters::*;
use crate::skirmish::*;

use warboard::battle::WeaponSlot;
use warboard::content::{Gait, Source, SpeedMode, Terrains};
use warboard::grid::Cell;
use warboard::mechanics::Game;
use warboard::resolution::Asks;
use warboard::resolution::legal::Cost;
use warboard::rules::{Library, make_sheet};
use warboard::scenario::Scenario;

/// An open field of 30 by 3 cells.
const FIELD: &str = "
    a . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . . . . . . . . . . . . . . B .";

fn along(from: i16, to: i16) -> Vec<(i16, i16)> {
    (from..=to).map(|x| (x, 0)).collect()
}

#[test] // HD-176, HD-177, HD-181
fn one_to_four_points_buy_the_distances_of_the_table() {
    for (rate, yards) in
        [(8, [2, 4, 6, 8]), (9, [2, 4, 6, 9]), (7, [1, 3, 5, 7]), (5, [1, 2, 3, 5]), (13, [3, 6, 9, 13])]
    {
        for (points, distance) in (1..).zip(yards) {
            let mut battle = battle(FIELD, &[('a', fighter().rate(rate), 9), ('B', fighter(), 5)], &[]);
            battle.walk('a', &along(1, distance));
            assert_eq!(battle.points('a'), 6 - points, "rate {rate}, {distance} yards");
        }
    }
}

#[test] // HD-176, HD-178
fn the_rate_of_every_unit_follows_from_strength_size_and_athletics() {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    for id in library.units("heroes_of_destiny") {
        let unit = library.unit("heroes_of_destiny", &id).expect("a unit");
        let sheet = make_sheet(&heroes(), &id, &unit, SpeedMode::Fixed).expect("a unit");
        let sum: i16 = ["Strength", "Bulk", "Athletics"].map(|name| sheet.stat(stat(name))).iter().sum();
        assert_eq!(i32::from(unit.rate), i32::from((sum + 33).div_euclid(4)), "{id}");
    }
}

#[test] // HD-192, HD-193
fn difficult_ground_costs_by_the_table() {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    let map = "(name: \"A row\", about: \"A row.\", shape: Square, map: [\"a,twB\"],
        legend: { \",\": \"mud\", \"t\": \"thicket\", \"w\": \"shallows\" }, marks: { \"a\": \"grass\", \"B\": \"grass\" }, sides: [
        (name: \"One\", control: Ai, units: [(unit: \"guard\", at: Mark(\"a\"))], goals: [DefeatAll]),
        (name: \"Two\", control: Ai, units: [(unit: \"guard\", at: Mark(\"B\"))], goals: [DefeatAll]),
    ], limit: 60)";
    let terrains = Terrains::open(&crate::assets::assets()).expect("the terrain is whole");
    let scenario = Scenario::read(&Source::new("row.ron", map), &terrains).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let setup = scenario.prepare(&library, "heroes_of_destiny").unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let cost = |x: i16| setup.field.board.terrain(Cell::new(x, 0)).cost;
    assert_eq!([1, 2, 3].map(cost), [Some(2), Some(3), Some(2)], "mud, undergrowth, knee-high water");
}

#[test] // HD-256, HD-257, HD-258, HD-G27
fn postures_cost_a_point_each_and_slow_their_bearer() {
    let mut battle = battle(FIELD, &[('a', fighter().rate(12), 9), ('B', fighter(), 5)], &[]);
    battle.perform('a', "go_prone");
    assert_eq!(battle.points('a'), 5);
    let refused = battle.refused_action('a', "stand_up").to_string();
    assert!(refused.contains("is not crouching"), "{refused}");
    battle.walk('a', &along(1, 1));
    assert_eq!(battle.points('a'), 4, "a third of 12: 1 yard for a point");
    battle.perform('a', "crouch").walk('a', &along(2, 2));
    assert_eq!(battle.points('a'), 2, "half of 12: 1 yard and a half");
    battle.perform('a', "stand_up").walk('a', &along(3, 5));
    assert_eq!((battle.points('a'), battle.asked()), (0, ('a', Asks::Act)));
}

#[test] // HD-136
fn a_walk_and_the_attack_after_it_are_paid_for_together() {
    let battle = battle("a . . . . . . . . B", &[('a', fighter(), 9), ('B', fighter(), 5)], &[]);
    let rules = heroes();
    let [walk, strike] = ["move", "standard_attack"].map(|id| rules.actions.get(id.into()).expect("known"));
    let game = Game::new(battle.snapshot().view(), rules.book());
    let paid = |cells| Cost::after_walk(game, battle.id('a'), (walk, Gait::Walk, cells), (strike, Some(WeaponSlot(0))));
    assert_eq!(paid(4), Ok(()), "2 points for 4 yards, 4 for the sword");
    assert_eq!(paid(5).expect_err("3 points for 5 yards").why, "needs 7 action points, 6 left");
}
