//! How a token moves: where it rests, alone or beside others, how it gets there, and its gestures on the way.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::prelude::*;

use crate::battle::{Combatant, CombatantId, Position};
use crate::content::Size;
use crate::ecs::{CombatantSheet, OutOfPlay, Roster};
use crate::gui::Animating;
use crate::gui::board::{CELL, Layout};
use crate::gui::cues::{Cue, CueEnd, CueKind};
use crate::gui::known::FogOfWar;
use crate::gui::playback::{Playback, STEP_SECONDS};
use crate::gui::theme::layer;

/// Diameter of the disc of a token in a cell of its own, in world units before scaling.
pub const TOKEN: f32 = 56.0;

/// How far in front of its token each part is drawn; small compared with the step from one row of cells to the next.
pub mod part {
    pub const SHADOW: f32 = 0.0;
    pub const DISC: f32 = 0.001;
    pub const FACING: f32 = 0.002;
    pub const FIGURE: f32 = 0.003;
    pub const MARK: f32 = 0.004;
    pub const BAR: f32 = 0.005;
    pub const FILL: f32 = 0.006;
    pub const ICON: f32 = 0.007;
}

/// Where a token is when nothing moves it.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq)]
pub struct TokenPlace {
    pub at: Vec2,
    pub size: f32,
    /// How far in front of the board it is.
    pub layer: f32,
}

/// Works out where all tokens rest whenever a combatant has moved or left the board.
pub fn arrange(
    mut commands: Commands,
    (layout, fog): (Res<Layout>, Res<FogOfWar>),
    moved: Query<(), Or<(Changed<Position>, Changed<OutOfPlay>)>>,
    bodies: Query<(&Combatant, &Position, &OutOfPlay)>,
    mut tokens: Query<(Entity, &Combatant, &Position, &OutOfPlay, &CombatantSheet, Option<&mut TokenPlace>)>,
) {
    if moved.is_empty() && !layout.is_changed() && !fog.is_changed() {
        return;
    }
    for (entity, combatant, position, gone, sheet, rest) in &mut tokens {
        // Combatants that are not seen take no room from others.
        let same = |other: &Position| other.footprint() == position.footprint();
        let sharing = bodies.iter().filter(|(other, at, gone)| !gone.0 && fog.knows(other.id) && same(at));
        let mut sharing: Vec<CombatantId> = sharing.map(|(other, ..)| other.id).collect();
        sharing.sort_unstable();
        let among = sharing.iter().position(|other| *other == combatant.id).unwrap_or(0);
        let (offset, scale) = if gone.0 { (Vec2::ZERO, 0.9) } else { slot(among, sharing.len()) };
        let across = f32::from(position.footprint().across());
        let size = TOKEN * own_scale(sheet.0.size) * (across - 1.0).mul_add(CELL / TOKEN, 1.0) * scale;
        // Farther south is nearer; of two in one place the smaller is in front; the fallen lie beneath all.
        let nearer = f32::from(position.footprint().anchor.y) * 0.04 - across * 0.01 + among as f32 * 0.008;
        let layer = layer::TOKENS + 2.0 + if gone.0 { -1.0 } else { nearer };
        let place = TokenPlace { at: layout.middle(position.footprint()) + offset * across, size, layer };
        match rest {
            Some(mut rest) => drop(rest.set_if_neq(place)),
            None => drop(commands.entity(entity).insert(place)),
        }
    }
}

fn own_scale(size: Size) -> f32 {
    match size {
        Size::Fine => 0.45,
        Size::Diminutive => 0.55,
        Size::Tiny => 0.66,
        Size::Small => 0.84,
        _ => 1.0,
    }
}

