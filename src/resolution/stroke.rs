//! Strokes: attacks of a plan that have been rolled and whose damage has not.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{Name, Rule};
use crate::resolution::event::DecidedCheck;
use crate::resolution::frame::Amended;
use crate::resolution::procedure::action::check::results::{CheckResults, DefenceResult};
use crate::resolution::procedure::action::check::terms::CheckTerms;

/// An attack on one target that has been rolled and whose damage has not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stroke {
    /// The target.
    pub target: CombatantId,
    /// The weapon that the act names for it.
    pub weapon: Option<WeaponSlot>,
    /// The terms of the roll.
    pub terms: CheckTerms,
    /// The results of the roll.
    pub results: CheckResults,
    /// The decision of the roll.
    pub check: Option<DecidedCheck>,
    /// The choices made since.
    pub choices: StrokeChoices,
    /// The changes by reactions since.
    pub amended: Amended,
}

/// The choices of attacker and target after the roll of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrokeChoices {
    /// The effect of a confirmed critical hit; the first one of the rule system if none is chosen.
    pub critical: Option<Name>,
    /// The rule by which the damage dice show their highest results.
    pub maximised: Option<Rule>,
    /// The action that follows.
    pub follows: Option<WinnersAction>,
}

/// The action that the winner of a check takes after the attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinnersAction {
    /// The winner.
    pub by: CombatantId,
    /// The target of the action: the loser, or the winner itself.
    pub on: CombatantId,
    /// The action.
    pub action: Name,
    /// The rule by which it may be taken.
    pub rule: Rule,
}

impl Stroke {
    /// Makes the attack a miss, whatever was rolled.
    pub fn miss(&mut self) {
        self.results.iter_mut().for_each(DefenceResult::miss);
        self.check.iter_mut().for_each(|check| check.fail(self.target));
    }
}
