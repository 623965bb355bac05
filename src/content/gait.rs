//! Gaits: the ways in which somebody moves.

use serde::{Deserialize, Serialize};

/// In which way somebody moves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Gait {
    #[default]
    Walk,
    Run,
    Sprint,
    /// What is left of the movement just made, where a movement takes an action.
    Onward,
    /// Slowly, so as not to be noticed.
    Sneak,
    /// One cell along the ground.
    Crawl,
    /// A walk whose way may lead through enemies, who are pushed aside (TA-058).
    Barge,
    /// Straight on through the air, as far as a roll allows.
    Leap,
    /// Up or down a steep side to the cell beside it.
    Climb,
    /// Through deep water, and out of it.
    Swim,
    /// Through the air (TA-147).
    Fly(Pitch),
    /// Off something, where nothing has weight, and straight on (TA-157).
    PushOff(Pitch),
    /// Through gaps half as wide as the body (TA-259).
    Squeeze,
    /// Through soft earth (TA-171).
    Burrow,
}

/// How a way through open space rises or falls.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pitch {
    /// At one height; from the ground, one cell above it.
    #[default]
    Level,
    /// As high as the movement carries.
    Rising,
    /// Down to the ground at its end.
    Diving,
    /// By so many feet up, or down if below 0.
    By(i16),
}
