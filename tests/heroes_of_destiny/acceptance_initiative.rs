//! Acceptance battles 1, 2 and 13: interrupts, critical results and surprise, all of which move initiative.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::resolution::{Asks, BattleEvent};

/// a has 12 initiative, B 10.
fn two(dice: &[&[u16]]) -> Skirmish {
    let bold = fighter().has("Perception", 1);
    battle("a B", &[('a', bold.clone(), 12), ('B', bold, 10)], dice)
}

#[test] // HD-091, HD-138, HD-164, HD-165, HD-166, HD-167, HD-168, HD-211, HD-233, HD-234
fn acceptance_battle_1_taken_back_at_no_cost_and_not_twice() {
    let mut battle = two(&[&wild(0), &wild(-7), &[1]]);
    battle.end_turn('a');
    assert_eq!(battle.points('a'), 12);
    battle.no_interrupts().attack('B', "strong_attack", 'a');
    assert_eq!(battle.interrupting(), Some('a'), "12 is more than 10");
    battle.events();
    battle.attack('a', "standard_attack", 'B');
    let events = battle.events();
    let [check] = &rolled(&events)[..] else { panic!("the strong attack is not rolled") };
    assert_eq!((check.who, check.margin, damage(&events)), (battle.id('a'), 0, vec![3]), "4 meets 4; 0 and 1 and 2");
    assert_eq!(battle.wounds('B'), [0, 1, 0, 0, 0], "moderate");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::ActionTakenBack { .. })));
    assert_eq!((battle.points('a'), battle.initiative('a')), (8, 10));
    assert_eq!((battle.points('B'), battle.stamina('B')), (6, 10), "neither points nor stamina");
    assert_eq!(battle.asked(), ('B', Asks::Act), "asked again");
    battle.attack('B', "strong_attack", 'a');
    let again = "10 is not more than 10: a is asked nothing more, also after the action";
    assert_eq!(battle.asked(), ('B', Asks::Act), "{again}");
    assert_eq!((battle.points('B'), battle.stamina('B')), (4, 9));
    battle.events();
    battle.wait('B');
    assert_eq!(battle.count(), 2, "nor at the end of the turn");
    assert_eq!(gained(&mut battle, 'B'), [10, 16], "6 as its turn ends, and 6 of round 2");
    battle.all_rolled();
}

/// The action points that a combatant has after each change since the last call of `events`.
fn gained(battle: &mut Skirmish, mark: char) -> Vec<i16> {
    let changes: Vec<(char, i16)> = (battle.events().iter())
        .filter_map(|event| match event {
            BattleEvent::PoolChanged { who, left, .. } => Some((battle.mark(*who), *left)),
            _ => None,
        })
        .collect();
    changes.into_iter().filter(|(who, _)| *who == mark).map(|(_, left)| left).collect()
}

#[test] // HD-166, HD-167
fn acceptance_battle_1_an_interrupt_that_misses_takes_back_all_the_same() {
    let mut battle = two(&[&wild(-5)]);
    battle.end_turn('a').no_interrupts().attack('B', "standard_attack", 'a');
    battle.events();
    battle.attack('a', "standard_attack", 'B');
    let events = battle.events();
    assert!(rolled(&events)[0].margin < 0);
    assert!(events.iter().any(|event| matches!(event, BattleEvent::ActionTakenBack { .. })));
    assert_eq!((battle.points('B'), battle.asked()), (6, ('B', Asks::Act)));
    battle.all_rolled();
}

/// a 12, B 11 with an attack bonus of 0, c 9: a has ended its turn, and B attacks it with these dice; a does not interrupt.
fn critical(dice: &[u16]) -> Skirmish {
    let weak = fighter().has("Dexterity", 0).has("Melee", 0);
    let fighters = [('a', fighter().has("Perception", 1), 12), ('B', weak, 11), ('c', fighter(), 9)];
    let mut battle = battle("c a B", &fighters, &[dice]);
    battle.end_turn('a').no_interrupts();
    battle.events();
    battle.attack('B', "standard_attack", 'a').pass('a');
    battle
}

