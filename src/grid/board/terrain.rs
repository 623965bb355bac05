//! Terrain of cells, barriers on edges, and the plan of a board that names them.

use std::collections::BTreeMap;

use bevy::reflect::Reflect;
use serde::{Deserialize, Serialize};

use crate::grid::{Cell, Shape};

/// A kind of terrain.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Name for display.
    pub name: String,
    /// Movement cost to enter, in cells, at least 1; `None` if impassable.
    pub cost: Option<u8>,
    /// Whether it blocks sight.
    #[serde(default)]
    pub opaque: bool,
    /// Cover for a target in it or behind it.
    #[serde(default)]
    pub cover: CoverGrade,
    /// Whether it harms creatures that enter it.
    #[serde(default)]
    pub hazard: bool,
    /// Deep water or a chasm, in place of ground to stand on. Swimmers or fliers can enter it.
    #[serde(default)]
    pub deep: Option<Deep>,
    /// How well its sides can be climbed.
    #[serde(default)]
    pub grip: Grip,
    /// Whether it is only half as wide as a normal cell.
    #[serde(default)]
    pub narrow: bool,
    /// Whether it can be dug through.
    #[serde(default)]
    pub soft: bool,
    /// Bodies at least this many cells across are not slowed by its movement cost, under rules with such an exemption.
    #[serde(default)]
    pub spares: Option<u8>,
    /// Height up to which it protects, in hundredths of a cell, under rules that measure cover; if `None`, that of its cover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tall: Option<u16>,
}

/// The protection by an obstacle on a cell or an edge for a body behind it.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Shelter {
    /// Its height in hundredths of a cell; `None` if it is higher than anything.
    pub tall: Option<u16>,
    /// Whether it blocks sight.
    pub opaque: bool,
}

impl Shelter {
    /// An obstacle with this height. Without one, whatever blocks sight or hides nine tenths is higher than anything, and other
    /// grades of cover stand for the heights that hide this much of a body as tall as a cell is wide.
    fn new(tall: Option<u16>, opaque: bool, cover: CoverGrade) -> Option<Shelter> {
        let tall = match (tall, cover) {
            (Some(tall), _) => Some(tall),
            (None, _) if opaque => None,
            (None, CoverGrade::None) => Some(0),
            (None, CoverGrade::Quarter) => Some(25),
            (None, CoverGrade::Half) => Some(60),
            (None, CoverGrade::ThreeQuarters) => Some(80),
            (None, CoverGrade::NineTenths | CoverGrade::Total) => None,
        };
        (tall != Some(0)).then_some(Shelter { tall, opaque })
    }
}

/// Content of a cell without ground to stand on, which cannot be walked into.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub enum Deep {
    /// Water too deep to stand in, with its surface at the elevation of the cell.
    Water,
    /// Empty space, with its bottom at the elevation of the cell.
    Chasm,
}

/// How well a steep side can be climbed.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Grip {
    /// Good holds, like the branches of a tree.
    Good,
    /// Rough stone.
    #[default]
    Rough,
    /// Dressed stone.
    Poor,
}

/// Terrain reported for cells off the board.
pub(super) static OUTSIDE: Terrain = Terrain {
    name: String::new(),
    cost: None,
    opaque: true,
    cover: CoverGrade::Total,
    hazard: false,
    deep: None,
    grip: Grip::Poor,
    narrow: false,
    soft: false,
    spares: None,
    tall: None,
};

impl Terrain {
    /// Plain ground: cost 1, no cover, harmless.
    pub fn floor() -> Self {
        let (opaque, cover, grip) = (false, CoverGrade::None, Grip::Rough);
        Self { name: "floor".into(), cost: Some(1), opaque, cover, grip, ..OUTSIDE.clone() }
    }

    /// The protection of a body in it or behind it; `None` for open ground.
    pub fn shelter(&self) -> Option<Shelter> {
        Shelter::new(self.tall, self.opaque, self.cover)
    }
}

