//! Drawings over the board that help a player decide: reachable cells, threats, lines of sight, flanking. The mechanics
//! decide; nothing here is a rule.

mod choice;
mod flank;
mod hiding;
mod move_preview;
mod path;
mod reach;
mod sight;
mod spell;
pub mod support;
mod target;
mod threat;
mod zones;

pub use move_preview::{MovePreview, PlannedMove};
pub use reach::ReachableCells;
pub use support::{
    Callout, CalloutAnchor, Callouts, Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams,
    OverlaySettings, area,
};

use bevy::prelude::*;

use super::board::Layout;
use super::canvas::{Canvas, DrawingAssets};
use super::frame::FrameSystems;
use super::screens::Screen;
use super::session::Session;
use crate::ecs::ShownBattle;

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
                (zones::draw, move_preview::gather, reach::draw, threat::threats, threat::unit_threat, choice::draw),
                (path::draw, sight::draw, move_preview::draw, flank::draw, target::draw, hiding::draw, spell::draw),
                support::enlarge,
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
    for overlay in Overlay::ALL {
        commands.spawn((overlay, assets.drawing(Canvas::new(), overlay.layer())));
    }
}

fn clear(mut drawings: OverlayDrawings, mut labels: OverlayLabels, mut callouts: ResMut<Callouts>) {
    *callouts = Callouts::default();
    for overlay in Overlay::ALL {
        drawings.draw(overlay, Canvas::new());
        labels.set(overlay, Vec::new());
    }
}
