//! How high a flight ends: a cell higher or lower by key or button.

use bevy_egui::egui::{Button, RichText, Ui};

use super::desk::Desk;
use super::look;
use super::offered::Offered;
use crate::battle::{CombatantId, View};
use crate::content::action::{Does, Gait, Pitch};
use crate::gui::input::Intent;
use crate::gui::keys::{Command, Keys};
use crate::mechanics::{flight, height};
use crate::rules::Ruleset;

/// Whether a key asks for a greater height, or for a lesser one.
pub fn pressed(keys: &Keys) -> Option<bool> {
    let higher = keys.pressed(Command::FlyHigher);
    (higher || keys.pressed(Command::FlyLower)).then_some(higher)
}

/// Chooses the height a cell above or below the one chosen before, and picks a flight if none is picked.
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
    intent.rises = Some(rises(view, rules, who, intent).saturating_add(step));
}

/// The feet by which the flight rises: as chosen, else as it goes along by itself.
fn rises(view: View<'_>, rules: &Ruleset, who: CombatantId, intent: &Intent) -> i16 {
    intent
        .rises
        .unwrap_or_else(|| flight::cruising_height(view, rules.book(), who).saturating_sub(height::of(view, who)))
}

/// Draws the height with a button below and above it.
pub fn row(ui: &mut Ui, desk: &mut Desk, who: CombatantId) {
    let rules = desk.session.opening.setup.rules.clone();
    let words = match desk.intent.rises {
        None => "as high as it goes by itself".to_owned(),
        Some(0) => "at the height it has".to_owned(),
        Some(feet @ 1..) => format!("{feet} ft higher"),
        Some(feet) => format!("{} ft lower", -feet),
    };
    ui.label(RichText::new(words).color(look::INK));
    for (sign, higher, command) in [("-", false, Command::FlyLower), ("+", true, Command::FlyHigher)] {
        let about = desk.keys.hint(command.words(), command);
        if ui.add(Button::new(sign)).on_hover_text(about).clicked() {
            let mut intent = desk.intent.clone();
            change(desk.view(), &rules, who, &desk.offered, &mut intent, higher);
            *desk.intent = intent;
        }
    }
    if desk.intent.rises.is_some() && ui.button("As usual").clicked() {
        desk.intent.rises = None;
    }
}
