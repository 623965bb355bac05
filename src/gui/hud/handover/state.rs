//! Which player of a hot-seat battle is at the window.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::Side;

/// The stage between the turns of two players at one window.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum HandoverStage {
    /// The player who is asked is at the window.
    #[default]
    Playing,
    /// The window passes to this side; the board is hidden.
    Passing(Side),
    /// This side reads what happened since its last turn.
    Telling(Side),
}

/// The hot-seat state of a battle in which several sides share the window.
#[derive(Resource, Default, Debug)]
pub struct Handover {
    /// The side at the window.
    pub(super) holder: Option<Side>,
    pub(super) stage: HandoverStage,
    /// Seconds since the stage began.
    pub(super) age: f32,
    /// Number of log lines when each side last took its turn.
    pub(super) seen: BTreeMap<Side, usize>,
}

impl Handover {
    /// The current stage.
    pub fn stage(&self) -> HandoverStage {
        self.stage
    }

    /// The side at the window, or `None` before the first question.
    pub fn holder(&self) -> Option<Side> {
        self.holder
    }

    /// Whether a screen lies in front of the battle.
    pub fn is_up(&self) -> bool {
        self.stage != HandoverStage::Playing
    }

    /// Moves on to another stage.
    pub(super) fn enter(&mut self, stage: HandoverStage) {
        (self.stage, self.age) = (stage, 0.0);
    }
}

/// Resets the state for a new battle.
pub fn reset(mut handover: ResMut<Handover>) {
    *handover = Handover::default();
}

/// Run condition: the board is hidden.
pub fn hides(handover: Res<Handover>) -> bool {
    matches!(handover.stage, HandoverStage::Passing(_))
}

/// Run condition: a hot-seat screen lies in front of the battle and its windows.
pub fn covers(handover: Res<Handover>) -> bool {
    handover.is_up()
}
