//! Unfinished work as data: the frames of the resolution stack. A new frame is a struct here, a variant of [`Frame`], and a
//! function for its steps in [`procedure`](super::procedure).

mod action;
mod moment;
mod movement;
mod turn;
mod window;

use serde::{Deserialize, Serialize};

pub use self::action::{Acting, ActingStage, ChosenDefence, Deciding, Doing, DoingStage};
pub use self::moment::{FlankedBefore, Pools, Settle, SettleStage, Upkeep, UpkeepStage};
pub use self::movement::{
    Along, CourseEnd, Displace, Fall, FallStage, MovementBudget, MovementCourse, Pushed, Walk, WalkStage,
};
pub use self::turn::{
    Activation, ActivationStage, Clock, Commanding, CommandingStage, DelayedTurnOffer, Group, RoundPhase, TurnStart,
    TurnStartStage,
};
pub use self::window::{Amended, Window};
pub use super::act::Occasion;
pub use super::cause::{Station, WindowCause};
use super::event::DecidedCheck;
use super::plan::ActionPlan;
use crate::battle::View;
use crate::content::Refusal;

/// Result of a finished frame for its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// Nothing to report.
    Done,
    /// An action was planned.
    Planned(Box<ActionPlan>),
    /// An action was carried out.
    CarriedOut {
        /// Whether its check succeeded; `true` without a check.
        hit: bool,
        /// The decision of its check, if it has rolled one.
        check: Option<DecidedCheck>,
    },
    /// A movement ended.
    Moved {
        /// Number of cells entered.
        cells: u16,
    },
    /// A hold was released instead of kept.
    LetGo,
    /// A reaction window closed.
    Closed(Amended),
    /// The action or movement was not possible.
    Abandoned(Refusal),
}

/// Unfinished work. The stack of frames is the whole state of a resolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Frame {
    /// The bottom frame: takes everything due, count by count.
    Clock(Clock),
    /// Simultaneous turns.
    Activation(Box<Activation>),
    /// One action from its start to its plan.
    Acting(Box<Acting>),
    /// One action carried out on its own: planned, then settled.
    Doing(Box<Doing>),
    /// All plans of one moment taking effect together.
    Settle(Box<Settle>),
    /// A movement along a path.
    Walk(Box<Walk>),
    /// A forced movement.
    Displace(Box<Displace>),
    /// A question about an effect.
    Deciding(Box<Deciding>),
    /// A reaction window.
    Window(Box<Window>),
    /// The checks after a moment.
    Upkeep(Box<Upkeep>),
    /// The start of a turn.
    TurnStart(TurnStart),
    /// A fall.
    Fall(Fall),
    /// A subordinate is commanded to act.
    Commanding(Commanding),
    /// The start or the end of a round.
    Round(RoundPhase),
}

impl Frame {
    /// Tells a frame that contains a moment that the consequences of changes since these pools have happened.
    pub(super) fn catch_up(&mut self, before: &Pools, view: View<'_>) {
        match self {
            Frame::Settle(settle) => settle.before.catch_up(before, view),
            Frame::Upkeep(upkeep) => upkeep.before.catch_up(before, view),
            _ => {}
        }
    }
}
