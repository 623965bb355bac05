//! Acceptance battle 12: a rider against footmen and other riders.

use crate::fighters::*;
use crate::mounts::horse;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Breakdown, Unit};
use warboard::mechanics::Game;
use warboard::mechanics::attack::{self, Mode};
use warboard::resolution::{Act, Asks, legal};

/// A rider r of initiative 9 on a horse h of initiative 6, before a swordsman S, and D with a weapon of no reach.
fn riding(map: &str, dice: &[&[u16]]) -> Skirmish {
    let slow = |weapon: &str| Unit { weapons: vec![carried(weapon)], ..fighter().has("Reflex", 0) };
    let all = [
        ('r', fighter(), 9),
        ('h', horse(), 6),
        ('E', fighter(), 7),
        ('S', slow("sword"), 2),
        ('D', slow("shortsword"), 1),
    ];
    let mut battle = battle(map, &all, dice);
    battle.seat('r', 'h');
    battle
}

const FAR: &str =
    "h . . . . . . S\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\nr . . . . . . .\n. . . . . . E D";

#[test] // HD-226, HD-227, HD-389, HD-393, HD-394, HD-G06, HD-G59
fn acceptance_battle_12_one_turn_and_a_rebuff_against_the_horse() {
    let mut battle = riding(FAR, &[&wild(0)]);
    assert_eq!((battle.points('r'), battle.points('h')), (6, 8));
    while battle.no_interrupts().count() == 1 {
        let (who, _) = battle.asked();
        battle.end_turn(who);
    }
    battle.drain('r', "points", 6).drain('h', "points", 8);
    assert_eq!(battle.asked(), ('E', Asks::Act), "7 comes before the worse initiative of both, 6");
    battle.end_turn('E');
    if battle.asked().0 == 'r' {
        battle.act_on('r', "hand_over", 'h');
    }
    battle.walk('h', &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    assert_eq!(battle.cell('h'), (4, 0), "before the last step, from gap 1 to 0");
    assert_eq!(battle.offered(), ('S', vec!["rebuff".to_owned()]));
    battle.events();
    battle.react('S', "rebuff");
    let check = rolled(&battle.events()).remove(0);
    assert_eq!(check.target, Some(battle.id('h')), "not the rider, which comes from 2 to 1");
    assert_eq!((battle.cell('h'), battle.cell('r')), ((5, 0), (5, 0)));
    assert_eq!((battle.points('h'), battle.points('r')), (6, 4), "5 yards at a rate of 10 are 2 points of each");
    battle.all_rolled();
}

/// Whether an attacker may strike a target with its first weapon.
fn may_strike(battle: &Skirmish, attacker: char, target: char) -> bool {
    let act = Act::at("standard_attack", battle.id(target), Some(WeaponSlot(0)));
    legal::check(battle.snapshot().view(), &heroes(), battle.id(attacker), &act).is_ok()
}

/// The melee attack bonus of one against the other, and the melee defence that it meets.
fn numbers(battle: &Skirmish, attacker: char, target: char) -> (i16, i16) {
    let rules = heroes();
    let game = Game::new(battle.snapshot().view(), rules.book());
    let (a, b) = (battle.id(attacker), battle.id(target));
    let mut bonus = Breakdown::new();
    attack::add_to_hit(game, (a, WeaponSlot(0)), b, Mode::Melee, &mut bonus);
    (bonus.total(), attack::defence(game, a, b, None, Mode::Melee).1.total())
}

#[test] // HD-390, HD-391, HD-393, HD-G59
fn acceptance_battle_12_reach_and_bonuses_beside_footmen() {
    let battle = riding("h . S r .\n. . . . .\n. D . . .\n. . . . E", &[]);
    assert!(may_strike(&battle, 'D', 'h') && !may_strike(&battle, 'D', 'r'), "a gap of 1 to the rider");
    assert!(may_strike(&battle, 'S', 'h') && may_strike(&battle, 'S', 'r'), "a sword reaches both");
    assert_eq!((numbers(&battle, 'r', 'S'), numbers(&battle, 'S', 'r')), ((5, 4), (4, 5)), "1 more each");
}

#[test] // HD-392
fn acceptance_battle_12_no_bonus_against_a_rider_on_an_equal_horse() {
    let all = [('r', fighter(), 9), ('h', horse(), 6), ('S', fighter(), 5), ('K', horse(), 4)];
    let mut battle = battle("h . K . r\n. . . . S", &all, &[]);
    battle.seat('r', 'h').seat('S', 'K');
    assert_eq!((numbers(&battle, 'r', 'S'), numbers(&battle, 'S', 'r')), ((4, 4), (4, 4)));
}
