//! A path that one roll, or what it passes through, decides as a whole.

use serde::{Deserialize, Serialize};

use super::event::Cause;
use crate::content::Rule;
use crate::grid::Footprint;

/// A place on the path of a body.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    /// The cells covered.
    pub at: Footprint,
    /// Feet above the ground.
    pub altitude: i16,
}

/// A path that one roll, or what it passes through, decides as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementCourse {
    /// The place after each step.
    pub stations: Vec<Station>,
    /// Whether the body moves by itself or sinks.
    pub cause: Cause,
    /// The rule cited.
    pub rule: Rule,
    /// What follows after the last step.
    pub then: Then,
}

/// What follows after a course.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    Nothing,
    /// The mover clings to the side it climbs.
    Clings,
    /// It falls the rest of the way, shortened by its leap (in feet).
    Falls {
        eased: i16,
    },
}
