use std::fmt;
use std::str::FromStr;

use crate::battle::Side;
use crate::content::words;
use crate::control::{Charger, Controller, Strength, Tactician};

/// A computer opponent. Its word is its name on the command line and in recordings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// The strongest opponent.
    #[default]
    Tactician,
    /// The tactician with occasional mistakes.
    Normal,
    /// The tactician with frequent mistakes.
    Easy,
    /// Runs to the nearest enemy and attacks; a baseline for comparison.
    Charger,
}

impl Opponent {
    words! { Tactician => "tactician", Normal => "normal", Easy => "easy", Charger => "charger" }

    /// A controller for a side; the seed is its own and does not affect the dice.
    pub fn controller(self, side: Side, seed: u64) -> Box<dyn Controller + Send> {
        match self {
            Opponent::Tactician => Box::new(Tactician::new(side, seed, Strength::Hard)),
            Opponent::Normal => Box::new(Tactician::new(side, seed, Strength::Normal)),
            Opponent::Easy => Box::new(Tactician::new(side, seed, Strength::Easy)),
            Opponent::Charger => Box::new(Charger::default()),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(word: &str) -> Result<Opponent, String> {
        if word == "hard" {
            return Ok(Opponent::Tactician);
        }
        let found = Opponent::ALL.into_iter().find(|opponent| opponent.word() == word);
        found.ok_or_else(|| "expected tactician (or hard), normal, easy or charger".to_owned())
    }
}
