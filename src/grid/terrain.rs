//! What fills a cell, and what stands on the edge between two.

use serde::{Deserialize, Serialize};

use super::cover::CoverGrade;

/// One kind of ground.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// What a player calls it.
    pub name: String,
    /// Cells of movement it takes to enter, 1 or more; `None` cannot be entered.
    pub cost: Option<u8>,
    /// Whether it stops sight through it.
    #[serde(default)]
    pub opaque: bool,
    /// What it hides of a target in it or behind it.
    #[serde(default)]
    pub cover: CoverGrade,
    /// Whether it harms those who enter it.
    #[serde(default)]
    pub hazard: bool,
    /// What takes the place of ground that cannot be stood on, where something could still be there.
    #[serde(default)]
    pub deep: Option<Deep>,
    /// How well its sides can be climbed.
    #[serde(default)]
    pub grip: Grip,
    /// Whether it is half as wide as other cells.
    #[serde(default)]
    pub narrow: bool,
    /// Whether it is soft enough to dig through.
    #[serde(default)]
    pub soft: bool,
    /// For bodies of at least so many cells across it is no slower than any other ground.
    #[serde(default)]
    pub spares: Option<u8>,
}

/// What is in a cell that nobody stands in.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
pub enum Deep {
    /// Water over one's head, with its surface at the height of the cell.
    Water,
    /// Nothing, down to a bottom at the height of the cell.
    Chasm,
}

/// How well a steep side can be climbed.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Grip {
    /// As the branches of a tree.
    Good,
    /// As rough stone.
    #[default]
    Rough,
    /// As dressed stone.
    Poor,
}

/// What every cell off the board is taken for.
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
    /// Plain ground: cost 1, nothing hidden, harmless.
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

/// Something on the edge between two neighbouring cells: a low wall, an arrow slit, a railing.
#[derive(Clone, Eq, PartialEq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barrier {
    /// What a player calls it.
    pub name: String,
    /// Whether a creature can step across it.
    #[serde(default)]
    pub passable: bool,
    /// Whether it stops sight across it.
    #[serde(default)]
    pub opaque: bool,
    /// What it hides of a target on the other side.
    #[serde(default)]
    pub cover: CoverGrade,
}
