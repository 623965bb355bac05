//! How often combatants are asked something other than what to do in their turn.

use serde::{Deserialize, Serialize};

use crate::resolution::Asks;

/// Numbers of questions, by kind. A player is asked all of them but those that standing orders answer.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptTotals {
    /// Whether to react.
    pub reactions: u64,
    /// How to act out of turn.
    pub interrupts: u64,
    /// Which of several options to choose, such as a defence.
    pub picks: u64,
    /// Which cell to choose, or which way to face.
    pub places: u64,
    /// How many of all these were answered by standing orders.
    pub ordered: u64,
}

impl PromptTotals {
    /// Counts a question, unless it is for a turn.
    pub fn count(&mut self, asks: &Asks, ordered: bool) {
        let kind = match asks {
            Asks::Act => return,
            Asks::React { .. } => &mut self.reactions,
            Asks::Interrupt { .. } => &mut self.interrupts,
            Asks::Pick { .. } => &mut self.picks,
            Asks::Cell { .. } | Asks::Face { .. } => &mut self.places,
        };
        *kind += 1;
        self.ordered += u64::from(ordered);
    }

    /// Adds other numbers.
    pub fn merge(&mut self, other: &PromptTotals) {
        add!(other to self: reactions, interrupts, picks, places, ordered);
    }

    /// All questions.
    pub fn all(&self) -> u64 {
        self.reactions + self.interrupts + self.picks + self.places
    }

    /// The number of a kind by its name.
    pub fn of(&self, kind: &str) -> u64 {
        self.by_kind().into_iter().find(|(name, _)| *name == kind).map_or(0, |(_, times)| times)
    }

    /// Each kind with its name and number, followed by those that standing orders answered.
    pub fn by_kind(&self) -> [(&'static str, u64); 5] {
        [
            ("reactions", self.reactions),
            ("interrupts", self.interrupts),
            ("choices", self.picks),
            ("cells and facings", self.places),
            ("answered by standing orders", self.ordered),
        ]
    }
}
