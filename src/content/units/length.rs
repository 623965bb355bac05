//! Units of length: the words and fractions in which a rule system measures distances and heights.

content! {
    /// A unit of length. All lengths of a rule system, those of its units and weapons included, are whole numbers of its
    /// parts. It serves feet (TC-133, TA-G34), yards with quarters for movement rates (HD-G38) and metres (FS-G13).
    pub struct LengthUnit {
        /// The word for one: `foot`.
        pub one: String,
        /// The word for several: `feet`.
        pub many: String,
        /// The abbreviation behind numbers: `ft`.
        pub short: String,
        /// The parts in which lengths are counted: 1 for whole units, 2 for halves, 4 for quarters.
        pub parts: u16,
    }
}

impl LengthUnit {
    /// A length with the abbreviation: `5 ft`.
    pub fn short(&self, length: impl Into<i64>) -> String {
        format!("{} {}", self.number(length), self.short)
    }

    /// A difference in height with its sign: `+5 ft`.
    pub fn signed(&self, length: impl Into<i64>) -> String {
        let length = length.into();
        let sign = if length < 0 { "" } else { "+" };
        format!("{sign}{}", self.short(length))
    }

    /// A length in words: `1 foot`, `5 feet`.
    pub fn long(&self, length: impl Into<i64>) -> String {
        let length = length.into();
        let word = if length == self.whole() { &self.one } else { &self.many };
        format!("{} {word}", self.number(length))
    }

    /// A length without its unit: `5`, or `2.5` where halves are counted.
    pub fn number(&self, length: impl Into<i64>) -> String {
        let (length, whole) = (length.into(), self.whole());
        let hundredths = length.unsigned_abs() % whole.unsigned_abs() * 100 / whole.unsigned_abs();
        let sign = if length < 0 { "-" } else { "" };
        let units = length.unsigned_abs() / whole.unsigned_abs();
        match hundredths {
            0 => format!("{sign}{units}"),
            tenths if tenths % 10 == 0 => format!("{sign}{units}.{}", tenths / 10),
            hundredths => format!("{sign}{units}.{hundredths:02}"),
        }
    }

    fn whole(&self) -> i64 {
        i64::from(self.parts.max(1))
    }
}
