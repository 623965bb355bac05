//! The tooltip of a cell with zones or other effects: what, whose, and until when.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::explain;
use crate::gui::hud::{layout, style};
use crate::mechanics::magic;
use crate::narration::{LaidWords, laid_words};
use crate::resolution::Choice;

/// Height of another tooltip about the cell, in points.
const NOTE: f32 = 70.0;

/// Draws the tooltip of the empty cell under the pointer, unless a spell is aimed at it.
pub fn show(mut contexts: EguiContexts, params: HudParams) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let is_aim = matches!(&params.aimed.choice, Some(Choice::Act(act)) if magic::origin(act).is_some());
    let free = params.hovered.who.is_none() && !is_aim;
    let Some(cell) = params.hovered.cell.filter(|_| free) else { return Ok(()) };
    let laid = laid_words(params.view(), params.rules(), cell);
    if let Some(spot) = params.cells_rect(&ctx, cell.into()).filter(|_| !laid.is_empty()) {
        // Below the tooltip that says why the cell is refused, or who else will be there.
        let noted = params.aimed.refusal.is_some() || params.aimed.crowd.is_some();
        let spot = if noted { spot.expand2(egui::vec2(0.0, NOTE)) } else { spot };
        layout::card_at(&ctx, "place", spot, ctx.content_rect(), |ui| card(ui, &params, &laid));
    }
    Ok(())
}

fn card(ui: &mut Ui, params: &HudParams, laid: &[LaidWords]) {
    ui.set_max_width(360.0);
    for (at, words) in laid.iter().enumerate() {
        if at > 0 {
            ui.separator();
        }
        ui.label(RichText::new(&words.what).color(style::GOLD).size(17.0));
        ui.add(egui::Label::new(words.does).wrap());
        ui.label(RichText::new(&words.until).color(style::TIRED));
        explain(ui, &params.rules().codex, words.rule.as_str());
    }
}
