//! Weapons that change hands: disarmed and taken, or dropped and picked up by another combatant.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Afflicted, Held, Side, WeaponLocation, WeaponSlot};
use warboard::content::{Carried, Name, Size, Skill, Source, Stat, Unit};
use warboard::control::{Controller, Script, Strength, Tactician};
use warboard::mechanics::grapple::free_hands;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, PickPurpose, Target};

/// The weapon slot after the weapon and the fists of a unit with a single weapon.
const TAKEN: WeaponSlot = WeaponSlot(2);

fn take() -> Choice {
    Choice::Pick(Pick::Take)
}

fn held(battle: &Skirmish, mark: char, slot: WeaponSlot) -> Option<Held> {
    battle.row(mark).arms.weapons.get(usize::from(slot.0)).copied()
}

fn place(battle: &Skirmish, mark: char, slot: WeaponSlot) -> Option<WeaponLocation> {
    held(battle, mark, slot).map(|held| held.place)
}

/// A unit with a dagger and a free hand that disarms a target of Celerity 10 by 8 with a roll of 14.
fn nimble() -> Unit {
    base_unit().weapon("dagger").stat(Stat::Accuracy, 8)
}

/// `a` disarms `B` by 8 and declines to deal damage.
fn disarmed(a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 1, 14].iter().chain(dice).copied().collect();
    let mut battle = skirmish(&time_count(), "a B").unit('a', a).unit('B', b).rolls(&faces);
    battle.act_on('a', "disarm", 'B').choose('a', no());
    battle
}

fn free(battle: &Skirmish, mark: char) -> u8 {
    free_hands(battle.snapshot().view(), battle.id(mark))
}

#[test] // TC-354
fn a_taken_weapon_is_held_and_can_be_used() {
    let mut battle = disarmed(nimble(), idle(), &[10, 5]);
    assert_eq!((battle.asked().0, purpose(&battle)), ('a', PickPurpose::TakeIt));
    assert_eq!(free(&battle, 'a'), 1);
    battle.choose('a', take());
    assert_eq!(place(&battle, 'a', TAKEN), Some(WeaponLocation::InHand));
    assert_eq!((place(&battle, 'B', WeaponSlot(0)), free(&battle, 'a')), (Some(WeaponLocation::Gone), 0));
    assert!(battle.snapshot().field.items.is_empty());
    battle.events();
    let strike = Act::at("strike", battle.id('B'), Some(TAKEN));
    battle.act('a', strike);
    let events = battle.events();
    let bonus = checks(&events).remove(0).bonus;
    assert!(terms(&bonus).contains(&("no affinity for the weapon".to_owned(), -2, "TC-025")), "{bonus}");
    assert_eq!(damage(&events), [5], "a long sword's die");
    battle.all_rolled();
}

#[test] // TC-354
fn a_declined_weapon_falls() {
    let mut battle = disarmed(nimble(), idle(), &[]);
    battle.choose('a', no());
    assert_eq!(battle.snapshot().field.items.len(), 1);
    assert_eq!((battle.row('a').arms.weapons.len(), free(&battle, 'a')), (2, 1));
    // With both hands full there is no prompt.
    let battle = disarmed(nimble().weapon("quarterstaff"), idle(), &[]);
    assert!(matches!(battle.asked().1, Asks::Act), "{:?}", battle.asked());
    assert_eq!(battle.snapshot().field.items.len(), 1);
}

#[test] // TC-025, G-27
fn skill_with_a_taken_weapon_equals_skill_with_the_same_weapon_of_the_unit() {
    for (skill, term) in [(Skill::Proficient, 1), (Skill::Affinity, 0), (Skill::None, -2)] {
        let own = Carried { weapon: Name::new("long_sword"), skill, in_hand: true, kept: None };
        let mut battle = disarmed(Unit { weapons: vec![own], ..nimble().stat(Stat::Accuracy, 10) }, idle(), &[]);
        battle.choose('a', take());
        let sheet = &battle.row('a').sheet;
        let (brought, taken) = (&sheet.weapons[0], &sheet.weapons[usize::from(TAKEN.0)]);
        assert_eq!(taken.to_hit.to_string(), brought.to_hit.to_string());
        assert_eq!(taken.to_hit.total(), 10 + term);
    }
}

