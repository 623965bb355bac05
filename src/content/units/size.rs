//! Size categories.

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
        /// Added to weapon attacks and to the defences that include it.
        pub modifier: i16,
        /// The side of its space, in cells; 1 for every body that fits into one cell.
        pub extent: u8,
        /// Natural reach of a tall body, in feet.
        pub reach_tall: u16,
        /// Natural reach of a long body, in feet.
        pub reach_long: u16,
        /// The part of a cell that it occupies, in sixteenths of a Medium body.
        pub occupancy: u16,
        /// The rule of the row.
        pub rule: crate::content::Rule,
    }
}

impl Size {
    /// The number of categories by which `self` is larger than `other`; negative if it is smaller.
    pub fn above(self, other: Size) -> i16 {
        self as i16 - other as i16
    }
}
