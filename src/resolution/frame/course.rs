//! A path that one roll, or what it passes through, decides as a whole.

use serde::{Deserialize, Serialize};

use crate::content::Rule;
use crate::grid::Footprint;
use crate::resolution::event::Cause;

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
    /// Consequence of the last step.
    pub then: CourseEnd,
}

/// Consequence of the last step of a course.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CourseEnd {
    /// No consequence.
    Nothing,
    /// The mover clings to the side it climbs.
    Clings,
    /// The mover falls the rest of the way.
    Falls {
        /// Feet that its leap takes off the fall.
        eased: i16,
    },
}
