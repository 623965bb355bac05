//! What a combatant chooses to do, and how it answers what it is asked.

use serde::{Deserialize, Serialize};

pub use crate::battle::{Act, Target};
use crate::battle::{CombatantId, Facing, GearPiece};
use crate::content::Name;
use crate::grid::Cell;

/// What a question about a cell is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellPurpose {
    /// Where two wrestlers move together.
    MoveTogether,
    /// Where the target alone slides.
    SlideTarget,
    /// Where the thrown target lands.
    Landing,
    /// Which way one who shares the pusher's space is pushed out of it.
    PushAway,
    /// Where a thing that is flung away comes to lie.
    Fling,
}

/// One of several things that may be picked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    Yes,
    No,
    /// A defence to meet an attack with.
    Defence(crate::content::stat::Stat),
    /// An action that may follow.
    Action(Name),
    /// An ally of the actor.
    Ally(CombatantId),
    /// Which of the target's rolls suffer.
    TheirAttacks,
    TheirDefence,
    /// The target itself.
    Target(CombatantId),
    /// A thing of somebody's.
    Item(CombatantId, GearPiece),
    /// To take a thing, or to fling it away.
    Take,
    Fling,
    /// So many points.
    Points(i16),
}

/// What a question about a pick is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PickPurpose {
    /// Which defence meets the attack.
    Defence,
    /// Whether to press on into a space that has just been taken.
    EnterAnyway,
    /// Whether to keep a hold.
    KeepHold,
    /// Whether to break a hold as well.
    BreakHold,
    /// Whether to take the action that is offered.
    FollowUp(Name),
    /// For which ally the target is distracted.
    DistractFor,
    /// Which of the target's rolls suffer.
    DistractWhat,
    /// How far to push.
    PushFurther,
    /// Whether to catch hold of something in place of falling.
    CatchHold,
    /// Whether to take the turn that was put off now.
    ComeIn,
    /// Which of the target's things is meant.
    WhichItem,
    /// What is harmed: the target, the thing that is meant, or nothing.
    HarmWhat,
    /// Whether to roll once more how fast the sprint is.
    SprintAgain,
    /// Whether to take a thing or to fling it away.
    TakeOrFling,
    /// Whether to take a thing out of the target's hand, or to let it fall.
    TakeIt,
    /// How many points of healing become hit points; the others take fatigue away.
    SplitHealing,
}

/// What somebody is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asks {
    /// To take its turn.
    Act,
    /// To choose a cell.
    Cell { purpose: CellPurpose, cells: Vec<Cell> },
    /// To pick one thing.
    Pick { purpose: PickPurpose, options: Vec<Pick> },
    /// To take a reaction or pass.
    React { to: CombatantId, options: Vec<Name> },
    /// To keep a facing or none.
    Face { options: Vec<Facing> },
}

/// A question to the controller of a combatant. The battle waits for the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// Who is asked.
    pub who: CombatantId,
    /// What is asked.
    pub asks: Asks,
}

/// The answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Act(Act),
    Cell(Cell),
    Pick(Pick),
    React(Name),
    Face(Facing),
    /// Nothing: a reaction declined.
    Pass,
}
