//! Words and numbers of overlays; their entities are reused.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::sprite::Text2dShadow;
use bevy::text::TextBackgroundColor;

use super::drawings::Overlay;
use crate::gui::camera::BoardCamera;
use crate::gui::theme::{self, layer};

/// A word or number.
#[derive(Clone, Debug, PartialEq)]
pub struct OverlayLabel {
    /// Its centre, in world units.
    pub at: Vec2,
    /// Its text.
    pub words: String,
    /// Font size, in world units.
    pub size: f32,
    /// Its colour.
    pub colour: Color,
}

/// The overlay that a label entity belongs to.
#[derive(Component)]
pub struct LabelOf(Overlay);

type Parts = (
    &'static LabelOf,
    &'static mut Text2d,
    &'static mut TextFont,
    &'static mut TextColor,
    &'static mut Transform,
    &'static mut Visibility,
);

/// Keeps labels readable when the camera is far away.
pub fn enlarge(
    camera: Single<&Projection, (With<BoardCamera>, Changed<Projection>)>,
    mut labels: Query<&mut Transform, With<LabelOf>>,
) {
    let wanted = scale(&camera);
    for mut label in labels.iter_mut().filter(|label| label.scale != wanted) {
        label.scale = wanted;
    }
}

/// Scale of labels at a zoom.
fn scale(camera: &Projection) -> Vec3 {
    let Projection::Orthographic(lens) = camera else { return Vec3::ONE };
    let times = lens.scale.clamp(1.0, 1.6);
    Vec3::new(times, times, 1.0)
}

/// The labels of all overlays.
#[derive(SystemParam)]
pub struct OverlayLabels<'w, 's> {
    commands: Commands<'w, 's>,
    known: Query<'w, 's, Parts>,
    camera: Single<'w, 's, &'static Projection, With<BoardCamera>>,
}

impl OverlayLabels<'_, '_> {
    /// Shows exactly these labels for an overlay.
    pub fn set(&mut self, overlay: Overlay, labels: Vec<OverlayLabel>) {
        let mut wanted = labels.into_iter();
        let above = match overlay {
            Overlay::Path => layer::PATHS + 0.5,
            _ => layer::NUMBERS,
        };
        for (_, mut text, mut font, mut colour, mut place, mut visibility) in
            self.known.iter_mut().filter(|(of, ..)| of.0 == overlay)
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
            Overlay::Path | Overlay::Zones => theme::INK.with_alpha(0.85),
            _ => Color::NONE,
        };
        let scale = scale(&self.camera);
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
