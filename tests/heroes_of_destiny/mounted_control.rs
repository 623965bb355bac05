//! Untrained mounts: checks to keep control, flight, and calming them.

use crate::fighters::*;
use crate::mounts::{horse, untrained};
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::resolution::{Asks, BattleEvent};

/// A rider r of initiative 9 with Riding 4 on an untrained horse h of initiative 6, and a footman S of initiative 2. The horse is asked.
fn riding(map: &str, mount: Unit, dice: &[&[u16]]) -> Skirmish {
    let rider = fighter().has("Perception", 2).has("Riding", 4).has("Speed", 3);
    let all = [('r', rider, 9), ('h', mount, 6), ('S', fighter().has("Reflex", 0), 2)];
    let mut battle = battle(map, &all, dice);
    battle.act_on('r', "mount", 'h').no_interrupts().act_on('r', "hand_over", 'h').events();
    battle
}

const NEAR: &str = "r h . . . S\n. . . . . .\n. . . . . .";

/// The checks of control among some facts: bonus, difficulty, whether it succeeded, rule.
fn checks(events: &[BattleEvent]) -> Vec<(i16, i16, bool, &'static str)> {
    let all = rolled(events).into_iter().filter(|check| check.action.as_str() == "keep_control");
    all.map(|check| (check.bonus.total(), check.difficulty.total(), check.margin >= 0, check.rule.as_str())).collect()
}

#[test] // HD-396, HD-402
fn a_rider_that_comes_within_reach_of_a_blade_keeps_control_with_a_check() {
    // The sword of S reaches the rider from gap 0 of the horse.
    let mut battle = riding(NEAR, untrained(), &[&standard(1)]);
    battle.walk('h', &[(2, 0)]).no_interrupts();
    assert_eq!(checks(&battle.events()), [], "two yards away");
    battle.walk('h', &[(3, 0)]);
    battle.pass('S');
    assert_eq!(checks(&battle.events()), [(4, 5, true, "HD-396")], "Persona 0 and Riding 4");
    assert!(!battle.has('h', "bolting"));
    battle.no_interrupts().walk('h', &[(3, 1)]).no_interrupts();
    assert_eq!(checks(&battle.events()), [], "in reach already");
    battle.all_rolled();
}

#[test] // HD-396
fn a_footman_that_steps_up_to_the_rider_needs_a_check_as_well() {
    let mut battle = riding(NEAR, untrained(), &[&standard(1)]);
    battle.end_turn('h').end_turn('r').events();
    battle.walk('S', &[(4, 0), (3, 0)]).no_interrupts();
    assert_eq!(checks(&battle.events()), [(4, 5, true, "HD-396")]);
    battle.all_rolled();
}

#[test] // HD-395, HD-G59
fn trained_mounts_need_no_checks() {
    let mut battle = riding(NEAR, horse(), &[&wild(5)]);
    battle.walk('h', &[(2, 0), (3, 0)]);
    battle.react('S', "rebuff");
    assert_eq!(checks(&battle.events()), []);
    battle.all_rolled();
}

#[test] // HD-395, HD-402
fn each_wound_of_rider_or_mount_needs_a_check() {
    let struck = |target: char, roll: i16| {
        let mut battle = riding("r h . S\n. . . .", untrained(), &[&wild(roll), &standard(2)]);
        battle.end_turn('h').end_turn('r').events();
        battle.attack('S', "standard_attack", target).no_interrupts();
        assert_eq!(battle.wounds(target), [0, 1, 0, 0, 0]);
        battle.all_rolled();
        checks(&battle.events())
    };
    assert_eq!(struck('h', 0), [(4, 5, true, "HD-395")], "5 less 5 for its Toughness, and 3");
    assert_eq!(struck('r', 1), [(3, 5, true, "HD-395")], "with its wound");
}

#[test] // HD-394, HD-397, HD-398
fn a_mount_out_of_control_stops_and_flees_on_its_own_points() {
    let mut battle = riding(NEAR, untrained(), &[&standard(0)]);
    let rider = battle.points('r');
    battle.walk('h', &[(2, 0), (3, 0), (3, 1)]);
    battle.pass('S');
    let events = battle.events();
    assert_eq!(checks(&events), [(4, 5, false, "HD-396")]);
    assert!(battle.has('h', "bolting"));
    assert_eq!(battle.points('r'), rider - 1, "for the two yards under control, and for none after them");
    assert_eq!(battle.cell('h'), (0, 0), "as far from S as the meadow goes, with the rider");
    assert_eq!(battle.cell('r'), (0, 0));
    assert_eq!(battle.no_interrupts().asked(), ('r', Asks::Act), "and its part of the turn is over");
}

#[test] // HD-399, HD-400, HD-401, HD-402
fn control_is_regained_with_more_calm_and_fewer_enemies_about() {
    let mut battle = riding(NEAR, untrained(), &[&standard(0), &standard(0), &standard(0), &standard(1)]);
    battle.walk('h', &[(2, 0), (3, 0)]).pass('S');
    battle.drain('r', "points", 27).events();
    let attempt = |battle: &mut Skirmish| {
        battle.act_on('r', "regain_control", 'h').no_interrupts();
        let check = rolled(&battle.events()).remove(0);
        let terms = check.bonus.terms().iter().map(|term| (term.amount, term.rule.as_str())).collect::<Vec<_>>();
        (terms[1..].to_vec(), check.difficulty.total(), check.margin >= 0)
    };
    assert_eq!(attempt(&mut battle), (vec![(-1, "HD-400")], 5, false));
    assert_eq!(battle.points('r'), 19, "8 action points");
    assert_eq!(attempt(&mut battle), (vec![(-1, "HD-400"), (1, "HD-401")], 5, false));
    assert_eq!(attempt(&mut battle), (vec![(-1, "HD-400"), (2, "HD-401")], 5, true), "4 and 1 more");
    assert!(!battle.has('h', "bolting") && !battle.has('r', "calming"));
}

#[test] // HD-401
fn only_attempts_in_a_row_count() {
    let mut battle = riding(NEAR, untrained(), &[&standard(0), &standard(0)]);
    battle.walk('h', &[(2, 0), (3, 0)]).pass('S');
    battle.drain('r', "points", 27);
    battle.act_on('r', "regain_control", 'h').no_interrupts();
    assert!(battle.has('r', "calming"));
    battle.perform('r', "defend").no_interrupts();
    assert!(!battle.has('r', "calming"), "it did something else");
}

#[test] // HD-397, HD-398
fn a_mount_out_of_control_neither_interrupts_nor_is_asked() {
    let mut battle = riding(NEAR, untrained(), &[&standard(0)]);
    battle.walk('h', &[(2, 0), (3, 0)]).pass('S');
    battle.no_interrupts();
    assert_eq!(battle.asked(), ('r', Asks::Act));
    battle.wait('r');
    while let Some(who) = battle.interrupting() {
        assert_ne!(who, 'h');
        battle.pass(who);
    }
    assert_eq!(battle.asked().0, 'S');
    battle.wait('S').no_interrupts();
    assert_eq!(battle.asked(), ('r', Asks::Act), "in round 2 the horse has nowhere to go, and the rider is asked");
}
