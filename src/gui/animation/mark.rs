//! Marks that appear at a place for a moment: the flash of a hit, the sign of a block, the burst of a spell, dust.

use std::f32::consts::TAU;

use bevy::prelude::*;

use crate::battle::CombatantId;
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::theme;

/// The kinds of marks.
#[derive(Clone, Debug, PartialEq)]
pub enum MarkKind {
    /// A red flash over a token that is hit, with splinters.
    Flash,
    /// A shield beside a token whose defence holds.
    Shield,
    /// The glow of a caster.
    Glow,
    /// Rays around the target of a spell.
    Burst,
    /// Dust around a token that falls.
    Dust,
    /// A ring that closes around a combatant that is out of the fight.
    Out,
    /// The way of a combatant that was moved, from this point.
    Slide(Vec2),
    /// The cells of a spell, by their corners.
    Area(Vec<Vec<Vec2>>),
}

impl MarkKind {
    /// Seconds for which it is shown.
    fn seconds(&self) -> f32 {
        match self {
            MarkKind::Flash => 0.35,
            MarkKind::Shield | MarkKind::Out | MarkKind::Glow => 0.6,
            MarkKind::Burst | MarkKind::Dust | MarkKind::Slide(_) => 0.5,
            MarkKind::Area(_) => 0.9,
        }
    }
}

/// A mark at a combatant.
#[derive(Clone, Debug)]
pub struct ActionMark {
    pub kind: MarkKind,
    pub who: CombatantId,
    /// Seconds since it began; negative before.
    age: f32,
}

impl ActionMark {
    /// A mark that begins after these seconds.
    pub fn new(kind: MarkKind, who: CombatantId, delay: f32) -> ActionMark {
        ActionMark { kind, who, age: -delay }
    }

    /// Lets time pass. Returns whether it is still shown.
    pub fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.age < self.kind.seconds()
    }

    /// Draws it around a token with this radius.
    pub fn draw(&self, canvas: &mut Canvas, at: Vec2, radius: f32) {
        if self.age < 0.0 {
            return;
        }
        let share = (self.age / self.kind.seconds()).clamp(0.0, 1.0);
        let left = 1.0 - share;
        match &self.kind {
            MarkKind::Flash => {
                canvas.disc(at, radius, theme::HURT.with_alpha(0.65 * left));
                rays(canvas, at, (radius * (0.7 + 0.5 * share), 12.0 * left), 5.0, theme::HURT.with_alpha(left));
            }
            MarkKind::Shield => shield(canvas, at + Vec2::new(radius * 0.7, radius * 0.7), left),
            MarkKind::Glow => {
                let colour = theme::SPELL.with_alpha(0.75 * left);
                canvas.ring(at, radius * (0.75 + 0.5 * share), 4.0, colour);
                canvas.disc(at, radius * 0.95, theme::SPELL.with_alpha(0.3 * left));
            }
            MarkKind::Burst => {
                canvas.disc(at, radius * (0.5 + 0.5 * share), theme::SPELL.with_alpha(0.45 * left));
                rays(canvas, at, (radius * (0.5 + 0.9 * share), 16.0 * left), 4.0, theme::SPELL.with_alpha(left));
            }
            MarkKind::Dust => puffs(canvas, at - Vec2::new(0.0, radius * 0.5), radius * (0.6 + 0.7 * share), left),
            MarkKind::Out => {
                canvas.ring(at, radius * (1.7 - 0.7 * share), 5.0, theme::INK.with_alpha(0.9 * left));
                canvas.ring(at, radius * (1.7 - 0.7 * share), 2.6, theme::HURT.with_alpha(left));
            }
            MarkKind::Slide(from) => {
                let way = (at - *from).normalize_or_zero();
                canvas.dashed(*from, at - way * radius, 6.0, (9.0, 6.0), theme::INK.with_alpha(0.7 * left));
                canvas.dashed(*from, at - way * radius, 3.0, (9.0, 6.0), theme::IVORY.with_alpha(left));
            }
            MarkKind::Area(cells) => {
                let colour = theme::SPELL.with_alpha(0.4 * (share * TAU / 2.0).sin().max(0.0));
                cells.iter().for_each(|corners| canvas.fill(corners, colour));
            }
        }
    }
}

/// Short strokes away from the middle, from a distance on and of a length.
fn rays(canvas: &mut Canvas, at: Vec2, (from, length): (f32, f32), width: f32, colour: Color) {
    for step in 0..8_u8 {
        let way = Vec2::from_angle(TAU * (f32::from(step) + 0.5) / 8.0);
        canvas.line(at + way * from, at + way * (from + length), width, colour);
    }
}

fn puffs(canvas: &mut Canvas, at: Vec2, away: f32, left: f32) {
    for step in 0..6_u8 {
        let way = Vec2::from_angle(TAU * f32::from(step) / 6.0) * Vec2::new(1.0, 0.5);
        canvas.disc(at + way * away, CELL * 0.1 * left, theme::IVORY.with_alpha(0.55 * left));
    }
}

fn shield(canvas: &mut Canvas, at: Vec2, left: f32) {
    let outline = [(-11.0, 12.0), (11.0, 12.0), (11.0, -1.0), (0.0, -15.0), (-11.0, -1.0)];
    let polygon = |size: f32| outline.map(|(x, y)| at + Vec2::new(x, y) * size);
    let opacity = (2.0 * left).min(1.0);
    canvas.fill(&polygon(1.25), theme::INK.with_alpha(opacity));
    canvas.fill(&polygon(1.0), theme::IVORY.with_alpha(opacity));
    canvas.line(at + Vec2::new(0.0, 9.0), at - Vec2::new(0.0, 11.0), 3.0, theme::INK.with_alpha(opacity));
    canvas.line(at + Vec2::new(-8.0, 3.0), at + Vec2::new(8.0, 3.0), 3.0, theme::INK.with_alpha(opacity));
}
