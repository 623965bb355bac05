//! Missiles on their way from an attacker to its target, or past it.

use std::f32::consts::TAU;

use bevy::prelude::*;

use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::cues::Missile;
use crate::gui::theme;

/// Cells that a missile flies in a second, and the least and most seconds of a flight.
const SPEED: f32 = 18.0;
const SHORTEST: f32 = 0.16;
const LONGEST: f32 = 0.4;

/// How far a missile flies past a target that it misses.
const BEYOND: f32 = CELL * 1.2;
const ASIDE: f32 = CELL * 0.3;

/// A missile in the air.
#[derive(Clone, Debug)]
pub struct Flight {
    missile: Missile,
    from: Vec2,
    to: Vec2,
    lands: bool,
    age: f32,
    /// Seconds until it arrives.
    pub seconds: f32,
}

impl Flight {
    pub fn new(missile: Missile, from: Vec2, target: Vec2, lands: bool) -> Flight {
        let way = (target - from).normalize_or(Vec2::Y);
        let to = if lands { target } else { target + way * BEYOND + way.perp() * ASIDE };
        let seconds = (from.distance(to) / CELL / SPEED).clamp(SHORTEST, LONGEST);
        Flight { missile, from: from + way * CELL * 0.3, to, lands, age: 0.0, seconds }
    }

    /// Lets time pass. Returns whether it still flies.
    pub fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < self.seconds
    }

    fn share(&self) -> f32 {
        (self.age / self.seconds).clamp(0.0, 1.0)
    }

    /// Where it is.
    pub fn at(&self) -> Vec2 {
        let arc = if self.missile == Missile::Spell { 0.0 } else { self.from.distance(self.to) * 0.06 };
        let share = self.share();
        self.from.lerp(self.to, share) + Vec2::new(0.0, 4.0 * arc * share * (1.0 - share))
    }

    pub fn draw(&self, canvas: &mut Canvas) {
        let (at, way) = (self.at(), (self.to - self.from).normalize_or(Vec2::Y));
        let fading = if self.lands { 1.0 } else { (2.0 * (1.0 - self.share())).min(1.0) };
        let (ink, pale) = (theme::INK.with_alpha(fading), theme::IVORY.with_alpha(fading));
        match self.missile {
            Missile::Arrow => {
                canvas.line(at - way * 30.0, at, 5.5, ink);
                canvas.line(at - way * 29.0, at, 2.6, pale);
                canvas.arrow_head(at + way * 8.0, way, 14.0, ink);
                canvas.arrow_head(at + way * 5.0, way, 9.0, pale);
                canvas.cross(at - way * 28.0, 4.0, 2.4, pale);
            }
            Missile::Stone => {
                canvas.line(at - way * 22.0, at, 2.0, pale.with_alpha(0.5 * fading));
                canvas.disc(at, 6.5, ink);
                canvas.disc(at, 4.5, pale);
            }
            Missile::Thrown => {
                let turned = Vec2::from_angle(self.share() * TAU * 2.0) * 15.0;
                canvas.line(at - turned, at + turned, 8.0, ink);
                canvas.line(at - turned * 0.9, at + turned * 0.9, 4.0, pale);
                canvas.disc(at - turned * 0.5, 5.0, ink);
            }
            Missile::Spell => {
                for step in (1..=6_u8).rev() {
                    let (back, share) = (f32::from(step) * 9.0, f32::from(7 - step) / 7.0);
                    canvas.disc(at - way * back, 8.0 * share, theme::SPELL.with_alpha(0.45 * share * fading));
                }
                canvas.disc(at, 12.0, theme::SPELL.with_alpha(0.5 * fading));
                canvas.disc(at, 6.5, Color::WHITE.with_alpha(fading));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missile_arrives_at_its_target_or_passes_it() {
        let (from, target) = (Vec2::ZERO, Vec2::new(5.0 * CELL, 0.0));
        for missile in [Missile::Arrow, Missile::Stone, Missile::Thrown, Missile::Spell] {
            let mut hit = Flight::new(missile, from, target, true);
            assert!(hit.at().distance(from) < CELL && hit.advance(hit.seconds / 2.0));
            assert!(!hit.advance(hit.seconds));
            assert!(hit.at().distance(target) < 1.0, "{missile:?} {}", hit.at());
            let mut miss = Flight::new(missile, from, target, false);
            miss.advance(1.0);
            assert!(miss.at().x > target.x + CELL / 2.0 && miss.at().distance(target) > CELL, "{}", miss.at());
        }
    }
}
