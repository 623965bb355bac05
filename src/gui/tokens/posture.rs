//! How a token stands: upright, lying, fallen, and which way it faces.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::dress::Disc;
use super::{TOKEN, part};
use crate::battle::{Combatant, Facing, Roster, Row, Snapshot};
use crate::grid::Direction;
use crate::gui::board::Layout;
use crate::gui::known::Watch;
use crate::gui::session::Session;
use crate::mechanics::sight;

/// The figure of a token.
#[derive(Component)]
pub struct Figure;

/// The wedge that shows which way it faces.
#[derive(Component)]
pub struct FacingMark;

/// The mark of one who is out of the fight.
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

fn pose_of(row: &Row, session: Option<&Session>) -> Pose {
    let Some(session) = session else { return Pose::Standing };
    let policy = &session.rules().policies.consciousness;
    let lies = row.stance.held == Some(policy.falls) || row.conditions.has(policy.unconscious);
    match row.gone {
        true if row.conditions.has(policy.dead) || lies => Pose::Fallen,
        true => Pose::Away,
        false if lies => Pose::Lying,
        false => Pose::Standing,
    }
}

fn sleeps(row: &Row, session: &Session) -> bool {
    row.conditions.has(session.rules().policies.consciousness.unconscious)
}

/// Whether it hides from anybody.
fn hides(row: &Row, session: &Session) -> bool {
    let policy = session.rules().policies.sight.as_ref();
    policy.is_some_and(|policy| row.pairs.0.iter().any(|fact| sight::visibility_by_fact(policy, &fact.slant).is_some()))
}

/// Draws all figures as their combatants are now; those whose place is not known, not at all.
pub fn pose(
    (snapshot, watch): (Res<Snapshot>, Res<Watch>),
    session: Option<Res<Session>>,
    mut tokens: Query<(&Combatant, &Children, &mut Visibility)>,
    mut figures: Query<(&mut Sprite, &mut Transform), With<Figure>>,
    mut discs: Query<&mut Sprite, (With<Disc>, Without<Figure>)>,
    mut marks: Query<&mut Visibility, (With<FallenMark>, Without<Combatant>)>,
) {
    for (combatant, children, mut visibility) in &mut tokens {
        let Some(row) = snapshot.rows.get(combatant.id.index()) else { continue };
        let pose = pose_of(row, session.as_deref());
        let shown = pose != Pose::Away && watch.knows(combatant.id);
        visibility.set_if_neq(if shown { Visibility::Inherited } else { Visibility::Hidden });
        let hides = session.as_ref().is_some_and(|session| hides(row, session));
        let strength = match pose {
            Pose::Fallen => 0.45,
            _ if hides => 0.6,
            _ => 1.0,
        };
        let asleep = session.as_ref().is_some_and(|session| sleeps(row, session));
        for child in children {
            if let Ok((mut sprite, mut place)) = figures.get_mut(*child) {
                let light = if asleep { 0.62 } else { 1.0 };
                sprite.color = Color::srgba(light, light, light, strength);
                *place = stance(pose);
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

fn stance(pose: Pose) -> Transform {
    match pose {
        Pose::Standing | Pose::Away => Transform::from_xyz(0.0, TOKEN * 0.10, part::FIGURE),
        Pose::Lying | Pose::Fallen => Transform::from_xyz(0.0, -TOKEN * 0.02, part::FIGURE)
            .with_rotation(Quat::from_rotation_z(FRAC_PI_2 * 0.94))
            .with_scale(Vec3::new(0.9, 0.9, 1.0)),
    }
}

/// Turns the wedges of all who keep a facing.
pub fn face(
    snapshot: Res<Snapshot>,
    layout: Res<Layout>,
    roster: Res<Roster>,
    tokens: Query<(&Combatant, &Children, &Transform)>,
    mut wedges: Query<(&mut Transform, &mut Visibility), (With<FacingMark>, Without<Combatant>)>,
) {
    let place_of = |id| roster.entity(id).and_then(|entity| tokens.get(entity).ok());
    for (combatant, children, place) in &tokens {
        let Some(row) = snapshot.rows.get(combatant.id.index()) else { continue };
        let here = place.translation.truncate();
        let way = match row.facing {
            Facing::AllAround => None,
            Facing::Direction(number) => Some(layout.heading(Direction(number))),
            Facing::Towards(id) => place_of(id).map(|(_, _, there)| there.translation.truncate() - here),
        };
        for child in children {
            let Ok((mut wedge, mut visibility)) = wedges.get_mut(*child) else { continue };
            let shown = way.filter(|way| !row.gone && *way != Vec2::ZERO);
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
