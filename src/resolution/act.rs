//! What combatants choose to do, the questions they are asked and their answers.

use serde::{Deserialize, Serialize};

pub use crate::battle::{Act, Target};
use crate::battle::{Casting, CombatantId, Facing, GearPiece, WeaponSlot};
use crate::content::{Components, Fallen, Name};
use crate::grid::Cell;
use crate::resolution::cause::WindowCause;

/// Purpose of a question for a cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CellPurpose {
    /// Where actor and target move together.
    MoveTogether,
    /// Where the target slides.
    SlideTarget,
    /// Where the thrown target lands.
    Landing,
    /// The direction in which a target sharing the pusher's space is pushed.
    PushAway,
    /// Where a flung item lands.
    Fling,
    /// Where the target ends that is dragged behind the actor.
    Drag,
    /// Where the target ends that is moved around the actor.
    Reposition,
}

/// An option of a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pick {
    /// Yes.
    Yes,
    /// No.
    No,
    /// A defence against an attack.
    Defence(crate::content::stat::Stat),
    /// One of several options by its id: a follow-up action, a defence, an effect of a critical hit.
    Action(Name),
    /// An ally of the actor.
    Ally(CombatantId),
    /// The penalty applies to the target's attacks.
    TheirAttacks,
    /// The penalty applies to the target's defences.
    TheirDefence,
    /// The target itself.
    Target(CombatantId),
    /// An item of a combatant.
    Item(CombatantId, GearPiece),
    /// Take the item.
    Take,
    /// Fling the item away.
    Fling,
    /// A number of points.
    Points(i16),
    /// How a combatant clings to a mover.
    Cling {
        /// The cells that it moves along.
        along: u16,
        /// The cells by which the movement is shorter.
        shorter: u16,
    },
    /// A wound of a level, and the fate of a target that would fall unconscious by it.
    Wound {
        /// The level, from 1 for the lightest.
        level: u8,
        /// The fate.
        fallen: Fallen,
    },
}

/// Purpose of a question with options.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PickPurpose {
    /// Which defence meets the attack.
    Defence,
    /// Whether to enter a space that was just taken.
    EnterAnyway,
    /// Whether to keep a hold.
    KeepHold,
    /// Whether to break a hold as well.
    BreakHold,
    /// Whether to take the action that is offered.
    FollowUp(Name),
    /// For which ally the target is distracted.
    DistractFor,
    /// Which of the target's rolls take the penalty.
    DistractWhat,
    /// Whether to push one cell further.
    PushFurther,
    /// Whether to catch hold instead of falling.
    CatchHold,
    /// Whether to take the delayed turn now.
    ComeIn,
    /// Which of the target's items is meant.
    WhichItem,
    /// Whether the target, its item or nothing takes the damage.
    HarmWhat,
    /// How far to move along with a mover that is held, and how far to hold it back.
    Cling,
    /// How severe a wound of the target is, and its fate if it would fall unconscious.
    HowSevere,
    /// Whether to roll the sprint again.
    SprintAgain,
    /// Whether to take an item or fling it away.
    TakeOrFling,
    /// Whether to take an item out of the target's hand or let it fall.
    TakeIt,
    /// How many points of healing become hit points; the others remove fatigue.
    SplitHealing,
    /// Whether to follow a body that was pushed away.
    FollowPush,
    /// Which defence of the rule system meets the attack, if any.
    Defend {
        /// The attacker.
        from: CombatantId,
        /// The attack.
        action: Name,
        /// The weapon that the act names.
        weapon: Option<WeaponSlot>,
        /// The part of the body that it is aimed at, if any.
        part: Option<Name>,
        /// The energy of a spell.
        energy: Option<Components>,
    },
    /// Which effect a critical hit has.
    Critical {
        /// The target.
        on: CombatantId,
        /// The attack.
        action: Name,
        /// The weapon that the act names.
        weapon: Option<WeaponSlot>,
    },
    /// Whether to let an overrunning enemy pass.
    LetPass {
        /// The enemy.
        mover: CombatantId,
    },
    /// Which action the winner of a check takes, if any.
    Winner {
        /// The loser.
        on: CombatantId,
        /// The attack.
        action: Name,
    },
    /// Whether to destroy an item, or to leave it useless (PR-379).
    DestroyItem,
    /// Which action ends a charge (PR-G18).
    ChargeEnd {
        /// The target of the charge.
        on: CombatantId,
        /// The charge.
        action: Name,
    },
    /// The means that save a part of the body which would be lost, if any.
    SavePart {
        /// The part.
        part: Name,
    },
    /// Whether to destroy an object on the board, or to leave it useless (PR-379).
    DestroyObject,
}

