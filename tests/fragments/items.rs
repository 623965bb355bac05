//! Items that cast spells with their own energy.

use crate::facts::*;
use crate::skirmish::*;
use crate::spells::*;
use warboard::content::{Stat, Unit};
use warboard::resolution::{Act, Choice};

/// A unit of level 1 and Essence 8 that knows no spell and wields a staff that casts a bolt of two dice over 60 feet.
fn wielder() -> Unit {
    plain().weapon("fire_staff").stat(Stat::Essence, 8)
}

#[test] // TA-050, TA-067
fn a_staff_casts_its_spell_with_its_own_energy_and_no_other() {
    let mut battle = duel("a . . . . . . . . . B", wielder(), tough(), &[2, 3, 4]);
    let target = battle.id('B');
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(3, 2, 0, 0), target)), "TA-067", "too strong");
    assert_eq!(refusal(&mut battle, on("fire_bolt", energy(1, 2, 0, 0), target)), "TA-067", "too weak");
    assert_eq!(refusal(&mut battle, on("venom", energy(1, 1, 0, 1), target)), "TA-050", "another spell");
    battle.act('a', on("fire_bolt", energy(2, 2, 0, 0), target));
    assert_eq!((hit_points_lost(&battle, 'B'), energy_left(&battle, 'a')), (7, 5), "two dice, 4 of 9 energy");
    battle.all_rolled();
}

#[test] // TA-050, TA-067
fn a_staff_must_be_in_hand_and_its_wielder_have_the_energy() {
    let mut battle = duel("a . . . . B", wielder(), tough(), &[2, 3, 4, 2, 3, 4]);
    let target = battle.id('B');
    let bolt = || on("fire_bolt", energy(2, 2, 0, 0), target);
    battle.act('a', bolt()).act('a', bolt());
    assert_eq!(refusal(&mut battle, bolt()), "TA-065", "one energy is left");
    let mut sheathed = duel("a . . . . B", wielder(), tough(), &[]);
    let target = sheathed.id('B');
    sheathed.perform_with_weapon('a', "sheathe");
    assert_eq!(refusal(&mut sheathed, on("fire_bolt", energy(2, 2, 0, 0), target)), "TA-050");
}

#[test] // TA-067
fn a_cast_from_a_staff_is_offered_with_the_values_of_the_staff() {
    let mut battle = duel("a . . . . B", wielder(), tough(), &[2, 3, 4]);
    let rules = &battle.battle().setup().rules;
    let offers = warboard::resolution::legal::offers(battle.snapshot().view(), rules, battle.id('a'));
    let bolt = offers.iter().find(|offer| offer.action.id.as_str() == "fire_bolt").expect("the bolt is offered");
    let act: Act = bolt.acts[0].clone();
    assert_eq!(act.energy(), Some(energy(2, 2, 0, 0)));
    battle.choose('a', Choice::Act(act));
    battle.all_rolled();
}
