//! The possible first moves of a turn of several actions.

use crate::control::ai::model::{Paths, Situation};
use crate::control::ai::options::attacks::AttackOption;
use crate::control::ai::options::positions::AttackPosition;
use crate::grid::Cell;
use crate::resolution::Act;

/// An evaluated first move of a turn.
pub struct TurnOption {
    /// The first move.
    pub first: FirstMove,
    /// The value of the whole turn, compared with doing nothing.
    pub score: i32,
    /// How often repeating the same attack is the best use of the remaining actions.
    pub repeats: i32,
}

impl TurnOption {
    /// A first move that is not repeated.
    pub fn new(first: FirstMove, score: i32) -> TurnOption {
        TurnOption { first, score, repeats: 0 }
    }
}

/// The first move of a turn.
pub enum FirstMove {
    /// An attack from here.
    Attack(AttackOption),
    /// Walking to a position to attack from it.
    Approach(AttackPosition),
    /// Retreating to a cell.
    Retreat(Cell),
    /// An act that affects the actor or its side.
    Own(Act),
    /// Guarding against the next attack.
    Guard(Act),
}

impl FirstMove {
    /// The cell to walk to, if the move is a walk.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            FirstMove::Approach(position) => Some(position.cell),
            FirstMove::Retreat(cell) => Some(*cell),
            FirstMove::Attack(_) | FirstMove::Own(_) | FirstMove::Guard(_) => None,
        }
    }

    /// The act of the move; for a walk, along the whole path.
    pub fn act(&self, situation: &Situation<'_>, paths: &Paths) -> Act {
        match (self, self.cell(), &situation.catalogue.walk) {
            (FirstMove::Attack(attack), ..) => attack.act.clone(),
            (FirstMove::Own(act) | FirstMove::Guard(act), ..) => act.clone(),
            (_, Some(cell), Some(walk)) => Act::along(walk.id, paths.reachable.path_to(cell)),
            _ => situation.catalogue.wait.as_ref().map_or_else(|| Act::own(""), |wait| Act::own(wait.id)),
        }
    }
}
