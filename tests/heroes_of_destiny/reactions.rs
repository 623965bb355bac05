//! Reactions: rebuffing those that close in, harrying shooters.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Readied, Target, WeaponSlot};
use warboard::content::Unit;
use warboard::resolution::{Act, Asks, Choice};

fn armed(weapon: &str) -> Unit {
    Unit { weapons: vec![carried(weapon)], ..fighter() }
}

#[test] // HD-154, HD-227
fn no_rebuff_at_initiative_0_nor_against_a_foe_that_is_inside_already() {
    let slow = fighter().has("Reflex", 0);
    let mut battle_slow = battle("m . . R", &[('m', fighter(), 9), ('R', slow, 0)], &[]);
    battle_slow.no_interrupts().walk('m', &[(1, 0), (2, 0)]);
    assert_eq!(battle_slow.asked(), ('m', Asks::Act));
    let mut inside = battle(". m R\n. . .", &[('m', fighter(), 9), ('R', fighter(), 5)], &[]);
    inside.no_interrupts().walk('m', &[(1, 1), (2, 1)]);
    assert_eq!(inside.asked(), ('m', Asks::Act));
    assert_eq!(inside.points('R'), 6);
}

#[test] // HD-228
fn a_rebuff_is_struck_with_the_weapon_whose_reach_the_foe_comes_inside() {
    let approached = |weapons: &[&str], steps: &[(i16, i16)]| {
        let armed = Unit { weapons: weapons.iter().map(|weapon| carried(weapon)).collect(), ..fighter() };
        let mut battle = battle("m . . R", &[('m', fighter(), 9), ('R', armed, 5)], &[&wild(-5)]);
        battle.no_interrupts().walk('m', steps);
        battle
    };
    let closer: &[(i16, i16)] = &[(1, 0), (2, 0)];
    for weapons in [["dagger", "sword"], ["sword", "dagger"]] {
        let mut rebuffs = approached(&weapons, closer);
        assert_eq!(rebuffs.offered(), ('R', vec!["rebuff".to_owned()]), "inside the reach of the sword, 1 yard");
        rebuffs.react('R', "rebuff");
        assert_eq!(rebuffs.points('R'), 2, "4 of 6 points for the sword, not 3 for the dagger");
    }
    let mut short = approached(&["dagger"], closer);
    assert!(!matches!(short.asked().1, Asks::React { .. }), "no one comes inside the reach of a dagger");
    short.attack('m', "standard_attack", 'R');
    let mut shooter = approached(&["bow"], closer);
    assert!(!matches!(shooter.asked().1, Asks::React { .. }), "nor of a bow");
    shooter.attack('m', "standard_attack", 'R');
}

#[test] // HD-105, HD-115, HD-245, HD-246, HD-247, HD-248, HD-G62
fn a_shooter_in_reach_is_harried_once_a_round_by_each_foe() {
    let fighters = [('k', armed("bow").has("Speed", 5), 9), ('T', fighter(), 6), ('H', fighter(), 5)];
    let mut battle = battle("H k . . . . . T", &fighters, &[&wild(0), &wild(0)]);
    battle.no_interrupts().attack('k', "standard_attack", 'T');
    assert_eq!(battle.offered(), ('H', vec!["harry".to_owned()]));
    battle.events();
    battle.react('H', "harry");
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.bonus.total(), check.margin), (2, -1), "4 less 2 against 3");
    assert_eq!(battle.points('H'), 5);
    battle.attack('k', "standard_attack", 'T');
    let check = rolled(&battle.events()).remove(0);
    assert_eq!(check.bonus.total(), 2, "still -2, and H is not asked again");
    battle.all_rolled();
}

