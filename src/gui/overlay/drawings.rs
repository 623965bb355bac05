//! What overlays read, and what they are drawn with: drawings, labels whose entities are reused, callouts, areas.

use std::collections::BTreeSet;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::sprite::Text2dShadow;
use bevy::text::TextBackgroundColor;

use crate::battle::CombatantId;
use crate::ecs::{CombatantDataItem, Combatants, ShownBattle};
use crate::grid::Cell;
use crate::gui::board::Layout;
use crate::gui::camera::BoardCamera;
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::input::{Aimed, Hovered, Intent, Offered, Selected};
use crate::gui::known::FogOfWar;
use crate::gui::session::{OpenPrompt, Session};
use crate::gui::theme::{self, layer};
use crate::mechanics::Game;
use crate::rules::Ruleset;

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
    /// Holds between two combatants.
    Holds,
    /// Where the aimed push takes its target.
    Push,
    /// Orders that other units of the side have for this moment.
    Declared,
}

pub(super) const OVERLAYS: [(Overlay, f32); 15] = [
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
    (Overlay::Holds, layer::TOKENS + 0.2),
    (Overlay::Push, layer::LINES + 0.6),
    (Overlay::Declared, layer::LINES + 0.4),
];

#[derive(Resource, Debug)]
pub struct OverlaySettings {
    pub threats: bool,
    pub flanks: bool,
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
    pub(super) battle: Res<'w, ShownBattle>,
    pub(super) combatants: Combatants<'w, 's>,
    pub(super) fog: Res<'w, FogOfWar>,
    pub(super) session: Res<'w, Session>,
    pub(super) layout: Res<'w, Layout>,
    pub(super) settings: Res<'w, OverlaySettings>,
    pub(super) asked: Res<'w, OpenPrompt>,
    pub(super) hovered: Res<'w, Hovered>,
    pub(super) selected: Res<'w, Selected>,
    pub(super) intent: Res<'w, Intent>,
    pub(super) offered: Res<'w, Offered>,
    pub(super) aimed: Res<'w, Aimed>,
}

impl OverlayParams<'_, '_> {
    pub(super) fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    pub(super) fn game(&self) -> Game<'_> {
        Game::new(self.battle.view(), self.rules().book())
    }

    /// Whether the battle, the board, or what is known of them has changed.
    pub(super) fn has_changed(&self) -> bool {
        self.battle.is_changed() || self.layout.is_changed() || self.fog.is_changed()
    }

    /// Combatants in play whose place is known, by number.
    pub(super) fn present(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| !data.out_of_play.0 && self.fog.knows(data.combatant.id))
    }

    /// The middle of a combatant, in world units, and its size in cells across.
    pub(super) fn place(&self, who: CombatantId) -> Option<(Vec2, f32)> {
        let footprint = self.combatants.footprint(who)?;
        Some((self.layout.middle(footprint), f32::from(footprint.across())))
    }
}

pub struct OverlayLabel {
    pub at: Vec2,
    pub words: String,
    /// Font size, in world units.
    pub size: f32,
    pub colour: Color,
}

#[derive(Component)]
pub struct LabelOf(Overlay);

type LabelParts = (
    &'static LabelOf,
    &'static mut Text2d,
    &'static mut TextFont,
    &'static mut TextColor,
    &'static mut Transform,
    &'static mut Visibility,
);

#[derive(SystemParam)]
pub struct OverlayDrawings<'w, 's> {
    assets: DrawingAssets<'w>,
    drawings: Query<'w, 's, (&'static Overlay, &'static Mesh2d)>,
    commands: Commands<'w, 's>,
    labels: Query<'w, 's, LabelParts>,
    camera: Single<'w, 's, &'static Projection, With<BoardCamera>>,
}

impl OverlayDrawings<'_, '_> {
    pub fn draw(&mut self, overlay: Overlay, canvas: Canvas) {
        if let Some((_, page)) = self.drawings.iter().find(|(kind, _)| **kind == overlay) {
            self.assets.renew(page, canvas);
        }
    }

