//! What dice said, with everything that was added to them.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::advantage::AdvantageTerms;
use crate::content::breakdown::Breakdown;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::mechanics::attack::Degree;

/// A rolled check and how it came out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// Who rolled.
    pub who: CombatantId,
    /// For which action.
    pub action: Name,
    /// Against whom.
    pub target: Option<CombatantId>,
    /// With what.
    pub weapon: Option<WeaponSlot>,
    /// The face of the die that counts.
    pub natural: u16,
    /// All faces that fell, where advantage or disadvantage takes more dice than one.
    pub dice: SmallVec<[u16; 2]>,
    /// What made the roll lean one way or the other.
    pub edge: AdvantageTerms,
    /// What is added to it.
    pub bonus: Breakdown,
    /// Which defence answers; `None` against a plain difficulty, or a roll.
    pub defence: Option<Stat>,
    /// What the target rolled against it, where it did; the difficulty is its total.
    pub rival: Option<RivalRolled>,
    /// What must be reached.
    pub difficulty: Breakdown,
    /// How it came out.
    pub degree: Degree,
    /// Total less difficulty.
    pub margin: i16,
    /// The rule of the check.
    pub rule: Rule,
}

impl Rolled {
    /// Whether nothing has to be reached: the total is looked up in a table.
    pub fn is_on_table(&self) -> bool {
        self.difficulty.terms().is_empty() && self.defence.is_none() && self.rival.is_none()
    }
}

/// The dice of somebody who rolled against a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RivalRolled {
    /// All faces that fell; none of one who could do nothing, whose die counts as 1.
    pub dice: SmallVec<[u16; 2]>,
    /// What made the roll lean one way or the other.
    pub edge: AdvantageTerms,
}

/// What becomes of a spell that is prepared before it is cast.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IncantStep {
    /// Its preparation began.
    Begun,
    /// Its preparation became harder by harm or fatigue.
    Hurt,
    /// The same by movement.
    Moved,
    /// It is prepared.
    Ready,
    /// A charge was put in.
    Charged,
    /// A charge was taken out.
    Released,
    /// It is lost.
    Lost,
    /// It was cast, or the attempt failed.
    Spent,
}
