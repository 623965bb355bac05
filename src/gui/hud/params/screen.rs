//! Where combatants and cells are on the screen.

use bevy::prelude::*;
use bevy_egui::egui;

use super::HudParams;
use crate::battle::CombatantId;
use crate::grid::Footprint;
use crate::gui::board::CELL;

impl HudParams<'_, '_> {
    /// Screen position of a point of the board, in points of egui.
    pub fn on_screen(&self, ctx: &egui::Context, point: Vec2) -> Option<egui::Pos2> {
        // Uses the camera of this frame, which the renderer does not know yet.
        let (place, Projection::Orthographic(lens)) = self.camera.single().ok()? else { return None };
        let away = (point - place.translation.truncate()) / lens.scale / ctx.zoom_factor();
        Some(ctx.content_rect().center() + egui::vec2(away.x, -away.y))
    }

    /// Screen rectangle of a combatant, or `None` if it is not shown.
    pub fn token_rect(&self, ctx: &egui::Context, who: CombatantId) -> Option<egui::Rect> {
        self.cells_rect(ctx, self.footprint(who)?)
    }

    /// Screen rectangle of a footprint.
    pub fn cells_rect(&self, ctx: &egui::Context, footprint: Footprint) -> Option<egui::Rect> {
        let (middle, half) = (self.layout.middle(footprint), CELL * 0.6 * f32::from(footprint.across()));
        let (a, b) = (self.on_screen(ctx, middle - half)?, self.on_screen(ctx, middle + half)?);
        Some(egui::Rect::from_two_pos(a, b))
    }

    /// Screen rectangles of all combatants on the board.
    pub fn token_rects(&self, ctx: &egui::Context) -> Vec<egui::Rect> {
        self.present().filter_map(|data| self.cells_rect(ctx, data.position.footprint())).collect()
    }
}
