//! Labels about units and lines on the board. The panels place them once all are known, so that they do not cover
//! units.

use bevy::prelude::*;

/// The subject of a label, in world units.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum CalloutAnchor {
    /// A rectangle with the label above it.
    Above(Rect),
    /// A rectangle with the label below it.
    Below(Rect),
    /// A line between two points.
    Line(Vec2, Vec2),
}

/// A label on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Callout {
    /// Its subject.
    pub about: CalloutAnchor,
    /// Its text.
    pub words: String,
    /// Its colour.
    pub colour: Color,
}

/// All labels that are shown now.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Callouts {
    /// Labels of the line of sight.
    pub sight: Vec<Callout>,
    /// Labels of the move preview.
    pub preview: Vec<Callout>,
}

impl Callouts {
    /// All labels, most important first.
    pub fn iter(&self) -> impl Iterator<Item = &Callout> {
        self.sight.iter().chain(&self.preview)
    }
}
