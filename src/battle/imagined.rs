//! The battle as an actor imagines it that aims at a hidden combatant.

use super::{Act, Target, View};

impl Target {
    /// The battle as the actor imagines it: a hidden target stands in the cell where it is suspected.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        match self {
            Target::Guess { who, cell } => view.with(*who, (*cell).into()),
            _ => view,
        }
    }
}

impl Act {
    /// The battle as the actor imagines it: a hidden target stands in the cell where it is suspected.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        self.aim().imagined(view)
    }

    /// Whether it is aimed at a cell that does not contain its target.
    pub fn goes_astray(&self, view: View<'_>) -> bool {
        match self.aim() {
            Target::Guess { who, cell } => !view.footprint(*who).contains(view.shape(), *cell),
            _ => false,
        }
    }
}
