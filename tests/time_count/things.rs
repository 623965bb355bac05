//! Weapons that are drawn, put away, dropped and picked up.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::{Carried, Unit};
use warboard::resolution::Act;
use warboard::resolution::act::Target;

const SWORD: WeaponSlot = WeaponSlot(0);
const DAGGER: WeaponSlot = WeaponSlot(1);

/// A battle of `a`, with a long sword in hand and a dagger in its belt, against `B`, which never acts.
fn battle() -> Skirmish {
    let dagger = Carried { in_hand: false, ..carried("dagger") };
    let a = Unit { weapons: vec![carried("long_sword"), dagger], ..base_unit() };
    let rules = time_count();
    skirmish(&rules, "a .\n. B").unit('a', a).unit('B', idle()).rolls(&[1, 1])
}

fn with(action: &str, slot: WeaponSlot) -> Act {
    Act { target: Target::Weapon(slot), ..Act::own(action) }
}

fn places(battle: &Skirmish) -> [WeaponLocation; 2] {
    [SWORD, DAGGER].map(|slot| battle.row('a').arms.place(slot))
}

#[test] // TC-243, TC-247
fn drawing_and_sheathing_are_rapid_and_done_at_once() {
    let mut battle = battle();
    assert_eq!(refusal(&mut battle, with("sheathe", DAGGER)), "TC-247", "it is in the belt");
    battle.act('a', with("sheathe", SWORD));
    assert_eq!((places(&battle), battle.count()), ([WeaponLocation::Carried; 2], 5 + 2));
    assert_eq!(refusal(&mut battle, with("sheathe", SWORD)), "TC-247");
    battle.act('a', with("draw", DAGGER));
    assert_eq!((places(&battle), battle.count()), ([WeaponLocation::Carried, WeaponLocation::InHand], 7 + 2));
    assert_eq!(refusal(&mut battle, with("draw", DAGGER)), "TC-243");
    battle.all_rolled();
}

#[test] // TC-242, TC-251
fn dropping_a_weapon_is_free_and_picking_it_up_is_swift() {
    let mut battle = battle();
    assert_eq!(refusal(&mut battle, with("pick_up", SWORD)), "TC-251", "it is not on the ground");
    battle.act('a', with("drop_item", SWORD));
    assert_eq!((battle.asked().0, battle.count()), ('a', 5), "the turn goes on");
    assert_eq!((places(&battle)[0], battle.snapshot().field.items.len()), (WeaponLocation::Gone, 1));
    battle.walk('a', &[(1, 0)]);
    assert_eq!(refusal(&mut battle, with("pick_up", SWORD)), "TC-251", "it lies where it fell");
    battle.walk('a', &[(0, 0)]).act('a', with("pick_up", SWORD));
    assert_eq!((places(&battle)[0], battle.count()), (WeaponLocation::InHand, 7 + 4));
    assert!(battle.snapshot().field.items.is_empty());
    battle.all_rolled();
}

#[test] // TC-251, TC-243
fn two_hands_hold_no_more_weapons_than_fit() {
    let mut battle = battle();
    battle.act('a', with("draw", DAGGER)).act('a', with("drop_item", SWORD)).act('a', with("pick_up", SWORD));
    assert_eq!(places(&battle), [WeaponLocation::InHand; 2]);
    let dagger = Carried { in_hand: false, ..carried("dagger") };
    let rules = time_count();
    let armed = Unit { weapons: vec![carried("great_sword"), dagger], ..base_unit() };
    let mut battle = skirmish(&rules, "a .\n. B").unit('a', armed).unit('B', idle()).rolls(&[1, 1]);
    assert_eq!(refusal(&mut battle, with("draw", DAGGER)), "TC-243");
}
