//! Weapons in words, and the row of buttons that picks one.

use bevy_egui::egui::{RichText, Ui};

use super::desk::Desk;
use super::look;
use super::offered::span_words;
use crate::battle::{CombatantId, SheetWeapon};
use crate::content::Name;
use crate::content::gear::WeaponProperty;
use crate::content::policy::TurnOrder;
use crate::content::speed::{ActionSpeed, SpeedMode};
use crate::resolution::legal;
use crate::rules::Ruleset;
use crate::turn::speed::speed_span;

/// The time an attack with a weapon takes, where there are counts.
fn time(rules: &Ruleset, mode: SpeedMode, entry: &SheetWeapon) -> Option<String> {
    let TurnOrder::Counts(turns) = &rules.policies.turn else { return None };
    Some(span_words(speed_span(turns, &ActionSpeed::Class(entry.weapon.speed), None, mode, 0)))
}

/// The qualities of a weapon in words.
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
            WeaponProperty::UsableProne => "usable lying down",
            WeaponProperty::Slings => "throws stones",
            WeaponProperty::Entangles => "wraps whom it hits",
        };
        word.to_owned()
    }));
    words.join(", ")
}

/// Buttons for the weapons of the action that was picked; 1 to 9 pick one too.
pub fn row(ui: &mut Ui, desk: &mut Desk, who: CombatantId, action: Name) {
    let Some(known) = desk.rules().actions.get(action).cloned() else { return };
    let slots = legal::weapon_choices(desk.view(), desk.rules(), who, &known);
    if slots.len() < 2 {
        return;
    }
    ui.label(RichText::new("with").color(look::FAINT));
    for (at, slot) in slots.into_iter().enumerate() {
        let sheet = &desk.view().row(who).sheet;
        let (Some(entry), mode) = (sheet.weapon(slot).cloned(), sheet.speed) else { continue };
        let chosen = desk.intent.weapon == Some(slot);
        let span = super::offered::span(&desk.snapshot, &desk.session, who, &known, Some(slot));
        let takes = span.map(|span| format!(" ({})", span_words(span))).unwrap_or_default();
        let words = format!("{} {}{takes}", at + 1, entry.weapon.name);
        if ui.selectable_label(chosen, words).on_hover_text(qualities(desk.rules(), mode, &entry)).clicked() {
            desk.intent.weapon = if chosen { None } else { Some(slot) };
        }
    }
}
