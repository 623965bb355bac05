//! Weapons in words.

use super::costs::span_words;
use crate::battle::SheetWeapon;
use crate::content::gear::WeaponProperty;
use crate::content::policy::TurnOrder;
use crate::content::speed::{ActionSpeed, SpeedMode};
use crate::rules::Ruleset;
use crate::turn::speed::speed_span;

/// The time an attack takes, under rules with counts.
fn time(rules: &Ruleset, mode: SpeedMode, entry: &SheetWeapon) -> Option<String> {
    let TurnOrder::Counts(turns) = &rules.policies.turn else { return None };
    Some(span_words(speed_span(turns, &ActionSpeed::Class(entry.weapon.speed), None, mode, 0)))
}

/// The properties of a weapon, in words.
pub fn qualities(rules: &Ruleset, mode: SpeedMode, entry: &SheetWeapon) -> String {
    if let Some(item) = &entry.item {
        return item.about.clone();
    }
    let weapon = &entry.weapon;
    let mut words = vec![format!("{} {}", weapon.damage, weapon.harm.word())];
    words.extend(time(rules, mode, entry));
    if let Some(feet) = weapon.melee.filter(|feet| *feet > 5) {
        words.push(format!("reach {feet} ft"));
    }
    if let Some(range) = weapon.range {
        words.push(format!("range {} ft", range.increment));
    }
    words.extend(weapon.properties.iter().map(|property| {
        let word = match property {
            WeaponProperty::Casts { spell, .. } => return format!("casts {}", spell.as_str().replace('_', " ")),
            WeaponProperty::Venomous(venom) => return venom.as_str().replace('_', " "),
            WeaponProperty::Impairing => "impairing",
            WeaponProperty::Precise => "precise",
            WeaponProperty::Trip => "trips",
            WeaponProperty::Composite => "composite",
            WeaponProperty::Nonlethal => "nonlethal",
            WeaponProperty::Natural => "natural",
            WeaponProperty::Long => "long",
            WeaponProperty::UsableProne => "usable while prone",
            WeaponProperty::Slings => "sling",
            WeaponProperty::Entangles => "entangles",
        };
        word.to_owned()
    }));
    words.join(", ")
}
