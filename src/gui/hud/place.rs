//! The card of a place on which something lies: what it is, whose, and until when.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use super::cite::explain;
use super::{Desk, frame, look};
use crate::mechanics::magic;
use crate::narration::{LaidWords, laid_words};
use crate::resolution::Choice;

/// Points that another card about the cell takes at the pointer.
const NOTE: f32 = 70.0;

/// Draws the card of the cell under the pointer, while nobody stands there and no spell is aimed at it.
pub fn show(mut contexts: EguiContexts, desk: Desk) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let is_aim = matches!(&desk.aimed.choice, Some(Choice::Act(act)) if magic::origin(act).is_some());
    let free = desk.hovered.who.is_none() && !is_aim;
    let Some(cell) = desk.hovered.cell.filter(|_| free) else { return Ok(()) };
    let laid = laid_words(desk.view(), desk.rules(), cell);
    if let Some(spot) = desk.ground(&ctx, cell.into()).filter(|_| !laid.is_empty()) {
        // Below the card that says why the cell is refused, or who else will be there.
        let noted = desk.aimed.refusal.is_some() || desk.aimed.crowd.is_some();
        let spot = if noted { spot.expand2(egui::vec2(0.0, NOTE)) } else { spot };
        frame::card_at(&ctx, "place", spot, ctx.content_rect(), |ui| card(ui, &desk, &laid));
    }
    Ok(())
}

fn card(ui: &mut Ui, desk: &Desk, laid: &[LaidWords]) {
    ui.set_max_width(360.0);
    for (at, words) in laid.iter().enumerate() {
        if at > 0 {
            ui.separator();
        }
        ui.label(RichText::new(&words.what).color(look::GOLD).size(17.0));
        ui.add(egui::Label::new(words.does).wrap());
        ui.label(RichText::new(&words.until).color(look::TIRED));
        explain(ui, &desk.rules().codex, words.rule.as_str());
    }
}
