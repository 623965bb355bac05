//! Shipped units and spells in a fight: their dice, resistances and training.

use crate::assets::{assets, copied_assets};
use crate::fighters::*;
use warboard::content::{DamageTypes, Name, Resistance, Resists, Source, Terrains, Unit};
use warboard::rules::Library;
use warboard::scenario::Scenario;

/// A fighter with the resistances of a shipped unit.
fn resisting_as(id: &str) -> Unit {
    let library = Library::open(&assets()).expect("the assets load");
    let shipped = library.unit("fighting_style", id).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    Unit { resistances: shipped.resistances.clone(), ..fighter() }
}

/// The damage of a spell that B cannot defend itself against, for this result of its die.
fn cast_on(spell: &str, target: Unit, die: u16) -> i16 {
    let mut battle = duel("a . B", mage(&[spell]), target, &[10, die]);
    battle.spend('B', "actions");
    battle.events();
    let act = battle.casting('a', spell, 'B');
    battle.act('a', act).choose('a', NONE);
    battle.all_rolled();
    damage(&battle.events())[0]
}

#[test] // FS-077, FS-056
fn a_critical_win_with_a_bolt_rolls_its_die_and_adds_half_the_willpower() {
    for (spell, highest, harm) in [("fire_bolt", 8, "fire"), ("shock_lance", 6, "shock"), ("dread", 6, "psychic")] {
        let to = DamageTypes::named(harm).expect("a damage type");
        let resists = Resists::Points(3);
        let resistance = Resistance { to, except: DamageTypes::NONE, resists, rule: Name::new("FS-143") };
        let resisting = Unit { resistances: vec![resistance], ..fighter() };
        assert_eq!(cast_on(spell, fighter(), highest), highest as i16 + 5, "{spell}");
        assert_eq!(cast_on(spell, resisting, highest), highest as i16 + 2, "{spell} is {harm}");
    }
}

#[test] // FS-143
fn an_ashlander_takes_two_points_less_of_fire_alone() {
    assert_eq!(cast_on("fire_bolt", fighter(), 4), 9);
    assert_eq!(cast_on("fire_bolt", resisting_as("ashlander"), 4), 7);
    assert_eq!(cast_on("shock_lance", resisting_as("ashlander"), 4), 9);
}

#[test] // FS-144
fn the_resistance_of_an_ork_to_magic_covers_fire_and_shock_and_no_blow() {
    assert_eq!(cast_on("fire_bolt", resisting_as("ork"), 4), 7);
    assert_eq!(cast_on("shock_lance", resisting_as("ork"), 4), 7);
    let mut battle = duel("a B", fighter(), resisting_as("ork"), &[10, 4]);
    battle.spend('B', "actions");
    battle.events();
    battle.strike('a', 'B').choose('a', NONE);
    assert_eq!(damage(&battle.events()), [9]);
}

#[test] // FS-145
fn fire_does_three_points_more_to_a_troll() {
    assert_eq!(cast_on("fire_bolt", resisting_as("troll"), 4), 12);
    assert_eq!(cast_on("shock_lance", resisting_as("troll"), 4), 9);
}

#[test] // FS-155
fn of_armour_and_natural_armour_the_better_one_counts() {
    for (natural, rating) in [(2, 5), (7, 7)] {
        for (stat_of, armor, worn) in [("ArmorRating", "full_iron", 5), ("MagicArmor", "full_crystal", 3)] {
            let battle = duel("a B", fighter(), fighter().has(stat_of, natural).armor(armor), &[]);
            let best = if natural == 7 { rating } else { worn.max(natural) };
            assert_eq!(battle.row('B').sheet.stat(stat(stat_of)), best, "{natural} and {armor}");
        }
    }
}

/// A yard with a shipped swordsman on it.
const YARD: &str = r#"(
    name: "Yard", about: "A yard.", shape: Square, map: ["a.b"],
    legend: {".": "grass"}, marks: {"a": "grass", "b": "grass"},
    sides: [
        (name: "One", control: Human, units: [(unit: "swordsman", at: Mark("a"))]),
        (name: "Two", control: Ai, units: [(unit: "guard", at: Mark("b"))]),
    ],
)"#;

/// The conditions with which the shipped swordsman begins, if its armour is this.
fn begins_with(armor: &str) -> Vec<Name> {
    let copy = copied_assets();
    let file = copy.path().join("units/fighting_style/swordsman.ron");
    let unit = std::fs::read_to_string(&file).expect("a unit").replace("    armor: \"partial_iron\",\n", armor);
    std::fs::write(&file, unit).expect("the copy can be written");
    let library = Library::open(copy.path()).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    let terrains = Terrains::open(&assets()).expect("the terrains load");
    let scenario = Scenario::read(&Source::new("yard.ron", YARD), &terrains);
    let setup = scenario.and_then(|scenario| scenario.prepare(&library, "fighting_style"));
    setup.unwrap_or_else(|wrong| panic!("{}", wrong[0].brief())).combatants[0].afflicted.to_vec()
}

#[test] // FS-129, FS-130, FS-136
fn armour_of_either_level_outside_the_style_hinders_and_none_needs_no_training() {
    let hindered = [Name::new("untrained_armor")];
    assert_eq!(begins_with("armor: \"partial_iron\", untrained: [Armor],"), hindered);
    assert_eq!(begins_with("armor: \"full_iron\", untrained: [Armor],"), hindered);
    assert_eq!(begins_with("armor: \"full_iron\","), []);
    assert_eq!(begins_with(""), []);
}
