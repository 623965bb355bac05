//! Acceptance battles 9 and 10: a grappled foe in the way of a shot, clinging and dragging.

use crate::facts::refused_at;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Rule, Unit};
use warboard::resolution::{Asks, BattleEvent, Choice, Pick};

fn wrestler() -> Unit {
    fighter().weapon("dagger")
}

/// G, of initiative 3, Power 2 and Agility 2, has seized h (Power 2, Agility 3), perhaps pinned it, and is shot at by k, 20 yards away. The
/// grapple comes first among the dice.
fn shot_in_a_grapple(pinned: bool, dice: &[&[u16]]) -> Skirmish {
    let archer = Unit { weapons: vec![carried("bow")], ..fighter().has("Strength", 0) };
    let holder = wrestler().has("Dexterity", 1).has("Melee", 3).shield("shield");
    let fighters = [('k', archer, 9), ('h', fighter(), 4), ('G', holder, 3)];
    let mut all: Vec<&[u16]> = vec![&[3; 5]];
    let pin = wild(4);
    all.extend(pinned.then_some(&pin[..]));
    all.extend(dice);
    let map = field((23, 3), &[('k', (0, 0)), ('G', (20, 1)), ('h', (20, 2))]);
    let mut battle = battle(&map, &fighters, &all);
    battle.end_turn('k').end_turn('h').attack('G', "grapple", 'h').no_interrupts();
    if pinned {
        battle.act_on('G', "pin", 'h').no_interrupts();
        assert!(battle.has('h', "pinned"));
    }
    battle.end_turn('G').no_interrupts().attack('k', "standard_attack", 'G');
    battle.events();
    battle
}

#[test] // HD-169, HD-170, HD-171, HD-298, HD-299, HD-300, HD-301, HD-302, HD-303, HD-G49
fn acceptance_battle_9_a_grappled_foe_in_the_way_of_a_shot() {
    let mut battle = shot_in_a_grapple(false, &[&wild(3), &wild(0)]);
    assert_eq!(battle.asked().0, 'G', "although its initiative of 3 is below 9");
    let points = battle.points('G');
    battle.act_on('G', "interpose", 'h').no_interrupts();
    let events = battle.events();
    let [interposed, shot] = &rolled(&events)[..] else { panic!("the interposition, then the shot") };
    let numbers = (interposed.bonus.total(), interposed.difficulty.total(), interposed.margin);
    assert_eq!((interposed.who, numbers), (battle.id('G'), (0, 3, 0)), "3 and 2 less 2 meet 3");
    let numbers = (shot.bonus.total(), shot.difficulty.total(), shot.margin);
    assert_eq!((shot.target, numbers), (Some(battle.id('h')), (4, 3, 1)), "from the place of G: h is 21 yards away");
    assert_eq!(damage(&events), [3], "1 and 2");
    assert_eq!((battle.wounds('h'), battle.wounds('G')), ([0, 1, 0, 0, 0], [0; 5]), "moderate");
    assert_eq!((battle.points('G'), battle.initiative('G'), battle.initiative('k')), (points - 2, 3, 9));
    battle.all_rolled();
}

#[test] // HD-300
fn only_a_creature_in_its_grapple_is_put_in_the_way_of_an_attack() {
    let archer = Unit { weapons: vec![carried("bow")], ..fighter() };
    let fighters = [('k', archer, 9), ('h', fighter(), 5), ('b', fighter(), 4), ('G', wrestler(), 3)];
    let mut battle = battle("k . . . . G b\n. . . . . h .", &fighters, &[&[3; 5], &wild(-5)]);
    battle.end_turn('k').end_turn('h').end_turn('b').attack('G', "grapple", 'h').no_interrupts().end_turn('G');
    battle.attack('k', "standard_attack", 'G');
    assert_eq!(battle.asked().0, 'G');
    assert_eq!(refused_at(&mut battle, "interpose", 'b'), "HD-300", "it stands beside G and does not grapple");
    battle.pass('G');
}

#[test] // HD-300, HD-301
fn acceptance_battle_9_an_interposition_that_fails_leaves_the_target() {
    let mut battle = shot_in_a_grapple(false, &[&wild(2), &wild(0)]);
    battle.act_on('G', "interpose", 'h').no_interrupts();
    assert_eq!(damage(&battle.events()), [3]);
    assert_eq!((battle.wounds('h'), battle.wounds('G')), ([0; 5], [0, 1, 0, 0, 0]));
    battle.all_rolled();
}

#[test] // HD-127, HD-301, HD-302
fn acceptance_battle_9_a_pinned_foe_spares_the_penalty() {
    // Power 2 and 0 meets the Power of h, 2: pinned, it has no Agility. The shot: 4 against 0, and 2: critical, and 3 less 3 fails.
    let mut battle = shot_in_a_grapple(true, &[&wild(0), &wild(0), &standard(3)]);
    battle.act_on('G', "interpose", 'h').no_interrupts();
    let checks = rolled(&battle.events());
    assert_eq!((checks[0].bonus.total(), checks[0].difficulty.total(), checks[0].margin), (2, 2, 0));
    assert_eq!((checks[1].target, checks[1].difficulty.total()), (Some(battle.id('h')), 0));
    assert_eq!(battle.wounds('h'), [0, 0, 0, 1, 0]);
    battle.all_rolled();
}

