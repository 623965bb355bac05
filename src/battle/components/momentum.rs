//! State of an ongoing movement.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::content::action::Gait;

/// State of one uninterrupted movement, from count to count. Determines which steps are possible next.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Momentum {
    /// Counts spent in this movement; 0 before it begins.
    pub counts: u16,
    /// Cells of movement carried over from earlier counts.
    pub unspent: u16,
    /// Current gait.
    #[reflect(ignore)]
    pub gait: Gait,
    /// Counts spent at this gait.
    pub gait_counts: u16,
    /// Direction number of the last step.
    pub heading: Option<u8>,
    /// On hexagons: second direction of a zigzag that counts as a straight line.
    pub weave: Option<u8>,
    /// Cells moved in a straight line.
    pub straight: u16,
    /// Counts moved in a straight line.
    pub straight_counts: u16,
    /// Counts since the last turn while running; 0 if there was none.
    pub since_turn: u16,
    /// Exertion checks made in this run.
    pub checks: u8,
    /// How many of the checks were for sprinting.
    pub sprint_checks: u8,
    /// How many of the checks failed.
    pub failures: u8,
    /// Counts since the last exertion check; `u16::MAX` at the start of a run.
    pub since_check: u16,
    /// Feet added to the base rate by a sprint.
    pub sprint_feet: u16,
}
