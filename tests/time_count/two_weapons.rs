//! A weapon in each hand, bare fists, and kicks without a free hand.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{SpeedMode, Stat, Unit};
use warboard::resolution::{Act, BattleEvent};

const LONG: WeaponSlot = WeaponSlot(0);
const SHORT: WeaponSlot = WeaponSlot(1);

/// A battle of `a` against `B`, which never acts.
fn duel(a: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&time_count(), "a B").unit('a', a).unit('B', base_unit().stat(Stat::Initiative, -500)).rolls(&faces)
}

fn two_swords() -> Unit {
    Unit { weapons: vec![carried("long_sword"), carried("short_sword")], ..base_unit() }
}

fn with(action: &str, battle: &Skirmish, slot: WeaponSlot) -> Act {
    Act::at(action, battle.id('B'), Some(slot))
}

#[test] // TC-474, TC-475, TC-476
fn both_weapons_strike_one_enemy_with_a_penalty_and_the_slower_time() {
    let mut battle = duel(two_swords(), &[16, 3, 15]);
    battle.act_on('a', "strike_with_both", 'B');
    let events = battle.events();
    let rolled = checks(&events);
    assert_eq!(rolled.iter().map(|roll| roll.weapon).collect::<Vec<_>>(), [Some(LONG), Some(SHORT)]);
    for roll in &rolled {
        assert!(terms(&roll.bonus).contains(&("manoeuvre".to_owned(), -6, "TC-474")), "{:?}", roll.bonus);
    }
    assert_eq!((damage(&events), battle.count()), (vec![3], 5 + 9), "16 hits a defence of 10, 15 does not");
    battle.all_rolled();
}

#[test] // TC-476
fn both_speed_factors_are_rolled_and_the_slower_one_counts() {
    for (long, short, counts) in [(1, 6, 9), (5, 6, 11)] {
        let unit = Unit { speed: Some(SpeedMode::Random), ..two_swords() };
        let mut battle = duel(unit, &[2, 2, long, short]);
        let before = battle.count();
        battle.act_on('a', "strike_with_both", 'B');
        assert_eq!(battle.count(), before + counts, "1d6+6 and 1d6+3 with {long} and {short}");
        battle.all_rolled();
    }
}

#[test] // TC-482
fn bare_fists_strike_twice_if_both_hands_are_free() {
    let unarmed = Unit { weapons: Vec::new(), ..base_unit() };
    let mut battle = duel(unarmed, &[16, 2, 16, 3]);
    battle.act_on('a', "strike_with_both", 'B');
    assert_eq!(damage(&battle.events()), [2, 3]);
    battle.all_rolled();
    assert_eq!(
        refused_at(&mut duel(base_unit(), &[]), "strike_with_both", 'B'),
        "TC-482",
        "one sword is not two weapons"
    );
    let hands_full = Unit { weapons: vec![carried("great_sword")], ..base_unit() };
    assert_eq!(refused_at(&mut duel(hands_full, &[]), "strike_with_both", 'B'), "TC-482");
}

#[test] // TC-477
fn the_other_weapon_strikes_a_class_faster_after_the_first() {
    let mut battle = duel(two_swords(), &[2, 14, 3]);
    let other = with("strike_with_other", &battle, SHORT);
    assert_eq!(refusal(&mut battle, other.clone()), "TC-477", "nothing was struck yet");
    let first = with("strike", &battle, LONG);
    battle.act('a', first);
    let again = with("strike_with_other", &battle, LONG);
    assert_eq!(refusal(&mut battle, again), "TC-477", "that was the weapon of the last attack");
    let before = battle.count();
    battle.events();
    battle.act('a', other);
    let events = battle.events();
    assert!(terms(&checks(&events)[0].bonus).contains(&("manoeuvre".to_owned(), -4, "TC-477")));
    assert_eq!((damage(&events), battle.count() - before), (vec![3], 4), "swift instead of fast");
    battle.all_rolled();
}

#[test] // TC-481
fn an_unarmed_strike_without_a_free_hand_is_a_kick() {
    let strike = |weapons: &[&str]| {
        let unit = Unit { weapons: weapons.iter().map(|weapon| carried(weapon)).collect(), ..base_unit() };
        let mut battle = duel(unit, &[2]);
        let unarmed = battle.row('a').sheet.unarmed.expect("every unit with hands has one");
        let act = with("strike", &battle, unarmed);
        battle.act('a', act);
        let events = battle.events();
        assert!(events.iter().any(|event| matches!(event, BattleEvent::CheckRolled(_))));
        let feet = terms(&checks(&events)[0].bonus).into_iter().find(|(_, _, rule)| *rule == "TC-481");
        feet.map(|(_, amount, _)| amount)
    };
    assert_eq!(strike(&["long_sword", "short_sword"]), Some(-4));
    assert_eq!(strike(&["great_sword"]), Some(-4));
    assert_eq!(strike(&["long_sword"]), None);
}
