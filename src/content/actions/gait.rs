//! Gaits: the ways in which a combatant moves.

use serde::{Deserialize, Serialize};

/// The way in which a combatant moves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Gait {
    /// A walk.
    #[default]
    Walk,
    /// A run, faster than a walk.
    Run,
    /// A sprint, faster than a run.
    Sprint,
    /// The rest of the movement just made, where a movement takes an action.
    Onward,
    /// Slow movement without being noticed.
    Sneak,
    /// One cell along the ground.
    Crawl,
    /// A walk that may lead through enemies, which are pushed aside (TA-058).
    Barge,
    /// A jump straight ahead, as far as the roll allows.
    Leap,
    /// A climb up or down a steep side to an adjacent cell.
    Climb,
    /// Through deep water, and out of it.
    Swim,
    /// Through the air (TA-147).
    Fly(Pitch),
    /// Straight away from something solid, without weight (TA-157).
    PushOff(Pitch),
    /// Through gaps half as wide as the body (TA-259).
    Squeeze,
    /// Through soft earth (TA-171).
    Burrow,
}

impl Gait {
    /// Whether it is faster than walking: a run or a sprint.
    pub fn is_fast(self) -> bool {
        matches!(self, Gait::Run | Gait::Sprint)
    }
}

/// How a path through the air rises or falls.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pitch {
    /// At the same height; from the ground, one cell above it.
    #[default]
    Level,
    /// Upwards, as high as the movement allows.
    Rising,
    /// Down to the ground at the end.
    Diving,
    /// This many feet up, or down if negative.
    By(i16),
}
