//! Printed and ruled numbers of gear.

use crate::fighters::fighting_style;
use warboard::content::{Name, WeaponCategory};

#[test] // FS-140, FS-164, FS-G19, FS-G14, FS-G40
fn weapons_have_the_dice_reach_and_range_of_the_table() {
    let rules = fighting_style();
    let row = |id: &str| {
        let weapon = rules.weapons.get(Name::new(id)).unwrap_or_else(|| panic!("no {id}"));
        let heavy = weapon.category == WeaponCategory::Heavy;
        (
            weapon.damage.to_string(),
            weapon.melee,
            weapon.range.map(|range| range.increment),
            weapon.hands.count(),
            heavy,
        )
    };
    let is = |die: &str, melee, range, hands, heavy| (die.to_owned(), melee, range, hands, heavy);
    assert_eq!(row("unarmed"), is("d2", Some(1), None, 0, false));
    assert_eq!(row("dagger"), is("d4", Some(1), Some(6), 1, false));
    assert_eq!(row("hatchet"), is("d6", Some(1), Some(6), 1, false));
    assert_eq!(row("shortsword"), is("d6", Some(1), None, 1, false));
    assert_eq!(row("rapier"), is("d8", Some(1), None, 1, false));
    assert_eq!(row("mace"), is("d8", Some(1), None, 1, true));
    assert_eq!(row("whip"), is("d4", Some(2), None, 1, false));
    assert_eq!(row("twinblade"), is("d8", Some(1), None, 2, false));
    assert_eq!(row("spear"), is("d8", Some(2), Some(9), 1, false));
    assert_eq!(row("glaive"), is("d10", Some(2), None, 2, true));
    assert_eq!(row("lance"), is("d10", Some(2), None, 1, true));
    assert_eq!(row("longbow"), is("d8", None, Some(45), 2, false));
    assert_eq!(row("arbolest"), is("d10", None, Some(36), 2, false));
    assert_eq!(row("net"), is("0", None, Some(6), 2, false));
}

#[test] // FS-149, FS-155, FS-156, FS-157, FS-160, FS-G21
fn armour_and_shields_have_the_ratings_of_the_table() {
    let rules = fighting_style();
    let materials = [
        ("hide", 1, 2, 3),
        ("leather", 1, 3, 4),
        ("bone", 2, 4, 6),
        ("iron", 3, 5, 7),
        ("steel", 4, 6, 8),
        ("silver", 2, 4, 6),
    ];
    for (material, partial, full, block) in materials {
        let armor = |level: &str| rules.armor.get(Name::new(&format!("{level}_{material}"))).map(|armor| armor.bonus);
        let shield = rules.shields.get(Name::new(&format!("{material}_shield"))).map(|shield| shield.bonus);
        assert_eq!((armor("partial"), armor("full"), shield), (Some(partial), Some(full), Some(block)), "{material}");
    }
}
