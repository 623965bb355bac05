//! The forecast of an area: every combatant in it, with chance and expected damage.

use bevy_egui::egui::{self, Context, Grid, Rect, RichText, Ui};

use super::cache::{ForecastCache, ForecastSubject};
use crate::battle::CombatantId;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::{layout, style, text};
use crate::mechanics::magic;
use crate::resolution::{Act, Choice};

/// Draws the forecast beside the pointer. Returns whether the aimed act affects an area.
pub fn show(ctx: &Context, board: Rect, params: &HudParams, forecasts: &mut ForecastCache) -> bool {
    let Some(Choice::Act(act)) = &params.aimed.choice else { return false };
    let spot = params.hovered.cell.and_then(|cell| params.cells_rect(ctx, cell.into()));
    let (Some(spot), Some(_)) = (spot, magic::origin(act)) else { return false };
    let targets = magic::targets(params.game(), act);
    layout::card_at(ctx, "note", spot, board, |ui| {
        ui.set_max_width(340.0);
        ui.label(RichText::new(text::act_words(params, None, act)).color(style::GOLD));
        if let Some(refusal) = &params.aimed.refusal {
            ui.add(egui::Label::new(RichText::new(refusal.to_string()).color(style::BAD)).wrap());
        }
        if targets.is_empty() {
            ui.label(RichText::new("no targets").color(style::FAINT));
        }
        Grid::new("blast").num_columns(3).spacing([14.0, 4.0]).show(ui, |ui| {
            for who in targets {
                line(ui, params, forecasts, act, who);
                ui.end_row();
            }
        });
    });
    true
}

/// One combatant in the area.
fn line(ui: &mut Ui, params: &HudParams, forecasts: &mut ForecastCache, act: &Act, who: CombatantId) {
    let Some(side) = params.side(who) else { return };
    ui.label(RichText::new(params.name(who)).color(style::side(side)).strong());
    let actor = params.offered.who.unwrap_or_default();
    let subject = ForecastSubject::InArea(act.clone(), who);
    let Some(known) = forecasts.get(params, actor, subject) else { return };
    let hits = known.forecast.versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand());
    ui.label(text::percent(hits));
    let mean = known.forecast.mean_hundredths();
    if mean > 0 {
        ui.label(RichText::new(format!("{}.{} on average", mean / 100, mean / 10 % 10)).color(style::FAINT));
    }
}
