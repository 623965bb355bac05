//! Drawings over the board that help a player decide: reachable cells, threats, lines of sight, flanking. The mechanics
//! decide; nothing here is a rule.

mod choice;
mod drawings;
mod path;
mod sight;
mod zones_and_threats;

pub use drawings::{Callout, CalloutAnchor, Callouts, area_border};
pub use path::ReachableCells;
pub use sight::{MovePreview, PlannedMove};

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::board::Layout;
use super::canvas::{Canvas, DrawingAssets};
use super::frame::FrameSystems;
use super::input::{Aimed, Hovered, Intent, Offered, Selected};
use super::known::FogOfWar;
use super::screens::Screen;
use super::session::{OpenPrompt, Session};
use super::theme::layer;
use crate::battle::CombatantId;
use crate::ecs::{CombatantDataItem, Combatants, ShownBattle};
use crate::mechanics::Game;
use crate::rules::Ruleset;
use drawings::OverlayDrawings;
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

/// The kinds of overlay. Each has its own drawing.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq)]
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
    /// Lines of flanking.
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

/// All overlays, each with its layer.
const OVERLAYS: [(Overlay, f32); 12] = [
    (Overlay::Reach, layer::AREAS),
    (Overlay::Threat, layer::AREAS + 0.1),
    (Overlay::UnitThreat, layer::AREAS + 0.2),
    (Overlay::Choice, layer::AREAS + 0.3),
    (Overlay::Path, layer::PATHS),
    (Overlay::Sight, layer::LINES + 1.0),
    (Overlay::Flank, layer::TOKENS + 0.1),
    (Overlay::Target, layer::LINES),
    (Overlay::Spell, layer::AREAS + 0.4),
    (Overlay::MovePreview, layer::LINES + 0.5),
    (Overlay::Hiding, layer::PATHS - 0.5),
    (Overlay::Zones, layer::AREAS - 0.1),
];

/// Which overlays the player wants.
#[derive(Resource, Debug)]
pub struct OverlaySettings {
    /// Threatened cells.
    pub threats: bool,
    /// Lines of flanking.
    pub flanks: bool,
    /// The situation at the end of the path under the pointer.
    pub preview: bool,
}

impl Default for OverlaySettings {
    fn default() -> OverlaySettings {
        OverlaySettings { threats: true, flanks: true, preview: true }
    }
}

/// The shown battle as the players at the window know it, its rules, and what the players do.
#[derive(SystemParam)]
pub struct OverlayParams<'w, 's> {
    battle: Res<'w, ShownBattle>,
    combatants: Combatants<'w, 's>,
    fog: Res<'w, FogOfWar>,
    session: Res<'w, Session>,
    layout: Res<'w, Layout>,
    settings: Res<'w, OverlaySettings>,
    asked: Res<'w, OpenPrompt>,
    hovered: Res<'w, Hovered>,
    selected: Res<'w, Selected>,
    intent: Res<'w, Intent>,
    offered: Res<'w, Offered>,
    aimed: Res<'w, Aimed>,
}

impl OverlayParams<'_, '_> {
    fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    /// The shown battle and its rules, as mechanics read them.
    fn game(&self) -> Game<'_> {
        Game::new(self.battle.view(), self.rules().book())
    }

    /// Whether the battle, the board, or what is known of them has changed.
    fn has_changed(&self) -> bool {
        self.battle.is_changed() || self.layout.is_changed() || self.fog.is_changed()
    }

    /// Combatants in play whose place is known, by number.
    fn present(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| !data.out_of_play.0 && self.fog.knows(data.combatant.id))
    }

    /// The middle of a combatant, in world units, and its size in cells across.
    fn place(&self, who: CombatantId) -> Option<(Vec2, f32)> {
        let footprint = self.combatants.footprint(who)?;
        Some((self.layout.middle(footprint), f32::from(footprint.across())))
    }
}
