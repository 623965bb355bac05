//! The height of a flight: one cell higher or lower by key or button.

use bevy_egui::egui::{Button, RichText, Ui};

use crate::battle::CombatantId;
use crate::content::action::{Does, Gait, Pitch};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::input::Intent;
use crate::gui::keys::{KeyCommand, Keys};
use crate::mechanics::{flight, height};

/// `Some(true)` if the key to fly higher was pressed, `Some(false)` for lower.
pub fn pressed(keys: &Keys) -> Option<bool> {
    let higher = keys.pressed(KeyCommand::FlyHigher);
    (higher || keys.pressed(KeyCommand::FlyLower)).then_some(higher)
}

/// Changes the chosen height by one cell, and picks a flight if none is picked.
pub fn change(params: &mut HudParams, who: CombatantId, higher: bool) {
    let flies = |does: &Does| matches!(does, Does::Move(Gait::Fly(_)));
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action));
    if !picked.is_some_and(|action| flies(&action.does)) {
        let level = |does: &Does| *does == Does::Move(Gait::Fly(Pitch::Level));
        let Some(offer) = params.offered.offers.iter().find(|offer| level(&offer.action.does)) else { return };
        *params.intent = Intent::on(offer.action.id);
    }
    let cell = i16::try_from(params.rules().policies.board.feet).unwrap_or(i16::MAX);
    let step = if higher { cell } else { -cell };
    params.intent.rises = Some(chosen_rise(params, who).saturating_add(step));
}

/// Feet by which the flight rises: as chosen, else as its action says.
fn chosen_rise(params: &HudParams, who: CombatantId) -> i16 {
    let usual = || {
        let game = params.game();
        flight::cruising_height(game, who).saturating_sub(height::of(game.view, who))
    };
    params.intent.rises.unwrap_or_else(usual)
}

/// Draws the height with buttons to change it.
pub fn row(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    let words = match params.intent.rises {
        None => "default height".to_owned(),
        Some(0) => "same height".to_owned(),
        Some(feet @ 1..) => format!("{feet} ft higher"),
        Some(feet) => format!("{} ft lower", -feet),
    };
    ui.label(RichText::new(words).color(style::INK));
    for (sign, higher, command) in [("-", false, KeyCommand::FlyLower), ("+", true, KeyCommand::FlyHigher)] {
        let about = params.keys.hint(command.words(), command);
        if ui.add(Button::new(sign)).on_hover_text(about).clicked() {
            change(params, who, higher);
        }
    }
    if params.intent.rises.is_some() && ui.button("Default").clicked() {
        params.intent.rises = None;
    }
}
