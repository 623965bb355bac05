//! Doing things faster: the check, and what it does to the price.

use crate::fighters::*;
use warboard::battle::{Target, WeaponSlot};
use warboard::content::{Carried, Kept, Name, Skill, Unit};
use warboard::odds;
use warboard::resolution::{Act, Choice};

/// Dexterity 2 and Athletics 1: +3 against 2. A dagger in a pouch and one in a backpack, empty hands.
fn packed() -> Unit {
    let carried = |kept| Carried { weapon: "dagger".into(), skill: Skill::Affinity, in_hand: false, kept: Some(kept) };
    Unit { weapons: vec![carried(Kept::Pouch), carried(Kept::Backpack)], ..fighter() }
}

fn snatch(action: &str, slot: u8) -> Act {
    Act { target: Target::Weapon(WeaponSlot(slot)), ..Act::own(action) }
}

/// Action points and stamina spent, by the roll, to snatch a dagger from a pouch (3 points) or a backpack (6 points).
fn spent(action: &str, slot: u8, points: i16, sum: i16) -> (i16, i16) {
    let mut battle = battle("a . B", &[('a', packed(), 9), ('B', fighter(), 5)], &[&standard(sum)]);
    battle.drain('a', "points", points);
    battle.act('a', snatch(action, slot)).no_interrupts();
    assert!(battle.row('a').arms.in_hand().any(|held| held == WeaponSlot(slot)), "it is done, faster or not");
    battle.all_rolled();
    (points - battle.points('a'), 10 - battle.stamina('a'))
}

#[test] // HD-363, HD-364, HD-365, HD-366, HD-367
fn a_success_lowers_the_price_by_one_and_one_more_for_three_points() {
    // 3 and the roll, against 2.
    for (sum, points) in [(-1, 5), (0, 5), (1, 5), (2, 4), (4, 4), (5, 3)] {
        assert_eq!(spent("snatch_from_backpack", 1, 12, sum), (points, 1), "{sum}");
    }
}

#[test] // HD-148
fn the_price_is_never_less_than_one() {
    assert_eq!(spent("snatch_from_pouch", 0, 12, 5), (1, 1), "3 less 3, but at least 1");
}

#[test] // HD-368
fn a_failure_costs_a_point_and_one_more_for_three_points_and_no_stamina() {
    for (sum, points) in [(-2, 7), (-3, 7), (-4, 8), (-5, 8)] {
        assert_eq!(spent("snatch_from_backpack", 1, 12, sum), (points, 0), "{sum}");
    }
    assert_eq!(spent("snatch_from_backpack", 1, 7, -5), (7, 0), "only the points that it has");
    assert_eq!(spent("snatch_from_backpack", 1, 6, -5), (6, 0));
}

#[test] // HD-363
fn what_cannot_be_paid_in_full_is_not_tried_in_a_hurry() {
    let mut battle = battle("a . B", &[('a', packed(), 9), ('B', fighter(), 5)], &[]);
    battle.drain('a', "points", 5);
    assert!(battle.refused(Choice::Act(snatch("snatch_from_backpack", 1))).why.contains("needs 6 action points"));
}

#[test] // HD-021, HD-364
fn wounds_hinder_those_in_a_hurry() {
    let dice: &[&[u16]] = &[&wild(0), &standard(0)];
    let mut battle = battle("a B", &[('B', fighter(), 9), ('a', packed(), 5)], dice);
    battle.attack('B', "standard_attack", 'a').end_turn('B');
    battle.drain('a', "points", 12);
    battle.act('a', snatch("snatch_from_backpack", 1)).no_interrupts();
    assert_eq!(12 - battle.points('a'), 5, "0 and 3 less 1 meets 2");
}

#[test] // HD-365, HD-367, HD-368
fn the_forecast_has_every_price_with_its_chance() {
    let mut battle = battle("a . B", &[('a', packed(), 9), ('B', fighter(), 5)], &[]);
    battle.drain('a', "points", 12);
    let rules = heroes();
    let action = rules.actions.get(Name::new("snatch_from_backpack")).expect("an action");
    let prices = odds::hurried_prices(battle.snapshot().view(), &rules, battle.id('a'), action);
    // Of 243 throws of five dice: 1 sums to 5, 50 to 2 to 4, 141 to -1 to 1, 45 to -3 or -2, 6 to less.
    let expected = [(3, 1), (4, 50), (5, 141), (7, 45), (8, 6)];
    let found: Vec<(i16, u128)> =
        prices.iter().map(|(points, chance)| (*points, chance.of * 243 / chance.all)).collect();
    assert_eq!(found, expected);
    assert_eq!(found.iter().map(|(_, of)| of).sum::<u128>(), 243);
}
