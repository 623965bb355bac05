//! Rolled checks with all their terms.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{AdvantageTerms, Breakdown, Name, Rule, Stat};
use crate::mechanics::attack::Degree;

/// A rolled check and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// The combatant that rolled.
    pub who: CombatantId,
    /// The action it was for.
    pub action: Name,
    /// The target, if any.
    pub target: Option<CombatantId>,
    /// The weapon, if any.
    pub weapon: Option<WeaponSlot>,
    /// The die that counts.
    pub natural: u16,
    /// All dice rolled: more than one with advantage or disadvantage.
    pub dice: SmallVec<[u16; 2]>,
    /// Reasons for advantage and disadvantage.
    pub edge: AdvantageTerms,
    /// The bonus.
    pub bonus: Breakdown,
    /// The defence of the target; `None` against a plain difficulty or an opposed roll.
    pub defence: Option<Stat>,
    /// The opposed roll of the target, whose total is the difficulty.
    pub rival: Option<RivalRolled>,
    /// The number to reach.
    pub difficulty: Breakdown,
    /// The degree of success.
    pub degree: Degree,
    /// Total minus difficulty.
    pub margin: i16,
    /// The rule of the check.
    pub rule: Rule,
}

impl Rolled {
    /// Whether the total is looked up in a table instead of compared with a difficulty.
    pub fn is_on_table(&self) -> bool {
        self.difficulty.terms().is_empty() && self.defence.is_none() && self.rival.is_none()
    }
}

/// The dice of an opposed roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RivalRolled {
    /// All dice rolled; empty for a helpless target, whose die counts as 1.
    pub dice: SmallVec<[u16; 2]>,
    /// Reasons for advantage and disadvantage.
    pub edge: AdvantageTerms,
}

/// A change of a spell that is prepared before it is cast.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IncantStep {
    /// Its preparation began.
    Begun,
    /// Damage or fatigue made it harder.
    Hurt,
    /// Movement made it harder.
    Moved,
    /// The preparation is finished.
    Ready,
    /// A charge was added.
    Charged,
    /// A charge was released.
    Released,
    /// The spell is lost.
    Lost,
    /// The spell was cast, or the attempt failed.
    Spent,
}
