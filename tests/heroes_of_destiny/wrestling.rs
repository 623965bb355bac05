//! Grapples, pins and escapes.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Size, Unit};
use warboard::resolution::{Act, legal};

/// a seizes B with a dagger in hand.
fn grappling(dice: &[&[u16]]) -> Skirmish {
    let wrestler = Unit { weapons: vec![carried("dagger")], ..fighter() };
    let mut all: Vec<&[u16]> = vec![&[3; 5]];
    all.extend(dice);
    let mut battle = battle("a B .\n. . .", &[('a', wrestler.has("Speed", 4), 9), ('B', fighter(), 5)], &all);
    battle.attack('a', "grapple", 'B');
    battle
}

#[test] // HD-291, HD-292, HD-295, HD-296
fn a_grapple_is_an_attack_without_damage_that_binds_both() {
    let battle = grappling(&[]);
    assert!(battle.has('a', "grappling") && battle.has('B', "grappling"));
    assert_eq!((battle.wounds('B'), battle.points('a')), ([0; 5], 8), "11 less 3 for a dagger");
}

#[test] // HD-292, HD-293
fn only_short_weapons_seize_and_only_bodies_of_similar_size() {
    let legal = |a: Unit, b: Unit| {
        let battle = battle("a B", &[('a', a, 9), ('B', b, 5)], &[]);
        let act = Act::at("grapple", battle.id('B'), Some(WeaponSlot(0)));
        legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act).map_err(|why| why.to_string())
    };
    let with = |weapon: &str| Unit { weapons: vec![carried(weapon)], ..fighter() };
    assert!(legal(with("dagger"), fighter()).is_ok());
    assert!(legal(with("sword"), fighter()).is_err_and(|why| why.contains("too long")));
    let sized = |build: i16| fighter().has("Build", build);
    assert!(legal(with("dagger"), sized(4)).is_ok() && legal(with("dagger"), sized(-4)).is_ok());
    for build in [5, -5] {
        assert!(legal(with("dagger"), sized(build)).is_err_and(|why| why.contains("different in size")));
    }
    let large = || fighter().size(Size::Large);
    assert!(legal(with("dagger").size(Size::Large), large()).is_ok());
}

#[test] // HD-127, HD-128, HD-304, HD-305, HD-306, HD-307, HD-310, HD-414
fn a_pinned_foe_can_only_escape() {
    // Power 2 and 3 less 2 against Agility 3.
    let mut battle = grappling(&[&wild(3)]);
    battle.act_on('a', "pin", 'B');
    assert!(battle.has('B', "pinned"));
    battle.end_turn('a').no_interrupts();
    let refused = battle.refused_attack('B', "standard_attack", 'a');
    assert!(refused.contains("pinned"), "{refused}");
    assert!(battle.refused_walk('B', &[(2, 0)]).to_string().contains("pinned"));
    let defence = |stat_name: &str| {
        let game = warboard::mechanics::Game::new(battle.snapshot().view(), battle.battle().setup().rules.book());
        let (a, b) = (battle.id('a'), battle.id('B'));
        warboard::mechanics::attack::defence(
            game,
            a,
            b,
            Some(stat(stat_name)),
            warboard::mechanics::attack::Mode::Melee,
        )
        .1
    };
    assert_eq!(["MeleeDefense", "AgilityDefense"].map(|name| defence(name).total()), [0, 0]);
    assert_eq!(defence("PowerDefense").total(), 2, "only skill is lost");
}

#[test] // HD-270, HD-271, HD-272, HD-308, HD-309
fn an_escape_ends_a_pin_first_and_then_the_grapple() {
    let mut battle = grappling(&[&wild(3), &wild(0), &wild(0)]);
    battle.act_on('a', "pin", 'B');
    battle.end_turn('a').no_interrupts().drain('B', "points", 8);
    battle.act_on('B', "escape", 'a').no_interrupts();
    assert!(!battle.has('B', "pinned") && battle.has('B', "grappling"), "3 meets 3");
    battle.act_on('B', "escape", 'a').no_interrupts();
    assert!(!battle.has('B', "grappling") && !battle.has('a', "grappling"));
    assert_eq!(battle.points('B'), 0);
}

#[test] // HD-G28
fn a_grapple_ends_where_the_two_are_out_of_reach() {
    let mut battle = grappling(&[]);
    battle.end_turn('a').no_interrupts().walk('B', &[(2, 1)]);
    battle.no_interrupts();
    assert!(!battle.has('a', "grappling"), "two yards apart");
}

#[test] // HD-271, HD-272, HD-G28
fn an_escape_meets_the_strongest_of_several_holders_and_frees_from_all() {
    let wrestler = |strength: i16| fighter().weapon("dagger").has("Strength", strength);
    let fighters = [('a', wrestler(1), 9), ('c', wrestler(5), 8), ('B', fighter(), 5)];
    let mut battle = battle("a B c", &fighters, &[&wild(0), &wild(0), &wild(3)]);
    battle.attack('a', "grapple", 'B').end_turn('a').no_interrupts();
    battle.attack('c', "grapple", 'B').no_interrupts().end_turn('c').no_interrupts();
    battle.events();
    battle.act_on('B', "escape", 'a').no_interrupts();
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.difficulty.total(), check.margin), (6, 0), "the Power of c");
    assert!(['a', 'B', 'c'].iter().all(|mark| !battle.has(*mark, "grappling")));
}
