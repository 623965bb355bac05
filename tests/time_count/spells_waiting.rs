//! Actions readied for a trigger, and weapons set against a charge.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Readied, WeaponSlot};
use warboard::content::{Name, Stat, Unit};
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target};

fn ready(watch: &str) -> Act {
    let act = Act { action: Name::new("strike"), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None };
    let readied = Readied { watch: Name::new(watch), act };
    Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }
}

fn let_go() -> Choice {
    Choice::React(Name::new("ready"))
}

fn is_asked_to_react(battle: &Skirmish) -> bool {
    matches!(battle.asked(), ('a', Asks::React { .. }))
}

#[test] // TC-246, G-39
fn a_readied_action_occurs_at_its_trigger_and_takes_its_time_from_then() {
    let mut battle =
        skirmish(&time_count(), "a . B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 2, 15, 4]);
    battle.act('a', ready("steps_into_reach"));
    assert_eq!(battle.row('a').turn_state.next, Some(5 + 2), "rapid");
    battle.events();
    battle.walk('B', &[(1, 0)]);
    assert!(is_asked_to_react(&battle));
    battle.choose('a', let_go());
    let events = battle.events();
    assert_eq!(damage(&events), [4]);
    let took = events.iter().any(|event| matches!(event, BattleEvent::TimeTaken { took, .. } if took.total() == 9));
    assert!(took, "a long sword");
    assert_eq!(battle.row('a').turn_state.next, Some(6 + 9));
    battle.all_rolled();
}

#[test] // TC-246, G-39
fn an_untriggered_readied_action_is_lost_when_the_turn_comes() {
    let mut battle = skirmish(&time_count(), "a . B").unit('a', base_unit()).unit('B', idle()).rolls(&[1, 2]);
    battle.act('a', ready("moves"));
    let ended = |event: &BattleEvent| matches!(event, BattleEvent::ReadyEnded { rule, .. } if rule.as_str() == "G-39");
    assert!(battle.events().iter().any(ended));
    assert_eq!((battle.count(), battle.row('a').ready.0.is_none()), (7, true));
    assert_eq!(refusal(&mut battle, ready("charges")), "TC-246", "for that a weapon is set");
}

/// `a` has set its weapon; `B` acts from 10 on.
fn set(map: &str, dice: &[u16]) -> Skirmish {
    let faces = [1, 6].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&time_count(), map).unit('a', base_unit()).unit('B', base_unit()).rolls(&faces);
    battle.perform('a', "set_weapon");
    battle
}

#[test] // TC-253, G-38, TC-084, TC-085
fn a_set_weapon_deals_the_damage_of_two_hits_to_a_charger() {
    let mut battle = set("a . . . . B", &[15, 3, 4]);
    assert_eq!((battle.count(), battle.asked()), (9, ('a', Asks::Act)), "swift; set only at the end");
    assert!(battle.row('a').ready.0.is_some());
    battle.wait('a');
    for x in [4, 3, 2] {
        battle.wait('a').walk('B', &[(x, 0)]);
    }
    battle.wait('a').walk('B', &[(1, 0)]);
    assert!(is_asked_to_react(&battle));
    battle.events();
    battle.choose('a', let_go());
    assert_eq!(damage(&battle.events()), [7], "both dice");
    assert!(battle.row('a').ready.0.is_none());
    battle.all_rolled();
}

#[test] // TC-253, G-38
fn a_single_step_is_not_a_charge_and_any_other_action_unsets_the_weapon() {
    let mut battle = set("a . B", &[]);
    battle.wait('a').wait('a').walk('B', &[(1, 0)]);
    assert_eq!(battle.asked(), ('a', Asks::Act), "5 feet");
    assert!(battle.row('a').ready.0.is_some());
    battle.perform('a', "take_cautious");
    battle.wait('B');
    assert!(battle.row('a').ready.0.is_none());
}

