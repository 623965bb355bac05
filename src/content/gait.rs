//! Ways of moving.

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
}
