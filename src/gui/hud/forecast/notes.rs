//! Tooltips of areas, of cells, and of acts without a roll.

use bevy_egui::egui::{Context, Grid, Rect, RichText, Ui};

use super::{ForecastCache, ForecastSubject, aimed_act};
use crate::battle::CombatantId;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::line;
use crate::gui::hud::{layout, style, text};
use crate::mechanics::magic;
use crate::resolution::Act;

/// Draws the forecast of an area beside the pointer: every combatant in it, with chance and expected damage. Returns
/// whether the aimed act affects an area.
pub fn area(ctx: &Context, board: Rect, params: &HudParams, forecasts: &mut ForecastCache) -> bool {
    let Some(act) = aimed_act(params).filter(|act| magic::origin(act).is_some()) else { return false };
    let spot = params.hovered.cell.and_then(|cell| params.cells_rect(ctx, cell.into()));
    let Some(spot) = spot else { return false };
    let targets = magic::targets(params.game(), act);
    layout::card_at(ctx, "note", spot, board, |ui| {
        act_and_refusal(ui, params, act);
        if targets.is_empty() {
            ui.colored_label(style::FAINT, "no targets");
        }
        Grid::new("blast").num_columns(3).spacing([14.0, 4.0]).show(ui, |ui| {
            for who in targets {
                target(ui, params, forecasts, act, who);
                ui.end_row();
            }
        });
    });
    true
}

/// One combatant in the area.
fn target(ui: &mut Ui, params: &HudParams, forecasts: &mut ForecastCache, act: &Act, who: CombatantId) {
    let Some(side) = params.side(who) else { return };
    ui.colored_label(style::side(side), RichText::new(params.name(who)).strong());
    let actor = params.offered.who.unwrap_or_default();
    let subject = ForecastSubject::InArea(act.clone(), who);
    let Some(known) = forecasts.get(params, actor, subject) else { return };
    let (_, forecast) = &*known;
    let hits = forecast.versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand());
    ui.label(text::percent(hits));
    let mean = forecast.mean_hundredths();
    if mean > 0 {
        ui.colored_label(style::FAINT, format!("{}.{} on average", mean / 100, mean / 10 % 10));
    }
}

/// Draws an act, and why it is refused.
fn act_and_refusal(ui: &mut Ui, params: &HudParams, act: &Act) {
    ui.set_max_width(340.0);
    ui.colored_label(style::GOLD, text::act_words(params, None, act));
    if let Some(refusal) = &params.aimed.refusal {
        line(ui, &refusal.to_string(), style::BAD);
    }
}

/// The screen rectangle of the combatant or cell under the pointer.
fn pointed(ctx: &Context, params: &HudParams) -> Option<Rect> {
    let unit = params.hovered.who.and_then(|who| params.token_rect(ctx, who));
    unit.or_else(|| params.cells_rect(ctx, params.hovered.cell?.into()))
}

/// Draws an act without a roll, and why it is refused.
pub fn plain(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(act), Some(at)) = (aimed_act(params), pointed(ctx, params)) else { return };
    layout::card_at(ctx, "note", at, board, |ui| act_and_refusal(ui, params, act));
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
        ui.colored_label(style::GOLD, format!("{} was last seen here and is hiding.", names.join(", ")));
        line(ui, "To attack it, pick an attack, then a cell with a question mark.", style::FAINT);
    });
}

/// Draws a warning about the combatant or cell under the pointer.
pub fn warning(ctx: &Context, board: Rect, params: &HudParams, name: &str, words: &str) {
    let Some(at) = pointed(ctx, params) else { return };
    layout::card_at(ctx, name, at, board, |ui| {
        ui.set_max_width(340.0);
        line(ui, words, style::BAD);
    });
}
