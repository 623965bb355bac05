//! Whether something on the screen is moving.

use bevy::prelude::*;

/// Whether something moved in this frame, so that the next frame follows at once.
#[derive(Resource, Default, Debug)]
pub struct Animating {
    pub(super) moves: bool,
    /// Frames left whose measured time may include an idle period: Bevy measures a frame from the previous drawn one.
    pub(super) rested: u8,
}

/// Frames after an idle period until measured times are right again, and the longest time each may show, in seconds.
pub(super) const WAKING: (u8, f32) = (3, 0.033);

impl Animating {
    /// Records that something is moving.
    pub fn note(&mut self) {
        self.moves = true;
    }

    /// Seconds since the last frame for anything that moves. Idle periods, in which nothing was drawn, do not count.
    pub fn passed(&self, time: &Time) -> f32 {
        let seconds = time.delta_secs();
        if self.rested > 0 { seconds.min(WAKING.1) } else { seconds }
    }
}