#[test] // TC-354, G-29
fn a_two_handed_weapon_taken_with_one_hand_is_kept_until_both_are_free() {
    let mut battle = disarmed(nimble().stat(Stat::Accuracy, 12), idle().weapon("great_sword"), &[]);
    battle.choose('a', take());
    assert_eq!(place(&battle, 'a', TAKEN), Some(WeaponLocation::Carried));
    let draw = Act { target: Target::Weapon(TAKEN), ..Act::own("draw") };
    assert_eq!(refusal(&mut battle, draw.clone()), "TC-243", "one hand holds a dagger");
    battle.perform_with_weapon('a', "drop_item").act('a', draw);
    assert_eq!(place(&battle, 'a', TAKEN), Some(WeaponLocation::InHand));
    let strike = Act::at("strike", battle.id('B'), Some(TAKEN));
    let rules = time_count();
    assert!(warboard::resolution::legal::check(battle.snapshot().view(), &rules, battle.id('a'), &strike).is_ok());
}

#[test] // TC-352, TC-354, TC-242, TC-251
fn a_taken_weapon_can_be_dropped_and_recovered() {
    let mut battle = disarmed(nimble(), base_unit().stat(Stat::Initiative, -1), &[]);
    battle.choose('a', take());
    battle.wait('B');
    until(&mut battle, 'a');
    let slot = |action: &str, slot| Act { target: Target::Weapon(slot), ..Act::own(action) };
    battle.act('a', slot("drop_item", TAKEN));
    if battle.asked().0 == 'B' {
        battle.wait('B');
    }
    assert_eq!(place(&battle, 'a', TAKEN), Some(WeaponLocation::Gone));
    battle.walk('a', &[]);
    teleport(&mut battle, 'B', (0, 0));
    until(&mut battle, 'B');
    battle.act('B', slot("pick_up", WeaponSlot(0)));
    assert_eq!(place(&battle, 'B', WeaponSlot(0)), Some(WeaponLocation::InHand));
    assert_eq!(battle.row('B').arms.weapons.len(), 2, "it is its own again");
    assert!(battle.snapshot().field.items.is_empty());
}

fn until(battle: &mut Skirmish, mark: char) {
    while battle.asked().0 != mark {
        let other = battle.asked().0;
        battle.wait(other);
    }
}

/// `a` has dropped a long sword of durability 3 on its cell; others walk there.
fn dropped(others: &[(char, Unit)]) -> Skirmish {
    let mut plan = skirmish(&time_count(), "a b c D\n. . . .\n. . . .").unit('a', base_unit());
    for (mark, unit) in others {
        plan = plan.unit(*mark, unit.clone());
    }
    let mut battle = plan.rolls(&vec![1; 1 + others.len()]);
    let (who, rule) = (battle.id('a'), Name::new("test"));
    battle.state.impose(&BattleEvent::WeaponWorn { who, slot: WeaponSlot(0), durability: 3, rule });
    let cell = Some(warboard::grid::Cell::new(0, 0));
    battle.state.impose(&BattleEvent::WeaponDropped { who, slot: WeaponSlot(0), cell, rule });
    battle
}

fn pick_up(weapon: &str) -> Act {
    Act { target: Target::Found(Name::new(weapon)), ..Act::own("pick_up") }
}

#[test] // TC-251, TC-025
fn a_combatant_with_a_free_hand_picks_up_weapons_in_its_space() {
    let mut battle = dropped(&[('b', base_unit().weapon("dagger")), ('D', idle())]);
    battle.wait('a');
    assert_eq!(refusal(&mut battle, pick_up("long_sword")), "TC-251", "it lies elsewhere");
    teleport(&mut battle, 'b', (0, 0));
    assert_eq!(refusal(&mut battle, pick_up("great_sword")), "TC-251");
    battle.act('b', pick_up("long_sword"));
    assert_eq!(held(&battle, 'b', TAKEN), Some(Held { place: WeaponLocation::InHand, durability: 3 }));
    assert!(battle.snapshot().field.items.is_empty());
    assert_eq!(battle.row('b').turn_state.next, Some(5 + 4), "swift");
    until(&mut battle, 'a');
    let own = Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own("pick_up") };
    assert_eq!(refusal(&mut battle, own), "TC-251", "it is gone");
}

