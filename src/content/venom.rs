//! Venoms: what a wound brings into a body besides its damage.

use serde::{Deserialize, Serialize};

use super::stat::Stat;
use super::{Name, Rule};
use crate::dice::DiceFormula;

/// A pool of a body that harm goes to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pool {
    HitPoints,
    Fatigue,
}

/// Something that a weapon brings into a body that it wounds, and that attacks the body from within.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Venom {
    /// The id other files use.
    pub id: Name,
    /// The word a player reads.
    pub name: String,
    /// One plain sentence.
    pub about: String,
    /// Added to the die of its attack on the body.
    pub strength: i16,
    /// The defence that resists it.
    pub against: Stat,
    /// The rule by which that defence does.
    pub against_rule: Rule,
    /// Had while doses are still to come, at a level of how many; nothing where none ever are.
    pub awaits: Option<Name>,
    /// What it does, dose by dose.
    pub doses: Vec<Dose>,
    /// Where its numbers come from.
    pub rule: Rule,
}

/// One thing that a venom does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dose {
    pub does: Working,
    pub when: Onset,
    /// The rule that says so.
    pub rule: Rule,
}

/// What a dose does each time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Working {
    /// Hit points are lost or fatigue is gained.
    Drains { pool: Pool, points: DiceFormula },
    /// A condition whose levels add up is gained at so many of them.
    Builds { condition: Name, points: DiceFormula, wears_off: Option<WearsOff> },
    /// A condition of some level is gained for so many counts (or rounds).
    Inflicts { condition: Name, level: u16, lasts: u16 },
}

/// How fast what a dose has done is over.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WearsOff {
    /// Levels at a time.
    pub points: i16,
    /// Counts (or rounds) between.
    pub every: u16,
    pub rule: Rule,
}

/// When a dose works, in counts or rounds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Onset {
    AtOnce,
    /// Once, after so many.
    After(u16),
    /// So many times, with so many between.
    Every {
        counts: u16,
        times: u16,
    },
}

impl Onset {
    /// When it works first, from now on, and how often; nothing for what works at once.
    pub fn delayed(self) -> Option<(u16, u16)> {
        match self {
            Onset::AtOnce => None,
            Onset::After(counts) => Some((counts, 1)),
            Onset::Every { counts, times } => Some((counts, times)),
        }
    }
}
