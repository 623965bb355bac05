//! Exchanges: the attack, the defence chosen before the dice, and the manoeuvre of the winner.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Contest, Size};
use warboard::resolution::Act;

/// The defences offered to a fighter without a shield in melee.
fn unshielded() -> Vec<String> {
    ["dodge", "parry", "-"].map(String::from).to_vec()
}

#[test] // FS-A1: FS-010, FS-040, FS-059, FS-043, FS-061, FS-051, FS-058, FS-063, FS-068, FS-071, FS-074, FS-076, FS-078, FS-079, FS-086, FS-097
fn a_defender_that_alone_passes_negates_the_attack_and_may_trip() {
    let mut battle = duel("a B", fighter(), fighter(), &[17, 14, 15]);
    assert_eq!((battle.left('a'), battle.left('B')), ((3, 2), (3, 2)));
    battle.events();
    battle.strike('a', 'B');
    assert_eq!(options(&battle), ('B', unshielded()), "no shield to block with");
    assert!(rolled(&battle.events()).is_empty(), "the defence comes before the dice");
    battle.choose('B', named("parry"));
    assert_eq!(options(&battle).0, 'B', "the winner");
    battle.choose('B', named("trip"));
    let events = battle.events();
    let attack = &rolled(&events)[0];
    assert_eq!((attack.contest, attack.bonus.total()), (Some(Contest::OnlyTarget), 16));
    assert!(damage(&events).is_empty());
    assert_eq!(rolled(&events)[1].bonus.total(), 14, "acrobatics");
    assert!(battle.has('a', "prone"));
    assert_eq!((battle.left('a'), battle.left('B')), ((2, 1), (2, 2)), "a manoeuvre is free and no attack");
    battle.all_rolled();
}

#[test] // FS-A2: FS-066, FS-080, FS-083, FS-154, FS-157, FS-158
fn a_block_holds_whatever_the_successes_and_armour_and_shield_reduce_the_damage() {
    let shielded = fighter().armor("full_iron").shield("bone_shield");
    let mut battle = duel("a B", fighter(), shielded.clone(), &[15, 2, 7]);
    battle.events();
    battle.strike('a', 'B').choose('B', named("block"));
    let events = battle.events();
    assert_eq!(rolled(&events)[0].contest, Some(Contest::BothPass), "15 Successes against 2");
    assert_eq!(damage(&events), [1], "7 + 5 less 5 + 6, and no manoeuvre");
    battle.all_rolled();
    // A shield on the arm of a fighter that dodges does nothing.
    let mut dodges = duel("a B", fighter(), shielded, &[15, 2, 7]);
    dodges.strike('a', 'B').choose('B', named("dodge"));
    assert_eq!(damage(&dodges.events()), [7], "7 + 5 less 5");
    dodges.all_rolled();
}

#[test] // FS-A3: FS-081, FS-082, FS-083
fn of_two_that_pass_the_attacker_needs_more_successes() {
    let hits = |attack, defence, dice: &[u16]| {
        let faces: Vec<u16> = [attack, defence].iter().chain(dice).copied().collect();
        let mut battle = duel("a B", fighter(), fighter(), &faces);
        battle.events();
        battle.strike('a', 'B').choose('B', named("parry"));
        battle.all_rolled();
        let events = battle.events();
        assert_eq!(rolled(&events)[0].contest, Some(Contest::BothPass));
        assert_eq!(battle.asked().0, 'a', "no manoeuvre, and its turn goes on");
        damage(&events)
    };
    assert!(hits(9, 9, &[]).is_empty());
    assert_eq!(hits(10, 9, &[4]), [9]);
    assert!(hits(9, 10, &[]).is_empty());
}

#[test] // FS-A4: FS-073, FS-076, FS-077, FS-094, FS-095
fn a_target_without_points_is_not_asked_and_precision_maximises_the_die() {
    let mut battle = duel("a B", fighter(), fighter(), &[10]);
    battle.spend('B', "actions");
    battle.events();
    battle.strike('a', 'B');
    assert_eq!(options(&battle).0, 'a', "its critical win");
    battle.choose('a', named("precision"));
    assert_eq!(damage(&battle.events()), [13], "8 + 5 without a roll");
    battle.all_rolled();
}

#[test] // FS-A4: FS-075
fn if_both_fail_the_points_are_spent_and_nothing_happens() {
    let mut battle = duel("a B", fighter(), fighter(), &[17]);
    battle.spend('B', "actions");
    battle.events();
    battle.strike('a', 'B');
    let events = battle.events();
    assert_eq!(rolled(&events)[0].contest, Some(Contest::BothFail));
    assert!(damage(&events).is_empty());
    assert_eq!((battle.asked().0, battle.left('a')), ('a', (2, 1)));
    battle.all_rolled();
}

#[test] // FS-022, FS-058, FS-060
fn a_third_strike_in_a_round_is_refused_although_a_point_is_left() {
    let mut battle = duel("a B", fighter(), fighter(), &[17, 17]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').strike('a', 'B');
    assert_eq!(battle.left('a'), (1, 0));
    let refused = battle.refused_strike('a', 'B');
    assert!(refused.contains("attack"), "{refused}");
    battle.all_rolled();
}

#[test] // FS-A10: FS-087, FS-088, FS-101, FS-102, FS-103, FS-104, FS-105, FS-G16
fn size_gives_the_test_against_a_bash_a_boon_or_decides_it() {
    let bash = |size, dice: &[u16]| {
        let faces: Vec<u16> = [10, 4].iter().chain(dice).copied().collect();
        let armed = fighter().weapon("mace");
        let mut battle = duel("a.\n.B\n", armed, fighter().size(size), &faces);
        battle.spend('B', "actions");
        battle.events();
        let at = battle.id('B');
        battle.act('a', Act::at("strike", at, None)).choose('a', named("bash"));
        battle.all_rolled();
        battle.has('B', "dazed")
    };
    assert!(!bash(Size::Large, &[17, 6]), "a boon: the 6 passes");
    assert!(!bash(Size::Huge, &[]), "passes without dice");
    assert!(bash(Size::Small, &[17, 6]), "a bane: the 17 fails");
    assert!(bash(Size::Tiny, &[]), "fails without dice");
    assert!(bash(Size::Medium, &[13]));
    assert!(!bash(Size::Medium, &[12]));
}
