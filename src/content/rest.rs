//! The length of a rest between two battles.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

const NIGHT: u16 = 8 * 60;
const DAY: u16 = 24 * 60;

/// A rest between two battles.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rest {
    /// This many minutes of the same day.
    Minutes(u16),
    /// Overnight: the next battle is on another day.
    Night,
    /// A full day of bed rest with its night.
    BedRest,
}

impl Rest {
    /// Its length in minutes.
    pub fn minutes(self) -> u16 {
        match self {
            Rest::Minutes(minutes) => minutes,
            Rest::Night => NIGHT,
            Rest::BedRest => DAY,
        }
    }

    /// Whether a new day begins at its end.
    pub fn ends_a_day(self) -> bool {
        !matches!(self, Rest::Minutes(_))
    }
}

impl fmt::Display for Rest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rest::Minutes(0) => out.write_str("no rest"),
            Rest::Minutes(1) => out.write_str("a minute of rest"),
            Rest::Minutes(minutes) => write!(out, "{minutes} minutes of rest"),
            Rest::Night => out.write_str("a night's rest"),
            Rest::BedRest => out.write_str("a day of bed rest"),
        }
    }
}

/// The error for a word that names no rest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no rest: say none, night, day, or minutes such as 30min (less than eight hours of them)")]
pub struct NoRest(String);

impl FromStr for Rest {
    type Err = NoRest;

    /// Parses `none`, `night`, `day` for a day of bed rest, or minutes such as `30min`.
    fn from_str(word: &str) -> Result<Rest, NoRest> {
        let minutes = || word.strip_suffix("min")?.parse().ok().filter(|minutes| *minutes < NIGHT);
        match word {
            "none" => Ok(Rest::Minutes(0)),
            "night" => Ok(Rest::Night),
            "day" => Ok(Rest::BedRest),
            _ => minutes().map(Rest::Minutes).ok_or_else(|| NoRest(word.to_owned())),
        }
    }
}
