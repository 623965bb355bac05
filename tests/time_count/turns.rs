//! The order of turns: the rising count, surprise, simultaneous turns.

use std::sync::Arc;

use crate::skirmish::*;
use warboard::battle::{Facing, WeaponSlot};
use warboard::content::{InitiativeRoll, Name, Stat, TurnOrder};
use warboard::resolution::act::Target;
use warboard::resolution::{Act, Asks, BattleEvent, Choice};
use warboard::rules::Ruleset;

#[test] // TC-201, TC-202, TC-207, TC-211, TC-214, TC-215, G-05
fn three_combatants_act_as_in_the_printed_example() {
    let rules = time_count();
    // Zherynn 6, Aeus 8 and surprised with a 5, Garret 7: the numbers of the example less the 4 that each adds.
    let mut battle = skirmish(&rules, "z . e\n. G .")
        .unit('z', base_unit().weapon("dagger"))
        .surprised('e', base_unit().stat(Stat::Wisdom, -1).weapon("long_sword"))
        .unit('G', base_unit().stat(Stat::HitPoints, 30))
        .rolls(&[2, 3, 5, 3, 2, 2, 2]);
    assert_eq!(battle.asked(), ('z', Asks::Act));
    assert_eq!(battle.count(), 6);
    assert!(battle.has('e', "surprised"));
    battle.strike('z', 'G');
    assert_eq!((battle.asked().0, battle.count()), ('G', 7));
    assert_eq!(battle.row('z').turn_state.next, Some(12));
    battle.strike('G', 'z');
    assert_eq!(battle.row('G').turn_state.next, Some(16));
    assert_eq!((battle.asked().0, battle.count()), ('z', 12));
    assert!(battle.has('e', "surprised"), "unsteady until it first acts");
    battle.strike('z', 'G');
    assert_eq!((battle.asked().0, battle.count()), ('e', 13));
    assert!(!battle.has('e', "surprised"));
    battle.all_rolled();
}

#[test] // TC-212, TC-107, TC-470
fn combatants_acting_on_one_count_can_kill_each_other() {
    let rules = time_count();
    let frail = || base_unit().stat(Stat::HitPoints, 1).stat(Stat::Endurance, 0);
    let mut battle = skirmish(&rules, "a B").unit('a', frail()).unit('B', frail()).rolls(&[1, 1, 20, 20]);
    assert_eq!(battle.count(), 5);
    battle.strike('a', 'B');
    assert_eq!(battle.asked(), ('B', Asks::Act), "the second declares before anything is rolled");
    assert_eq!(battle.row('B').vitals.hit_points, 1);
    battle.strike('B', 'a');
    assert!(battle.row('a').gone && battle.row('B').gone);
    battle.all_rolled();
}

#[test] // TC-212, TC-065, TC-068, TC-070
fn hits_on_one_count_use_the_same_threshold_and_wear_it_afterwards() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a C b")
        .unit('a', base_unit())
        .unit('b', base_unit())
        .unit('C', base_unit().stat(Stat::HitPoints, 30))
        .rolls(&[1, 1, 2, 15, 5, 15, 6]);
    battle.choose('C', Choice::Face(Facing::AllAround)).strike('a', 'C').strike('b', 'C');
    let hurts: Vec<(i16, i16)> = battle
        .events()
        .iter()
        .filter_map(|event| match event {
            BattleEvent::DamageTaken(hurt) => Some((hurt.fatigue, hurt.wounds)),
            _ => None,
        })
        .collect();
    assert_eq!(hurts, [(3, 2), (3, 3)], "both against a threshold of 3");
    assert_eq!(battle.row('C').vitals.worn, 2);
    assert_eq!(battle.row('C').vitals.hit_points, 25);
    battle.all_rolled();
}

#[test] // TC-036, TC-057, TC-058, TC-059, TC-060, TC-061
fn a_fumble_lowers_defence_delays_and_wears_the_weapon() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 1, 4]);
    battle.strike('a', 'B');
    assert!(battle.has('a', "unsteady"));
    let cited = battle.log_lines().iter().any(|line| line.contains("unsteady [TC-059]"));
    assert!(cited, "the log names the rule that makes a fumbler unsteady");
    assert_eq!(battle.row('a').turn_state.next, Some(5 + 9 + 4));
    assert_eq!(battle.row('a').arms.weapons[0].durability, 4);
    battle.all_rolled();
}

