//! Acceptance battle 7: a rebuff at the crossing of a weapon's reach, before the step.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::resolution::{Asks, BattleEvent, Choice};

fn polearm() -> Unit {
    Unit { weapons: vec![carried("halberd")], ..fighter() }
}

/// m goes from distance 5 to distance 1 of R, a polearm.
fn approach(dice: &[&[u16]], opening: bool) -> Skirmish {
    let all = [('m', fighter(), 9), ('R', polearm(), 5), ('k', fighter(), 1)];
    let mut battle = battle("m . . . . R . . . k", &all, dice);
    battle.no_interrupts();
    if opening {
        battle.attack('m', "create_opening", 'R');
        assert_eq!((battle.points('m'), battle.wounds('R')), (4, [0; 5]), "2 points, and no harm");
    }
    battle.walk('m', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!(battle.offered(), ('R', vec!["rebuff".to_owned()]));
    assert_eq!(battle.cell('m'), (2, 0), "before the step from distance 3 to 2");
    battle.events();
    battle.react('R', "rebuff");
    battle
}

#[test] // HD-169, HD-170, HD-226, HD-227, HD-228, HD-260, HD-261, HD-262, HD-G14
fn acceptance_battle_7_an_opening_guards_against_the_rebuff_at_the_crossing() {
    let mut battle = approach(&[&wild(2), &wild(1)], true);
    let check = rolled(&battle.events()).remove(0);
    assert_eq!((check.bonus.total(), check.natural, check.difficulty.total(), check.margin), (4, 1, 6, -1));
    assert_eq!((battle.points('R'), battle.initiative('R')), (1, 5), "5 points and no initiative");
    assert_eq!((battle.cell('m'), battle.wounds('m')), ((4, 0), [0; 5]), "R is asked once");
    assert_eq!((battle.points('m'), battle.asked()), (2, ('m', Asks::Act)), "4 yards for 2 points");
    battle.all_rolled();
}

#[test] // HD-008, HD-228, HD-229, HD-G18
fn acceptance_battle_7_a_severe_wound_of_a_rebuff_is_critical() {
    // Fortitude 5 less 3 meets 1 wound, and 3 less 3 does not.
    for (fortitude, cell, steps) in [(5, (4, 0), 2), (3, (2, 0), 0)] {
        let mut battle = approach(&[&wild(1), &standard(fortitude)], false);
        let events = battle.events();
        assert_eq!((rolled(&events)[0].margin, damage(&events)), (1, vec![5]), "1 and 1 and 3");
        assert_eq!(battle.wounds('m'), [0, 0, 0, 1, 0], "severe, and one level worse");
        assert_eq!(battle.cell('m'), cell, "it goes on if it stays awake");
        let spent = events.iter().filter(|fact| matches!(fact, BattleEvent::MovementSpent { .. })).count();
        assert_eq!(spent, steps, "it pays for steps taken");
        battle.all_rolled();
    }
}

#[test] // HD-227, HD-G13, HD-G14
fn acceptance_battle_7_a_sword_rebuffs_before_the_last_step_across_a_diagonal() {
    let map = "R . . .\n. . . .\n. . . .\n. . . m";
    let mut battle = battle(map, &[('m', fighter(), 9), ('R', fighter(), 5)], &[&wild(-5)]);
    battle.no_interrupts().walk('m', &[(2, 2), (1, 1)]);
    assert_eq!(battle.offered(), ('R', vec!["rebuff".to_owned()]));
    assert_eq!(battle.cell('m'), (2, 2), "a gap of 2, and then none");
    battle.events();
    battle.react('R', "rebuff");
    assert_eq!((rolled(&battle.events()).len(), battle.cell('m')), (1, (1, 1)), "asked once");
    battle.all_rolled();
}

#[test] // HD-154, HD-227, HD-323, HD-G47
fn acceptance_battle_7_no_rebuff_of_the_shoved_nor_at_initiative_0() {
    let slow = fighter().has("Reflex", 0);
    let mut late = battle("m . . R", &[('m', fighter(), 9), ('R', slow, 0)], &[]);
    late.no_interrupts().walk('m', &[(1, 0), (2, 0)]);
    assert_eq!(late.asked(), ('m', Asks::Act), "R has no initiative");
    // c shoves R towards a: Power 4 and 2 against Agility 3 is 1 yard, and 1 more.
    let all = [('c', fighter().has("Strength", 3), 9), ('a', fighter(), 5), ('R', fighter(), 4)];
    let mut shoved = battle("c R . . a", &all, &[&standard(2)]);
    shoved.no_interrupts().act_on('c', "shove", 'R');
    if let Asks::Pick { options, .. } = shoved.asked().1 {
        shoved.choose('R', Choice::Pick(options[0]));
    }
    shoved.choose('c', Choice::Cell(warboard::grid::Cell::new(3, 0)));
    assert_eq!(shoved.cell('R'), (3, 0), "from distance 3 to 1 of a");
    assert!(!shoved.events().iter().any(|fact| matches!(fact, BattleEvent::ReactionTaken { .. })));
    assert!(!matches!(shoved.asked().1, Asks::React { .. }), "it approaches no one by its own will");
    shoved.all_rolled();
}
