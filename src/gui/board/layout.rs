//! Positions of cells in world units: one unit is one pixel at natural zoom, y points up.

use bevy::prelude::*;
use smallvec::SmallVec;

use crate::grid::{Board, Cell, Direction, Footprint, Shape};

/// Distance between the centres of neighbouring cells in a row, in world units.
pub const CELL: f32 = 64.0;
/// Length of a hexagon's side, in world units.
pub const HEX_SIDE: f32 = 37.0;
/// Distance between rows of hexagons, in world units.
const HEX_ROW: f32 = HEX_SIDE * 1.5;

/// The geometry of the board that is shown, in world units.
#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    shape: Shape,
    width: u16,
    height: u16,
}

impl Layout {
    /// The layout of a board.
    pub fn of(board: &Board) -> Layout {
        Layout { shape: board.shape(), width: board.width(), height: board.height() }
    }

    /// Number of columns and rows.
    pub fn size(&self) -> (u16, u16) {
        (self.width, self.height)
    }

    /// The shape of the cells.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: Cell) -> Vec2 {
        let (x, y) = (f32::from(cell.x), f32::from(cell.y));
        match self.shape {
            Shape::Square => Vec2::new((x + 0.5) * CELL, -(y + 0.5) * CELL),
            Shape::Hex => {
                let shift = if cell.y & 1 == 0 { 0.5 } else { 1.0 };
                Vec2::new((x + shift) * CELL, -(HEX_SIDE + y * HEX_ROW))
            }
        }
    }

    /// The cell at a point, or `None` off the board.
    pub fn cell_at(&self, point: Vec2) -> Option<Cell> {
        let cell = match self.shape {
            Shape::Square => Cell::new((point.x / CELL).floor() as i16, (-point.y / CELL).floor() as i16),
            Shape::Hex => self.nearest_hexagon(point),
        };
        let is_on_board = (0..self.width as i16).contains(&cell.x) && (0..self.height as i16).contains(&cell.y);
        (is_on_board && self.centre(cell).distance(point) < CELL).then_some(cell)
    }

    fn nearest_hexagon(&self, point: Vec2) -> Cell {
        let row = ((-point.y - HEX_SIDE) / HEX_ROW).round() as i16;
        let near = (row - 1..=row + 1).map(|y| {
            let shift = if y & 1 == 0 { 0.0 } else { 0.5 };
            Cell::new((point.x / CELL - shift).floor() as i16, y)
        });
        let away = |cell: &Cell| self.centre(*cell).distance_squared(point);
        near.min_by(|a, b| away(a).total_cmp(&away(b))).unwrap_or_default()
    }

    /// The corners of a cell, clockwise from the northern or north-western one.
    pub fn corners(&self, cell: Cell) -> SmallVec<[Vec2; 6]> {
        const SIDE: f32 = HEX_SIDE / 2.0;
        const HALF: f32 = CELL / 2.0;
        let middle = self.centre(cell);
        let offsets: &[(f32, f32)] = match self.shape {
            Shape::Square => &[(-HALF, HALF), (HALF, HALF), (HALF, -HALF), (-HALF, -HALF)],
            Shape::Hex => {
                &[(0.0, HEX_SIDE), (HALF, SIDE), (HALF, -SIDE), (0.0, -HEX_SIDE), (-HALF, -SIDE), (-HALF, SIDE)]
            }
        };
        offsets.iter().map(|&(x, y)| middle + Vec2::new(x, y)).collect()
    }

    /// The corners of a cell shrunk by a margin on every side.
    pub fn inner(&self, cell: Cell, margin: f32) -> SmallVec<[Vec2; 6]> {
        let middle = self.centre(cell);
        let shrink = 1.0 - margin / (CELL / 2.0);
        self.corners(cell).into_iter().map(|corner| middle + (corner - middle) * shrink).collect()
    }

    /// The directions that cross an edge; diagonals are left out.
    pub fn edges(&self) -> impl Iterator<Item = Direction> + use<> {
        let shape = self.shape;
        shape.directions().filter(move |dir| !shape.is_diagonal(*dir))
    }

    /// The ends of the edge between neighbouring cells.
    pub fn edge(&self, a: Cell, b: Cell) -> (Vec2, Vec2) {
        let (from, to) = (self.centre(a), self.centre(b));
        let length = if self.shape == Shape::Square { CELL } else { HEX_SIDE };
        let along = (to - from).normalize_or_zero().perp() * (length / 2.0);
        let middle = from.midpoint(to);
        (middle + along, middle - along)
    }

    /// The unit vector of a direction.
    pub fn heading(&self, dir: Direction) -> Vec2 {
        let from = Cell::new(2, 2);
        (self.centre(self.shape.step(from, dir)) - self.centre(from)).normalize_or_zero()
    }

    /// The centre of a footprint.
    pub fn middle(&self, footprint: Footprint) -> Vec2 {
        let cells = footprint.cells(self.shape);
        let sum: Vec2 = cells.iter().map(|&cell| self.centre(cell)).sum();
        sum / cells.len() as f32
    }

    /// The rectangle that a token covers, with its bars and badges.
    pub fn spot(&self, footprint: Footprint) -> Rect {
        Rect::from_center_half_size(self.middle(footprint), Vec2::splat(CELL * 0.5 * f32::from(footprint.across())))
    }

    /// The rectangle around the whole board.
    pub fn bounds(&self) -> Rect {
        let (width, height) = (f32::from(self.width), f32::from(self.height));
        let size = match self.shape {
            Shape::Square => Vec2::new(width * CELL, height * CELL),
            Shape::Hex => {
                let shift = if self.height > 1 { 0.5 } else { 0.0 };
                Vec2::new((width + shift) * CELL, (height - 1.0) * HEX_ROW + 2.0 * HEX_SIDE)
            }
        };
        Rect { min: Vec2::new(0.0, -size.y), max: Vec2::new(size.x, 0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_middle_lies_in_its_own_cell() {
        for shape in [Shape::Square, Shape::Hex] {
            let board = Board::open(shape, 7, 6);
            let layout = Layout::of(&board);
            for cell in board.cells() {
                assert_eq!(layout.cell_at(layout.centre(cell)), Some(cell));
                let near = layout.inner(cell, 2.0);
                assert!(near.iter().all(|&corner| layout.cell_at(corner) == Some(cell)), "{shape:?} {cell}");
            }
            assert_eq!(layout.cell_at(Vec2::new(-9.0, 9.0)), None);
        }
    }

    #[test]
    fn neighbours_share_an_edge_of_two_common_corners() {
        for shape in [Shape::Square, Shape::Hex] {
            let layout = Layout::of(&Board::open(shape, 7, 6));
            let (a, corners) = (Cell::new(3, 3), layout.corners(Cell::new(3, 3)));
            for dir in layout.edges() {
                let (p, q) = layout.edge(a, shape.step(a, dir));
                let meets = |point: Vec2| corners.iter().any(|corner| corner.distance(point) < 1.0);
                assert!(meets(p) && meets(q), "{shape:?} {dir:?}");
            }
        }
    }
}
