//! Words about a unit or about a line on the board. Where each is written is decided by the panels, once all are known: none
//! lies on the unit it tells of, nor on another as far as there is room.

use bevy::prelude::*;

/// What words are about, in units of the board.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum About {
    /// Whatever stands in this rectangle; the words belong above it, or below it.
    Above(Rect),
    Below(Rect),
    /// A line between two points.
    Line(Vec2, Vec2),
}

/// Words beside something on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Callout {
    pub about: About,
    pub words: String,
    pub colour: Color,
}

/// All words about the board that are shown now.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Callouts {
    /// Of the line of sight.
    pub sight: Vec<Callout>,
    /// Of what could happen at the end of the way.
    pub outlook: Vec<Callout>,
}

impl Callouts {
    /// All of them, the most important first.
    pub fn iter(&self) -> impl Iterator<Item = &Callout> {
        self.sight.iter().chain(&self.outlook)
    }
}
