//! Areas of cells: fill and border.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::grid::Cell;
use crate::gui::board::Layout;
use crate::gui::canvas::Canvas;

/// The edges between an area and its outside, shifted slightly inwards.
pub fn border(layout: &Layout, cells: &BTreeSet<Cell>) -> Vec<(Vec2, Vec2)> {
    let shape = layout.shape();
    let mut edges = Vec::new();
    for &cell in cells {
        let middle = layout.centre(cell);
        for dir in layout.edges() {
            let next = shape.step(cell, dir);
            if !cells.contains(&next) {
                let (from, to) = layout.edge(cell, next);
                let inward = (middle - from.midpoint(to)).normalize_or_zero() * 1.6;
                edges.push((from + inward, to + inward));
            }
        }
    }
    edges
}

/// Fills an area.
pub fn fill(canvas: &mut Canvas, layout: &Layout, cells: impl IntoIterator<Item = Cell>, colour: Color) {
    for cell in cells {
        canvas.fill(&layout.inner(cell, 1.0), colour);
    }
}
