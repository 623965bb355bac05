//! What is shown of a recorded battle: the stop, whether it plays, and the side whose view it is.

use std::sync::Arc;

use bevy::prelude::*;

use crate::battle::Side;
use crate::replay::{RecordedBattle, Stop, StopJump};

/// The replay that is shown. It exists while a recorded battle is watched.
#[derive(Resource, Clone, Debug)]
pub struct ReplayView {
    /// The recorded battle.
    pub battle: Arc<RecordedBattle>,
    /// The side whose view is shown; all that happens if `None`.
    pub viewer: Option<Side>,
    /// Whether it was opened from the result screen, to which it then returns.
    pub from_result: bool,
    at: usize,
    until: usize,
    playing: bool,
    seek: Option<usize>,
}

impl ReplayView {
    /// The view of a battle at its beginning, paused.
    pub fn new(battle: Arc<RecordedBattle>, from_result: bool) -> ReplayView {
        ReplayView { battle, viewer: None, from_result, at: 0, until: 0, playing: false, seek: Some(0) }
    }

    /// The index of the stop that is shown, or that the facts being shown lead to.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The stop that is shown, or that the facts being shown lead to.
    pub fn stop(&self) -> &Stop {
        self.battle.stop(self.at)
    }

    /// Whether it plays on by itself.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Plays or pauses. At its end it plays again from the beginning. The action under way is shown to its end.
    pub fn toggle(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.at == self.battle.end() {
            self.seek = Some(0);
        }
        self.until = if self.playing { self.battle.end() } else { self.at };
    }

    /// Jumps to another stop and pauses there. The next action is played; everything else is shown at once.
    pub fn jump(&mut self, jump: StopJump) {
        let from = self.at.max(if self.playing { 0 } else { self.until });
        let to = self.battle.jump(from, jump);
        self.go_to(if jump == StopJump::NextAction { from } else { to });
        self.until = to;
    }

    /// Shows a stop at once and pauses there.
    pub fn go_to(&mut self, stop: usize) {
        (self.playing, self.until) = (false, stop);
        self.seek = Some(stop);
    }

    /// The stop to show at once, if any. It counts as shown from then on.
    pub(super) fn take_seek(&mut self) -> Option<usize> {
        let to = self.seek.take()?;
        self.at = to;
        Some(to)
    }

    /// Whether a stop is to be shown at once.
    pub(super) fn seeks(&self) -> bool {
        self.seek.is_some()
    }

    /// Whether it has not yet arrived where it plays to.
    pub fn is_under_way(&self) -> bool {
        self.seeks() || self.at < self.until
    }

    /// The next stop to play to, if it is not yet where it plays to. It counts as shown from then on.
    pub(super) fn advance(&mut self) -> Option<usize> {
        if self.at >= self.until {
            return None;
        }
        self.at += 1;
        self.playing &= self.at < self.battle.end();
        Some(self.at)
    }
}
