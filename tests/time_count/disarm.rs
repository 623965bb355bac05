//! Disarming: the choice of the item, damage to it, and its new holder.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{GearPiece, Held, Side, WeaponLocation, WeaponSlot};
use warboard::content::{Source, Stat, Unit};
use warboard::control::{Controller, Script, Strength, Tactician};
use warboard::resolution::{Asks, BattleEvent, Choice, Pick, PickPurpose};

const SWORD: WeaponSlot = WeaponSlot(0);
const DAGGER: WeaponSlot = WeaponSlot(1);

/// `a` disarms `B`, which never acts, with this roll.
fn disarm(map: &str, a: Unit, b: Unit, roll: u16) -> Skirmish {
    let rules = time_count();
    let mut battle = skirmish(&rules, map).unit('a', a).unit('B', b.stat(Stat::Initiative, -500)).rolls(&[1, 1, roll]);
    battle.act_on('a', "disarm", 'B');
    battle
}

/// A unit with Accuracy 4, which cancels the penalty of a disarm, and Dexterity 3.
fn nimble() -> Unit {
    base_unit().stat(Stat::Accuracy, 4).stat(Stat::Dexterity, 3)
}

/// A unit with a long sword in one hand and a dagger in the other.
fn two_handed() -> Unit {
    Unit { weapons: vec![carried("long_sword"), carried("dagger")], ..base_unit() }
}

/// The options of the open pick.
fn options(battle: &Skirmish) -> Vec<Pick> {
    match battle.asked().1 {
        Asks::Pick { options, .. } => options,
        other => panic!("no pick is asked for but {other:?}"),
    }
}

fn in_hand(battle: &Skirmish, slot: WeaponSlot) -> Held {
    battle.row('B').arms.weapons[usize::from(slot.0)]
}

/// The answer that damages the target, or an item in its hand.
fn body(battle: &Skirmish) -> Choice {
    Choice::Pick(Pick::Target(battle.id('B')))
}

fn thing(battle: &Skirmish, slot: WeaponSlot) -> Choice {
    Choice::Pick(Pick::Item(battle.id('B'), GearPiece::Weapon(slot)))
}

#[test] // TC-350, TC-351, TC-352
fn a_disarm_strikes_the_weapon_to_the_ground() {
    for (roll, place) in [(9, WeaponLocation::InHand), (10, WeaponLocation::Gone), (14, WeaponLocation::Gone)] {
        let mut battle = disarm("a B", nimble(), base_unit(), roll);
        assert_eq!((in_hand(&battle, SWORD).place, damage(&battle.events())), (place, vec![]), "{roll}");
        assert_eq!((battle.row('a').vitals.fatigue, battle.count()), (1, 5 + 12), "one class slower than a long sword");
        assert_eq!(battle.snapshot().field.items.len(), usize::from(place == WeaponLocation::Gone));
        battle.all_rolled();
    }
}

#[test] // TC-350, TC-355, TC-356
fn a_two_handed_grip_resists_and_arrows_disarm_with_a_penalty() {
    let mut battle = disarm("a . . B", base_unit().weapon("shortbow"), base_unit().weapon("great_sword"), 15);
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!(
        terms(&rolled.bonus),
        [
            ("manoeuvre".to_owned(), -4, "TC-350"),
            ("held in two hands".to_owned(), -4, "TC-355"),
            ("with a ranged weapon".to_owned(), -2, "TC-356"),
        ]
    );
}

#[test] // TC-353, G-44
fn with_a_margin_of_five_the_attacker_chooses_what_is_damaged() {
    let begin = || {
        let battle = disarm("a B", nimble(), base_unit(), 15);
        assert_eq!(purpose(&battle), PickPurpose::HarmWhat);
        let b = battle.id('B');
        assert_eq!(options(&battle), [Pick::Target(b), Pick::Item(b, GearPiece::Weapon(SWORD)), Pick::No]);
        assert_eq!(battle.asked().0, 'a');
        battle
    };
    let end = |mut battle: Skirmish, choice: Choice| {
        battle.choose('a', choice);
        let events = battle.events();
        assert_eq!(in_hand(&battle, SWORD).place, WeaponLocation::Gone, "it falls all the same");
        let hurt: Vec<(i16, bool)> =
            damage_taken(&events).iter().map(|hurt| (hurt.amount.total(), hurt.nonlethal)).collect();
        let left = battle.snapshot().field.items[0].durability;
        assert_eq!(in_hand(&battle, SWORD).durability, left);
        (hurt, left)
    };
    let battle = begin();
    let target = body(&battle);
    assert_eq!(end(battle, target), (vec![(3, false)], 5), "the target takes the attacker's dexterity");
    let battle = begin();
    let sword = thing(&battle, SWORD);
    assert_eq!(end(battle, sword), (vec![], 5 - 3), "or the sword does");
    assert_eq!(end(begin(), no()), (vec![], 5), "or neither");
}