#[test] // TC-253
fn bare_hands_cannot_be_set_against_a_charge() {
    let bare = Unit { weapons: Vec::new(), ..base_unit() };
    let mut battle = skirmish(&time_count(), "a . . . B").unit('a', bare).unit('B', idle()).rolls(&[1, 2]);
    assert_eq!(refusal(&mut battle, Act::own("set_weapon")), "TC-253");
}

/// `a` has set its first weapon, then this happens to it, then `B` charges; whether `a` is asked to meet the charge.
fn meets(a: Unit, happens: impl Fn(&mut Skirmish)) -> bool {
    let mut battle = skirmish(&time_count(), "a . . . . B").unit('a', a).unit('B', base_unit()).rolls(&[1, 6]);
    battle.perform('a', "set_weapon");
    happens(&mut battle);
    while !is_asked_to_react(&battle) && battle.cell('B').0 > 1 {
        match battle.asked().0 {
            'B' => {
                let next = battle.cell('B').0 - 1;
                battle.walk('B', &[(next, 0)])
            }
            mark => battle.wait(mark),
        };
    }
    is_asked_to_react(&battle)
}

/// Removes the weapon of a slot from the hand of `a`.
fn struck_away(battle: &mut Skirmish, slot: u8) {
    let (who, rule) = (battle.id('a'), Name::new("test"));
    let cell = Some(warboard::grid::Cell::new(0, 0));
    battle.state.impose(&BattleEvent::WeaponDropped { who, slot: WeaponSlot(slot), cell, rule });
}

#[test] // TC-253, G-38
fn only_the_weapon_that_was_set_meets_the_charge() {
    let two = || Unit { weapons: vec![carried("long_sword"), carried("dagger")], ..base_unit() };
    let drops = |battle: &mut Skirmish| {
        battle.perform_with_weapon('a', "drop_item");
    };
    assert!(meets(base_unit(), |_| {}), "it is still in hand");
    assert!(!meets(base_unit(), drops), "dropped, which is free");
    assert!(!meets(base_unit(), |battle| struck_away(battle, 0)), "struck out of the hand");
    assert!(!meets(two(), |battle| struck_away(battle, 0)), "a dagger that was not set");
    assert!(meets(two(), |battle| struck_away(battle, 1)), "the other hand does not matter");
    let broken = |battle: &mut Skirmish| {
        let (who, rule) = (battle.id('a'), Name::new("test"));
        battle.state.impose(&BattleEvent::WeaponWorn { who, slot: WeaponSlot(0), durability: 0, rule });
    };
    assert!(!meets(base_unit(), broken), "broken");
}

#[test] // TC-253, G-38, G-39
fn a_weapon_that_leaves_the_hand_is_no_longer_set() {
    let mut battle = set("a . . . . B", &[]);
    assert!(battle.row('a').ready.0.as_ref().is_some_and(|ready| ready.act.weapon == Some(WeaponSlot(0))));
    battle.perform_with_weapon('a', "drop_item").wait('a');
    assert!(battle.row('a').ready.0.is_none());
    let pick_up = Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own("pick_up") };
    battle.act('a', pick_up);
    assert!(battle.row('a').ready.0.is_none(), "picked up again, it is not set");
}

#[test] // TC-253, G-64
fn a_sleeper_has_nothing_set_when_it_wakes() {
    let claws = Unit { weapons: vec![carried("claws")], ..base_unit() };
    let strong = base_unit().unarmed().stat(Stat::Strength, 12);
    let battle = skirmish(&time_count(), "a B . c").unit('a', claws).unit('B', strong).unit('c', idle());
    let mut battle = battle.rolls(&[1, 6, 1, 12, 3, 4]);
    battle.perform('a', "set_weapon");
    until_b(&mut battle);
    assert!(battle.row('a').ready.0.is_some());
    battle.strike('B', 'a');
    assert!(battle.has('a', "unconscious") && battle.row('a').ready.0.is_none());
}

fn until_b(battle: &mut Skirmish) {
    while battle.asked().0 != 'B' {
        let mark = battle.asked().0;
        battle.wait(mark);
    }
}
