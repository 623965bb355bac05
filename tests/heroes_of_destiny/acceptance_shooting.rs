//! Acceptance battle 11: what adds up on a harried shot, and effects of two rounds.

use crate::facts::terms;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Fallen, Unit};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};

/// The archer k (+4, Strength 0, a bow of 2) 25 yards from T, which lies between f and g, with half cover that is not right before it; H
/// stands beside k.
fn shooting(dice: &[&[u16]]) -> Skirmish {
    let marks = [('k', (1, 1)), ('H', (0, 1)), ('o', (24, 1)), ('T', (26, 1)), ('f', (26, 0)), ('g', (26, 2))];
    let map = field((29, 3), &marks);
    let archer = Unit { weapons: vec![carried("bow")], ..fighter().has("Strength", 0).has("Speed", 5) };
    let all = [('T', fighter(), 9), ('k', archer, 8), ('f', fighter(), 7), ('g', fighter(), 6), ('H', fighter(), 5)];
    let mut battle = battle(&map, &all, dice);
    battle.perform('T', "go_prone").no_interrupts().end_turn('T').no_interrupts();
    battle
}

/// k shoots at T, and H harries it if it is asked and this says so; the bonus of the shot and whether H was asked.
fn shot(battle: &mut Skirmish, harries: bool) -> (i16, bool) {
    battle.events();
    battle.attack('k', "standard_attack", 'T').no_interrupts();
    let asked = matches!(battle.asked(), ('H', Asks::React { .. }));
    match (asked, harries) {
        (true, true) => drop(battle.react('H', "harry")),
        (true, false) => drop(battle.pass('H')),
        (false, _) => {}
    }
    battle.no_interrupts();
    (rolled(&battle.events())[0].bonus.total(), asked)
}

#[test] // HD-105, HD-106, HD-107, HD-109, HD-115, HD-245, HD-246, HD-247, HD-248, HD-G15, HD-G62
fn acceptance_battle_11_a_harried_shot_at_a_flanked_target_in_cover() {
    let mut battle = shooting(&[&wild(5)]);
    battle.attack('k', "standard_attack", 'T').no_interrupts();
    assert_eq!(battle.offered(), ('H', vec!["harry".to_owned()]), "between declaration and roll");
    battle.events();
    battle.react('H', "harry");
    let events = battle.events();
    let check = rolled(&events).remove(0);
    let expected = [("HD-G07", 2), ("HD-G07", 2), ("HD-G15", -2), ("HD-247", -2), ("HD-115", 2), ("HD-105", -3)];
    let mut told: Vec<(&str, i16)> = terms(&check.bonus).iter().map(|(_, amount, rule)| (*rule, *amount)).collect();
    let mut expected = expected.to_vec();
    told.sort_unstable();
    expected.sort_unstable();
    assert_eq!(told, expected, "range, Harry, flanked, and the worse of prone and cover");
    assert_eq!((check.bonus.total(), check.difficulty.total(), check.margin), (-1, 3, 1), "5 less 1 against 3");
    assert_eq!((damage(&events), battle.wounds('T')), (vec![3], [0, 1, 0, 0, 0]), "1 and 2: moderate");
    assert_eq!(battle.points('H'), 5);
    battle.all_rolled();
}

#[test] // HD-247, HD-248, HD-174
fn acceptance_battle_11_harry_lasts_for_the_round_and_is_offered_once() {
    let mut battle = shooting(&[&wild(-5), &wild(-5), &wild(-5)]);
    assert_eq!(shot(&mut battle, true), (-1, true));
    assert_eq!(shot(&mut battle, true), (-1, false), "still harried, and H is not asked again");
    for mark in ['k', 'f', 'g', 'H', 'T'] {
        battle.no_interrupts().end_turn(mark);
    }
    assert_eq!(battle.no_interrupts().count(), 2);
    assert_eq!(shot(&mut battle, false), (1, true), "neither of the round before");
    battle.all_rolled();
}

#[test] // HD-173, HD-174, HD-175, HD-220, HD-G37
fn acceptance_battle_11_an_effect_of_two_rounds_ends_with_the_second() {
    let all = [('C', fighter(), 9), ('B', fighter(), 5), ('a', fighter(), 1)];
    let mut battle = battle("a B . . . . . . . C", &all, &[&wild(6), &standard(-2)]);
    battle.end_turn('C').end_turn('B');
    battle.act('a', Act::at("nonlethal_attack", battle.id('B'), Some(WeaponSlot(0)))).no_interrupts();
    battle.choose('a', Choice::Pick(Pick::Wound { level: 4, fallen: Fallen::Helpless })).no_interrupts();
    assert_eq!((battle.count(), battle.has('B', "helpless")), (1, true), "begun by the last of round 1");
    battle.end_turn('a').end_turn('C');
    assert_eq!((battle.count(), battle.has('B', "helpless")), (2, true), "up to the last turn of round 2");
    battle.events();
    battle.end_turn('a');
    let told: Vec<String> = (battle.events().iter())
        .filter_map(|fact| match fact {
            BattleEvent::TurnEnded { who, .. } => Some(format!("the turn of {} ends", battle.mark(*who))),
            BattleEvent::ConditionLost { condition, .. } => Some(format!("{condition} ends")),
            BattleEvent::TurnBegan { who } => Some(format!("the turn of {} begins", battle.mark(*who))),
            _ => None,
        })
        .collect();
    assert_eq!(told, ["the turn of a ends", "helpless ends", "the turn of C begins"]);
    assert_eq!(battle.count(), 3);
    battle.all_rolled();
}
