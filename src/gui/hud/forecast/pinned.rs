//! The pinned forecast.

use bevy_egui::egui::{self, Context, Rect, pos2};

use super::cache::{ForecastCache, ForecastSubject, KnownForecast};
use super::details;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::RuleLinks;

/// Draws the pinned forecast. Its rule ids can be clicked.
pub fn pinned(
    ctx: &Context,
    board: Rect,
    params: &mut HudParams,
    links: &mut RuleLinks<'_>,
    forecasts: &mut ForecastCache,
) {
    let Some(target) = params.hud.pinned.filter(|who| params.watch.knows(*who)) else { return };
    let Some(who) = params.offered.who.filter(|who| *who != target) else { return };
    let action = params.intent.action.or_else(|| {
        let attack = |action: &&std::sync::Arc<crate::content::action::Action>| action.is_weapon_attack();
        params.rules().actions.iter().find(attack).map(|action| action.id)
    });
    let Some(action) = action else { return };
    let actor = params.combatants.get(who);
    let weapon = actor.zip(params.intent.weapon).and_then(|(actor, slot)| actor.sheet.0.weapon(slot));
    let weapon = weapon.map(|entry| entry.weapon.id);
    let Some(known) = forecasts.get(params, who, ForecastSubject::Action(action, target, weapon)) else { return };
    let KnownForecast { act, forecast } = &*known;
    let mut open = true;
    egui::Window::new("Forecast")
        .open(&mut open)
        .default_pos(pos2(board.left() + 12.0, board.top() + 12.0))
        .constrain_to(board)
        .resizable(false)
        .collapsible(true)
        .show(ctx, |ui| {
            ui.set_width(300.0);
            details::chances(ui, forecast);
            details::outcomes(ui, forecast, links);
            details::damage_and_cost(ui, params, act, forecast);
            ui.separator();
            egui::ScrollArea::vertical().max_height((board.height() - 270.0).max(80.0)).show(ui, |ui| {
                details::terms(ui, forecast, links);
                details::fine_print(ui, forecast, links);
            });
        });
    if !open {
        params.hud.pinned = None;
    }
}
