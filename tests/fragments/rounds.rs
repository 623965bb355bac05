//! Rounds: who acts, free actions, and examples from the rules.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;

#[test] // TA-002, TA-006
fn each_combatant_has_one_turn_a_round_from_the_highest_initiative_down() {
    let mut battle =
        skirmish(&fragments(), "a B . c").unit('a', plain()).unit('B', plain()).unit('c', plain()).rolls(&[5, 12, 17]);
    for _ in 0..6 {
        let (who, _) = battle.asked();
        battle.perform(who, "wait");
    }
    assert_eq!(turns_begun(&mut battle), ['c', 'B', 'a', 'c', 'B', 'a', 'c']);
    assert_eq!(battle.count(), 3);
}

#[test] // TA-008, TA-009, WE-09
fn ambushed_combatants_do_not_act_in_the_first_round_and_their_attackers_do() {
    let mut battle = skirmish(&fragments(), "a b . C D")
        .unit('a', plain())
        .unit('b', plain())
        .surprised('C', plain())
        .surprised('D', plain())
        .rolls(&[3, 2, 20, 19]);
    battle.perform('a', "wait").perform('b', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('C', 2), "the defenders act from the second round on");
    battle.perform('C', "wait").perform('D', "wait").perform('a', "wait");
    assert_eq!(battle.asked().0, 'b');
}

#[test] // TA-026, TA-028
fn a_shot_takes_one_action_including_its_ammunition() {
    let archer = plain().weapon("shortbow");
    let mut battle = skirmish(&fragments(), "a . . B").unit('a', archer).unit('B', plain()).rolls(&[20, 1, 2, 2, 2]);
    for left in [2, 1] {
        battle.act_on('a', "attack", 'B');
        assert_eq!(battle.row('a').turn_state.actions(), left);
    }
    battle.act_on('a', "attack", 'B');
    assert_eq!(battle.asked().0, 'B');
    battle.all_rolled();
}

#[test] // TA-263, TA-264
fn a_standing_combatant_that_falls_unconscious_is_prone() {
    let mut battle = skirmish(&fragments(), "a . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1, 3, 1, 1]);
    battle.afflict('B', "bleeding");
    assert!(!battle.has('B', "prone"));
    battle.perform('a', "wait");
    assert!(battle.has('B', "unconscious") && battle.has('B', "prone"));
    assert_eq!(battle.row('B').vitals.hit_points, 8, "it still has hit points");
    battle.all_rolled();
}

#[test] // TA-044
fn a_thrown_weapon_lands_where_its_target_is_hit_or_miss() {
    for (die, harm) in [(2, 0), (19, 3)] {
        let dice: &[u16] = if harm > 0 { &[20, 1, die, 3] } else { &[20, 1, die] };
        let mut battle =
            skirmish(&fragments(), "a . . B").unit('a', plain().weapon("dagger")).unit('B', plain()).rolls(dice);
        battle.act_on('a', "attack", 'B');
        let items = &battle.snapshot().field.items;
        assert_eq!((items[0].weapon.as_str(), items[0].cell), ("dagger", warboard::grid::Cell::new(3, 0)));
        assert!(!battle.row('a').arms.in_hand().any(|slot| slot == WeaponSlot(0)), "it is out of the hand");
        assert_eq!(damage(&battle.events()).first().copied().unwrap_or(0), harm);
        battle.all_rolled();
    }
    // In melee it stays in the hand.
    let mut close =
        skirmish(&fragments(), "a B").unit('a', plain().weapon("dagger")).unit('B', plain()).rolls(&[20, 1, 2]);
    close.act_on('a', "attack", 'B');
    assert!(close.snapshot().field.items.is_empty());
}

#[test] // TA-044, TA-G11
fn a_sling_throws_stones_and_stays_in_the_hand() {
    let mut battle =
        skirmish(&fragments(), "a . . B").unit('a', plain().weapon("sling")).unit('B', plain()).rolls(&[20, 1, 2]);
    battle.act_on('a', "attack", 'B');
    assert!(battle.snapshot().field.items.is_empty(), "nothing lies about");
    assert!(battle.row('a').arms.in_hand().any(|slot| slot == WeaponSlot(0)), "it can throw again");
}
