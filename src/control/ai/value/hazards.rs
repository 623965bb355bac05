//! The cost of hazardous ground to the acting combatant (PR-G61).

use super::harm::harm_value;
use crate::control::ai::model::{Situation, hazards as losses};
use crate::grid::{Cell, Footprint};
use crate::mechanics::hazards;

/// The cost of hazardous ground to the acting combatant.
pub struct HazardCost<'m, 'a> {
    situation: &'m Situation<'a>,
    /// The cost of entering it, or of beginning a turn there; 0 where there is none.
    once: i32,
}

impl<'m, 'a> HazardCost<'m, 'a> {
    pub fn of(situation: &'m Situation<'a>) -> HazardCost<'m, 'a> {
        let harm = i32::from(losses::harm(situation.game(), situation.actor));
        let once = if harm > 0 { harm_value(situation, situation.actor, harm * 100) } else { 0 };
        HazardCost { situation, once }
    }

    pub fn is_none(&self) -> bool {
        self.once == 0
    }

    /// The cost of beginning a turn at a place.
    pub fn at(&self, there: Footprint) -> i32 {
        let burns = !self.is_none() && hazards::hazard_in(self.situation.game(), there).is_some();
        if burns { self.once } else { 0 }
    }

    /// The cost of entering the cells of a path, at most the value of the acting combatant.
    pub fn along(&self, path: &[Cell]) -> i32 {
        let here = self.situation.here();
        let cost: i32 = path.iter().map(|cell| self.at(here.at(*cell))).sum();
        cost.min(self.situation.own().value)
    }
}