impl PickPurpose {
    /// The attack against which this combatant is asked for a defence, and the attacker.
    pub fn attack_on(self, target: CombatantId) -> Option<(CombatantId, Act)> {
        let PickPurpose::Defend { from, action, weapon, part, energy } = self else { return None };
        let at = Target::Combatant(target);
        let target = match energy {
            Some(energy) => Target::Cast(Box::new(Casting { energy, at })),
            None => at,
        };
        Some((from, Act { action, target, weapon, part }))
    }
}

/// Occasion on which an action is carried out. Cost, reaction windows and legality depend on it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Occasion {
    /// The action of the actor's own turn.
    OwnTurn,
    /// At no cost, in the actor's own turn or offered by another action.
    Free,
    /// Out of turn, by a reaction.
    Reaction {
        /// The id of the reaction, or of the action that releases a readied one.
        reaction: Name,
        /// The combatant that caused it.
        to: CombatantId,
    },
    /// The end of work that took time.
    Completion,
    /// Part of another action and after it. Its own time starts then.
    FollowUp,
}

/// A question to a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant documents its fields")]
pub enum Asks {
    /// To take its turn.
    Act,
    /// To choose one of these cells.
    Cell { purpose: CellPurpose, cells: Vec<Cell> },
    /// To pick one of these options.
    Pick { purpose: PickPurpose, options: Vec<Pick> },
    /// To take one of these reactions (ids) to the combatant that caused them, or to pass.
    React { to: CombatantId, options: Vec<Name>, cause: Box<WindowCause> },
    /// To choose one of these facings.
    Face { options: Vec<Facing> },
    /// To act out of turn by this reaction to the combatant that caused it, or to pass.
    Interrupt { reaction: Name, to: CombatantId, cause: Box<WindowCause> },
}

impl Asks {
    /// The occasion of the act that is asked for; `None` if something else is.
    pub fn occasion(&self) -> Option<Occasion> {
        match self {
            Asks::Act => Some(Occasion::OwnTurn),
            Asks::Interrupt { reaction, to, .. } => Some(Occasion::Reaction { reaction: *reaction, to: *to }),
            _ => None,
        }
    }

    /// The words a player reads after "that does not answer".
    pub fn words(&self) -> &'static str {
        match self {
            Asks::Act | Asks::Interrupt { .. } => "what to do",
            Asks::Cell { .. } => "which cell to choose",
            Asks::Pick { .. } => "what to pick",
            Asks::React { .. } => "how to react",
            Asks::Face { .. } => "which way to face",
        }
    }

    /// Whether it may be answered with a pass, which an answer that is missing stands for.
    pub fn may_pass(&self) -> bool {
        matches!(self, Asks::React { .. } | Asks::Interrupt { .. })
    }
}

/// A question to a combatant's controller. The battle waits for the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prompt {
    /// The combatant asked.
    pub who: CombatantId,
    /// The question.
    pub asks: Asks,
}

/// The answer to a prompt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// An act declared.
    Act(Act),
    /// A cell chosen.
    Cell(Cell),
    /// An option picked.
    Pick(Pick),
    /// A reaction taken, by its id.
    React(Name),
    /// A facing chosen.
    Face(Facing),
    /// A reaction declined.
    Pass,
    /// The side of the combatant gives the battle up, which any question can be answered with.
    Surrender,
}
