use std::fmt;
use std::str::FromStr;

use crate::battle::Side;
use crate::control::{Charger, Controller, Strength, Tactician};

/// A way for the program to play a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// Plays as well as it can.
    #[default]
    Tactician,
    /// Thinks, and errs now and then.
    Normal,
    /// Thinks, and errs often.
    Easy,
    /// Walks to the nearest enemy and hits it: a yardstick.
    Charger,
}

impl Opponent {
    /// Every opponent.
    pub const ALL: [Opponent; 4] = [Opponent::Tactician, Opponent::Normal, Opponent::Easy, Opponent::Charger];

    /// The word for it on the command line and in recordings.
    pub fn word(self) -> &'static str {
        match self {
            Opponent::Tactician => "tactician",
            Opponent::Normal => "normal",
            Opponent::Easy => "easy",
            Opponent::Charger => "charger",
        }
    }

    /// A controller for a side; the seed is its own and never touches the dice.
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
        found.ok_or_else(|| "known: tactician (or hard), normal, easy, charger".to_owned())
    }
}