/// A barrier on the edge between two neighbouring cells: a low wall, an arrow slit, a railing.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrier {
    /// Name for display.
    pub name: String,
    /// Whether creatures can step across it.
    #[serde(default)]
    pub passable: bool,
    /// Whether it blocks sight.
    #[serde(default)]
    pub opaque: bool,
    /// Cover for a target on the other side.
    #[serde(default)]
    pub cover: CoverGrade,
    /// Its height in hundredths of a cell, under rules that measure cover; if `None`, that of its cover.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tall: Option<u16>,
}

impl Barrier {
    /// The protection of a body on the other side; `None` if it is open.
    pub fn shelter(&self) -> Option<Shelter> {
        Shelter::new(self.tall, self.opaque, self.cover)
    }
}

/// How much of a target is hidden. Later grades hide more.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize, Reflect)]
pub enum CoverGrade {
    /// Fully visible.
    #[default]
    None,
    /// One quarter hidden, for example by a corner or a spiral staircase.
    Quarter,
    /// Half hidden, for example by a low wall or another body.
    Half,
    /// Three quarters hidden, for example by a chest-high wall.
    ThreeQuarters,
    /// Nine tenths hidden, for example by an arrow slit.
    NineTenths,
    /// Completely hidden.
    Total,
}

impl CoverGrade {
    /// Partial cover raised by this number of grades, at most to nine tenths. No cover and total cover stay as they are.
    pub fn raised(self, grades: u8) -> CoverGrade {
        use CoverGrade::*;
        let partial = [Quarter, Half, ThreeQuarters, NineTenths];
        let at = partial.iter().position(|grade| *grade == self);
        at.map_or(self, |at| partial[(at + usize::from(grades)).min(partial.len() - 1)])
    }
}

/// The parts of a board, not yet validated; [`Board::new`](super::Board::new) validates them.
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
    /// Elevation of every cell in the board's unit, row by row; empty means flat.
    #[serde(default)]
    pub elevation: Vec<i16>,
    /// Barriers on edges, keyed by the two cells they separate, in either order.
    #[serde(default)]
    pub barriers: BTreeMap<(Cell, Cell), Barrier>,
}

/// Why a board plan is invalid.
#[derive(Clone, Eq, PartialEq, Debug, thiserror::Error)]
pub enum BoardFault {
    /// Width or height is 0 or above 32,767 cells.
    #[error("a board of {0} by {1} cells")]
    Size(u16, u16),
    /// Number of tiles or elevations differs from the number of cells: expected, found.
    #[error("{1} values for {0} cells")]
    Count(usize, usize),
    /// A cell uses a palette index that does not exist.
    #[error("no kind of ground number {1} for the cell {0}")]
    Tile(Cell, u8),
    /// A terrain kind has a movement cost of 0.
    #[error("the movement cost of {0:?} is 0")]
    Cost(String),
    /// A barrier between two cells that share no edge, or off the board.
    #[error("no edge between {0} and {1} for a barrier")]
    Barrier(Cell, Cell),
}

impl BoardPlan {
    /// A level board of open floor; the palette also has wall, rubble, water and low wall.
    pub fn open(shape: Shape, width: u16, height: u16) -> Self {
        let (tiles, floor) = (vec![0; usize::from(width) * usize::from(height)], Terrain::floor());
        let palette = vec![
            floor.clone(),
            Terrain { name: "wall".into(), cost: None, opaque: true, cover: CoverGrade::Total, ..floor.clone() },
            Terrain { name: "rubble".into(), cost: Some(2), ..floor.clone() },
            Terrain { name: "water".into(), cost: None, deep: Some(Deep::Water), ..floor.clone() },
            Terrain { name: "low wall".into(), cover: CoverGrade::Half, ..floor },
        ];
        Self { shape, width, height, palette, tiles, ..Self::default() }
    }
}
