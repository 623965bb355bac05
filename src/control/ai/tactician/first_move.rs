//! The first move of a turn of several actions.

use crate::control::ai::model::{Appraisal, Paths, Situation};
use crate::control::ai::options::attacks::AttackOption;
use crate::control::ai::options::positions::PositionCandidate;
use crate::grid::Cell;
use crate::resolution::Act;

/// A first move, and the value of the whole turn, compared with doing nothing.
pub type TurnOption = (FirstMove, i32);

pub enum FirstMove {
    /// An attack from here, and how often repeating it is the best use of the remaining actions.
    Attack(AttackOption, i32),
    /// Walking to a position to attack from it, with the estimated result of one attack.
    Approach(PositionCandidate, Appraisal),
    /// A charge, with the estimated result of the attack at its end.
    Charge(AttackOption),
    Retreat(Cell),
    Own(Act),
    Guard(Act),
}

impl FirstMove {
    pub fn cell(&self) -> Option<Cell> {
        match self {
            FirstMove::Approach(place, _) => Some(place.there.anchor),
            FirstMove::Retreat(cell) => Some(*cell),
            FirstMove::Attack(..) | FirstMove::Charge(_) | FirstMove::Own(_) | FirstMove::Guard(_) => None,
        }
    }

    pub fn act(&self, situation: &Situation<'_>, paths: &Paths) -> Act {
        match (self, self.cell(), &situation.catalogue.walk) {
            (FirstMove::Attack(attack, _) | FirstMove::Charge(attack), ..) => attack.act.clone(),
            (FirstMove::Own(act) | FirstMove::Guard(act), ..) => act.clone(),
            (_, Some(cell), Some(walk)) => Act::along(walk.id, paths.reachable.path_to(cell)),
            _ => situation.catalogue.waiting(),
        }
    }
}
