//! Frames of turns: the clock, activations, turn starts and commands.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::Breakdown;
use crate::resolution::act::Act;
use crate::resolution::event::DecidedCheck;
use crate::resolution::plan::ActionPlan;

/// The bottom frame: takes everything due, count by count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// An open offer to take delayed turns.
    pub opening: Option<Box<DelayedTurnOffer>>,
}

/// A turn has ended and delayed turns may be taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DelayedTurnOffer {
    /// The combatant whose turn has ended.
    pub after: CombatantId,
    /// Combatants asked already.
    pub asked: Vec<CombatantId>,
}

/// A few combatants.
pub type Group = SmallVec<[CombatantId; 4]>;

/// The turn of one or more actors.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    /// The combatants that act.
    pub actors: Group,
    /// Current stage.
    pub stage: ActivationStage,
    /// Combatants whose turns start with it, in order: the actors and their subordinates.
    pub starting: Group,
    /// The declared act of each actor.
    pub declared: SmallVec<[Option<Act>; 2]>,
    /// Free actions declared on this count, not carried out yet.
    pub free: Vec<(CombatantId, Act)>,
    /// The plans of the declared acts, until settled.
    pub plans: Vec<ActionPlan>,
    /// The results of the plans that have been settled, where others may react to them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<ActionResult>,
    /// Delays of the actors' next turns, beyond the time of their actions.
    pub delays: Vec<(CombatantId, Breakdown)>,
}

/// The result of an action: its actor, whether its check succeeded, and the decision of that check, if it rolled one.
pub type ActionResult = (CombatantId, bool, Option<DecidedCheck>);

/// Stage of an activation.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActivationStage {
    /// The turns begin.
    #[default]
    Begin,
    /// Index of the combatant whose turn starts.
    Start(usize),
    /// Index of the actor that declares.
    Declare(usize),
    /// All actors have declared; free actions are carried out.
    Free,
    /// Index of the actor whose action is announced; enemies may react.
    Announce(usize),
    /// Index of the actor whose action has been announced.
    Announced(usize),
    /// Index of the actor whose action is planned.
    Plan(usize),
    /// Index of the actor whose action has been planned.
    Planned(usize),
    /// All plans are settled together.
    Settle,
    /// The turns end.
    End,
    /// Index of the actor whose turn has started; others may react.
    Opened(usize),
    /// Index of the actor whose action has been resolved; others may react.
    Resolved(usize),
    /// Index of the actor whose turn is about to end; others may react.
    Closing(usize),
}

/// Start of a combatant's turn: bleeding, falling, drifting and conditions that deal damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnStart {
    /// The combatant whose turn starts.
    pub who: CombatantId,
    /// Current stage.
    pub stage: TurnStartStage,
}

impl TurnStart {
    /// The start of a combatant's turn.
    pub fn of(who: CombatantId) -> TurnStart {
        TurnStart { who, stage: TurnStartStage::Bleeding }
    }
}

/// Stage of the start of a turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnStartStage {
    /// The combatant bleeds.
    Bleeding,
    /// A falling combatant continues to fall.
    Falling,
    /// A current carries it.
    Drifting,
    /// Drifting without gravity: the next drifting combatant has this index or a higher one.
    Adrift(u16),
    /// Index of the condition among those that deal damage.
    Burning(usize),
}

/// The start or the end of a round.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundPhase {
    /// Whether the round ends; otherwise it starts.
    pub ends: bool,
    /// Index of the next step among those of the ruleset.
    pub step: usize,
}

/// A subordinate is commanded to act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commanding {
    /// The commanded combatant.
    pub who: CombatantId,
    /// Current stage.
    pub stage: CommandingStage,
}

/// Stage of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CommandingStage {
    /// The subordinate's turn starts now, unless it has already started in this round.
    Start,
    /// The subordinate gets its actions, and its reactions if its turn has just started.
    Budget {
        /// Whether its turn has just started.
        started: bool,
    },
}
