//! Slipping past enemies by acrobatics.

use crate::facts::terms;
use crate::fighters::*;
use crate::manoeuvres::one;
use crate::skirmish::*;
use warboard::content::{Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, Choice};

const MAP: &str = "a . B . . .";
const PATH: [(i16, i16); 3] = [(1, 0), (2, 0), (3, 0)];

/// Dexterity 14 and 8 ranks: +10 against CMD 17 + 5.
fn acrobat() -> Unit {
    fighter().has("Dexterity", 14).has("Acrobatics", 8)
}

fn tumbling(unit: Unit, target: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = duel(MAP, unit, target, dice);
    battle.events();
    battle.go('a', "tumble", &PATH);
    battle
}

#[test] // PR-G15
fn a_check_against_the_defence_and_5_leads_through_the_space_of_an_enemy() {
    for (face, x) in [(11, 1), (12, 3)] {
        let mut battle = tumbling(acrobat(), fighter().unarmed(), &[face]);
        let roll = one(&battle.events());
        assert_eq!((roll.bonus.total(), roll.difficulty.total()), (10, 17 + 5), "{}", roll.difficulty);
        assert!(terms(&roll.difficulty).iter().any(|term| (term.1, term.2) == (5, "PR-G15")), "{}", roll.difficulty);
        assert_eq!((battle.cell('a').0, battle.left('a', "half")), (x, 1), "{face}");
        assert!(!battle.has('B', "prone"));
    }
    let burdened = tumbling(acrobat().armor("chainmail"), fighter().unarmed(), &[12]);
    assert_eq!(burdened.cell('a'), (1, 0), "the check penalty of armour counts");
}

fn options(battle: &Skirmish) -> Vec<String> {
    match battle.asked().1 {
        Asks::React { options, .. } => options.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

#[test] // PR-G15, PR-036
fn one_that_fails_has_stopped_in_front_of_the_enemy_and_provokes() {
    for (face, provokes) in [(11, true), (12, false)] {
        let mut battle = tumbling(acrobat(), fighter(), &[face]);
        assert_eq!(options(&battle), ["opportunity"], "it leaves a threatened square");
        battle.pass('B');
        assert_eq!(options(&battle) == ["opportunity_slip"], provokes, "{face}: {:?}", options(&battle));
        assert_eq!(battle.cell('a'), if provokes { (1, 0) } else { (2, 0) });
        battle.pass('B');
        assert_eq!((battle.cell('a'), battle.asked().0), (if provokes { (1, 0) } else { (3, 0) }, 'a'));
    }
    let mut battle = tumbling(acrobat(), fighter(), &[11, 12, 4]);
    battle.pass('B').react('B', "opportunity_slip");
    assert_eq!((damage(&battle.events()), battle.cell('a'), battle.left('B', "opportunities")), (vec![7], (1, 0), 0));
    let mut deft = tumbling(acrobat(), fighter().with_trait(Trait::DeftManeuvers), &[11, 15]);
    deft.pass('B').react('B', "opportunity_slip_trip");
    assert!(deft.has('a', "prone"));
}

#[test] // PR-G15, PR-C24
fn half_the_speed_is_halved_once_and_no_movement_ends_in_the_space_of_an_enemy() {
    let refused = |unit: Unit, path: &[(i16, i16)]| {
        let mut battle = duel(MAP, unit, fighter().unarmed(), &[]);
        let path = path.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
        battle.refused(Choice::Act(Act::along("tumble", path))).to_string()
    };
    refused(acrobat(), &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert!(refused(acrobat(), &[(1, 0), (2, 0)]).contains("PR-G15"));
    refused(acrobat(), &[(1, 0)]);
    let plan = skirmish(&pathrunner(), MAP).unit('a', acrobat()).unit('B', fighter().unarmed());
    let mut slow = plan.with_condition('a', "hindered").rolls(&[20, 1, 15]);
    slow.go('a', "tumble", &PATH);
    assert_eq!(slow.cell('a'), (3, 0));
}

#[test] // PR-G15
fn each_enemy_on_the_way_takes_a_check_of_its_own() {
    for (dice, x) in [([15, 15], 3), ([15, 2], 0)] {
        let fighters = [('a', acrobat(), 20), ('B', fighter().unarmed(), 2), ('C', fighter().unarmed(), 1)];
        let mut battle = battle("a B C . .", &fighters, &dice);
        battle.go('a', "tumble", &PATH);
        assert_eq!(battle.cell('a'), (x, 0), "back to the last free space if it is stopped within another's");
        battle.all_rolled();
    }
    let plan = skirmish(&pathrunner(), MAP).hexes();
    let mut hexes = battle_of(plan, &[('a', acrobat(), 20), ('B', fighter().unarmed(), 1)], &[12]);
    hexes.go('a', "tumble", &PATH);
    assert_eq!(hexes.cell('a'), (3, 0));
}
