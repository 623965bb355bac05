//! The panel of goals.

use bevy_egui::egui::{self, Label, RichText, ScrollArea, Ui};

use super::goal_progress::{Progress, ProgressMeter};
use crate::battle::{CombatantId, Side};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{capitalised, goal_words, loss_words, zone_words};
use crate::gui::hud::{style, widgets};

/// Draws the goals of all sides and their progress.
pub fn show(ui: &mut Ui, params: &mut HudParams) {
    let mut sought = None;
    let eye = ProgressMeter {
        combatants: &params.combatants,
        watch: &params.watch,
        count: params.count(),
        game: params.game(),
    };
    ScrollArea::vertical().id_salt("goals").auto_shrink([false, false]).show(ui, |ui| {
        ui.add(Label::new(RichText::new(&*params.session.opening.setup.name).heading()).wrap());
        for (at, party) in params.session.opening.setup.sides.iter().enumerate() {
            let side = Side(at as u8);
            ui.add_space(6.0);
            ui.add(Label::new(RichText::new(&*party.name).color(style::side(side)).strong().size(17.0)).truncate());
            let seat = params.session.seat(side).title();
            ui.label(RichText::new(format!("{seat}; {}", standing_words(params, side))).color(style::FAINT));
            ui.label("wins by any of these");
            for (number, goal) in party.goals.iter().enumerate() {
                let since = params.session.battle().held_since(side, number);
                let words = capitalised(&goal_words(goal, &params.rules().policies.turn, name(params)));
                let shown = goal_line(ui, &words, &eye.goal(side, goal, since), style::side(side));
                if let Some(zone) = goal.zone() {
                    let shown = shown.on_hover_text(zone_words(zone));
                    sought = zone.cells.first().copied().filter(|_| shown.clicked()).or(sought);
                }
            }
            if !party.losses.is_empty() {
                ui.label("loses at once if");
            }
            for loss in &party.losses {
                goal_line(ui, &loss_words(loss, name(params)), &eye.loss(loss), style::BAD);
            }
        }
        ui.add_space(8.0);
        let limit = params.session.opening.setup.limit;
        let (turn, left) = (&params.rules().policies.turn, (limit - params.count()).max(0));
        let words = format!("A draw at {} {limit}: {} to go.", turn.moment(), turn.span_words(left));
        ui.label(RichText::new(words).color(style::FAINT));
    });
    if let Some(cell) = sought {
        let at = params.layout.centre(cell);
        params.focus.on(at);
    }
}

/// Looks up the name of a combatant by its index in the roster.
pub fn name(params: &HudParams) -> impl Fn(u16) -> String {
    move |who| params.name(CombatantId(who)).to_owned()
}

/// Draws a goal, and its progress below.
fn goal_line(ui: &mut Ui, words: &str, progress: &Progress, colour: egui::Color32) -> egui::Response {
    let shown = ui.add(Label::new(format!("- {words}")).wrap().sense(egui::Sense::click()));
    ui.indent(words, |ui| match progress.share {
        Some(share) => drop(widgets::gauge(ui, share, colour, &progress.words)),
        None => drop(ui.add(Label::new(RichText::new(&progress.words).color(style::FAINT)).wrap())),
    });
    shown
}

fn standing_words(params: &HudParams, side: Side) -> String {
    let of_side = || params.noticed().filter(|data| data.combatant.side == side);
    let (all, left) = (of_side().count(), of_side().filter(|data| !data.out_of_play.0).count());
    format!("{left} of {all} on the board")
}