/// a, with a Power of 9, has seized B, which has 2 yards of movement and goes two steps east; the dice of the cling follow.
fn clinging(dice: &[&[u16]]) -> Skirmish {
    let mut all: Vec<&[u16]> = vec![&[3; 5]];
    all.extend(dice);
    let fighters = [('a', wrestler().has("Strength", 8), 9), ('B', fighter(), 5)];
    let mut battle = battle("a B . . . .", &fighters, &all);
    battle.attack('a', "grapple", 'B').end_turn('a').drain('B', "points", 1);
    battle.walk('B', &[(2, 0), (3, 0)]);
    assert_eq!(
        (battle.offered(), battle.cell('B')),
        (('a', vec!["cling".to_owned()]), (1, 0)),
        "before the first step"
    );
    battle
}

#[test] // HD-281, HD-282, HD-283, HD-284, HD-285, HD-286
fn acceptance_battle_10_a_cling_moves_along_and_holds_back() {
    let mut battle = clinging(&[&wild(6)]);
    let points = battle.points('a');
    battle.react('a', "cling");
    let ('a', Asks::Pick { options, .. }) = battle.asked() else { panic!("how to cling: {:?}", battle.asked()) };
    let ways = [(3, 0), (1, 1)].map(|(along, shorter)| Pick::Cling { along, shorter });
    assert_eq!(options, ways, "6 and 9 are 15 points: 5 for each yard along, 10 for each yard less");
    battle.events();
    battle.choose('a', Choice::Pick(ways[1])).no_interrupts();
    let events = battle.events();
    let cites = |rule: &str| events.iter().filter(|event| format!("{event:?}").contains(rule)).count();
    assert!(cites("HD-284") > 0 && cites("HD-285") > 0, "the follower's step and the lost yard: {events:#?}");
    assert_eq!(battle.points('a'), points - 1);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((1, 0), (2, 0)), "one yard along and one yard less");
    assert!(battle.has('B', "grappling") && battle.has('a', "grappling"));
    assert_eq!(battle.points('B'), 0);
    let refused = battle.refused_walk('B', &[(3, 0)]).to_string();
    assert!(refused.contains("more than the 0"), "the pool is empty: {refused}");
    battle.all_rolled();
}

#[test] // HD-282, HD-G28
fn acceptance_battle_10_without_a_cling_the_grapple_ends_out_of_reach() {
    let mut battle = clinging(&[]);
    battle.pass('a').no_interrupts();
    assert_eq!((battle.cell('a'), battle.cell('B')), ((0, 0), (3, 0)));
    assert!(!battle.has('B', "grappling") && !battle.has('a', "grappling"));
}

#[test] // HD-287, HD-288, HD-289, HD-290
fn acceptance_battle_10_a_drag_moves_three_bodies_for_four_points() {
    let strong = |power: i16| wrestler().has("Strength", power - 1);
    let fighters = [('A', strong(4), 9), ('B', strong(2), 8), ('c', strong(5).has("Speed", 2), 5)];
    let map = field((13, 4), &[('A', (0, 1)), ('c', (1, 1)), ('B', (1, 2))]);
    let mut battle = battle(&map, &fighters, &[&[3; 5], &[3; 5], &wild(1)]);
    battle.attack('A', "grapple", 'c').end_turn('A').attack('B', "grapple", 'c').no_interrupts().end_turn('B');
    battle.events();
    battle.perform('c', "drag").no_interrupts();
    let check = rolled(&battle.events()).remove(0);
    let numbers = (check.bonus.total(), check.natural, check.difficulty.total(), check.margin);
    assert_eq!(numbers, (3, 1, 4, 0), "5 less 2 for the second opponent, against the best Power of both");
    assert_eq!(battle.points('c'), 6, "2 of 8");
    battle.walk('c', &(2..=9).map(|x| (x, 1)).collect::<Vec<_>>());
    let cells = |battle: &Skirmish| ['A', 'c', 'B'].map(|mark| battle.cell(mark));
    assert_eq!(cells(&battle), [(8, 1), (9, 1), (9, 2)], "8 yards for 4 points, and all keep their places");
    assert!(['A', 'c', 'B'].iter().all(|mark| battle.has(*mark, "grappling")));
    let rule = Rule::new("HD-290");
    let together = |fact: &&BattleEvent| matches!(fact, BattleEvent::Displaced { bodies, rule: by, .. } if bodies.len() == 3 && *by == rule);
    assert_eq!(battle.events().iter().filter(together).count(), 8, "one fact moves three");
    assert_eq!(battle.points('c'), 2);
    battle.drain('A', "points", 0).drain('B', "points", 0).walk('c', &[(10, 1)]).no_interrupts();
    assert_eq!(cells(&battle), [(8, 1), (10, 1), (9, 2)], "a fifth point moves c alone");
    battle.all_rolled();
}
