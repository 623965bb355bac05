//! The row of buttons that picks a weapon.

use bevy_egui::egui::{RichText, Ui};

use crate::battle::CombatantId;
use crate::content::Name;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{qualities, span_words};
use crate::resolution::legal;

/// Draws a button for each weapon the picked action can use. Keys 1 to 9 pick one too.
pub fn row(ui: &mut Ui, params: &mut HudParams, who: CombatantId, action: Name) {
    let Some(known) = params.rules().actions.get(action).cloned() else { return };
    let slots = legal::weapon_choices(params.view(), params.rules(), who, &known);
    if slots.len() < 2 {
        return;
    }
    ui.label(RichText::new("with").color(style::FAINT));
    for (at, slot) in slots.into_iter().enumerate() {
        let Some(sheet) = params.combatants.get(who).map(|data| &data.sheet.0) else { return };
        let (Some(entry), mode) = (sheet.weapon(slot).cloned(), sheet.speed) else { continue };
        let chosen = params.intent.weapon == Some(slot);
        let span = params.action_span(who, &known, Some(slot));
        let takes = span.map(|span| format!(" ({})", span_words(span))).unwrap_or_default();
        let words = format!("{} {}{takes}", at + 1, entry.weapon.name);
        if ui.selectable_label(chosen, words).on_hover_text(qualities(params.rules(), mode, &entry)).clicked() {
            params.intent.weapon = if chosen { None } else { Some(slot) };
        }
    }
}
