//! The kinds of overlay and their drawings.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::theme::layer;

/// The kinds of overlay. Each has its own drawing.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Overlay {
    /// Reachable cells, with the count.
    Reach,
    /// Threatened cells.
    Threat,
    /// Cells the combatant under the pointer threatens.
    UnitThreat,
    /// Cells that may be chosen, and the destinations of standing orders.
    Choice,
    /// The path to the cell under the pointer.
    Path,
    /// The line of sight to the combatant under the pointer.
    Sight,
    /// Who flanks whom.
    Flank,
    /// Possible targets of the picked action.
    Target,
    /// Range and area of the picked spell.
    Spell,
    /// The situation at the end of the planned path.
    MovePreview,
    /// Where hidden combatants were last seen.
    Hiding,
    /// Zones of goals.
    Zones,
}

impl Overlay {
    pub(in crate::gui::overlay) const ALL: [Overlay; 12] = [
        Overlay::Reach,
        Overlay::Threat,
        Overlay::UnitThreat,
        Overlay::Choice,
        Overlay::Path,
        Overlay::Sight,
        Overlay::Flank,
        Overlay::Target,
        Overlay::Spell,
        Overlay::MovePreview,
        Overlay::Hiding,
        Overlay::Zones,
    ];

    pub(in crate::gui::overlay) fn layer(self) -> f32 {
        match self {
            Overlay::Zones => layer::AREAS - 0.1,
            Overlay::Reach => layer::AREAS,
            Overlay::Threat => layer::AREAS + 0.1,
            Overlay::UnitThreat => layer::AREAS + 0.2,
            Overlay::Choice => layer::AREAS + 0.3,
            Overlay::Spell => layer::AREAS + 0.4,
            Overlay::Path => layer::PATHS,
            Overlay::Hiding => layer::PATHS - 0.5,
            Overlay::Flank => layer::TOKENS + 0.1,
            Overlay::Target => layer::LINES,
            Overlay::MovePreview => layer::LINES + 0.5,
            Overlay::Sight => layer::LINES + 1.0,
        }
    }
}

/// The drawings of all overlays.
#[derive(SystemParam)]
pub struct OverlayDrawings<'w, 's> {
    assets: DrawingAssets<'w>,
    drawings: Query<'w, 's, (&'static Overlay, &'static Mesh2d)>,
}

impl OverlayDrawings<'_, '_> {
    /// Replaces the drawing of an overlay.
    pub fn draw(&mut self, overlay: Overlay, canvas: Canvas) {
        if let Some((_, page)) = self.drawings.iter().find(|(kind, _)| **kind == overlay) {
            self.assets.renew(page, canvas);
        }
    }
}