/// Where one of several tokens stands in a shared cell, and how much smaller it is drawn there.
fn slot(among: usize, many: usize) -> (Vec2, f32) {
    let (radius, scale) = match many {
        0 | 1 => return (Vec2::ZERO, 1.0),
        2 => (CELL * 0.215, 0.66),
        3 => (CELL * 0.24, 0.58),
        4 => (CELL * 0.26, 0.52),
        _ => (CELL * 0.29, 0.42),
    };
    let start = if many == 2 { 0.85 * FRAC_PI_2 } else { FRAC_PI_2 };
    let angle = start - TAU * among as f32 / many as f32;
    let way = Vec2::from_angle(angle + if many == 2 { FRAC_PI_2 } else { 0.0 });
    (way * radius, scale)
}

/// A short movement of a token about its place.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Gesture {
    /// Towards a target and back, as far as this vector at most.
    Lunge(Vec2),
    /// Away from a blow and slowly back.
    Recoil(Vec2),
    /// Aside and back.
    Dodge(Vec2),
    Shake,
    /// Down from above.
    Drop,
}

impl Gesture {
    /// Seconds until it begins, and those it takes.
    fn times(self) -> (f32, f32) {
        match self {
            Gesture::Lunge(_) => (0.0, 0.5),
            Gesture::Recoil(_) | Gesture::Shake => (0.0, 0.4),
            Gesture::Dodge(_) => (0.1, 0.42),
            Gesture::Drop => (0.0, 0.35),
        }
    }

    /// Where the token is in relation to its place, after this share of the gesture.
    fn offset(self, share: f32) -> Vec2 {
        match self {
            // It draws back, strikes, and returns.
            Gesture::Lunge(way) => way * piecewise(share, &[(0.0, 0.0), (0.22, -0.25), (0.45, 1.0), (1.0, 0.0)]),
            Gesture::Recoil(way) => way * piecewise(share, &[(0.0, 0.0), (0.2, 1.0), (1.0, 0.0)]),
            Gesture::Dodge(way) => way * (share * PI).sin(),
            Gesture::Shake => Vec2::new((share * 4.0 * TAU).sin() * 4.5 * (1.0 - share), 0.0),
            Gesture::Drop => Vec2::new(0.0, CELL * 0.7 * (1.0 - share * share)),
        }
    }
}

/// The value at a place between points, gently from each to the next.
fn piecewise(at: f32, points: &[(f32, f32)]) -> f32 {
    let next = points.iter().position(|(place, _)| *place >= at).unwrap_or(points.len() - 1).max(1);
    let ((from, low), (to, high)) = (points[next - 1], points[next]);
    let share = ((at - from) / (to - from)).clamp(0.0, 1.0);
    low.lerp(high, share * share * (3.0 - 2.0 * share))
}

/// The movement of a token to its place, and its gesture.
#[derive(Component, Clone, Debug, Default)]
pub struct Motion {
    from: Vec2,
    to: Vec2,
    /// Where it is without its gesture.
    at: Vec2,
    age: f32,
    length: f32,
    size: f32,
    placed: bool,
    /// Whether it goes there on its own feet.
    walks: bool,
    gesture: Option<(Gesture, f32)>,
}

/// How high a step lifts a token, in units of the board.
const LIFT: f32 = 4.0;

impl Motion {
    fn advance(&mut self, seconds: Option<f32>) -> Vec2 {
        let Some(seconds) = seconds else {
            (self.age, self.gesture, self.at) = (self.length, None, self.to);
            return self.to;
        };
        self.age = (self.age + seconds).min(self.length);
        let share = if self.length > 0.0 { self.age / self.length } else { 1.0 };
        self.at = self.from.lerp(self.to, share);
        let lift = if self.walks && share < 1.0 { (share * PI).sin() * LIFT } else { 0.0 };
        self.at + Vec2::new(0.0, lift) + self.swing(seconds)
    }

    fn swing(&mut self, seconds: f32) -> Vec2 {
        let Some((gesture, age)) = &mut self.gesture else { return Vec2::ZERO };
        *age += seconds;
        let ((delay, length), gesture, age) = (gesture.times(), *gesture, *age);
        if age >= delay + length {
            self.gesture = None;
            return Vec2::ZERO;
        }
        gesture.offset(((age - delay) / length).max(0.0))
    }
}

