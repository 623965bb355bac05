//! How a token moves: where it rests, alone or beside others, how it gets there, and its gestures on the way.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::prelude::*;

use crate::battle::{Combatant, CombatantId, Position};
use crate::content::Size;
use crate::ecs::{CombatantSheet, OutOfPlay, Roster};
use crate::gui::Animating;
use crate::gui::board::{CELL, Layout};
use crate::gui::known::FogOfWar;
use crate::gui::playback::{Playback, STEP_SECONDS, ShownFact};
use crate::gui::theme::layer;
use crate::resolution::event::BattleEvent;

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

#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Gesture {
    Lunge(Vec2),
    Shake,
}

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
            let here = transform.translation.truncate();
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

type Tokens<'w, 's> = Query<'w, 's, (&'static mut Motion, &'static Transform)>;

pub fn react(mut facts: MessageReader<ShownFact>, roster: Res<Roster>, fog: Res<FogOfWar>, mut tokens: Tokens) {
    for ShownFact { event, .. } in facts.read() {
        let (who, target) = match event {
            // No token lunges towards a combatant whose place is not known.
            BattleEvent::CheckRolled(rolled) => match rolled.target {
                Some(target) if target != rolled.who && fog.knows(target) => (rolled.who, Some(target)),
                _ => continue,
            },
            BattleEvent::DamageTaken(hurt) => (hurt.target, None),
            BattleEvent::FellUnconscious { who, .. } => (*who, None),
            _ => continue,
        };
        gesture(&roster, &mut tokens, who, target);
    }
}

/// Makes a token lunge at a target, or tremble without one.
fn gesture(roster: &Roster, tokens: &mut Tokens, who: CombatantId, target: Option<CombatantId>) -> Option<()> {
    let goal = target.map(|target| Some(tokens.get(roster.entity(target)?).ok()?.1.translation.truncate()));
    let (mut motion, place) = tokens.get_mut(roster.entity(who)?).ok()?;
    let gesture = match goal {
        Some(goal) => Gesture::Lunge((goal? - place.translation.truncate()).normalize_or(Vec2::Y) * (CELL * 0.32)),
        None => Gesture::Shake,
    };
    motion.gesture = Some((gesture, 0.0));
    Some(())
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
