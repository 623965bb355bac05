//! Who answers for a side.

use super::thinking::AiSeat;
use crate::battle::Side;
use crate::control::{Controller, Strength, Tactician};

/// Who answers for a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person at this window. Several human seats share it.
    #[default]
    Human,
    /// The AI, at this strength.
    Ai(Strength),
}

impl Seat {
    /// All kinds of seats.
    pub const ALL: [Seat; 4] =
        [Seat::Human, Seat::Ai(Strength::Easy), Seat::Ai(Strength::Normal), Seat::Ai(Strength::Hard)];

    /// The word for it in recordings and on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Seat::Human => "human",
            Seat::Ai(Strength::Easy) => "easy",
            Seat::Ai(Strength::Normal) => "normal",
            Seat::Ai(Strength::Hard) => "tactician",
        }
    }

    /// The display name.
    pub fn title(self) -> &'static str {
        match self {
            Seat::Human => "Human",
            Seat::Ai(Strength::Easy) => "AI, easy",
            Seat::Ai(Strength::Normal) => "AI, normal",
            Seat::Ai(Strength::Hard) => "AI, hard",
        }
    }

    /// The seat that a recording names; unknown words mean the AI.
    pub fn named(word: &str) -> Seat {
        Seat::ALL.into_iter().find(|seat| seat.word() == word).unwrap_or(Seat::Ai(Strength::Hard))
    }

    /// The AI controller of this seat, with its own seed that never touches the dice; `None` for a person.
    pub(super) fn controller(self, side: Side, seed: u64) -> Option<AiSeat> {
        let Seat::Ai(strength) = self else { return None };
        let mut tactician = Tactician::new(side, seed, strength);
        tactician.explain(true);
        Some(AiSeat::new(Box::new(tactician)))
    }
}