#[test] // TC-058, TC-059, TC-064
fn the_effects_of_a_fumble_end_with_the_next_turn() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 1, 4, 1, 4]);
    let before = battle.row('a').clone();
    battle.strike('a', 'B');
    assert_eq!((battle.asked().0, battle.count()), ('B', 10), "its turn is over");
    assert!(battle.has('a', "unsteady"));
    battle.strike('B', 'a');
    assert_eq!((battle.asked().0, battle.count()), ('a', 18));
    let now = battle.row('a');
    assert_eq!((now.position, now.stance, now.facing), (before.position, before.stance, before.facing));
    assert_eq!((&now.conditions, now.vitals), (&before.conditions, before.vitals));
    battle.all_rolled();
}

#[test] // TC-204, TC-211, TC-214, TC-215
fn slow_weapons_act_less_often() {
    let rules = time_count();
    let tough = || base_unit().stat(Stat::HitPoints, 400).stat(Stat::Accuracy, -60);
    let mut battle = skirmish(&rules, "a B")
        .unit('a', tough().weapon("dagger"))
        .unit('B', tough().weapon("great_sword"))
        .rolls(&[[1, 2].as_slice(), &[10; 16]].concat());
    let (mut turns, mut last) = ([0, 0], 0);
    while battle.count() < 6 + 60 {
        let mark = battle.asked().0;
        assert!(battle.count() >= last, "the count never goes back");
        last = battle.count();
        turns[usize::from(mark == 'B')] += 1;
        battle.strike(mark, if mark == 'a' { 'B' } else { 'a' });
    }
    assert_eq!(turns, [11, 5], "every 6 counts from 5, every 12 from 6");
}

#[test] // TC-208, TC-203
fn a_side_may_roll_once_with_separate_bonuses() {
    let mut rules = Ruleset::clone(&time_count());
    let TurnOrder::Counts(turns) = &mut rules.policies.turn else { panic!("this ruleset counts") };
    turns.rolls = InitiativeRoll::Side { rule: Name::new("TC-208") };
    let battle = skirmish(&Arc::new(rules), "a b\nC .")
        .unit('a', base_unit().stat(Stat::Wisdom, 2))
        .surprised('b', base_unit())
        .unit('C', base_unit())
        .rolls(&[3, 6, 4]);
    let first = |mark| battle.row(mark).turn_state.next;
    assert_eq!((battle.asked().0, battle.count()), ('a', 7 - 2));
    assert_eq!([first('b'), first('C')], [Some(7 + 4), Some(10)]);
    let number = battle.battle().log().events().iter().find_map(|event| match event {
        BattleEvent::InitiativeRolled { who, number } if *who == battle.id('a') => Some(number.to_string()),
        _ => None,
    });
    assert_eq!(number.as_deref(), Some("5 (initiative dice +7 [TC-208], wisdom -2 [TC-209])"));
}

#[test] // TC-271, TC-272, G-41
fn free_actions_come_before_the_one_action_of_a_turn() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 2]);
    let sword = Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own("drop_item") };
    battle.act('a', sword);
    assert_eq!((battle.asked(), battle.count()), (('a', Asks::Act), 5), "free: the turn goes on");
    battle.act('a', Act::at("strike", battle.id('B'), None));
    assert_eq!((battle.asked().0, battle.row('a').turn_state.next), ('B', Some(5 + 6)), "a fist, and no second action");
    battle.all_rolled();
}

#[test] // TC-146, TC-145, G-35, G-40
fn moving_and_waiting_take_one_count() {
    let rules = time_count();
    let mut battle =
        skirmish(&rules, "a . . . . . B").unit('a', base_unit().rate(25)).unit('B', base_unit()).rolls(&[1, 6]);
    battle.walk('a', &[(1, 0)]);
    assert_eq!((battle.count(), battle.asked().0), (6, 'a'));
    battle.walk('a', &[(2, 0), (3, 0)]);
    assert_eq!(battle.cell('a'), (3, 0));
    assert_eq!(battle.count(), 7);
    battle.wait('a');
    assert_eq!(battle.row('a').momentum.counts, 0, "another action ends the movement");
    let last = battle.row('a').turn_state.last;
    assert_eq!(last, Some(Name::new("wait")));
    battle.all_rolled();
}
