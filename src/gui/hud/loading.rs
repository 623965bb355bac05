//! The moment until all pictures are there: frames go on, and a battle is not shown half drawn.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Area, Id, Order, RichText};

use super::look;
use crate::gui::Animating;
use crate::gui::board::Art;

/// Frames after the last picture was read until the renderer has it for sure.
const MORE: u8 = 3;

/// How many frames are still made before everything is shown.
#[derive(Resource, Debug)]
pub struct Loading(u8);

impl Default for Loading {
    fn default() -> Loading {
        Loading(MORE)
    }
}

/// Whether pictures are still to come.
pub fn is_going_on(loading: Res<Loading>) -> bool {
    loading.is_going_on()
}

impl Loading {
    /// Whether pictures are still to come.
    pub fn is_going_on(&self) -> bool {
        self.0 > 0
    }
}

/// Waits for the pictures.
pub fn watch(art: Res<Art>, server: Res<AssetServer>, mut loading: ResMut<Loading>, mut animating: ResMut<Animating>) {
    if loading.0 == 0 {
        return;
    }
    animating.note();
    loading.0 = if art.is_loading(&server) { MORE } else { loading.0 - 1 };
}

/// Covers the battle meanwhile.
pub fn show(mut contexts: EguiContexts) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let all = ctx.content_rect();
    Area::new(Id::new("loading")).fixed_pos(all.min).order(Order::Foreground).fade_in(false).show(&ctx, |ui| {
        ui.painter().rect_filled(all, 0.0, look::WELL);
        ui.allocate_ui_with_layout(all.size(), egui::Layout::top_down(egui::Align::Center), |ui| {
            ui.add_space(all.height() * 0.45);
            ui.label(RichText::new("Loading...").color(look::GOLD).size(24.0));
        });
    });
    Ok(())
}
