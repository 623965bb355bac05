//! Taking, stowing and using things.

use crate::facts::refusal;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Target, WeaponLocation, WeaponSlot};
use warboard::content::{Belonging, Carried, Kept, Unit};
use warboard::resolution::event::Outfit;
use warboard::resolution::{Act, BattleEvent, legal};

/// An action with the weapon or thing in a slot.
pub fn with(action: &str, slot: u8) -> Act {
    Act { target: Target::Weapon(WeaponSlot(slot)), ..Act::own(action) }
}

/// A fighter with a weapon and nothing else.
fn armed(weapon: &str, kept: Kept, in_hand: bool) -> Unit {
    Unit { weapons: vec![Carried { in_hand, kept: Some(kept), ..carried(weapon) }], ..fighter() }
}

/// A fighter with a thing and nothing else.
fn bearer(thing: &str, kept: Kept, in_hand: bool) -> Unit {
    Unit { things: vec![Belonging { item: thing.into(), kept, in_hand }], ..fighter().unarmed() }
}

fn alone(unit: Unit) -> Skirmish {
    battle("a . . . . B", &[('a', unit.has("Speed", 4), 9), ('B', fighter(), 5)], &[])
}

#[test] // HD-252, HD-253, HD-254, HD-255
fn taking_a_thing_costs_by_its_container() {
    let ways =
        [("draw", Kept::AtHand, 1), ("draw_from_pouch", Kept::Pouch, 3), ("draw_from_backpack", Kept::Backpack, 6)];
    for (action, kept, points) in ways {
        for (what, unit) in
            [("dagger", armed("dagger", kept, false)), ("potion", bearer("healing_potion", kept, false))]
        {
            let mut battle = alone(unit);
            for (other, ..) in ways.iter().filter(|(other, ..)| *other != action) {
                let act = with(other, 0);
                let legal = legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &act);
                assert!(legal.is_err(), "{what} kept for {action}: {other}");
            }
            battle.act('a', with(action, 0));
            assert_eq!(battle.points('a'), 11 - points, "{action}");
            assert_eq!(battle.row('a').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
        }
    }
}

#[test] // HD-252
fn taking_a_thing_needs_an_empty_hand_and_stowing_frees_one() {
    let both = vec![carried("great_axe"), Carried { in_hand: false, kept: Some(Kept::AtHand), ..carried("dagger") }];
    let mut battle = alone(Unit { weapons: both, ..fighter() });
    let refused = legal::check(battle.snapshot().view(), &heroes(), battle.id('a'), &with("draw", 1));
    let refused = refused.expect_err("both hands are full");
    assert!(refused.why.contains("needs 1 free hand"), "{refused:?}");
    battle.act('a', with("sheathe", 0)).no_interrupts().act('a', with("draw", 1));
    assert_eq!(battle.points('a'), 9, "1 and 1 of 11");
}

#[test] // HD-135, HD-361
fn letting_go_costs_nothing() {
    let mut battle = alone(armed("sword", Kept::AtHand, true));
    battle.act('a', with("drop_item", 0));
    assert_eq!(battle.points('a'), 11);
    assert_ne!(battle.row('a').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
    battle.no_interrupts().act('a', with("pick_up", 0));
    assert_eq!(battle.points('a'), 10, "picking up is an action");
    assert_eq!(battle.row('a').arms.place(WeaponSlot(0)), WeaponLocation::InHand);
}

#[test] // HD-358
fn a_potion_costs_four_points_and_makes_a_wound_lighter() {
    let drinker = bearer("healing_potion", Kept::Pouch, true);
    let dice: &[&[u16]] = &[&wild(0)];
    let mut battle = battle("a B", &[('B', fighter(), 9), ('a', drinker, 5)], dice);
    battle.attack('B', "standard_attack", 'a').no_interrupts().end_turn('B');
    assert_eq!(battle.wounds('a'), [0, 1, 0, 0, 0]);
    battle.act('a', with("drink", 0)).no_interrupts();
    assert_eq!((battle.wounds('a'), battle.points('a')), ([1, 0, 0, 0, 0], 2));
}

#[test] // HD-361
fn a_shield_is_taken_up_for_a_point() {
    let mut battle = alone(fighter().shield("shield"));
    let worn = battle.row('a').arms.shield;
    assert!(worn, "units begin with the shield on the arm");
    assert_eq!(refusal(&mut battle, Act::own("don_shield")), "HD-361");
    let (who, now) = (battle.id('a'), Outfit::NoShield);
    battle.state.impose(&BattleEvent::OutfitChanged { who, now, rule: "test".into() });
    battle.perform('a', "don_shield").no_interrupts();
    assert_eq!((battle.row('a').arms.shield, battle.points('a')), (true, 10), "1 of 11");
}
