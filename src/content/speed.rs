//! How much time an action takes.

use serde::{Deserialize, Serialize};

use super::Rule;
use crate::dice::DiceFormula;

/// A speed class, fastest first. Classes slower than the slowest are counted in steps beyond it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SpeedClass {
    Free,
    Rapid,
    Swift,
    Fast,
    Standard,
    Slow,
    Sluggish,
    Lethargic,
    Sedentary,
}

impl SpeedClass {
    /// Every class, fastest first.
    pub const ALL: [SpeedClass; 9] = [
        SpeedClass::Free,
        SpeedClass::Rapid,
        SpeedClass::Swift,
        SpeedClass::Fast,
        SpeedClass::Standard,
        SpeedClass::Slow,
        SpeedClass::Sluggish,
        SpeedClass::Lethargic,
        SpeedClass::Sedentary,
    ];

    /// The word a player reads.
    pub fn word(self) -> &'static str {
        match self {
            SpeedClass::Free => "free",
            SpeedClass::Rapid => "rapid",
            SpeedClass::Swift => "swift",
            SpeedClass::Fast => "fast",
            SpeedClass::Standard => "standard",
            SpeedClass::Slow => "slow",
            SpeedClass::Sluggish => "sluggish",
            SpeedClass::Lethargic => "lethargic",
            SpeedClass::Sedentary => "sedentary",
        }
    }
}

/// What a ruleset says of one speed class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpeedRow {
    /// The class this row is about.
    pub class: SpeedClass,
    /// The roll for those who roll, in counts.
    pub random: DiceFormula,
    /// The number for those who do not, in counts.
    pub fixed: u16,
    /// The rule that says so.
    pub rule: Rule,
}

/// Whether a combatant rolls its speed factors or uses the fixed ones.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SpeedMode {
    Random,
    Fixed,
}

/// What an action costs in time. Some change the class or the factor of the weapon they are done with (TC-524).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActionSpeed {
    /// The class named.
    Class(SpeedClass),
    /// The class of the weapon used, some steps slower (positive) or faster (negative).
    Weapon(i8),
    /// Half the speed factor of the weapon used.
    HalfWeapon,
    /// The worse of the speed factors of two weapons used at once.
    WorseOfTwo,
    /// A plain number of counts.
    Counts(u16),
    /// A roll of its own with the number for those who do not roll.
    Roll { random: DiceFormula, fixed: u16 },
    /// So many of the actions of a turn.
    Actions(u8),
    /// The turn goes on: nothing is paid in time.
    Nothing,
}
