//! What a combatant chooses to do, and how it answers what it is asked.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Facing, View, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Gait, Pitch};
use crate::grid::Cell;

/// What an action is aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Nothing beyond the actor.
    Own,
    Combatant(CombatantId),
    /// One who is hidden, in the space where it is thought to be.
    Guess {
        who: CombatantId,
        cell: Cell,
    },
    Cell(Cell),
    /// The cells to go through, the last being the destination; the actor's own cell is not in it.
    Path(Vec<Cell>),
    /// The same through the air, with the feet by which it rises, or sinks if below 0.
    Flight {
        path: Vec<Cell>,
        rises: i16,
    },
    Facing(Facing),
    Weapon(WeaponSlot),
}

/// A declared action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// Which action.
    pub action: Name,
    /// At whom or where.
    pub target: Target,
    /// With which weapon; `None` for actions that use none.
    pub weapon: Option<WeaponSlot>,
}

impl Act {
    /// An action on the actor itself.
    pub fn own(action: impl Into<Name>) -> Act {
        Act { action: action.into(), target: Target::Own, weapon: None }
    }

    /// An action on another combatant.
    pub fn at(action: impl Into<Name>, target: CombatantId, weapon: Option<WeaponSlot>) -> Act {
        Act { action: action.into(), target: Target::Combatant(target), weapon }
    }

    /// A movement.
    pub fn along(action: impl Into<Name>, path: Vec<Cell>) -> Act {
        Act { action: action.into(), target: Target::Path(path), weapon: None }
    }

    /// A flight that ends so many feet higher, or lower if below 0.
    pub fn flying(action: impl Into<Name>, path: Vec<Cell>, rises: i16) -> Act {
        Act { action: action.into(), target: Target::Flight { path, rises }, weapon: None }
    }

    /// The way of a movement at a gait, with the gait as it goes up or down; nothing of what is no movement.
    pub fn movement(&self, gait: Gait) -> Option<(Gait, &[Cell])> {
        match (&self.target, gait) {
            (Target::Path(path), gait) => Some((gait, path)),
            (Target::Flight { path, rises }, Gait::Fly(_)) => Some((Gait::Fly(Pitch::By(*rises)), path)),
            _ => None,
        }
    }

    /// An action on one who is hidden, in the space where it is thought to be.
    pub fn guessing(action: impl Into<Name>, who: CombatantId, cell: Cell) -> Act {
        Act { action: action.into(), target: Target::Guess { who, cell }, weapon: None }
    }

    /// The battle as the actor imagines it: one who is hidden stands where it is thought to be.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        match self.target {
            Target::Guess { who, cell } => view.with(who, cell.into()),
            _ => view,
        }
    }

    /// Whether it goes to a space where its target is not.
    pub fn goes_astray(&self, view: View<'_>) -> bool {
        match self.target {
            Target::Guess { who, cell } => !view.footprint(who).contains(view.shape(), cell),
            _ => false,
        }
    }

    /// The combatant it is aimed at.
    pub fn aimed_at(&self) -> Option<CombatantId> {
        match self.target {
            Target::Combatant(id) | Target::Guess { who: id, .. } => Some(id),
            _ => None,
        }
    }
}

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
    /// A thing in somebody's hand.
    Item(CombatantId, WeaponSlot),
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
    /// Which of the things in the target's hands is meant.
    WhichItem,
    /// What is harmed: the target, the thing that is meant, or nothing.
    HarmWhat,
    /// Whether to roll once more how fast the sprint is.
    SprintAgain,
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
