//! The opponent looks after itself, and treats helpless enemies sensibly.

use crate::chooser::*;
use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::Vitals;
use warboard::content::{Belonging, Kept, Name, Stat, Unit};
use warboard::resolution::BattleEvent;

fn with_potion(kept: Kept, in_hand: bool) -> Unit {
    Unit {
        things: vec![Belonging { item: Name::new("healing_potion"), kept, in_hand }],
        ..base_unit().stat(Stat::HitPoints, 20)
    }
}

/// A battle in which `a` has a number of hit points left and `B` is far away.
fn left(a: Unit, hit_points: i16) -> Skirmish {
    let map = "a . . . . . . . . . . . . . . . . . . . B";
    let mut battle = skirmish(&time_count(), map).unit('a', a).unit('B', idle()).rolls(&[1, 1]);
    let vitals = Vitals { hit_points, ..battle.row('a').vitals };
    let (who, rule) = (battle.id('a'), Name::new("test"));
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule });
    battle
}

#[test] // TC-256, TC-252
fn a_badly_hurt_combatant_draws_a_potion_and_drinks_it() {
    assert_eq!(chosen(&left(with_potion(Kept::Pouch, false), 4)), "take_from_pouch");
    assert_eq!(chosen(&left(with_potion(Kept::Pouch, true), 4)), "drink");
    let fresh = chosen(&left(with_potion(Kept::Pouch, true), 20));
    assert!(!["drink", "take_from_pouch"].contains(&fresh.as_str()), "{fresh}");
}

#[test] // TC-267
fn a_burning_combatant_puts_out_the_flames() {
    let map = "a . . . . . . . . . B";
    let battle = skirmish(&time_count(), map).unit('a', base_unit()).unit('B', idle()).with_condition('a', "burning");
    assert_eq!(chosen(&battle.rolls(&[1, 1])), "extinguish");
}

#[test] // G-53, TC-098
fn a_net_is_thrown_at_an_approaching_enemy_and_not_at_an_entangled_one() {
    let catcher = Unit { weapons: vec![carried("net"), carried("dagger")], ..base_unit() };
    let brute =
        base_unit().weapon("great_sword").stat(Stat::Strength, 5).stat(Stat::Accuracy, 5).stat(Stat::HitPoints, 40);
    let with = |netted: bool| {
        let battle = skirmish(&time_count(), "a . . B").unit('a', catcher.clone()).unit('B', brute.clone());
        let mut battle = battle.rolls(&[1, 3]);
        if netted {
            battle.afflict('B', "netted");
        }
        chosen(&battle)
    };
    assert_eq!(with(false), "throw_net");
    assert_ne!(with(true), "throw_net");
}

#[test] // TC-270
fn a_scroll_in_hand_is_read() {
    let reader = Unit {
        things: vec![Belonging { item: Name::new("fire_scroll"), kept: Kept::AtHand, in_hand: true }],
        ..base_unit().unarmed().rate(0)
    };
    let battle = skirmish(&time_count(), "a . . . B").unit('a', reader).unit('B', idle());
    assert_eq!(chosen(&battle.rolls(&[1, 1])), "fire_bolt");
}

#[test] // TC-252, TC-260, TC-270, G-85
fn a_scroll_is_drawn_where_there_is_time_to_read_it() {
    let with = |kept: Kept, map: &str| {
        let scroll = Belonging { item: Name::new("fire_scroll"), kept, in_hand: false };
        let reader = Unit { things: vec![scroll], ..base_unit().rate(0) };
        chosen(&skirmish(&time_count(), map).unit('a', reader).unit('B', idle()).rolls(&[1, 1]))
    };
    assert_eq!(with(Kept::Pouch, "a . . . B"), "take_from_pouch");
    assert_eq!(with(Kept::Backpack, "a . . . B"), "take_from_backpack");
    assert_eq!(with(Kept::Backpack, "a B"), "strike");
}

#[test] // TC-341
fn helpless_enemies_are_killed_only_when_no_enemy_threatens() {
    let with = |map: &str| {
        let battle = skirmish(&time_count(), map).unit('a', base_unit().rate(0)).unit('B', idle()).unit('C', idle());
        let mut battle = battle.rolls(&[1, 1, 1]);
        battle.afflict('B', "unconscious");
        chosen(&battle)
    };
    assert_eq!(with("a B . . . . . . . . . . . . . . . C"), "coup_de_grace");
    assert_ne!(with("a B\nC ."), "coup_de_grace");
    assert_ne!(with("a B . . . . C"), "coup_de_grace");
}

#[test] // TC-377, G-86
fn a_weapon_stuck_in_a_wall_is_wrenched_free() {
    let fencer = base_unit().weapon("short_sword").stat(Stat::Strength, 4).stat(Stat::Athletics, 4);
    let target = idle().stat(Stat::HitPoints, 40);
    let mut battle = skirmish(&time_count(), "a B #").unit('a', fencer).unit('B', target).rolls(&[1, 1, 11]);
    battle.act_on('a', "staple", 'B');
    assert_eq!(chosen(&battle), "wrench_out");
}
