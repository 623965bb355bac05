//! How a figure stands or lies and how visible its token is. Changes are shown over a moment: it topples, fades, stands up.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use crate::battle::{Combatant, Conditions, PairFact, PairFacts, Stance};
use crate::ecs::OutOfPlay;
use crate::gui::Animating;
use crate::gui::known::FogOfWar;
use crate::gui::playback::Playback;
use crate::gui::session::Session;
use crate::gui::tokens::dress::TokenPart;
use crate::gui::tokens::motion::{TOKEN, part};
use crate::mechanics::sight::visibility_by_fact;

/// Seconds from standing to lying.
const TOPPLES: f32 = 0.4;

/// Seconds from visible to invisible.
const FADES: f32 = 0.9;

/// How a figure is shown, from standing (0) to lying (1), and its opacity.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
struct Look {
    lying: f32,
    opacity: f32,
}

/// How a token is shown, and how it will be shown once it has changed.
#[derive(Component, Debug, Default)]
pub struct Posture {
    now: Look,
    goal: Look,
    light: f32,
    /// Whether it lies there as one of the dead and defeated.
    fallen: bool,
    settled: bool,
    placed: bool,
}

impl Posture {
    /// Moves to the goal, at once without a time.
    fn advance(&mut self, seconds: Option<f32>) {
        let Some(seconds) = seconds.filter(|_| self.placed) else {
            (self.now, self.placed) = (self.goal, true);
            return;
        };
        let towards = |now: f32, goal: f32, step: f32| now + (goal - now).clamp(-step, step);
        self.now.lying = towards(self.now.lying, self.goal.lying, seconds / TOPPLES);
        self.now.opacity = towards(self.now.opacity, self.goal.opacity, seconds / FADES);
    }
}

type Stale = Or<(Changed<OutOfPlay>, Changed<Stance>, Changed<Conditions>, Changed<PairFacts>, Changed<Children>)>;

/// Decides how the tokens of combatants that have changed are shown; those whose place is not known, not at all.
pub fn pose(
    (fog, session): (Res<FogOfWar>, Option<Res<Session>>),
    stale: Query<(), Stale>,
    mut tokens: Query<(&Combatant, (&OutOfPlay, &Stance, &Conditions, &PairFacts), &mut Posture, &mut Visibility)>,
) {
    let Some(session) = session.filter(|_| !stale.is_empty() || fog.is_changed()) else { return };
    let policy = &session.rules().policies.consciousness;
    let sight = session.rules().policies.sight.as_ref();
    let hides = |fact: &PairFact| sight.is_some_and(|policy| visibility_by_fact(policy, &fact.slant).is_some());
    for (combatant, (gone, stance, conditions, pairs), mut posture, mut visibility) in &mut tokens {
        let is_unconscious = conditions.has(policy.unconscious);
        let lies = stance.held == Some(policy.falls) || is_unconscious;
        let is_fallen = gone.0 && (conditions.has(policy.dead) || lies);
        let (is_away, is_known) = (gone.0 && !is_fallen, fog.knows(combatant.id));
        // Those that leave the board fade before they are hidden.
        if !(is_away && is_known) {
            visibility.set_if_neq(seen_if(is_known));
        }
        let opacity = match (is_fallen, is_away) {
            (true, _) => 0.45,
            (false, true) => 0.0,
            (false, false) if pairs.0.iter().any(hides) => 0.6,
            (false, false) => 1.0,
        };
        posture.goal = Look { lying: if is_fallen || lies { 1.0 } else { 0.0 }, opacity };
        posture.light = if is_unconscious { 0.62 } else { 1.0 };
        (posture.fallen, posture.settled) = (is_fallen, false);
    }
}

pub fn seen_if(shown: bool) -> Visibility {
    if shown { Visibility::Inherited } else { Visibility::Hidden }
}

/// Shows the tokens whose posture changes. The mark of the fallen appears once they lie.
pub fn settle(
    (time, playback): (Res<Time>, Res<Playback>),
    mut animating: ResMut<Animating>,
    mut tokens: Query<(&mut Posture, &Children, &mut Visibility), Without<TokenPart>>,
    mut parts: Query<(&TokenPart, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let seconds = playback.pace().filter(|_| !playback.still).map(|pace| animating.passed(&time) * pace);
    for (mut posture, children, mut shown) in tokens.iter_mut().filter(|(posture, ..)| !posture.settled) {
        posture.advance(seconds);
        posture.settled = posture.now == posture.goal;
        if !posture.settled {
            animating.note();
        } else if posture.now.opacity == 0.0 {
            *shown = Visibility::Hidden;
        }
        for child in children {
            let Ok((part, mut sprite, mut place, mut visibility)) = parts.get_mut(*child) else { continue };
            match part {
                TokenPart::Figure => {
                    sprite.color = Color::srgba(posture.light, posture.light, posture.light, posture.now.opacity);
                    *place = figure_place(posture.now.lying);
                }
                TokenPart::Disc => sprite.color.set_alpha(posture.now.opacity),
                TokenPart::Fallen => {
                    visibility.set_if_neq(seen_if(posture.fallen && posture.settled));
                }
                TokenPart::Facing => {}
            }
        }
    }
}

/// Where the figure is on its disc: it falls faster and faster.
fn figure_place(lying: f32) -> Transform {
    let share = lying * lying;
    let (up, scale) = (0.10_f32.lerp(-0.02, share), 1.0_f32.lerp(0.9, share));
    Transform::from_xyz(0.0, TOKEN * up, part::FIGURE)
        .with_rotation(Quat::from_rotation_z(FRAC_PI_2 * 0.94 * share))
        .with_scale(Vec3::new(scale, scale, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_topples_over_a_moment_and_at_once_without_time() {
        let goal = Look { lying: 1.0, opacity: 0.45 };
        let standing = Look { lying: 0.0, opacity: 1.0 };
        let mut posture = Posture { now: standing, goal, placed: true, ..Posture::default() };
        posture.advance(Some(TOPPLES / 2.0));
        assert!(posture.now.lying > 0.4 && posture.now.lying < 0.6, "{posture:?}");
        posture.advance(Some(2.0));
        assert_eq!(posture.now, goal);
        let mut posture = Posture { now: standing, goal, placed: true, ..Posture::default() };
        posture.advance(None);
        assert_eq!(posture.now, goal);
        let mut fresh = Posture { goal, ..Posture::default() };
        fresh.advance(Some(0.01));
        assert_eq!(fresh.now, goal, "a token that has just appeared does not fall");
    }
}
