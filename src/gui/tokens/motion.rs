//! How a token gets to where it rests, and the gestures it makes on the way.

use std::f32::consts::{PI, TAU};

use bevy::prelude::*;

use super::TOKEN;
use super::arrange::TokenPlace;
use crate::gui::Animating;
use crate::gui::board::CELL;
use crate::gui::playback::{Playback, STEP_SECONDS};

/// Something a token does without leaving its place.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Gesture {
    /// Springs this far and back.
    Lunge(Vec2),
    /// Trembles.
    Shake,
}

/// A token on its way.
#[derive(Component, Clone, Debug, Default)]
pub struct Motion {
    from: Vec2,
    to: Vec2,
    age: f32,
    length: f32,
    size: f32,
    placed: bool,
    gesture: Option<(Gesture, f32)>,
}

impl Motion {
    /// Begins a gesture.
    pub fn gesture(&mut self, gesture: Gesture) {
        self.gesture = Some((gesture, 0.0));
    }

    /// Whether it is still.
    pub fn is_still(&self) -> bool {
        self.age >= self.length && self.gesture.is_none()
    }

    fn head_for(&mut self, to: Vec2, here: Vec2) {
        let seconds = (here.distance(to) / CELL * STEP_SECONDS).clamp(STEP_SECONDS * 0.6, 0.5);
        (self.from, self.to, self.age, self.length) = (here, to, 0.0, seconds);
    }

    fn advance(&mut self, seconds: Option<f32>) -> Vec2 {
        let Some(seconds) = seconds else {
            (self.age, self.gesture) = (self.length, None);
            return self.to;
        };
        self.age = (self.age + seconds).min(self.length);
        let share = if self.length > 0.0 { self.age / self.length } else { 1.0 };
        self.from.lerp(self.to, share) + self.swing(seconds)
    }

    fn swing(&mut self, seconds: f32) -> Vec2 {
        let Some((gesture, age)) = &mut self.gesture else { return Vec2::ZERO };
        *age += seconds;
        let (length, offset) = match gesture {
            Gesture::Lunge(way) => (0.34, *way * (*age / 0.34 * PI).sin().max(0.0)),
            Gesture::Shake => {
                let fading = (1.0 - *age / 0.4).max(0.0);
                (0.4, Vec2::new((*age / 0.1 * TAU).sin() * 4.5 * fading, 0.0))
            }
        };
        if *age >= length {
            self.gesture = None;
            return Vec2::ZERO;
        }
        offset
    }
}

/// Moves all tokens.
pub fn glide(
    time: Res<Time>,
    playback: Res<Playback>,
    mut animating: ResMut<Animating>,
    mut tokens: Query<(&TokenPlace, &mut Motion, &mut Transform)>,
) {
    let seconds = playback.pace().filter(|_| !playback.still).map(|pace| animating.passed(&time) * pace);
    for (rest, mut motion, mut transform) in &mut tokens {
        if !motion.placed {
            *motion = Motion { from: rest.at, to: rest.at, placed: true, size: rest.size, ..default() };
        } else if motion.to != rest.at {
            motion.head_for(rest.at, transform.translation.truncate());
        }
        let shown = motion.advance(seconds).extend(rest.layer);
        let swelling = rest.size - motion.size;
        motion.size += swelling * seconds.map_or(1.0, |seconds| (seconds * 12.0).min(1.0));
        let scale = Vec3::splat(motion.size / TOKEN).with_z(1.0);
        if transform.translation != shown || transform.scale != scale {
            (transform.translation, transform.scale) = (shown, scale);
        }
        if !motion.is_still() || swelling.abs() > 0.5 {
            animating.note();
        }
    }
}
