//! How a roll comes out, and how often it comes out how.

use serde::{Deserialize, Serialize};

use crate::content::policy::NaturalPolicy;

/// How a roll came out, worst first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Degree {
    /// So low a natural roll that it fails and worse.
    Fumble,
    Failure,
    Success,
    Critical,
}

impl Degree {
    /// Whether it is a success of any kind.
    pub fn is_hit(self) -> bool {
        self >= Degree::Success
    }
}

/// How a roll came out against a difficulty, and by how much its total is above it. The lowest natural rolls always
/// miss and the highest always hit; a critical needs a high natural roll and a margin, even where the hit is certain.
pub fn judge(policy: &NaturalPolicy, natural: u16, bonus: i16, difficulty: i16, precise: bool) -> (Degree, i16) {
    let face = i16::try_from(natural).unwrap_or(i16::MAX);
    let margin = face.saturating_add(bonus).saturating_sub(difficulty);
    let critical_from = if precise { policy.precise_at_least } else { policy.critical_at_least };
    let degree = if policy.miss.as_ref().is_some_and(|miss| natural <= miss.face) {
        Degree::Fumble
    } else if natural >= critical_from && margin >= policy.critical_margin {
        Degree::Critical
    } else if margin >= 0 || policy.hit.as_ref().is_some_and(|hit| natural >= hit.face) {
        Degree::Success
    } else {
        Degree::Failure
    };
    (degree, margin)
}

/// In how many of all throws a roll comes out how.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chances {
    /// All throws: the faces of a single die.
    pub faces: u32,
    /// Those that hit, critical ones included.
    pub hits: u32,
    /// Those that hit critically.
    pub criticals: u32,
    /// Those that fumble.
    pub fumbles: u32,
}

impl Chances {
    /// How often it hits, in thousandths, rounded down.
    pub fn per_mille(self) -> u16 {
        (u64::from(self.hits) * 1000 / u64::from(self.faces.max(1))) as u16
    }

    /// Counts so many throws that come out so.
    pub fn count(&mut self, weight: u32, degree: Degree) {
        self.faces += weight;
        self.hits += weight * u32::from(degree.is_hit());
        self.criticals += weight * u32::from(degree == Degree::Critical);
        self.fumbles += weight * u32::from(degree == Degree::Fumble);
    }
}
