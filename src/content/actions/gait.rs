//! The ways in which combatants move.

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
    /// The rest of the movement just made, in rule systems where a movement takes an action.
    Onward,
    /// Slow movement without being noticed.
    Sneak,
    /// One cell along the ground.
    Crawl,
    /// A walk that may lead through enemies, which are pushed aside (TA-058).
    Barge,
    /// A jump straight ahead, as far as its roll allows.
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
    /// A jump into the next cell, up to it or over what bars the way, as high as its roll allows (HD-201).
    HighJump,
    /// One cell of even ground, with more care than a walk (PR-168).
    Step,
    /// Straight ahead over even ground, this many times as far as a walk: a charge or a run (PR-G18, PR-G40).
    Straight(u16),
    /// The rest of the movement just made, straight on through the space of an enemy: an overrun in a charge (PR-350, PR-G18).
    OnwardThrough,
    /// A walk at half the rate that may lead through the spaces of enemies, past each by a check (PR-G15).
    Tumble,
}

impl Gait {
    /// Whether it is faster than walking: a run or a sprint.
    pub fn is_fast(self) -> bool {
        matches!(self, Gait::Run | Gait::Sprint)
    }

    /// Whether it may lead through the spaces of enemies that let it pass, or past which a check leads.
    pub fn overruns(self) -> bool {
        matches!(self, Gait::Barge | Gait::OnwardThrough | Gait::Tumble)
    }
}

content! {
    /// How a path through the air rises or falls.
    pub enum Pitch: Copy + Default + PartialOrd + Ord + Hash {
        /// At the same height; from the ground, one cell above it.
        #[default]
        Level,
        /// Upwards, as high as the movement allows.
        Rising,
        /// Down to the ground at the end.
        Diving,
        /// This far up, or down if negative, in the board's unit.
        By(i16),
    }
}