    /// Shows exactly these labels for an overlay.
    pub fn label(&mut self, overlay: Overlay, labels: impl IntoIterator<Item = OverlayLabel>) {
        let mut wanted = labels.into_iter();
        let above = if overlay == Overlay::Path { layer::PATHS + 0.5 } else { layer::NUMBERS };
        for (_, mut text, mut font, mut colour, mut place, mut visibility) in
            self.labels.iter_mut().filter(|(of, ..)| of.0 == overlay)
        {
            let Some(label) = wanted.next() else {
                visibility.set_if_neq(Visibility::Hidden);
                continue;
            };
            visibility.set_if_neq(Visibility::Inherited);
            place.translation = label.at.extend(above);
            colour.set_if_neq(TextColor(label.colour));
            font.set_if_neq(TextFont::from_font_size(label.size));
            if text.0 != label.words {
                text.0 = label.words;
            }
        }
        // Words over tokens have a dark plate, so that they are readable on any ground.
        let plate = match overlay {
            Overlay::Path | Overlay::Zones | Overlay::Push | Overlay::Declared => theme::INK.with_alpha(0.85),
            _ => Color::NONE,
        };
        let scale = label_scale(&self.camera);
        for label in wanted {
            self.commands.spawn((
                LabelOf(overlay),
                Text2d::new(label.words),
                TextFont::from_font_size(label.size),
                TextColor(label.colour),
                Text2dShadow { offset: Vec2::new(1.0, -1.0), color: Color::BLACK },
                TextBackgroundColor(plate),
                Transform::from_translation(label.at.extend(above)).with_scale(scale),
            ));
        }
    }
}

pub fn enlarge(
    camera: Single<&Projection, (With<BoardCamera>, Changed<Projection>)>,
    mut labels: Query<&mut Transform, With<LabelOf>>,
) {
    let wanted = label_scale(&camera);
    for mut label in labels.iter_mut().filter(|label| label.scale != wanted) {
        label.scale = wanted;
    }
}

/// How much larger words on the board are drawn, so that they stay readable from afar.
pub fn label_scale(camera: &Projection) -> Vec3 {
    let Projection::Orthographic(lens) = camera else { return Vec3::ONE };
    let times = lens.scale.clamp(1.0, 1.6);
    Vec3::new(times, times, 1.0)
}

/// The subject of a callout, in world units.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum CalloutAnchor {
    Above(Rect),
    Below(Rect),
    Line(Vec2, Vec2),
}

/// A label about a unit or line on the board. The panels place callouts once all are known, so that they cover no unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Callout {
    pub about: CalloutAnchor,
    pub words: String,
    pub colour: Color,
}

#[derive(Resource, Default, Debug, PartialEq)]
pub struct Callouts {
    pub sight: Vec<Callout>,
    pub preview: Vec<Callout>,
}

impl Callouts {
    /// All callouts, most important first.
    pub fn iter(&self) -> impl Iterator<Item = &Callout> {
        self.sight.iter().chain(&self.preview)
    }
}

/// The edges between an area and its outside, shifted slightly inwards.
pub fn area_border(layout: &Layout, cells: &BTreeSet<Cell>) -> Vec<(Vec2, Vec2)> {
    let mut edges = Vec::new();
    for &cell in cells {
        let neighbours = layout.edges().map(|dir| layout.shape().step(cell, dir));
        for outside in neighbours.filter(|next| !cells.contains(next)) {
            let (from, to) = layout.edge(cell, outside);
            let inward = (layout.centre(cell) - from.midpoint(to)).normalize_or_zero() * 1.6;
            edges.push((from + inward, to + inward));
        }
    }
    edges
}

pub fn fill_area(canvas: &mut Canvas, layout: &Layout, cells: impl IntoIterator<Item = Cell>, colour: Color) {
    for cell in cells {
        canvas.fill(&layout.inner(cell, 1.0), colour);
    }
}
