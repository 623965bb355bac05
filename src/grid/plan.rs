//! The written form of a board, and the drawings tests are made of.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::cover::CoverGrade;
use super::shape::Shape;
use super::terrain::{Barrier, Deep, Terrain};

/// Everything a board is made of, as it is written in a file; [`Board::new`](super::Board::new) checks it.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPlan {
    /// Squares or hexagons.
    pub shape: Shape,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// The kinds of ground there are.
    pub palette: Vec<Terrain>,
    /// For each cell, row by row, its place in the palette.
    pub tiles: Vec<u8>,
    /// For each cell, row by row, its height in feet; empty means flat.
    #[serde(default)]
    pub elevation: Vec<i16>,
    /// What stands on edges, under the two cells it stands between in either order.
    #[serde(default)]
    pub barriers: BTreeMap<(Cell, Cell), Barrier>,
}

/// Why a plan is no board.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum BoardFault {
    /// A side is 0 or longer than 32,767 cells.
    Size(u16, u16),
    /// The tiles or the elevations are not as many as the cells: wanted, found.
    Count(usize, usize),
    /// A cell names a kind of ground the palette lacks.
    Tile(Cell, u8),
    /// A kind of ground has a movement cost of 0.
    Cost(String),
    /// A barrier stands between two cells of the board that share no edge, or off the board.
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
    /// Level open floor.
    #[must_use]
    pub fn open(shape: Shape, width: u16, height: u16) -> Self {
        let tiles = vec![0; usize::from(width) * usize::from(height)];
        Self { shape, width, height, palette: drawn_palette(), tiles, ..Self::default() }
    }

    /// Reads a drawing with one character per cell and one line per row.
    ///
    /// `#` is an opaque wall that cannot be entered, `,` costs 2 to enter, `~` is water that cannot be entered but
    /// can be seen across, `o` is floor with half cover, `^` is floor 10 feet up. Any other character is floor, so
    /// letters can mark who stands there. Blanks and empty lines count for nothing; short lines end in floor.
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

/// The marks of [`drawn_palette`], in its order.
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