#[test] // HD-261, HD-262
fn a_bad_opening_does_no_harm_and_ends_with_the_turn() {
    let fighters = |dice: &[&[u16]]| {
        let mut battle = battle("m . . R", &[('m', fighter(), 9), ('R', fighter(), 5)], dice);
        battle.no_interrupts();
        battle
    };
    let mut bad = fighters(&[&wild(-3), &wild(0)]);
    bad.attack('m', "create_opening", 'R').walk('m', &[(1, 0), (2, 0)]);
    bad.events();
    bad.react('R', "rebuff");
    assert_eq!(rolled(&bad.events())[0].difficulty.total(), 4, "1 is less than its defence");
    let mut late = fighters(&[&wild(5), &wild(-5)]);
    late.attack('m', "create_opening", 'R').end_turn('m').no_interrupts().end_turn('R');
    late.walk('m', &[(1, 0), (2, 0)]);
    late.events();
    late.react('R', "rebuff");
    assert_eq!(rolled(&late.events())[0].difficulty.total(), 4, "the turn is over");
}

/// Readies an action against whichever enemy sets it off.
fn ready(battle: &mut Skirmish, mark: char, action: &str, watch: &str) {
    let act = Act { action: action.into(), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None };
    let readied = Readied { watch: watch.into(), act };
    battle.act(mark, Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).no_interrupts();
}

#[test] // HD-249, HD-250, HD-G50
fn a_readied_attack_is_a_reaction_that_pays_its_own_points_and_no_initiative() {
    // b is faster than A, which could not interrupt it.
    let mut battle = battle("A . . b", &[('A', fighter(), 5), ('b', fighter(), 9)], &[&wild(0)]);
    battle.end_turn('b');
    ready(&mut battle, 'A', "standard_attack", "steps_into_reach");
    assert_eq!(battle.points('A'), 5, "1 of 6");
    battle.end_turn('A');
    assert_eq!((battle.count(), battle.points('A')), (2, 17));
    battle.walk('b', &[(2, 0)]);
    assert_eq!(battle.offered(), ('A', vec!["ready".to_owned()]), "a sword reaches 1 yard away");
    battle.react('A', "ready");
    assert_eq!((battle.points('A'), battle.initiative('A')), (13, 5));
    assert_eq!(battle.wounds('b'), [0, 1, 0, 0, 0], "0 and 3: moderate");
    assert!(battle.row('A').ready.0.is_none(), "released");
    battle.all_rolled();
}

#[test] // HD-251, HD-G50
fn movement_keeps_readiness_and_any_action_or_reaction_ends_it() {
    let begin = || {
        let mut battle = battle("A . . . b", &[('A', fighter(), 9), ('b', fighter(), 5)], &[]);
        ready(&mut battle, 'A', "standard_attack", "acts");
        battle
    };
    let mut battle = begin();
    battle.walk('A', &[(1, 0)]);
    assert!(battle.row('A').ready.0.is_some(), "movement is no action");
    battle.no_interrupts().end_turn('A').end_turn('b');
    assert!(battle.row('A').ready.0.is_some(), "its next turn does not end it");
    battle.perform('A', "crouch");
    assert!(battle.row('A').ready.0.is_none(), "an action does");
}

#[test] // HD-154, HD-250
fn no_initiative_no_readied_reaction() {
    let attacked = |initiative: i16| {
        let slow = fighter().has("Reflex", 0);
        let mut battle = battle("A b", &[('A', slow, initiative), ('b', fighter(), 9)], &[&wild(-5)]);
        battle.end_turn('b');
        ready(&mut battle, 'A', "standard_attack", "acts");
        battle.end_turn('A').attack('b', "standard_attack", 'A');
        battle
    };
    assert_eq!(attacked(0).asked(), ('b', Asks::Act), "A has no initiative left");
    let mut slow = attacked(1);
    assert_eq!(slow.offered(), ('A', vec!["ready".to_owned()]), "1 is enough");
    slow.pass('A');
}

#[test] // HD-249
fn what_only_reactions_lead_to_cannot_be_readied() {
    let mut battle = battle("A b", &[('A', fighter(), 9), ('b', fighter(), 5)], &[]);
    let act = Act { action: "rebuff".into(), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None };
    let readied = Readied { watch: "acts".into(), act };
    let refused = battle.refused(Choice::Act(Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }));
    assert!(format!("{refused:?}").contains("Rebuff cannot be readied"), "{refused:?}");
}
