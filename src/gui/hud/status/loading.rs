//! Waiting for images: the battle is covered until everything can be drawn.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Area, Id, Order, RichText};

use crate::gui::Animating;
use crate::gui::board::Art;
use crate::gui::hud::style;

/// Frames after the last image was loaded until the renderer has it.
const MORE: u8 = 3;

/// Frames left until everything is shown.
#[derive(Resource, Debug)]
pub struct Loading(u8);

impl Default for Loading {
    fn default() -> Loading {
        Loading(MORE)
    }
}

/// Whether images are still loading.
pub fn is_loading(loading: Res<Loading>) -> bool {
    loading.is_loading()
}

impl Loading {
    /// Whether images are still loading.
    pub fn is_loading(&self) -> bool {
        self.0 > 0
    }
}

/// Waits for the images.
pub fn watch(art: Res<Art>, server: Res<AssetServer>, mut loading: ResMut<Loading>, mut animating: ResMut<Animating>) {
    if loading.0 == 0 {
        return;
    }
    animating.note();
    loading.0 = if art.is_loading(&server) { MORE } else { loading.0 - 1 };
}

/// Covers the battle while images are loading.
pub fn show(mut contexts: EguiContexts) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let all = ctx.content_rect();
    Area::new(Id::new("loading")).fixed_pos(all.min).order(Order::Foreground).fade_in(false).show(&ctx, |ui| {
        ui.painter().rect_filled(all, 0.0, style::WELL);
        ui.allocate_ui_with_layout(all.size(), egui::Layout::top_down(egui::Align::Center), |ui| {
            ui.add_space(all.height() * 0.45);
            ui.label(RichText::new("Loading...").color(style::GOLD).size(24.0));
        });
    });
    Ok(())
}
