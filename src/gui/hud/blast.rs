//! Everybody in the area of what is aimed at a place: the chance of each, and what it would come to.

use bevy_egui::egui::{self, Context, Grid, Rect, RichText, Ui};

use super::desk::Desk;
use super::{forecast, frame, look, thoughts};
use crate::battle::CombatantId;
use crate::mechanics::magic;
use crate::odds;
use crate::resolution::{Act, Choice};

/// Draws the card beside the pointer; whether anything is aimed at a place.
pub fn show(ctx: &Context, board: Rect, desk: &Desk) -> bool {
    let Some(Choice::Act(act)) = &desk.aimed.choice else { return false };
    let spot = desk.hovered.cell.and_then(|cell| desk.ground(ctx, cell.into()));
    let (Some(spot), Some(_)) = (spot, magic::origin(act)) else { return false };
    let targets = magic::targets(desk.view(), desk.rulebook(), act);
    frame::card_at(ctx, "note", spot, board, |ui| {
        ui.set_max_width(340.0);
        ui.label(RichText::new(thoughts::act_words(desk.view(), desk.rules(), None, act)).color(look::GOLD));
        if let Some(refusal) = &desk.aimed.refusal {
            ui.add(egui::Label::new(RichText::new(refusal.to_string()).color(look::BAD)).wrap());
        }
        if targets.is_empty() {
            ui.label(RichText::new("nobody is in it").color(look::FAINT));
        }
        Grid::new("blast").num_columns(3).spacing([14.0, 4.0]).show(ui, |ui| {
            for who in targets {
                line(ui, desk, act, who);
                ui.end_row();
            }
        });
    });
    true
}

/// One of them.
fn line(ui: &mut Ui, desk: &Desk, act: &Act, who: CombatantId) {
    let row = desk.view().row(who);
    ui.label(RichText::new(&*row.name).color(look::side(row.side)).strong());
    let actor = desk.offered.who.unwrap_or_default();
    let Ok(told) = odds::forecast_on(desk.view(), desk.rules(), actor, act, who, None) else { return };
    let hits = told.versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand());
    ui.label(forecast::percent(hits));
    let mean = told.mean_hundredths();
    if mean > 0 {
        ui.label(RichText::new(format!("{}.{} on average", mean / 100, mean / 10 % 10)).color(look::FAINT));
    }
}
