//! The height of a flight: one cell higher or lower by key or button.

use bevy_egui::egui::{Button, RichText, Ui};

use crate::battle::{CombatantId, View};
use crate::content::action::{Does, Gait, Pitch};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::input::{Intent, Offered};
use crate::gui::keys::{KeyCommand, Keys};
use crate::mechanics::{flight, height};
use crate::rules::Ruleset;

/// `Some(true)` if the key to fly higher was pressed, `Some(false)` for lower.
pub fn pressed(keys: &Keys) -> Option<bool> {
    let higher = keys.pressed(KeyCommand::FlyHigher);
    (higher || keys.pressed(KeyCommand::FlyLower)).then_some(higher)
}

/// Changes the chosen height by one cell, and picks a flight if none is picked.
pub fn change(view: View<'_>, rules: &Ruleset, who: CombatantId, offered: &Offered, intent: &mut Intent, higher: bool) {
    let flies = |does: &Does| matches!(does, Does::Move(Gait::Fly(_)));
    let picked = intent.action.and_then(|action| rules.actions.get(action)).is_some_and(|action| flies(&action.does));
    if !picked {
        let level = |does: &Does| *does == Does::Move(Gait::Fly(Pitch::Level));
        let Some(offer) = offered.offers.iter().find(|offer| level(&offer.action.does)) else { return };
        *intent = Intent::on(offer.action.id);
    }
    let cell = i16::try_from(rules.policies.board.feet).unwrap_or(i16::MAX);
    let step = if higher { cell } else { -cell };
    intent.rises = Some(chosen_rise(view, rules, who, intent).saturating_add(step));
}

/// Feet by which the flight rises: as chosen, else as its action says.
fn chosen_rise(view: View<'_>, rules: &Ruleset, who: CombatantId, intent: &Intent) -> i16 {
    intent
        .rises
        .unwrap_or_else(|| flight::cruising_height(view, rules.book(), who).saturating_sub(height::of(view, who)))
}

/// Draws the height with buttons to change it.
pub fn row(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    let rules = params.session.opening.setup.rules.clone();
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
            let mut intent = params.intent.clone();
            change(params.view(), &rules, who, &params.offered, &mut intent, higher);
            *params.intent = intent;
        }
    }
    if params.intent.rises.is_some() && ui.button("Default").clicked() {
        params.intent.rises = None;
    }
}
