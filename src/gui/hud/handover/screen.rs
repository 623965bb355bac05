//! The hot-seat screens: the board is hidden until the next player is ready, who then reads what happened since their
//! last turn. Reactions during another player's turn are asked at once.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align, Align2, Color32, Id, Layout, Modal, RichText, ScrollArea, Sense, Ui, vec2};

use super::state::{Handover, HandoverStage};
use super::turns::{PATIENCE, proceed, unread};
use crate::battle::Side;
use crate::gui::hud::log::book::LogEntry;
use crate::gui::hud::log::log_panel;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{layout, style};

/// Draws the current stage in front of the battle.
pub fn show(mut contexts: EguiContexts, mut params: HudParams, mut handover: ResMut<Handover>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let clicked = match handover.stage {
        HandoverStage::Playing => return Ok(()),
        HandoverStage::Passing(side) => cover_board(&ctx, &params, side),
        HandoverStage::Telling(side) => show_news(&ctx, &mut params, &handover, side),
    };
    if clicked && handover.age >= PATIENCE {
        proceed(&mut handover, &params.log);
    }
    Ok(())
}

/// Hides the board. Returns whether it was clicked.
fn cover_board(ctx: &egui::Context, params: &HudParams, side: Side) -> bool {
    let all = ctx.content_rect();
    layout::panel(ctx, "handover", all, |ui| {
        let shown = ui.interact(all, ui.id().with("anywhere"), Sense::click());
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space((all.height() * 0.26).max(10.0));
            let asked = params.asked.who().and_then(|who| params.combatants.get(who));
            if let Some(data) = &asked {
                let (rect, _) = ui.allocate_exact_size(vec2(110.0, 110.0), Sense::hover());
                params.pictures.token(ui.painter(), rect, side, &data.sheet.0.figure);
            }
            ui.add_space(14.0);
            ui.label(RichText::new("Pass to").color(style::FAINT).size(22.0));
            ui.label(RichText::new(side_name(params, side)).color(style::side(side)).size(46.0).strong());
            if let Some(data) = &asked {
                let words = format!("{} {}: {} acts", params.moment(), params.count(), data.combatant.name);
                ui.label(RichText::new(words).color(style::INK).size(18.0));
            }
            ui.add_space(18.0);
            let words = "Press any key or click when ready.";
            ui.label(RichText::new(words).color(style::GOLD).size(18.0));
            ui.add_space(30.0);
            let words = "This screen can be turned off in the settings.";
            ui.label(RichText::new(words).color(style::FAINT));
        });
        shown.clicked()
    })
}

fn side_name(params: &HudParams, side: Side) -> String {
    params.session.opening.setup.sides.get(usize::from(side.0)).map_or_else(String::new, |party| party.name.to_string())
}

/// Shows what happened. Returns whether the player continues.
fn show_news(ctx: &egui::Context, params: &mut HudParams, handover: &Handover, side: Side) -> bool {
    let room = ctx.content_rect().size();
    let size = vec2(430.0_f32.min(room.x - 60.0), 420.0_f32.min(room.y - 140.0));
    let rules = params.session.opening.setup.rules.clone();
    let mut links = RuleLinks::new(&rules.codex);
    // At the side, so that the places the lines are about stay visible.
    let area = Modal::default_area(Id::new("since")).anchor(Align2::RIGHT_CENTER, vec2(-12.0, 0.0));
    let modal = Modal::new(Id::new("since")).area(area).backdrop_color(Color32::from_black_alpha(90));
    let modal = modal.show(ctx, |ui| {
        ui.set_width(size.x);
        ui.label(RichText::new(side_name(params, side)).color(style::side(side)).size(22.0).strong());
        ui.label(RichText::new("Since your last turn").color(style::GOLD).size(17.0));
        ui.separator();
        let place = show_lines(ui, size.y, params, &unread(handover, side, &params.log), &mut links);
        if let Some(cell) = place {
            let at = params.layout.centre(cell);
            params.focus.on(at);
        }
        ui.separator();
        ui.horizontal(|ui| {
            let done = ui.button(RichText::new("Start turn (Enter)").size(17.0)).clicked();
            ui.label(RichText::new("Click a line to see where it happened.").color(style::FAINT));
            done
        })
        .inner
    });
    modal.inner || modal.backdrop_response.clicked()
}

/// Draws the lines. Returns the cell of the clicked line.
fn show_lines(
    ui: &mut Ui,
    height: f32,
    params: &HudParams,
    lines: &[(usize, &LogEntry)],
    links: &mut RuleLinks<'_>,
) -> Option<crate::grid::Cell> {
    let mut place = None;
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        let mut count = None;
        for (at, line) in lines {
            if count != Some(line.count) {
                count = Some(line.count);
                let words = format!("{} {}", params.moment(), line.count);
                ui.label(RichText::new(words).color(style::FAINT).small());
            }
            if log_panel::show_line(ui, *at, &line.line, params, links) {
                place = line.place(&params.watch, &params.combatants);
            }
        }
    });
    place
}
