//! Trips.

use crate::fighters::*;
use crate::manoeuvres::{one, talented};
use warboard::content::Trait;
use warboard::resolution::{Act, Choice};

#[test] // PR-382, PR-383, PR-C08
fn a_trip_by_the_defence_fells_the_target_and_one_that_fails_by_10_the_attacker() {
    for (face, falls) in [(14, 'B'), (5, '-'), (4, 'a')] {
        let mut battle = duel("a B", fighter().has("BaseAttack", 0), fighter(), &[face]);
        battle.act_on('a', "trip", 'B');
        for mark in ['a', 'B'] {
            assert_eq!(battle.has(mark, "prone"), mark == falls, "{face}");
        }
    }
}

#[test] // PR-384
fn each_leg_beyond_two_makes_it_harder() {
    for (legs, face, falls) in [(2, 13, false), (2, 14, true), (4, 17, false)] {
        let mut battle = duel("a B", fighter(), fighter().has("LegsBeyondTwo", legs), &[face]);
        battle.events();
        battle.act_on('a', "trip", 'B');
        let against = one(&battle.events()).difficulty;
        assert_eq!(against.total(), 17 + 2 * legs, "{against}");
        assert!(against.to_string().contains("[PR-384]"), "{against}");
        assert_eq!(battle.has('B', "prone"), falls, "{face} against {against}");
    }
}

#[test] // PR-385
fn some_creatures_cannot_be_tripped() {
    let mut battle = duel("a B", fighter(), talented(Trait::CannotBeTripped), &[]);
    let trip = Act::at("trip", battle.id('B'), None);
    let refused = battle.refused(Choice::Act(trip));
    assert!(refused.to_string().contains("PR-385"), "{refused}");
}

#[test] // PR-036, PR-284, PR-382, PR-A4, PR-C08, PR-C29, PR-G10
fn acceptance_battle_4_of_two_attacks_of_opportunity_the_first_trips_the_mover_and_the_second_finds_it_prone() {
    let map = "
        . . . . . Y .
        m . . . . . .
        . . . . . X .";
    let mover = fighter().has("Strength", 10).has("NaturalArmor", 5);
    let deft = talented(Trait::DeftManeuvers).has("BaseAttack", 3);
    let slow = fighter().has("BaseAttack", 1);
    let mut battle = battle(map, &[('m', mover, 20), ('X', deft, 10), ('Y', slow, 5)], &[10, 7, 3]);
    battle.walk('m', &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!((battle.reacting(), battle.cell('m')), (Some('X'), (4, 1)), "after 20 feet");
    battle.events();
    battle.react('X', "opportunity_trip");
    let trip = one(&battle.events());
    assert_eq!((trip.natural + trip.bonus.total(), trip.difficulty.total()), (16, 14));
    assert!(battle.has('m', "prone"));
    assert_eq!(battle.reacting(), Some('Y'), "the second is still owed its attack");
    battle.react('Y', "opportunity");
    let blow = one(&battle.events());
    assert_eq!((blow.natural + blow.bonus.total(), blow.difficulty.total()), (11, 11), "{}", blow.difficulty);
    assert_eq!(battle.cell('m'), (4, 1), "it stops where it is");
    battle.all_rolled();
}

#[test] // PR-284, PR-G22
fn a_trip_of_opportunity_is_one_attack_of_opportunity_and_needs_the_talent() {
    let map = "
        a . . . .
        . . B . .";
    let crossing = |unit, dice: &[u16]| duel(map, fighter(), unit, dice);
    let path = [(1, 0), (2, 0), (3, 0), (4, 0)];
    let mut quick = crossing(talented(Trait::DeftManeuvers).has("Dexterity", 14), &[2]);
    quick.walk('a', &path);
    quick.react('B', "opportunity_trip");
    assert_eq!(
        (quick.reacting(), quick.cell('a')),
        (None, (4, 0)),
        "one attack in a turn of the mover, of either kind"
    );
    quick.all_rolled();
    let mut plain = crossing(fighter(), &[]);
    plain.walk('a', &path);
    let warboard::resolution::Asks::React { options, .. } = plain.asked().1 else { panic!("no offer") };
    assert_eq!(options.len(), 1, "{options:?}");
}
