//! The setup, seats and seed that a battle is opened with.

use std::path::PathBuf;
use std::sync::Arc;

use super::Seat;
use crate::battle::Side;
use crate::content::authored::Source;
use crate::control::Strength;
use crate::control::orders::StandingOrder;
use crate::replay::{Beginning, RecordedChoice};
use crate::resolution::Setup;

/// A battle that can be opened.
#[derive(Clone, Debug)]
pub struct BattleOpening {
    /// The state before the first fact.
    pub setup: Arc<Setup>,
    /// The file of its scenario.
    pub scenario: Source,
    /// Who answers for each side, by the side's index; the AI answers for sides beyond the end.
    pub seats: Vec<Seat>,
    /// The seed of its dice.
    pub seed: u64,
    /// Earlier answers, for a battle that continues.
    pub given: Vec<RecordedChoice>,
    /// Automatic answers from the start.
    pub habits: Vec<StandingOrder>,
    /// The file that every answer is written to before it takes effect.
    pub journal: Option<PathBuf>,
    /// Whether it continues from an earlier moment of the journalled battle (undo or load). Later answers are dropped.
    pub goes_back: bool,
}

impl BattleOpening {
    /// A battle from its beginning, without a journal.
    pub fn new(setup: Arc<Setup>, scenario: Source, seats: Vec<Seat>, seed: u64) -> BattleOpening {
        let (given, habits) = (Vec::new(), Vec::new());
        BattleOpening { setup, scenario, seats, seed, given, habits, journal: None, goes_back: false }
    }

    /// Who answers for a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Ai(Strength::Hard))
    }

    /// Whether a recorded battle was made from the same content.
    pub fn is_made_of(&self, recorded: &Beginning) -> bool {
        let own = self.beginning();
        (own.scenario, own.ruleset, own.content)
            == (recorded.scenario.clone(), recorded.ruleset.clone(), recorded.content.clone())
    }

    /// The beginning as a recording writes it.
    pub fn beginning(&self) -> Beginning {
        let sides = (0..self.setup.sides.len() as u8).map(Side);
        let seats = sides.map(|side| self.seat(side).word().to_owned()).collect();
        Beginning::new(&self.setup, &self.scenario, self.seed, 0, seats)
    }
}
