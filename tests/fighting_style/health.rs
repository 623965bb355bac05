//! Damage types, resistances, armour, and falling unconscious.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{DamageTypes, Name, Resistance, Resists, Unit};

/// The damage of a hit for `die` + 5 with the weapon on an undefended target.
fn taken(weapon: &str, target: Unit, die: u16) -> i16 {
    let mut battle = duel("a B", fighter().weapon(weapon), target, &[10, die]);
    battle.spend('B', "actions");
    battle.events();
    battle.strike('a', 'B').choose('a', NONE);
    battle.all_rolled();
    damage(&battle.events())[0]
}

fn resisting(to: &str, resists: Resists) -> Unit {
    let to = DamageTypes::named(to).expect("a damage type");
    let resistance = Resistance { to, except: DamageTypes::NONE, resists, rule: Name::new("FS-143") };
    Unit { resistances: vec![resistance], ..fighter() }
}

#[test] // FS-141, FS-142, FS-149, FS-150, FS-151, FS-152, FS-154, FS-053, FS-077 (WE-01)
fn full_iron_takes_five_off_every_physical_hit() {
    for (weapon, die) in [("mace", 3), ("spear", 3), ("longsword", 3)] {
        assert_eq!(taken(weapon, fighter(), die), 8, "{weapon}");
        assert_eq!(taken(weapon, fighter().armor("full_iron"), die), 3, "{weapon}");
        assert_eq!(taken(weapon, fighter().armor("partial_iron"), die), 5, "{weapon}");
    }
}

#[test] // FS-143, FS-144, FS-145, FS-169 (WE-05)
fn resistance_and_vulnerability_name_a_type_or_a_group() {
    assert_eq!(taken("longsword", resisting("slashing", Resists::Points(3)), 3), 5);
    assert_eq!(taken("longsword", resisting("physical", Resists::Points(3)), 3), 5);
    assert_eq!(taken("longsword", resisting("piercing", Resists::Points(3)), 3), 8);
    assert_eq!(taken("mace", resisting("bludgeoning", Resists::Vulnerable(3)), 3), 11);
    assert_eq!(taken("mace", resisting("physical", Resists::Vulnerable(3)), 3), 11);
}

#[test] // FS-146, FS-147
fn only_the_highest_resistance_and_the_worst_vulnerability_count() {
    let both = |one: Resists, other: Resists| {
        let mut unit = resisting("slashing", one);
        unit.resistances.extend(resisting("physical", other).resistances);
        unit
    };
    assert_eq!(taken("longsword", both(Resists::Points(2), Resists::Points(3)), 3), 5);
    assert_eq!(taken("longsword", both(Resists::Vulnerable(2), Resists::Vulnerable(3)), 3), 11);
    assert_eq!(taken("longsword", both(Resists::Vulnerable(2), Resists::Points(3)), 3), 7, "both apply");
}

#[test] // FS-138, FS-G18
fn health_of_five_halves_of_endurance_rounded_up_and_unconscious_at_none() {
    let health = |endurance| duel("a B", fighter(), fighter().has("Endurance", endurance), &[]).row('B').vitals.maximum;
    assert_eq!((health(8), health(7), health(9)), (20, 18, 23));
    let mut battle = duel("a B", fighter(), fighter().has("Endurance", 3), &[10, 3, 10, 3]);
    battle.spend('B', "actions");
    battle.strike('a', 'B').choose('a', NONE);
    assert!(battle.has('B', "unconscious") && battle.has('B', "prone"), "8 of 8");
    battle.spare_dice("the battle is over");
}
