//! Unfinished work as data: the frames of the resolution stack.

mod action;
mod moment;
mod movement;
mod turn;

use serde::{Deserialize, Serialize};

pub use self::action::{Acting, ActingStage, Deciding, Doing, DoingStage, Window};
pub use self::moment::{Pools, Settle, SettleStage, Upkeep, UpkeepStage};
pub use self::movement::{Displace, Fall, FallStage, Pushed, Walk, WalkStage};
pub use self::turn::{
    Activation, ActivationStage, Clock, Commanding, CommandingStage, DelayedTurnOffer, Group, TurnStart, TurnStartStage,
};
pub use super::occasion::Occasion;
use super::plan::Plan;
use crate::content::refusal::Refusal;

/// Result of a finished frame for its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// Nothing to report.
    Done,
    /// An action was planned: what it will do once settled.
    Planned(Box<Plan>),
    /// An action was carried out; whether its check succeeded.
    CarriedOut { hit: bool },
    /// A movement ended after this many cells.
    Moved { cells: u16 },
    /// A hold was released instead of kept.
    LetGo,
    /// A reaction window closed.
    Closed { taken_back: bool, stopped: bool },
    /// It was not possible.
    Abandoned(Refusal),
}

/// Unfinished work. The stack of frames is the whole state of a resolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Frame {
    Clock(Clock),
    Activation(Box<Activation>),
    Acting(Box<Acting>),
    Doing(Box<Doing>),
    Settle(Box<Settle>),
    Walk(Box<Walk>),
    Displace(Box<Displace>),
    Deciding(Box<Deciding>),
    Window(Box<Window>),
    Upkeep(Box<Upkeep>),
    TurnStart(TurnStart),
    Fall(Fall),
    Commanding(Commanding),
}
