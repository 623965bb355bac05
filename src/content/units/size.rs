//! Size categories, and the table of their numbers.

use std::collections::BTreeMap;

use crate::content::Name;

worded! {
    /// A size category, smallest first.
    pub enum Size: Copy + Default + PartialOrd + Ord + Hash {
        Fine => "fine", Diminutive => "diminutive", Tiny => "tiny", Small => "small",
        #[default]
        Medium => "medium", Large => "large", Huge => "huge", Gargantuan => "gargantuan", Colossal => "colossal",
    }
}

content! {
    /// Whether a large body is upright or on all fours, which decides its natural reach.
    pub enum Body: Copy + Default + Hash {
        /// Upright.
        #[default]
        Tall,
        /// On all fours.
        Long,
    }

    /// A row of the size table of a rule system.
    pub struct SizeRow {
        /// The size.
        pub size: Size,
        /// Modifiers by column, the same columns in every row; empty where size modifies nothing. Rules name the column
        /// that they add: attacks (TC-018), manoeuvres (PR-279), stealth.
        pub modifiers: BTreeMap<String, i16>,
        /// The side of its space, in cells; 1 for every body that fits into one cell.
        pub extent: u8,
        /// Natural reach of a tall body, in the board's unit.
        pub reach_tall: u16,
        /// Natural reach of a long body, in the board's unit.
        pub reach_long: u16,
        /// The part of a cell that it occupies, in sixteenths of a Medium body.
        pub occupancy: u16,
        /// The rule of the row.
        pub rule: crate::content::Rule,
    }

    /// A column of the size table that a number includes.
    pub struct SizeColumn: Copy [rule] {
        /// The name of the column.
        pub column: Name,
    }
}

impl SizeRow {
    /// The modifier of a column; 0 if there is no such column.
    pub fn modifier(&self, column: Name) -> i16 {
        self.modifiers.get(column.as_str()).copied().unwrap_or(0)
    }
}

impl Size {
    /// The number of categories by which `self` is larger than `other`; negative if it is smaller.
    pub fn above(self, other: Size) -> i16 {
        self as i16 - other as i16
    }
}
