//! Combatants that are unaware of the fight: they have no initiative until they become aware, and then roll and join.

use crate::facts::terms;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::resolution::{Asks, BattleEvent};

/// `a` against the unaware `B`, which sees nothing behind its wall, and a sentry `C` far away.
fn ambush(map: &str, dice: &[u16]) -> Skirmish {
    let plan = skirmish(&pathrunner(), map).unit('a', fighter()).surprised('B', fighter());
    plan.rolls(&[&[10], dice].concat())
}

fn initiatives(events: &[BattleEvent]) -> usize {
    events.iter().filter(|event| matches!(event, BattleEvent::InitiativeRolled { .. })).count()
}

#[test] // PR-008, PR-012, PR-G08, PR-G34
fn the_unaware_roll_no_initiative_and_have_no_turn_and_are_exposed() {
    // Nothing tells B of the fight: it sees nobody.
    let mut battle = ambush("a # B", &[]);
    assert_eq!(initiatives(&battle.events()), 1);
    for _ in 0..3 {
        assert_eq!((battle.asked().0, battle.has('B', "unaware")), ('a', true));
        battle.wait('a');
    }
    let mut battle = ambush("a B", &[10, 1, 1, 1]);
    battle.attack('a', 'B');
    let roll = rolled(&battle.events()).remove(0);
    assert!(terms(&roll.difficulty).iter().any(|(_, amount, rule)| (*amount, *rule) == (-8, "PR-G08")));
    battle.spare_dice("one attack is enough");
}

#[test] // PR-012
fn an_attack_makes_its_target_aware_and_it_joins_in_its_place() {
    // B rolls 5, after a's 10: it acts in this round.
    let mut battle = ambush("a B", &[2, 5, 1]);
    battle.attack('a', 'B');
    assert!(!battle.has('B', "unaware"));
    assert_eq!(initiatives(&battle.events()), 2);
    battle.wait('a');
    assert_eq!((battle.asked().0, battle.count()), ('B', 1));
    battle.wait('B');
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    battle.wait('a');
    assert_eq!((battle.asked().0, battle.count()), ('B', 2));
}

#[test] // PR-004, PR-012
fn a_combatant_that_joins_ahead_of_the_one_that_acts_has_its_turn_at_once() {
    let mut battle = ambush("a B", &[2, 19, 1]);
    battle.attack('a', 'B').wait('a');
    assert_eq!((battle.asked().0, battle.count()), ('B', 1));
    battle.wait('B');
    assert_eq!((battle.asked().0, battle.count()), ('B', 2), "first from now on");
}

#[test] // PR-012
fn those_that_see_an_enemy_or_a_friend_that_fights_join_the_next_round() {
    let mut battle = ambush("a . . . . B", &[5]);
    battle.events();
    battle.wait('a');
    assert_eq!((initiatives(&battle.events()), battle.has('B', "unaware")), (1, false));
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    battle.wait('a');
    assert_eq!(battle.asked().0, 'B');
    // C sees no enemy, but B, which has joined.
    let plan = skirmish(&pathrunner(), "a B # .\n. . . C\n# # # .").unit('a', fighter());
    let plan = plan.surprised('B', fighter()).surprised('C', fighter());
    let mut battle = plan.rolls(&[10, 2, 5, 1, 4]);
    battle.attack('a', 'B').wait('a').wait('B');
    assert!(!battle.has('C', "unaware"));
    battle.wait('a').wait('B');
    assert_eq!(battle.asked().0, 'C');
}

#[test] // PR-013
fn an_attacker_that_nobody_sees_does_not_keep_its_target_out_of_the_fight() {
    let plan =
        skirmish(&pathrunner(), "a B").unit('a', fighter()).surprised('B', fighter()).with_condition('B', "blinded");
    let mut battle = plan.rolls(&[10, 2, 5, 1]);
    battle.attack('a', 'B').wait('a');
    assert_eq!((battle.asked().0, battle.count()), ('B', 1));
}

#[test] // PR-012, PR-182
fn damage_without_an_attack_makes_aware_too() {
    let plan = skirmish(&pathrunner(), "a . . . . . B").unit('a', crate::spells::caster()).surprised('B', fighter());
    let mut battle = plan.rolls(&[10, 1, 1, 1, 1, 1, 1, 5]);
    battle.cast_at('a', "fireball", (6, 0)).wait('a');
    assert_eq!((battle.asked().0, battle.count()), ('B', 1), "in the same round");
}

#[test] // PR-012, PR-G08
fn the_unaware_make_no_attacks_of_opportunity() {
    let plan = skirmish(&pathrunner(), ". a B").unit('a', fighter()).surprised('B', fighter());
    let mut battle = plan.rolls(&[10]);
    battle.walk('a', &[(0, 0)]);
    assert!(!matches!(battle.asked().1, Asks::React { .. }));
}
