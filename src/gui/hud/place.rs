//! The card of a place on which something lies: what it is, whose, and until when.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use super::cite::explain;
use super::{Desk, frame, look};
use crate::resolution::narrate::{LaidWords, laid_words};

/// Draws the card of the free cell under the pointer, while nothing is aimed at it.
pub fn show(mut contexts: EguiContexts, desk: Desk) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let free = desk.hovered.who.is_none() && desk.aimed.choice.is_none();
    let (Some(cell), Some(at)) = (desk.hovered.cell.filter(|_| free), ctx.pointer_latest_pos()) else { return Ok(()) };
    let laid = laid_words(desk.view(), desk.rules(), cell);
    if !laid.is_empty() {
        frame::card_at(&ctx, "place", at, ctx.content_rect(), |ui| card(ui, &desk, &laid));
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