#[test] // TC-353, G-29
fn a_thing_that_takes_too_much_damage_breaks_in_the_hand() {
    let mut battle = disarm("a B", nimble().stat(Stat::Dexterity, 5), base_unit(), 15);
    let (b, sword) = (battle.id('B'), thing(&battle, SWORD));
    battle.choose('a', sword);
    assert_eq!((in_hand(&battle, SWORD).place, in_hand(&battle, SWORD).durability), (WeaponLocation::Broken, 0));
    assert!(battle.snapshot().field.items.is_empty(), "nothing is left to fall");
    let broke = |event: &BattleEvent| match event {
        BattleEvent::WeaponWorn { who, durability, rule, .. } => (*who, *durability, rule.as_str()) == (b, 0, "TC-353"),
        _ => false,
    };
    assert!(battle.events().iter().any(broke));
}

#[test] // TC-352, TC-353
fn the_attacker_names_one_of_two_things_in_hand_before_the_roll() {
    for (named, other) in [(SWORD, DAGGER), (DAGGER, SWORD)] {
        let mut battle = disarm("a B", nimble(), two_handed(), 15);
        let b = battle.id('B');
        assert_eq!((battle.asked().0, purpose(&battle)), ('a', PickPurpose::WhichItem));
        assert_eq!(
            options(&battle),
            [Pick::Item(b, GearPiece::Weapon(SWORD)), Pick::Item(b, GearPiece::Weapon(DAGGER))]
        );
        assert!(checks(&battle.events()).is_empty(), "nothing is rolled yet");
        let fists = Choice::Pick(Pick::Item(b, GearPiece::Weapon(WeaponSlot(2))));
        assert_eq!(battle.refused(fists).why, "that does not answer what is asked");
        let pick = thing(&battle, named);
        battle.choose('a', pick);
        assert_eq!(options(&battle), [Pick::Target(b), Pick::Item(b, GearPiece::Weapon(named)), Pick::No]);
        battle.choose('a', no());
        assert_eq!(
            (in_hand(&battle, named).place, in_hand(&battle, other).place),
            (WeaponLocation::Gone, WeaponLocation::InHand)
        );
        battle.all_rolled();
    }
}

#[test] // TC-354, TC-352
fn with_a_margin_of_eight_a_disarm_takes_the_weapon_into_a_free_hand() {
    let ground = |a: Unit, map: &str| {
        let mut battle = disarm(map, a.stat(Stat::Accuracy, 8), base_unit(), 14);
        battle.choose('a', no());
        if let Asks::Pick { purpose: PickPurpose::TakeIt, .. } = battle.asked().1 {
            battle.choose('a', Choice::Pick(Pick::Take));
        }
        assert_eq!(in_hand(&battle, SWORD).place, WeaponLocation::Gone);
        battle.snapshot().field.items.len()
    };
    assert_eq!(ground(base_unit(), "a B"), 0, "taken");
    assert_eq!(ground(base_unit().weapon("quarterstaff"), "a B"), 1, "no hand is free");
    assert_eq!(
        ground(base_unit().weapon("dagger").stat(Stat::Dexterity, 2), "a . B"),
        2,
        "thrown: it lies there, as does what it struck"
    );
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', idle().unarmed()).rolls(&[1, 1]);
    assert_eq!(refused_at(&mut battle, "disarm", 'B'), "TC-352");
}

#[test] // TC-353
fn opponents_and_scripts_answer_the_questions_of_a_disarm() {
    let lines = r#"[(who: "a", pick: Item("dagger")), (who: "a", pick: Target)]"#;
    let script = |text: &str| {
        let otherwise = Box::new(Tactician::new(Side(0), 1, Strength::Hard));
        Script::read(&Source::new("acts.ron", text), otherwise).expect("it can be read")
    };
    let answer = |battle: &Skirmish, script: &mut Script| {
        let (setup, prompt) = (battle.battle().setup().clone(), battle.battle().prompt().expect("a question").clone());
        script.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice
    };
    for (text, slot) in [(lines, DAGGER), ("[]", SWORD)] {
        let mut script = script(text);
        let mut battle = disarm("a B", nimble(), two_handed(), 15);
        let which = answer(&battle, &mut script);
        assert_eq!(which, thing(&battle, slot), "the opponent goes for the better weapon");
        battle.choose('a', which);
        assert_eq!(answer(&battle, &mut script), body(&battle));
        assert!(script.fault().is_none());
    }
    let mut wrong = script(r#"[(who: "a", pick: Item("bow"))]"#);
    let mut battle = disarm("a B", nimble(), two_handed(), 15);
    let which = answer(&battle, &mut wrong);
    let fault = wrong.fault().expect("it is refused").brief();
    assert!(fault.contains("unknown thing `bow`"), "{fault}");
    assert_eq!(which, thing(&battle, SWORD), "the opponent answers instead");
    battle.choose('a', which);
}
