//! Short messages that are not facts of the battle: refusals, saves, errors.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Area, Frame, Id, Order, RichText, Stroke};

use crate::gui::Animating;
use crate::gui::hud::style;
use crate::gui::session::Notice;

/// Seconds a message stays at least, and per character.
const STAYS: (f32, f32) = (4.0, 0.06);

/// A visible message.
#[derive(Debug)]
struct Toast {
    words: String,
    /// Seconds it still stays.
    left: f32,
    /// Whether it is about a combatant, and so for the side that controls it only.
    is_private: bool,
}

/// The visible messages, newest last.
#[derive(Resource, Default, Debug)]
pub struct Toasts(Vec<Toast>);

impl Toasts {
    fn add(&mut self, notice: &Notice) {
        let refusal = &notice.refusal;
        let cited = if refusal.rule.as_str().is_empty() { String::new() } else { format!("  [{}]", refusal.rule) };
        let words = format!("{}{cited}", refusal.why);
        self.0.retain(|known| known.words != words);
        let left = STAYS.0.max(STAYS.1 * words.len() as f32);
        self.0.push(Toast { words, left, is_private: notice.who.is_some() });
    }
}

/// Takes in new messages. Private ones are dropped when the window passes to another player.
pub fn gather(
    In(hidden): In<bool>,
    mut notices: MessageReader<Notice>,
    mut toasts: ResMut<Toasts>,
    mut was: Local<bool>,
) {
    if hidden && !*was {
        toasts.0.retain(|toast| !toast.is_private);
    }
    *was = hidden;
    for notice in notices.read() {
        toasts.add(notice);
    }
}

/// Draws the messages.
pub fn show(
    mut contexts: EguiContexts,
    time: Res<Time>,
    mut toasts: ResMut<Toasts>,
    mut animating: ResMut<Animating>,
) -> Result {
    if toasts.0.is_empty() {
        return Ok(());
    }
    animating.note();
    for toast in &mut toasts.0 {
        // A long frame has shown nothing in that time.
        toast.left -= time.delta_secs().min(0.25);
    }
    toasts.0.retain(|toast| toast.left > 0.0);
    let ctx = contexts.ctx_mut()?;
    let area = Area::new(Id::new("toasts")).anchor(Align2::CENTER_TOP, egui::vec2(0.0, 124.0));
    area.order(Order::Tooltip).interactable(false).show(ctx, |ui| {
        for toast in toasts.0.iter().rev().take(4).rev() {
            let frame = Frame::new().fill(style::PANEL).stroke(Stroke::new(1.0, style::TIRED)).corner_radius(4);
            frame.inner_margin(8).show(ui, |ui| {
                ui.set_max_width(520.0);
                ui.add(egui::Label::new(RichText::new(&toast.words)).wrap());
            });
        }
    });
    Ok(())
}
