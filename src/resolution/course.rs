//! Where a movement leads that one roll, or what it goes through, decides as a whole.

use serde::{Deserialize, Serialize};

use super::event::Cause;
use crate::content::Rule;
use crate::grid::Footprint;

/// A place on the way of a body.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    pub at: Footprint,
    /// Feet above the ground there.
    pub altitude: i16,
}

/// Where a movement leads that one roll, or what it goes through, decides as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Where each of its steps leads.
    pub stations: Vec<Station>,
    /// Whether it moves by itself, or sinks.
    pub cause: Cause,
    pub rule: Rule,
    /// What follows once all its steps are taken.
    pub then: Then,
}

/// What follows a movement whose course was worked out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    Nothing,
    /// The mover holds on to the side that it climbs.
    Clings,
    /// It falls the rest of the way; its leap takes so many feet off the fall.
    Falls {
        eased: i16,
    },
}
