//! Names of combatants.

use bevy_egui::egui::{RichText, Ui};

use crate::battle::CombatantId;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;

/// Draws the name of a combatant in the colour of its side.
pub fn name(ui: &mut Ui, params: &HudParams, who: CombatantId) {
    let side = params.side(who).unwrap_or_default();
    ui.label(RichText::new(params.name(who)).color(style::side(side)).strong().size(17.0));
}
