//! Cells, their shapes and directions.

use std::fmt;

use bevy::reflect::Reflect;
use hexx::{Hex, HexOrientation, OffsetHexMode};
use serde::{Deserialize, Serialize};

/// Coordinates of a cell: column and row. Row 0 is the northern edge, column 0 the western edge. Hexagonal boards use
/// odd-row offset coordinates: odd rows lie half a cell further east. Written `(3, 4)` in files.
/// ```
/// use warboard::grid::Cell;
/// assert_eq!(Cell::new(3, 4).to_string(), "(3, 4)");
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize, Reflect)]
#[serde(from = "(i16, i16)", into = "(i16, i16)")]
pub struct Cell {
    /// Column, counted eastward from 0.
    pub x: i16,
    /// Row, counted southward from 0.
    pub y: i16,
}

impl Cell {
    /// The cell in column `x` of row `y`.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The cell `dx` columns east and `dy` rows south; saturates at the limits of `i16`.
    pub const fn shifted(self, dx: i16, dy: i16) -> Self {
        Self::new(self.x.saturating_add(dx), self.y.saturating_add(dy))
    }
}

impl From<(i16, i16)> for Cell {
    fn from((x, y): (i16, i16)) -> Self {
        Self::new(x, y)
    }
}

impl From<Cell> for (i16, i16) {
    fn from(cell: Cell) -> Self {
        (cell.x, cell.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// Shape of the cells of a board.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Shape {
    /// Squares with eight neighbours.
    #[default]
    Square,
    /// Pointy-top hexagons with six neighbours; odd rows lie half a cell further east.
    Hex,
}

/// A direction to a neighbour, clockwise: eight on squares from north (0), six on hexagons from north-east (0). Numbers wrap.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Direction(pub u8);

const SQUARE_STEPS: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
const HEX_STEPS: [Hex; 6] =
    [Hex::new(1, -1), Hex::new(1, 0), Hex::new(0, 1), Hex::new(-1, 1), Hex::new(-1, 0), Hex::new(0, -1)];
const SQUARE_NAMES: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
const HEX_NAMES: [&str; 6] = ["north-east", "east", "south-east", "south-west", "west", "north-west"];

impl Shape {
    /// Number of neighbours of a cell: 8 or 6.
    pub const fn sides(self) -> u8 {
        if matches!(self, Self::Square) { 8 } else { 6 }
    }

    /// Direction number reduced to the valid range; avoids a division where possible.
    pub(in crate::grid) const fn side(self, dir: Direction) -> usize {
        let number = dir.0 as usize;
        match self {
            Self::Square => number & 7,
            Self::Hex if number < 6 => number,
            Self::Hex => number % 6,
        }
    }

    /// All directions, clockwise.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        (0..self.sides()).map(Direction)
    }

    /// The neighbour of `cell` in direction `dir`.
    /// ```
    /// use warboard::grid::{Cell, Direction, Shape};
    /// assert_eq!(Shape::Square.step(Cell::new(2, 2), Direction(1)), Cell::new(3, 1));
    /// assert_eq!(Shape::Hex.step(Cell::new(2, 2), Direction(0)), Cell::new(2, 1));
    /// assert_eq!(Shape::Hex.step(Cell::new(2, 1), Direction(0)), Cell::new(3, 0));
    /// ```
    pub fn step(self, cell: Cell, dir: Direction) -> Cell {
        let (dx, dy) = self.offset(cell.y, dir);
        cell.shifted(dx, dy)
    }

    /// Offset in columns and rows from a cell in `row` to its neighbour in direction `dir`.
    pub(in crate::grid) fn offset(self, row: i16, dir: Direction) -> (i16, i16) {
        match self {
            Self::Square => SQUARE_STEPS[self.side(dir)],
            Self::Hex => {
                let step = HEX_STEPS[self.side(dir)];
                // Odd rows start half a cell further east, so an eastward step off one gains a column.
                ((step.x + (step.y + i32::from(row & 1)).div_euclid(2)) as i16, step.y as i16)
            }
        }
    }

    /// The cell that lies on the same side of `to`, and as far, as `cell` of `from`.
    /// ```
    /// use warboard::grid::{Cell, Shape};
    /// let [cell, from, to] = [(3, 2), (2, 1), (2, 2)].map(Cell::from);
    /// assert_eq!(Shape::Square.carried(cell, from, to), Cell::new(3, 3));
    /// assert_eq!(Shape::Hex.carried(cell, from, to), Cell::new(2, 3));
    /// ```
    pub fn carried(self, cell: Cell, from: Cell, to: Cell) -> Cell {
        match self {
            Self::Square => {
                let (dx, dy) = (to.x.saturating_sub(from.x), to.y.saturating_sub(from.y));
                cell.shifted(dx, dy)
            }
            Self::Hex => from_hex(to_hex(cell) - to_hex(from) + to_hex(to)),
        }
    }

    /// All neighbours of `cell`, in order of direction. Some may be off the board.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.directions().map(move |dir| self.step(cell, dir))
    }

    /// Direction of the step from `from` to `to`; `None` if they are not neighbours.
    pub fn direction_of_step(self, from: Cell, to: Cell) -> Option<Direction> {
        self.directions().find(|&dir| self.step(from, dir) == to)
    }

    /// Angle between two directions, in degrees from 0 to 180.
    pub fn turn(self, a: Direction, b: Direction) -> u16 {
        let sides = self.sides();
        let apart = (a.0 % sides).abs_diff(b.0 % sides);
        u16::from(apart.min(sides - apart)) * (360 / u16::from(sides))
    }

    /// Name of a direction for display, such as `north-east`.
    pub fn direction_name(self, dir: Direction) -> &'static str {
        if self == Self::Square { SQUARE_NAMES[self.side(dir)] } else { HEX_NAMES[self.side(dir)] }
    }

    /// The opposite direction.
    pub fn opposite(self, dir: Direction) -> Direction {
        let sides = self.sides();
        Direction((dir.0 % sides + sides / 2) % sides)
    }

    /// Whether a step in this direction crosses a corner instead of an edge. Never true on hexagons.
    pub const fn is_diagonal(self, dir: Direction) -> bool {
        matches!(self, Self::Square) && dir.0 & 1 == 1
    }
}

pub(in crate::grid) fn to_hex(cell: Cell) -> Hex {
    let offset = [i32::from(cell.x), i32::from(cell.y)];
    Hex::from_offset_coordinates(offset, OffsetHexMode::Odd, HexOrientation::Pointy)
}

/// The cell with these axial coordinates; saturates at the limits of `i16`.
pub(in crate::grid) fn from_hex(hex: Hex) -> Cell {
    let offset = hex.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Pointy);
    let [x, y] = offset.map(|value| value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16);
    Cell::new(x, y)
}
