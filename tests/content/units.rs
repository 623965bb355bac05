//! Shipped units and weapons: the sources of their numbers.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::sync::Arc;

use warboard::battle::{Sheet, SheetWeapon};
use warboard::content::gear::WeaponCategory::{self, *};
use warboard::content::{ActionSpeed, Breakdown, Carried, Label, Name, Skill, SpeedMode, Stat, TurnOrder, Unit};
use warboard::rules::{Library, Ruleset, make_sheet};
use warboard::turn::speed::speed_span;

const ID: &str = "time_count";

fn library() -> Library {
    Library::open(&crate::assets::assets()).unwrap()
}

fn sheet(rules: &Ruleset, unit: &Unit) -> Sheet {
    make_sheet(rules, "unit", unit, SpeedMode::Fixed).unwrap()
}

/// A swordsman with this weapon in the place of the sword.
fn armed(library: &Library, rules: &Ruleset, weapon: &str, skill: Skill) -> SheetWeapon {
    let mut unit = Unit::clone(&library.unit(ID, "swordsman").unwrap());
    unit.weapons = vec![Carried { weapon: Name::new(weapon), skill, in_hand: true, kept: None }];
    unit.stats.insert(Stat::Dexterity, 1);
    unit.stats.insert(Stat::Strength, 4);
    sheet(rules, &unit).weapons[0].clone()
}

/// The amount and rule of a term.
fn term(sum: &Breakdown, label: Label) -> Option<(i16, &'static str)> {
    let found = sum.terms().iter().find(|term| term.label == label)?;
    Some((found.amount, found.rule.as_str()))
}

#[test] // TC-046, TC-047, TC-016, TC-045
fn the_family_of_a_weapon_decides_its_attribute() {
    let (library, attributes) = (library(), |category: WeaponCategory| match category {
        Axes | GauntletsAndClaws | HammersFlailsAndPicks | HeavySwords | Javelins => Some((Stat::Strength, "TC-046")),
        LightSwords | MacesAndClubs | Polearms | Tools => Some((Stat::Strength, "TC-046")),
        DisksAndBoomerangs | Bows | ChainsAndRopes | Crossbows | Daggers | Staffs => Some((Stat::Dexterity, "TC-047")),
        Slings | Unarmed | Light | Medium | Heavy | Natural => None,
    });
    let rules = library.ruleset(ID).unwrap();
    for family in &rules.policies.attack.attributes {
        if let Some((attribute, rule)) = attributes(family.category) {
            assert_eq!(
                (&*family.best_of, family.rule.as_str()),
                ([attribute].as_slice(), rule),
                "{:?}",
                family.category
            );
        }
    }
    assert_eq!(rules.policies.attack.attributes.len(), 17, "no family is left out");
    for weapon in rules.weapons.iter() {
        let Some((attribute, _)) = attributes(weapon.category) else { continue };
        let made = armed(&library, &rules, weapon.id.as_str(), Skill::Affinity);
        let amount = if attribute == Stat::Strength { 4 } else { 1 };
        assert_eq!(term(&made.to_hit, Label::Attribute(attribute)), Some((amount, "TC-016")), "{}", weapon.id);
        assert_eq!(term(&made.damage, Label::Attribute(attribute)), Some((amount, "TC-045")), "{}", weapon.id);
    }
}

#[test] // TC-022, TC-025, G-27
fn a_weapon_without_affinity_has_a_penalty_to_hit() {
    let library = library();
    let rules = library.ruleset(ID).unwrap();
    let sum = |skill| armed(&library, &rules, "long_sword", skill).to_hit;
    assert_eq!(term(&sum(Skill::Proficient), Label::Proficient), Some((1, "TC-022")));
    assert_eq!(term(&sum(Skill::None), Label::NoAffinity), Some((-2, "TC-025")));
    let totals = [Skill::None, Skill::Affinity, Skill::Proficient].map(|skill| sum(skill).total());
    assert_eq!(totals, [5, 7, 8]);
}

#[test] // TC-040, TC-041, TC-045
fn fists_and_jaws_add_strength_to_damage() {
    let library = library();
    let rules = library.ruleset(ID).unwrap();
    let damage = |unit: &str, strike: fn(&Sheet) -> &SheetWeapon| {
        let sheet = sheet(&rules, &library.unit(ID, unit).unwrap());
        strike(&sheet).damage.to_string()
    };
    let fist = damage("brawler", |sheet| sheet.weapon(sheet.unarmed.unwrap()).unwrap());
    assert_eq!(fist, "4 (power +1 [TC-041], strength +3 [TC-045])");
    assert_eq!(damage("wolf", |sheet| &sheet.weapons[0]), "2 (strength +2 [TC-045])");
}

#[test] // TC-131, TC-137, TC-138, TC-139, G-37, G-99
fn each_people_has_its_rate() {
    let library = library();
    let rules = library.ruleset(ID).unwrap();
    let rate = |unit: &str| sheet(&rules, &library.unit(ID, unit).unwrap()).rate;
    assert_eq!(rate("slinger"), 15, "a halfling is slow");
    for human in ["archer", "berserker", "brawler", "crossbowman", "guard", "peasant", "spearman", "swordsman"] {
        assert_eq!(rate(human), 20, "{human}");
    }
    assert_eq!([rate("rogue"), rate("wise_woman")], [25, 25], "alidran and lyorae are fast");
    assert!(rate("wolf") > 20, "its own rate, neither that of a people nor of its size");
}

#[test] // TC-132, G-37, G-99
fn equipment_does_not_change_the_rate_of_a_unit_file() {
    let library = library();
    let rules = library.ruleset(ID).unwrap();
    let swordsman = library.unit(ID, "swordsman").unwrap();
    let bare = Unit { armor: None, shield: None, weapons: Vec::new(), ..Unit::clone(&swordsman) };
    assert_eq!(sheet(&rules, &bare).rate, swordsman.rate);
    for armor in rules.armor.iter() {
        for shield in rules.shields.iter() {
            let laden = Unit { armor: Some(armor.id), shield: Some(shield.id), ..Unit::clone(&swordsman) };
            assert_eq!(sheet(&rules, &laden).rate, swordsman.rate, "{} and {}", armor.id, shield.id);
        }
    }
}

#[test] // TC-217, TC-218
fn every_weapon_and_every_action_has_a_speed() {
    let rules: Arc<Ruleset> = library().ruleset(ID).unwrap();
    let TurnOrder::Counts(turns) = &rules.policies.turn else { panic!("this ruleset counts") };
    let least = |speed: &ActionSpeed, weapon| speed_span(turns, speed, weapon, SpeedMode::Fixed, 0).0;
    for weapon in rules.weapons.iter() {
        assert!(least(&ActionSpeed::Weapon(0), Some(weapon.speed)) >= 6, "{}: the fastest weapon is fast", weapon.id);
    }
    let free: Vec<&str> =
        rules.actions.iter().filter(|action| action.is_free()).map(|action| action.id.as_str()).collect();
    assert_eq!(free, ["coup_follow_up", "shunt_trip", "release", "leave_stance", "drop_item", "dismiss", "face"]);
    for action in rules.actions.iter().filter(|action| !action.is_free()) {
        assert!(least(&action.speed, None) >= 1, "{}", action.id);
    }
}
