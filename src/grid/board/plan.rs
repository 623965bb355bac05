//! File format of a board, and text drawings for tests and examples.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::grid::board::cover::CoverGrade;
use crate::grid::board::terrain::{Barrier, Deep, Terrain};
use crate::grid::geometry::cell::Cell;
use crate::grid::geometry::shape::Shape;

/// A board as written in a file; [`Board::new`](super::Board::new) validates it.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPlan {
    /// Squares or hexagons.
    pub shape: Shape,
    /// Number of columns.
    pub width: u16,
    /// Number of rows.
    pub height: u16,
    /// Terrain kinds used on this board.
    pub palette: Vec<Terrain>,
    /// Palette index of every cell, row by row.
    pub tiles: Vec<u8>,
    /// Elevation of every cell in feet, row by row; empty means flat.
    #[serde(default)]
    pub elevation: Vec<i16>,
    /// Barriers on edges, keyed by the two cells they separate, in either order.
    #[serde(default)]
    pub barriers: BTreeMap<(Cell, Cell), Barrier>,
}

/// Why a board plan is invalid.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum BoardFault {
    /// Width or height is 0 or above 32,767 cells.
    Size(u16, u16),
    /// Number of tiles or elevations differs from the number of cells: expected, found.
    Count(usize, usize),
    /// A cell uses a palette index that does not exist.
    Tile(Cell, u8),
    /// A terrain kind has a movement cost of 0.
    Cost(String),
    /// A barrier between two cells that share no edge, or off the board.
    Barrier(Cell, Cell),
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(width, height) => write!(f, "a board of {width} by {height} cells"),
            Self::Count(wanted, found) => write!(f, "{found} values for {wanted} cells"),
            Self::Tile(cell, tile) => {
                write!(f, "no kind of ground number {tile} for the cell {cell}")
            }
            Self::Cost(name) => write!(f, "the movement cost of {name:?} is 0"),
            Self::Barrier(a, b) => write!(f, "no edge between {a} and {b} for a barrier"),
        }
    }
}

impl std::error::Error for BoardFault {}

impl BoardPlan {
    /// A level board of open floor.
    #[must_use]
    pub fn open(shape: Shape, width: u16, height: u16) -> Self {
        let tiles = vec![0; usize::from(width) * usize::from(height)];
        Self { shape, width, height, palette: drawn_palette(), tiles, ..Self::default() }
    }

    /// Parses a drawing with one character per cell and one line per row.
    ///
    /// `#` opaque impassable wall, `,` rubble (cost 2), `~` impassable water that can be seen across, `o` floor with
    /// half cover, `^` floor 10 feet up. Any other character is floor, so letters can mark combatants. Spaces and empty
    /// lines are ignored; short lines are filled with floor.
    #[must_use]
    pub fn drawn(shape: Shape, text: &str) -> Self {
        let rows: Vec<Vec<char>> = (text.lines())
            .map(|line| line.chars().filter(|mark| !mark.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let at = |row: &Vec<char>, column| row.get(column).copied().unwrap_or('.');
        let marks: Vec<char> = rows.iter().flat_map(|row| (0..width).map(move |column| at(row, column))).collect();
        Self {
            tiles: marks.iter().map(|mark| TILE_MARKS.find(*mark).unwrap_or(0) as u8).collect(),
            elevation: marks.iter().map(|mark| if *mark == '^' { 10 } else { 0 }).collect(),
            ..Self::open(shape, clipped(width), clipped(rows.len()))
        }
    }
}

fn clipped(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Characters for [`drawn_palette`], in the same order.
const TILE_MARKS: &str = ".#,~o";

fn drawn_palette() -> Vec<Terrain> {
    let floor = Terrain::floor();
    vec![
        floor.clone(),
        Terrain { name: "wall".into(), cost: None, opaque: true, cover: CoverGrade::Total, ..floor.clone() },
        Terrain { name: "rubble".into(), cost: Some(2), ..floor.clone() },
        Terrain { name: "water".into(), cost: None, deep: Some(Deep::Water), ..floor.clone() },
        Terrain { name: "low wall".into(), cover: CoverGrade::Half, ..floor },
    ]
}
