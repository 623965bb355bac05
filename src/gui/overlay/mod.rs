//! Drawings over the board that help a player decide: reachable cells, threats, lines of sight, flanking. The mechanics
//! decide; nothing here is a rule.

mod choice;
mod drawings;
mod path;
mod sight;
mod zones_and_threats;

pub use drawings::{Callout, CalloutAnchor, Callouts, Overlay, OverlaySettings, area_border};
pub use path::ReachableCells;
pub use sight::{MovePreview, PlannedMove};

use bevy::prelude::*;

use super::board::Layout;
use super::canvas::{Canvas, DrawingAssets};
use super::frame::FrameSystems;
use super::screens::Screen;
use super::session::Session;
use crate::ecs::ShownBattle;
use drawings::{OVERLAYS, OverlayDrawings};
use zones_and_threats::{flanks, hiding, threats, unit_threat, zones};

/// Draws all overlays of the battle screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<OverlaySettings>()
        .init_resource::<MovePreview>()
        .init_resource::<ReachableCells>()
        .init_resource::<Callouts>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (
                (zones, sight::gather_preview, path::reach, threats, unit_threat, choice::draw),
                (path::draw, sight::draw, sight::draw_preview, flanks, choice::targets, hiding, choice::spell),
                drawings::enlarge,
            )
                .chain()
                .in_set(FrameSystems::Overlays)
                .run_if(resource_exists::<Layout>)
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(OnExit(Screen::Battle), clear);
}

fn spawn(mut commands: Commands, mut assets: DrawingAssets) {
    for (overlay, layer) in OVERLAYS {
        commands.spawn((overlay, assets.drawing(Canvas::new(), layer)));
    }
}

fn clear(mut drawings: OverlayDrawings, mut callouts: ResMut<Callouts>) {
    *callouts = Callouts::default();
    for (overlay, _) in OVERLAYS {
        drawings.draw(overlay, Canvas::new());
        drawings.label(overlay, Vec::new());
    }
}
