//! Exchanges: the attack, the defence chosen before the dice, and the manoeuvre of the winner.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Contest, Size};
use warboard::resolution::{Act, Choice};

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

#[test] // FS-A3: FS-057, FS-081, FS-082, FS-083
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

#[test] // FS-081, FS-082
fn the_log_says_how_two_tests_that_pass_compare() {
    let rows: [(&[u16], &str); 3] =
        [(&[10, 9, 4], "better by 1: hit"), (&[9, 9], "equal: miss"), (&[9, 12], "worse by 3: miss")];
    for (dice, words) in rows {
        let mut battle = duel("a B", fighter(), fighter(), dice);
        battle.strike('a', 'B').choose('B', named("parry"));
        let told = battle.log_lines().join("\n");
        assert!(told.contains(words), "{words}: {told}");
    }
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

#[test] // FS-070, FS-085, FS-G25
fn a_mind_that_withstands_as_well_as_it_is_attacked_is_unharmed() {
    // Sorcery 16 and focus 12.
    let hurt = |own, theirs, dice: &[u16]| {
        let faces: Vec<u16> = [own, theirs].iter().chain(dice).copied().collect();
        let mut battle = duel("a . . B", mage(&["dread"]), fighter().has("Focus", 2), &faces);
        battle.events();
        battle.cast('a', "dread", 'B').choose('B', named("withstand"));
        if matches!(battle.asked(), (_, warboard::resolution::Asks::Pick { .. })) {
            battle.choose(battle.asked().0, NONE);
        }
        battle.all_rolled();
        damage(&battle.events())
    };
    assert_eq!(hurt(10, 9, &[3]), [8], "more Successes");
    assert!(hurt(10, 10, &[]).is_empty(), "a tie");
    assert!(hurt(10, 11, &[]).is_empty());
    assert!(hurt(17, 12, &[]).is_empty(), "only the defender passes");
    assert_eq!(hurt(10, 13, &[3]), [8], "only the attacker passes");
}

#[test] // FS-028, FS-073, FS-G08, FS-G27
fn no_defence_costs_nothing_and_each_defence_a_point_of_the_same_pool() {
    let mut battle = duel("a B", fighter(), fighter().has("Endurance", 20), &[17, 10, 10, 4]);
    battle.strike('a', 'B').choose('B', named("dodge")).choose('B', NONE);
    assert_eq!((battle.left('a'), battle.left('B')), ((2, 1), (2, 2)), "a defence is no attack");
    battle.strike('a', 'B').choose('B', NONE).choose('a', NONE);
    assert_eq!((battle.left('a'), battle.left('B')), ((1, 0), (2, 2)));
    battle.wait('a');
    battle.perform('B', "dash").perform('B', "disengage");
    assert_eq!(battle.left('B'), (0, 2), "one pool for its own turn and for the turns of others");
    battle.refused_action('B', "dash");
    battle.all_rolled();
}

#[test] // FS-048, FS-049, FS-079, FS-086
fn a_manoeuvre_costs_neither_points_nor_attacks() {
    let mut battle = duel("a B . .", fighter(), fighter(), &[10, 4, 13]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', named("push"));
    assert_eq!(battle.left('a'), (2, 1));
    battle.all_rolled();
}

#[test] // FS-054, FS-G19, FS-G40
fn a_thrown_weapon_hits_with_agility_and_hurts_with_strength() {
    let hurt = |weapon: &str, map: &str| {
        let unit = fighter().has("Strength", 14).has("Agility", 8).weapon(weapon);
        let mut battle = duel(map, unit, fighter(), &[10, 3]);
        battle.spend('B', "actions");
        battle.events();
        battle.strike('a', 'B').choose('a', NONE);
        battle.all_rolled();
        let events = battle.events();
        (rolled(&events)[0].bonus.total(), damage(&events)[0])
    };
    assert_eq!(hurt("spear", "a B"), (20, 3 + 7), "in melee");
    assert_eq!(hurt("spear", "a . . . B"), (14, 3 + 7), "thrown");
    assert_eq!(hurt("longbow", "a . . . B"), (14, 3 + 4), "shot");
}

#[test] // FS-069, FS-161, FS-G48
fn a_net_restrains_a_target_that_fails_a_test_of_acrobatics() {
    let thrown = |defence: Choice, dice: &[u16]| {
        let mut battle = duel("a . . B . . .", fighter().weapon("net"), fighter().shield("bone_shield"), dice);
        battle.events();
        battle.act_on('a', "entangle", 'B');
        assert_eq!(options(&battle).1.join(" "), "block dodge -");
        battle.choose('B', defence);
        if matches!(battle.asked(), (_, warboard::resolution::Asks::Pick { .. })) {
            battle.choose(battle.asked().0, NONE);
        }
        assert!(damage(&battle.events()).is_empty(), "a net deals no damage");
        battle.all_rolled();
        battle
    };
    assert!(thrown(NONE, &[10, 15]).has('B', "restrained"), "acrobatics 14");
    assert!(!thrown(NONE, &[10, 14]).has('B', "restrained"));
    assert!(thrown(named("dodge"), &[10, 9, 15]).has('B', "restrained"), "more Successes than the dodge");
    assert!(!thrown(named("dodge"), &[10, 10]).has('B', "restrained"));
    assert!(!thrown(named("block"), &[10, 9]).has('B', "restrained"), "a shield stops it");
    assert!(thrown(named("block"), &[10, 17, 15]).has('B', "restrained"), "unless the block fails");
    let mut battle = thrown(NONE, &[10, 15]);
    assert_eq!(battle.left('a'), (2, 1));
    battle.wait('a');
    battle.refused_walk('B', &[(4, 0)]);
    battle.refused_action('B', "dash");
    battle.perform('B', "break_free").walk('B', &[(4, 0)]);
    assert_eq!((battle.has('B', "restrained"), battle.left('B')), (false, (2, 2)));
}
