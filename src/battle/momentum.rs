use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::content::action::Gait;

/// What a mover's next step depends on: the memory of one unbroken movement.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Momentum {
    /// Counts of this movement so far; 0 before it begins. The next count is this one more.
    pub counts: u16,
    /// Cells of movement kept from earlier counts of this movement.
    pub unspent: u16,
    /// How fast it goes.
    #[reflect(ignore)]
    pub gait: Gait,
    /// Counts at this gait so far.
    pub gait_counts: u16,
    /// Direction of the last step.
    pub heading: Option<u8>,
    /// On hexes, the other direction of a zigzag that counts as straight.
    pub weave: Option<u8>,
    /// Cells moved straight in that direction.
    pub straight: u16,
    /// Counts walked in one direction without a turn.
    pub straight_counts: u16,
    /// Counts since the last turn while running; 0 if there was none.
    pub since_turn: u16,
    /// Exertion checks made in this run.
    pub checks: u8,
    /// Those of them made for sprinting.
    pub sprint_checks: u8,
    /// Those of them that failed.
    pub failures: u8,
    /// Counts since the last exertion check; of one who has just begun to run the largest number there is.
    pub since_check: u16,
    /// Feet a sprint adds to the base rate.
    pub sprint_feet: u16,
}
