//! Prepares egui for each frame: style, scale and keyboard focus.

use bevy::prelude::*;
use bevy_egui::EguiContexts;

use super::style;
use crate::gui::settings::Settings;

/// Applies the style at the chosen scale, and leaves the keys to the battle.
pub fn prepare(mut contexts: EguiContexts, settings: Res<Settings>, mut known: Local<Option<u16>>) -> Result {
    let ctx = contexts.ctx_mut()?;
    if *known != Some(settings.scale) {
        style::apply(ctx, settings.scale);
        *known = Some(settings.scale);
    }
    // Changes made by an event are shown in the next frame.
    if ctx.input(|input| !input.events.is_empty()) {
        ctx.request_repaint();
    }
    // Keys belong to the battle unless the player is typing.
    if !ctx.text_edit_focused() {
        ctx.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    Ok(())
}