pub fn glide(
    time: Res<Time>,
    playback: Res<Playback>,
    mut animating: ResMut<Animating>,
    mut tokens: Query<(&TokenPlace, &mut Motion, &mut Transform)>,
) {
    let seconds = playback.pace().filter(|_| !playback.still).map(|pace| animating.passed(&time) * pace);
    for (rest, mut motion, mut transform) in &mut tokens {
        if !motion.placed {
            *motion = Motion { from: rest.at, to: rest.at, at: rest.at, placed: true, size: rest.size, ..default() };
        } else if motion.to != rest.at {
            let here = motion.at;
            let length = (here.distance(rest.at) / CELL * STEP_SECONDS).clamp(STEP_SECONDS * 0.6, 0.5);
            (motion.from, motion.to, motion.age, motion.length) = (here, rest.at, 0.0, length);
        }
        let shown = motion.advance(seconds).extend(rest.layer);
        let swelling = rest.size - motion.size;
        motion.size += swelling * seconds.map_or(1.0, |seconds| (seconds * 12.0).min(1.0));
        let scale = Vec3::splat(motion.size / TOKEN).with_z(1.0);
        if transform.translation != shown || transform.scale != scale {
            (transform.translation, transform.scale) = (shown, scale);
        }
        if motion.age < motion.length || motion.gesture.is_some() || swelling.abs() > 0.5 {
            animating.note();
        }
    }
}

/// Gives tokens the gestures of the cues of this frame.
pub fn react(
    mut cues: MessageReader<Cue>,
    (roster, layout): (Res<Roster>, Res<Layout>),
    mut tokens: Query<(&mut Motion, &TokenPlace)>,
) {
    for cue in cues.read() {
        let place = |end: CueEnd| match end {
            CueEnd::Cell(cell) => Some(layout.centre(cell)),
            CueEnd::Unit(who) => Some(tokens.get(roster.entity(who)?).ok()?.1.at),
        };
        let other = cue.other.and_then(place);
        let Some(Ok((mut motion, rest))) = roster.entity(cue.who).map(|entity| tokens.get_mut(entity)) else {
            continue;
        };
        let away = other.map(|other| (rest.at - other).normalize_or(Vec2::Y));
        let gesture = match (&cue.kind, away) {
            (CueKind::Strike, Some(away)) => Gesture::Lunge(-away * CELL * 0.36),
            (CueKind::Shot { .. }, Some(away)) => Gesture::Recoil(away * CELL * 0.08),
            (CueKind::Hit, Some(away)) => Gesture::Recoil(away * CELL * 0.2),
            (CueKind::Dodge, Some(away)) => Gesture::Dodge(away.perp() * CELL * 0.24),
            (CueKind::Block, Some(away)) => Gesture::Recoil(away * CELL * 0.06),
            (CueKind::Hit | CueKind::Dodge, None) => Gesture::Shake,
            (CueKind::Drop, _) => Gesture::Drop,
            (CueKind::Step | CueKind::Forced, _) => {
                motion.walks = cue.kind == CueKind::Step;
                continue;
            }
            _ => continue,
        };
        motion.gesture = Some((gesture, 0.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_a_cell_stay_inside_it_and_apart() {
        for many in 2..=8 {
            let slots: Vec<(Vec2, f32)> = (0..many).map(|among| slot(among, many)).collect();
            for (at, (place, scale)) in slots.iter().enumerate() {
                let radius = TOKEN * scale / 2.0;
                assert!(place.length() + radius < CELL * 0.54, "{many} in a cell");
                for (other, _) in &slots[..at] {
                    assert!(place.distance(*other) > radius * 0.85, "{many} in a cell");
                }
            }
        }
    }
}