#[test] // HD-101, HD-102, HD-104, HD-131, HD-132, HD-149, HD-151, HD-153, HD-164
fn acceptance_battle_2_a_critical_closes_a_window() {
    let mut battle = critical(&[6, 6, 6, 1, 1]);
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.natural, check.margin), (2, -2), "a miss");
    assert_eq!((battle.initiative('a'), battle.initiative('B')), (10, 13));
    assert_eq!(battle.asked(), ('B', Asks::Act), "a is not asked after the action");
    battle.wait('B');
    assert_eq!(battle.interrupting(), Some('B'), "on the turn of c, not a at the end of its own");
    battle.pass('B');
    assert_eq!(battle.interrupting(), Some('a'), "10 is more than 9");
    battle.pass('a').end_turn('c');
    for (round, mark) in [(2, 'B'), (2, 'a'), (2, 'c'), (3, 'B')] {
        battle.no_interrupts();
        assert_eq!((battle.count(), battle.asked()), (round, (mark, Asks::Act)));
        battle.end_turn(mark);
    }
    battle.all_rolled();
}

#[test] // HD-101, HD-104, HD-166
fn acceptance_battle_2_two_doubled_faces_are_no_critical() {
    let mut battle = critical(&[6, 6, 5, 1, 3]);
    assert_eq!(rolled(&battle.events())[0].natural, 3);
    assert_eq!((battle.initiative('a'), battle.initiative('B')), (12, 11));
    assert_eq!(battle.interrupting(), Some('a'), "after the action");
    battle.all_rolled();
}

#[test] // HD-103, HD-156
fn acceptance_battle_2_a_critical_failure_lowers_initiative_not_below_0() {
    let slow = fighter().has("Reflex", 0);
    let mut battle = battle("a B", &[('a', slow, 1), ('B', fighter(), 2)], &[&[1, 1, 1, 6, 6]]);
    battle.end_turn('B').no_interrupts().attack('a', "standard_attack", 'B');
    battle.no_interrupts();
    assert_eq!(battle.initiative('a'), 0, "not -1");
    battle.all_rolled();
}

/// A battle in which B, of this Perception, is surprised.
fn surprised(perception: i16) -> Skirmish {
    let slow: Unit = fighter().has("Perception", perception);
    let plan = skirmish(&heroes(), "a . . . . . B").unit('a', fighter()).surprised('B', slow);
    plan.rolls(&[standard(0), standard(0)].concat())
}

#[test] // HD-150, HD-157, HD-158, HD-160, HD-161, HD-162, HD-275
fn acceptance_battle_13_the_surprised_are_slow_and_begin_without_points() {
    let mut battle = surprised(1);
    assert_eq!((battle.initiative('a'), battle.initiative('B')), (6, 3), "5 + 1; 5 + 1 + 1 - (5 - 1)");
    assert_eq!((battle.points('a'), battle.points('B')), (6, 0));
    battle.end_turn('a');
    assert_eq!((battle.no_interrupts().asked(), battle.count()), (('B', Asks::Act), 1), "its turn of round 1");
    battle.perform('B', "dash").no_interrupts();
    let refused = battle.refused_walk('B', &[(5, 0)]).to_string();
    assert!(refused.contains("more than the 0"), "{refused}");
    let refused = battle.refused_action('B', "crouch").to_string();
    assert!(refused.contains("needs 1 action point, 0 left"), "{refused}");
    battle.events();
    battle.end_turn('B');
    assert_eq!(gained(&mut battle, 'B'), [6, 12], "6 at the end of its turn, and 6 of round 2");
    battle.all_rolled();
    assert_eq!(surprised(6).points('B'), 6, "a Perception of 6 cannot be surprised");
}
