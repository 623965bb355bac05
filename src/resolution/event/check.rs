//! Rolled checks with all their terms.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, ThingRef, WeaponSlot};
use crate::content::{AdvantageTerms, Breakdown, Contest, Name, RollMark, RollType, Rule, Stat};
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
    /// The natural result that counts: the sum of the dice before any modifier.
    pub natural: i16,
    /// The numbers shown: the sum of each throw, of which there are several with advantage or disadvantage, or the face of each
    /// die counted from 1 if the dice have numbers of their own.
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
    /// The roll, if its dice are not those of attacks.
    #[serde(default, skip_serializing_if = "is_attack")]
    pub roll: RollType,
    /// The mark of the dice, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<RollMark>,
    /// Which combatants passed, in a contest of rolls under target numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The defence that the target chose: `none` for none, and nothing if there was no choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<Name>,
    /// Whether the attack hits and is blocked if both combatants pass.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocks: bool,
}

fn is_attack(roll: &RollType) -> bool {
    *roll == RollType::Attack
}

impl Rolled {
    /// Whether the attack hits and is blocked.
    pub fn is_blocked(&self) -> bool {
        self.blocks && self.contest == Some(Contest::BothPass)
    }

    /// Whether the total is looked up in a table instead of compared with a difficulty.
    pub fn is_on_table(&self) -> bool {
        self.difficulty.terms().is_empty() && self.defence.is_none() && self.rival.is_none()
    }
}

/// The dice of an opposed roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RivalRolled {
    /// The numbers shown, as for [`Rolled::dice`]; empty for a target that does not roll.
    pub dice: SmallVec<[u16; 2]>,
    /// Reasons for advantage and disadvantage.
    pub edge: AdvantageTerms,
    /// The natural result that counts, if the target rolls under a target number of its own, which is the difficulty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<i16>,
}

/// The decision of a check: its roll, and the combatant that has won it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecidedCheck {
    /// The natural result that counts: the sum of the dice before any modifier.
    pub natural: i16,
    /// The total of the roll.
    pub total: i16,
    /// The total minus the difficulty, or what corresponds to it in a roll under a target number; negative if it failed.
    pub margin: i16,
    /// The combatant that has won: the actor if its check succeeded, otherwise the target.
    pub winner: CombatantId,
}

impl DecidedCheck {
    /// Makes the check fail, whatever was rolled: the target has won.
    pub fn fail(&mut self, target: CombatantId) {
        (self.margin, self.winner) = (self.margin.min(-1), target);
    }
}

/// The saving throw of an object against an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectSave {
    /// The combatant whose action it is against.
    pub who: CombatantId,
    /// The object.
    pub thing: ThingRef,
    /// The natural result; `None` for an object that always fails.
    pub natural: Option<i16>,
    /// The bonus.
    pub bonus: Breakdown,
    /// The number to reach.
    pub difficulty: Breakdown,
    /// Whether it succeeds.
    pub saved: bool,
    /// The rule of the action, or that by which it always fails.
    pub rule: Rule,
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
