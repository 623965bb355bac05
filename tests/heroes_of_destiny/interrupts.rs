//! Interrupts: acting in the turn of a combatant with lower initiative, for two points of initiative.

use crate::fighters::*;
use warboard::battle::WeaponSlot;
use warboard::resolution::{Act, Asks, Choice};

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
