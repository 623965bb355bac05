//! How a token stands: upright, lying, fallen, and which way it faces.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::dress::Disc;
use super::{TOKEN, part};
use crate::battle::{Combatant, Conditions, Facing, PairFacts, Stance};
use crate::content::policy::ConsciousnessPolicy;
use crate::ecs::{OutOfPlay, Roster};
use crate::grid::Direction;
use crate::gui::board::Layout;
use crate::gui::known::FogOfWar;
use crate::gui::session::Session;
use crate::mechanics::sight;

/// The figure of a token.
#[derive(Component)]
pub struct Figure;

/// The wedge that shows which way it faces.
#[derive(Component)]
pub struct FacingMark;

/// The mark of a fallen combatant.
#[derive(Component)]
pub struct FallenMark;

/// How a figure is drawn.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Pose {
    Standing,
    Lying,
    Fallen,
    Away,
}

/// Components that decide the pose of a combatant.
type Posed = (&'static OutOfPlay, &'static Stance, &'static Conditions, &'static PairFacts);

/// Tokens whose pose may no longer be what it was.
type Stale = Or<(Changed<OutOfPlay>, Changed<Stance>, Changed<Conditions>, Changed<PairFacts>, Changed<Children>)>;

fn pose_of(gone: bool, stance: &Stance, conditions: &Conditions, policy: &ConsciousnessPolicy) -> Pose {
    let lies = stance.held == Some(policy.falls) || conditions.has(policy.unconscious);
    match gone {
        true if conditions.has(policy.dead) || lies => Pose::Fallen,
        true => Pose::Away,
        false if lies => Pose::Lying,
        false => Pose::Standing,
    }
}

/// Whether a combatant hides from any other.
fn hides(pairs: &PairFacts, session: &Session) -> bool {
    let policy = session.rules().policies.sight.as_ref();
    policy.is_some_and(|policy| pairs.0.iter().any(|fact| sight::visibility_by_fact(policy, &fact.slant).is_some()))
}

/// Draws the figures of combatants that have changed; those whose place is not known, not at all.
pub fn pose(
    (fog, session): (Res<FogOfWar>, Option<Res<Session>>),
    stale: Query<(), Stale>,
    mut tokens: Query<(&Combatant, Posed, &Children, &mut Visibility)>,
    mut figures: Query<(&mut Sprite, &mut Transform), With<Figure>>,
    mut discs: Query<&mut Sprite, (With<Disc>, Without<Figure>)>,
    mut marks: Query<&mut Visibility, (With<FallenMark>, Without<Combatant>)>,
) {
    let Some(session) = session.filter(|_| !stale.is_empty() || fog.is_changed()) else { return };
    let policy = &session.rules().policies.consciousness;
    for (combatant, (gone, stance, conditions, pairs), children, mut visibility) in &mut tokens {
        let pose = pose_of(gone.0, stance, conditions, policy);
        let shown = pose != Pose::Away && fog.knows(combatant.id);
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
        let strength = match pose {
            Pose::Fallen => 0.45,
            _ if hides(pairs, &session) => 0.6,
            _ => 1.0,
        };
        let light = if conditions.has(policy.unconscious) { 0.62 } else { 1.0 };
        for child in children {
            if let Ok((mut sprite, mut place)) = figures.get_mut(*child) {
                sprite.color = Color::srgba(light, light, light, strength);
                *place = placed(pose);
            }
            if let Ok(mut disc) = discs.get_mut(*child) {
                disc.color.set_alpha(strength);
            }
            if let Ok(mut mark) = marks.get_mut(*child) {
                mark.set_if_neq(if pose == Pose::Fallen { Visibility::Inherited } else { Visibility::Hidden });
            }
        }
    }
}

/// Where and how the figure of a token is drawn.
fn placed(pose: Pose) -> Transform {
    match pose {
        Pose::Standing | Pose::Away => Transform::from_xyz(0.0, TOKEN * 0.10, part::FIGURE),
        Pose::Lying | Pose::Fallen => Transform::from_xyz(0.0, -TOKEN * 0.02, part::FIGURE)
            .with_rotation(Quat::from_rotation_z(FRAC_PI_2 * 0.94))
            .with_scale(Vec3::new(0.9, 0.9, 1.0)),
    }
}

/// Turns the wedges of all who keep a facing.
pub fn face(
    layout: Res<Layout>,
    roster: Res<Roster>,
    tokens: Query<(&Facing, &OutOfPlay, &Children, &Transform), With<Combatant>>,
    mut wedges: Query<(&mut Transform, &mut Visibility), (With<FacingMark>, Without<Combatant>)>,
) {
    let place_of = |id| roster.entity(id).and_then(|entity| tokens.get(entity).ok());
    for (facing, gone, children, place) in &tokens {
        let here = place.translation.truncate();
        let way = match *facing {
            Facing::AllAround => None,
            Facing::Direction(number) => Some(layout.heading(Direction(number))),
            Facing::Towards(id) => place_of(id).map(|(_, _, _, there)| there.translation.truncate() - here),
        };
        for child in children {
            let Ok((mut wedge, mut visibility)) = wedges.get_mut(*child) else { continue };
            let shown = way.filter(|way| !gone.0 && *way != Vec2::ZERO);
            visibility.set_if_neq(if shown.is_some() { Visibility::Inherited } else { Visibility::Hidden });
            if let Some(way) = shown {
                let turned = Quat::from_rotation_z(way.to_angle() - FRAC_PI_2);
                if wedge.rotation != turned {
                    wedge.rotation = turned;
                }
            }
        }
    }
}
