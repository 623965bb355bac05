//! Size categories.

use serde::{Deserialize, Serialize};

/// A size category, smallest first.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    /// The size category Fine.
    Fine,
    /// The size category Diminutive.
    Diminutive,
    /// The size category Tiny.
    Tiny,
    /// The size category Small.
    Small,
    /// The size category Medium.
    #[default]
    Medium,
    /// The size category Large.
    Large,
    /// The size category Huge.
    Huge,
    /// The size category Gargantuan.
    Gargantuan,
    /// The size category Colossal.
    Colossal,
}

impl Size {
    /// The number of categories by which `self` is larger than `other`; negative if it is smaller.
    pub fn above(self, other: Size) -> i16 {
        self as i16 - other as i16
    }

    words! {
        Fine => "fine", Diminutive => "diminutive", Tiny => "tiny", Small => "small", Medium => "medium",
        Large => "large", Huge => "huge", Gargantuan => "gargantuan", Colossal => "colossal"
    }
}

/// Whether a large body is upright or on all fours, which decides its natural reach.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Body {
    /// Upright.
    #[default]
    Tall,
    /// On all fours.
    Long,
}

/// A row of the size table of a rule system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    /// The size.
    pub size: Size,
    /// Added to weapon attacks, and to defences that count it.
    pub modifier: i16,
    /// The side of its space in cells; 1 for everything that fits into one cell.
    pub extent: u8,
    /// Natural reach of a tall body, in feet.
    pub reach_tall: u16,
    /// Natural reach of a long body, in feet.
    pub reach_long: u16,
    /// The part of each cell that it takes, in sixteenths of a Medium body.
    pub occupancy: u16,
    /// The rule of the row.
    pub rule: crate::content::Rule,
}
