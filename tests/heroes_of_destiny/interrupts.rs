//! Interrupts: acting in the turn of a combatant with lower initiative, for two points of initiative.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::Unit;
use warboard::resolution::{Act, Asks, BattleEvent, Choice};

/// a has 12 initiative, B 10.
fn two(dice: &[&[u16]]) -> Skirmish {
    let bold = fighter().has("Perception", 1);
    battle("a B", &[('a', bold.clone(), 12), ('B', bold, 10)], dice)
}

#[test] // HD-091, HD-138, HD-164, HD-165, HD-166, HD-167, HD-168, HD-211, HD-233, HD-234
fn a_declared_action_is_taken_back_at_no_cost_and_not_twice() {
    let mut battle = two(&[&wild(0), &wild(-7), &[1]]);
    battle.end_turn('a');
    assert_eq!(battle.points('a'), 12);
    battle.no_interrupts().attack('B', "strong_attack", 'a');
    assert_eq!(battle.interrupting(), Some('a'), "12 is more than 10");
    battle.events();
    battle.attack('a', "standard_attack", 'B');
    let events = battle.events();
    let [check] = &rolled(&events)[..] else { panic!("the strong attack is not rolled") };
    assert_eq!((check.margin, damage(&events)), (0, vec![3]), "4 meets 4; 0 and 1 and 2");
    assert_eq!(battle.wounds('B'), [0, 1, 0, 0, 0], "moderate");
    assert!(events.iter().any(|event| matches!(event, BattleEvent::ActionTakenBack { .. })));
    assert_eq!((battle.points('a'), battle.initiative('a')), (8, 10));
    assert_eq!((battle.points('B'), battle.stamina('B')), (6, 10), "neither points nor stamina");
    assert_eq!(battle.asked(), ('B', Asks::Act), "asked again");
    battle.attack('B', "strong_attack", 'a');
    assert_eq!(
        battle.asked(),
        ('B', Asks::Act),
        "10 is not more than 10: a is asked nothing more, also after the action"
    );
    assert_eq!((battle.points('B'), battle.stamina('B')), (4, 9));
    battle.wait('B');
    assert_eq!(battle.count(), 2, "nor at the end of the turn");
    battle.all_rolled();
}

#[test] // HD-166, HD-167
fn an_interrupt_that_misses_takes_the_action_back_all_the_same() {
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

#[test] // HD-101, HD-102, HD-103, HD-104, HD-131, HD-132, HD-149, HD-151, HD-153, HD-156
fn a_critical_result_moves_initiative_and_closes_a_window() {
    let weak = fighter().has("Dexterity", 0).has("Melee", 0);
    let fighters = |b: Unit| [('a', fighter().has("Perception", 1), 12), ('B', b, 11), ('c', fighter(), 9)];
    // Three doubled faces, and a miss.
    let mut marked = battle("c a B", &fighters(weak.clone()), &[&[6, 6, 6, 1, 1]]);
    marked.end_turn('a').no_interrupts().attack('B', "standard_attack", 'a');
    marked.pass('a');
    assert_eq!((marked.initiative('a'), marked.initiative('B')), (10, 13));
    assert_eq!(marked.asked(), ('B', Asks::Act), "a is not asked after the action");
    marked.wait('B');
    assert_eq!(marked.interrupting(), Some('B'), "on the turn of c");
    marked.pass('B');
    assert_eq!(marked.interrupting(), Some('a'), "10 is more than 9");
    marked.pass('a').end_turn('c');
    assert_eq!((marked.count(), marked.asked().0), (2, 'B'), "B, a, c");
    marked.all_rolled();
    // Control: a total of 3 without three doubled faces.
    let mut control = battle("c a B", &fighters(weak), &[&[6, 6, 5, 1, 3]]);
    control.end_turn('a').no_interrupts().attack('B', "standard_attack", 'a');
    control.pass('a');
    assert_eq!((control.initiative('a'), control.initiative('B')), (12, 11));
    assert_eq!(control.interrupting(), Some('a'), "after the action");
    control.all_rolled();
}

#[test] // HD-103, HD-156
fn a_critical_failure_lowers_initiative_not_below_0() {
    let slow = fighter().has("Reflex", 0);
    let mut battle = battle("a B", &[('a', slow, 1), ('B', fighter(), 2)], &[&[1, 1, 1, 6, 6]]);
    battle.end_turn('B').no_interrupts().attack('a', "standard_attack", 'B');
    battle.no_interrupts();
    assert_eq!(battle.initiative('a'), 0, "not -1");
}

#[test] // HD-155, HD-165
fn initiative_1_pays_for_an_interrupt_and_initiative_0_does_not() {
    let slow = fighter().has("Reflex", 0);
    let none = fighter().has("Reflex", 0);
    let mut battle = battle("a B", &[('a', slow, 1), ('B', none, 0)], &[&wild(-5)]);
    battle.wait('a');
    assert_eq!(battle.interrupting(), Some('a'));
    battle.attack('a', "standard_attack", 'B');
    assert_eq!(battle.initiative('a'), 0);
    assert_eq!(battle.asked(), ('B', Asks::Act), "no initiative left to pay with, and none that outranks");
}

#[test] // HD-185, HD-186
fn movement_in_the_turn_of_another_costs_no_initiative_and_takes_a_declaration_back() {
    let bold = fighter().has("Perception", 1);
    let mut battle = battle("a B .\n. . .", &[('a', bold.clone(), 12), ('B', bold, 10)], &[]);
    battle.end_turn('a').no_interrupts().attack('B', "standard_attack", 'a');
    assert_eq!(battle.interrupting(), Some('a'));
    battle.walk('a', &[(0, 1)]);
    assert_eq!((battle.cell('a'), battle.initiative('a'), battle.points('a')), ((0, 1), 12, 11));
    assert_eq!((battle.asked(), battle.points('B')), (('B', Asks::Act), 6), "the declaration is taken back");
}

#[test] // HD-164
fn an_interrupt_cannot_be_interrupted() {
    let bold = |perception| fighter().has("Perception", perception);
    let fighters = [('a', bold(1), 12), ('c', bold(3), 14), ('B', bold(0), 8)];
    let mut battle = battle("c a B", &fighters, &[&wild(-5)]);
    battle.end_turn('c').end_turn('a').no_interrupts().attack('B', "standard_attack", 'a');
    assert_eq!(battle.interrupting(), Some('c'), "the highest initiative first");
    battle.pass('c');
    assert_eq!(battle.interrupting(), Some('a'));
    let strike = Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
    battle.choose('a', Choice::Act(strike));
    assert_ne!(battle.interrupting(), Some('c'), "c is not asked about the interrupt itself");
    battle.all_rolled();
}
