//! Tooltips of cells and of acts without a roll.

use bevy_egui::egui::{self, Context, Rect, RichText};

use crate::gui::hud::params::HudParams;
use crate::gui::hud::{layout, style, text};
use crate::resolution::Choice;

/// The screen rectangle of the combatant or cell under the pointer.
fn pointed(ctx: &Context, params: &HudParams) -> Option<Rect> {
    let unit = params.hovered.who.and_then(|who| params.token_rect(ctx, who));
    unit.or_else(|| params.cells_rect(ctx, params.hovered.cell?.into()))
}

/// Draws an act without a roll, and why it is refused.
pub fn plain(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(Choice::Act(act)), Some(at)) = (&params.aimed.choice, pointed(ctx, params)) else { return };
    let words = text::act_words(params, None, act);
    layout::card_at(ctx, "note", at, board, |ui| {
        ui.set_max_width(340.0);
        ui.label(RichText::new(words).color(style::GOLD));
        if let Some(refusal) = &params.aimed.refusal {
            ui.add(egui::Label::new(RichText::new(refusal.to_string()).color(style::BAD)).wrap());
        }
    });
}

/// Draws which hidden combatants were last seen in the cell under the pointer.
pub fn last_seen(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(cell), Some(at)) = (params.hovered.cell, pointed(ctx, params)) else { return };
    let shape = params.layout.shape();
    let here = params.watch.hiding().filter(|(_, seen)| seen.is_some_and(|seen| seen.contains(shape, cell)));
    let names: Vec<&str> = here.map(|(who, _)| params.name(who)).collect();
    if names.is_empty() || params.hovered.who.is_some() {
        return;
    }
    layout::card_at(ctx, "last seen", at, board, |ui| {
        ui.set_max_width(300.0);
        ui.label(RichText::new(format!("{} was last seen here and is hiding.", names.join(", "))).color(style::GOLD));
        let words = "To attack it, pick an attack, then a cell with a question mark.";
        ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap());
    });
}

/// Draws why a cell cannot be entered.
pub fn refused_cell(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(refusal), Some(at)) = (&params.aimed.refusal, pointed(ctx, params)) else { return };
    if params.hovered.cell.is_none() || params.hovered.who.is_some() {
        return;
    }
    layout::card_at(ctx, "note", at, board, |ui| {
        ui.set_max_width(340.0);
        ui.add(egui::Label::new(RichText::new(refusal.to_string()).color(style::BAD)).wrap());
    });
}

/// Draws the warning that the destination is crowded.
pub fn crowd(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(crowd), Some(at)) = (&params.aimed.crowd, pointed(ctx, params)) else { return };
    layout::card_at(ctx, "crowd", at, board, |ui| {
        ui.set_max_width(340.0);
        ui.add(egui::Label::new(RichText::new(crowd.to_string()).color(style::BAD)).wrap());
    });
}
