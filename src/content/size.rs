//! How big a body is.

use serde::{Deserialize, Serialize};

/// A size category, smallest first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    Fine,
    Diminutive,
    Tiny,
    Small,
    #[default]
    Medium,
    Large,
    Huge,
    Gargantuan,
    Colossal,
}

impl Size {
    /// How many categories `self` is above `other`; negative below it.
    pub fn above(self, other: Size) -> i16 {
        self as i16 - other as i16
    }

    /// The word a player reads.
    pub fn word(self) -> &'static str {
        match self {
            Size::Fine => "fine",
            Size::Diminutive => "diminutive",
            Size::Tiny => "tiny",
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
            Size::Huge => "huge",
            Size::Gargantuan => "gargantuan",
            Size::Colossal => "colossal",
        }
    }
}

/// Whether a big body stands upright or goes on all fours; decides which of two natural reaches it has.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Body {
    #[default]
    Tall,
    Long,
}

/// What a ruleset says of one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    /// The size this row is about.
    pub size: Size,
    /// Added to weapon attacks and to the defences that say so.
    pub modifier: i16,
    /// Cells on each side of the space it takes; 1 for everything that fits into one cell.
    pub extent: u8,
    /// Natural reach of a tall body, in feet.
    pub reach_tall: u16,
    /// Natural reach of a long body, in feet.
    pub reach_long: u16,
    /// How much of each cell it covers, in sixteenths of one Medium body.
    pub occupancy: u16,
    /// The row of the size table.
    pub rule: super::Rule,
}
