//! Frames of actions: planning, carrying out and choices.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, GearPiece};
use crate::content::{Name, Stat};
use crate::resolution::act::{Act, Occasion, Pick};
use crate::resolution::event::DecidedCheck;
use crate::resolution::frame::Frame;
use crate::resolution::plan::{ActionPlan, PlannedEffect};

/// One action from its start to its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acting {
    /// The acting combatant.
    pub actor: CombatantId,
    /// The act.
    pub act: Act,
    /// Occasion of the act.
    pub occasion: Occasion,
    /// Current stage.
    pub stage: ActingStage,
    /// The target's item that the action is about.
    pub item: Option<GearPiece>,
    /// The defence that the target named.
    pub defence: Option<Stat>,
    /// The plan, once rolled.
    pub plan: Option<Box<ActionPlan>>,
    /// The total of the roll that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<i16>,
    /// The defences that its targets have chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chosen: Vec<ChosenDefence>,
}

/// A target and the defence that it chose, if any.
pub type ChosenDefence = (CombatantId, Option<Name>);

impl Acting {
    /// An action at its first stage.
    pub fn new(actor: CombatantId, act: Act, occasion: Occasion) -> Acting {
        let (stage, chosen) = (ActingStage::Start, Vec::new());
        Acting { actor, act, occasion, stage, item: None, defence: None, plan: None, answers: None, chosen }
    }
}

/// Stage of an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActingStage {
    /// The action starts.
    Start,
    /// The actor is asked which of the target's items is meant.
    Item,
    /// The target is asked for its defence.
    Defend,
    /// Reactions before the roll.
    BeforeRoll,
    /// The check is rolled.
    Roll,
    /// Reactions after the roll.
    AfterRoll,
    /// The plan is handed to the parent frame.
    Finish,
    /// The actor is asked what takes the damage.
    Harm,
    /// Reactions that know the total of a roll.
    Answer,
    /// A critical hit is confirmed.
    Confirm,
    /// The attacker chooses an effect of a critical hit.
    Critical,
    /// The winner chooses an action.
    Winner,
    /// The damage of a stroke is rolled.
    Land,
}

/// One action carried out on its own: planned, then settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doing {
    /// The acting combatant.
    pub actor: CombatantId,
    /// The act.
    pub act: Act,
    /// Occasion of the act.
    pub occasion: Occasion,
    /// Current stage.
    pub stage: DoingStage,
    /// The total of the roll that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<i16>,
    /// Combatants whose reactions are declared and not begun, its actor included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub busy: Vec<CombatantId>,
}

impl Doing {
    /// An action at its first stage.
    pub fn new(actor: CombatantId, act: Act, occasion: Occasion) -> Box<Doing> {
        Box::new(Doing { actor, act, occasion, stage: DoingStage::Plan, answers: None, busy: Vec::new() })
    }
}

/// Stage of an action carried out on its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoingStage {
    /// The action is planned.
    Plan,
    /// The plan is settled.
    Settle,
    /// The plan has been settled.
    Settled {
        /// Whether its check succeeded.
        hit: bool,
        /// The decision of its check, if it has rolled one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        check: Option<DecidedCheck>,
    },
    /// The action is announced; it may be taken back.
    Announced,
}

/// A question about an effect, and what follows from the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deciding {
    /// The effect.
    pub effect: PlannedEffect,
    /// Number of questions asked.
    pub asked: u8,
    /// The first answer, where two questions are asked.
    pub first: Option<Pick>,
}

impl Deciding {
    /// A question about an effect, not asked yet.
    pub fn about(effect: PlannedEffect) -> Frame {
        Frame::Deciding(Box::new(Deciding { effect, asked: 0, first: None }))
    }
}