#[test] // TC-251
fn a_combatant_without_a_free_hand_picks_up_nothing() {
    for other in [base_unit().weapon("great_sword"), base_unit().with_trait(warboard::content::Trait::NoHands)] {
        let mut battle = dropped(&[('b', other), ('D', idle())]);
        battle.wait('a');
        teleport(&mut battle, 'b', (0, 0));
        assert_eq!(refusal(&mut battle, pick_up("long_sword")), "TC-251");
    }
}

#[test] // TC-251, TC-211
fn only_one_of_two_combatants_gets_a_contested_weapon() {
    let others = [('b', base_unit().weapon("dagger")), ('c', base_unit().weapon("dagger")), ('D', idle())];
    let mut battle = dropped(&others);
    teleport(&mut battle, 'b', (0, 0));
    teleport(&mut battle, 'c', (0, 0));
    battle.wait('a').act('b', pick_up("long_sword")).act('c', pick_up("long_sword"));
    assert_eq!((battle.row('b').arms.weapons.len(), battle.row('c').arms.weapons.len()), (3, 2));
    let late = |event: &BattleEvent| matches!(event, BattleEvent::ActionAbandoned { why, .. } if why == "it is no longer there");
    assert!(battle.events().iter().any(late));
}

#[test] // TC-251, TC-009
fn a_big_body_picks_up_from_any_of_its_cells() {
    let mut battle = dropped(&[('b', base_unit().unarmed().size(Size::Large)), ('D', idle())]);
    teleport(&mut battle, 'a', (3, 2));
    teleport(&mut battle, 'b', (0, 0));
    let cell = warboard::grid::Cell::new(1, 1);
    let who = battle.id('D');
    battle.state.impose(&BattleEvent::WeaponDropped {
        who,
        slot: WeaponSlot(0),
        cell: Some(cell),
        rule: Name::new("test"),
    });
    battle.wait('a').act('b', pick_up("long_sword"));
    assert_eq!(battle.snapshot().field.items.len(), 1, "of two, one is left");
    until(&mut battle, 'b');
    battle.act('b', pick_up("long_sword"));
    assert!(battle.snapshot().field.items.is_empty(), "the other lay on its far cell");
}

#[test] // TC-251, TC-025, TC-087
fn conditions_of_its_bearer_apply_to_a_found_weapon() {
    let mut battle = dropped(&[('b', base_unit().unarmed().stat(Stat::Accuracy, 3)), ('D', idle())]);
    teleport(&mut battle, 'b', (0, 0));
    battle.wait('a').act('b', pick_up("long_sword"));
    let at = WeaponSlot(1);
    let before = battle.row('b').sheet.weapon(at).expect("found").to_hit.total();
    assert_eq!(before, 3 - 2);
    let affliction = Afflicted::lasting(Name::new("battered"), 2);
    let (who, rule) = (battle.id('b'), Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
    assert_eq!(battle.row('b').sheet.weapon(at).expect("it stays").to_hit.total(), before - 2);
}

#[test] // TC-251
fn opponents_and_scripts_pick_up_dropped_weapons() {
    let answer = |controller: &mut dyn Controller, battle: &Skirmish| {
        let (setup, prompt) = (battle.battle().setup().clone(), battle.battle().prompt().expect("a question").clone());
        controller.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice
    };
    let begin = || {
        let mut battle = dropped(&[('b', base_unit().unarmed()), ('D', idle())]);
        teleport(&mut battle, 'b', (0, 0));
        teleport(&mut battle, 'D', (1, 0));
        battle.wait('a');
        battle
    };
    let text = r#"[(who: "b", does: "pick_up", with: "long_sword")]"#;
    let otherwise = Box::new(Tactician::new(Side(0), 1, Strength::Hard));
    let mut script = Script::read(&Source::new("acts.ron", text), otherwise).expect("it can be read");
    let mut battle = begin();
    let choice = answer(&mut script, &battle);
    assert_eq!(choice, Choice::Act(pick_up("long_sword")));
    battle.choose('b', choice);
    assert!(script.fault().is_none());
    let battle = begin();
    let choice = answer(&mut Tactician::new(Side(0), 1, Strength::Hard), &battle);
    assert_eq!(choice, Choice::Act(pick_up("long_sword")), "an unarmed one arms itself");
}
