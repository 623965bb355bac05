//! Frames of actions: planning, carrying out, choices and reaction windows.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, GearPiece};
use crate::content::{Name, Stat, Trigger};
use crate::resolution::act::{Act, Pick};
use crate::resolution::frame::Frame;
use crate::resolution::frame::movement::Station;
use crate::resolution::plan::{ActionPlan, PlannedEffect};

/// Occasion on which an action is carried out. Cost, reaction windows and legality depend on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The action of the actor's own turn.
    OwnTurn,
    /// At no cost, in the actor's own turn or offered by another action.
    Free,
    /// A reaction to this trigger.
    Reaction(Trigger),
    /// The end of work that took time.
    Completion,
    /// Part of another action and after it. Its own time starts then.
    FollowUp,
}

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
}

impl Doing {
    /// An action at its first stage.
    pub fn new(actor: CombatantId, act: Act, occasion: Occasion) -> Box<Doing> {
        Box::new(Doing { actor, act, occasion, stage: DoingStage::Plan, answers: None })
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
    },
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

/// A reaction window: one after the other, enemies of the combatant that triggered it may react.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// The trigger.
    pub trigger: Trigger,
    /// The combatant that triggered it.
    pub by: CombatantId,
    /// The only combatant that may react, if restricted.
    pub only: Option<CombatantId>,
    /// The action that triggered it, if any.
    pub action: Option<Name>,
    /// Where the mover was before the step that triggered it.
    pub from: Option<Station>,
    /// Cells that the mover has moved in a straight line.
    pub straight: u16,
    /// The readied action that was released.
    pub released: Option<Act>,
    /// Combatants that have answered.
    pub answered: Vec<CombatantId>,
    /// The combatant being asked.
    pub asking: Option<CombatantId>,
    /// The reaction being carried out, by its id.
    pub taking: Option<Name>,
    /// Whether the triggering action was taken back.
    pub taken_back: bool,
    /// Whether the trigger was stopped.
    pub stopped: bool,
    /// The total of the roll that reactions may answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<i16>,
}

impl Window {
    /// A window for a trigger caused by a combatant.
    pub fn on(trigger: Trigger, by: CombatantId) -> Window {
        Window {
            trigger,
            by,
            only: None,
            action: None,
            from: None,
            straight: 0,
            released: None,
            answered: Vec::new(),
            asking: None,
            taking: None,
            taken_back: false,
            stopped: false,
            total: None,
        }
    }
}
