//! Short messages that are no facts of the battle: why something was refused, that it was saved.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Area, Frame, Id, Order, RichText, Stroke};

use super::look;
use crate::gui::Animating;
use crate::gui::session::Notice;

/// Seconds a message stays at least, and for each letter of it.
const STAYS: (f32, f32) = (4.0, 0.06);

/// Messages in sight, the newest last.
#[derive(Resource, Default, Debug)]
pub struct Toasts(Vec<(String, f32)>);

/// Shows messages for a while.
pub fn show(
    mut contexts: EguiContexts,
    mut notices: MessageReader<Notice>,
    time: Res<Time>,
    mut toasts: ResMut<Toasts>,
    mut animating: ResMut<Animating>,
) -> Result {
    for notice in notices.read() {
        let refusal = &notice.refusal;
        let cited = if refusal.rule.as_str().is_empty() { String::new() } else { format!("  [{}]", refusal.rule) };
        let words = format!("{}{cited}", refusal.why);
        toasts.0.retain(|(known, _)| *known != words);
        let stays = STAYS.0.max(STAYS.1 * words.len() as f32);
        toasts.0.push((words, stays));
    }
    if toasts.0.is_empty() {
        return Ok(());
    }
    animating.note();
    for (_, left) in &mut toasts.0 {
        // A frame that took long has shown nothing in that time.
        *left -= time.delta_secs().min(0.25);
    }
    toasts.0.retain(|(_, left)| *left > 0.0);
    let ctx = contexts.ctx_mut()?;
    let area = Area::new(Id::new("toasts")).anchor(Align2::CENTER_TOP, egui::vec2(0.0, 124.0));
    area.order(Order::Tooltip).interactable(false).show(ctx, |ui| {
        for (words, _) in toasts.0.iter().rev().take(4).rev() {
            let frame = Frame::new().fill(look::PANEL).stroke(Stroke::new(1.0, look::TIRED)).corner_radius(4);
            frame.inner_margin(8).show(ui, |ui| {
                ui.set_max_width(520.0);
                ui.add(egui::Label::new(RichText::new(words)).wrap());
            });
        }
    });
    Ok(())
}
