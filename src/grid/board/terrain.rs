//! Terrain of cells and barriers on edges.

use serde::{Deserialize, Serialize};

use crate::grid::board::cover::CoverGrade;

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
    /// Bodies at least this many cells across ignore its movement cost.
    #[serde(default)]
    pub spares: Option<u8>,
}

/// Content of an impassable cell that has no ground to stand on.
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
};

impl Terrain {
    /// Plain ground: cost 1, no cover, harmless.
    #[must_use]
    pub fn floor() -> Self {
        Self {
            name: "floor".into(),
            cost: Some(1),
            opaque: false,
            cover: CoverGrade::None,
            hazard: false,
            deep: None,
            grip: Grip::Rough,
            narrow: false,
            soft: false,
            spares: None,
        }
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
}
