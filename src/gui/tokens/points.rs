//! The points of a token: shapes below its bars, as long as they pay for reactions and defences in the turns of others too and are
//! few enough to count.

use std::f32::consts::FRAC_PI_4;

use bevy::prelude::*;

use crate::battle::TurnState;
use crate::content::{PoolId, ResourcePool};
use crate::ecs::OutOfPlay;
use crate::gui::hud::pools;
use crate::gui::session::Session;
use crate::gui::theme;
use crate::gui::tokens::motion::{TOKEN, part};

/// Size of a shape and distance to the next one, in units of the board.
const SIZE: f32 = 5.5;
const STEP: f32 = 8.0;

/// How far below the middle of the token the row is.
const BELOW: f32 = TOKEN * 0.43 + 8.0;

/// The row of shapes of a token, with the shapes that it shows: for each point its pool, and whether it is left.
#[derive(Component, Default)]
#[require(Transform, Visibility)]
pub struct PointRow(Vec<(PoolId, bool)>);

impl PointRow {
    /// The shapes: for each point its pool, and whether it is left.
    pub fn shown(&self) -> &[(PoolId, bool)] {
        &self.0
    }

    /// An empty row at its place on a token.
    pub(super) fn new() -> (PointRow, Transform) {
        (PointRow::default(), Transform::from_xyz(0.0, -BELOW, part::BAR))
    }
}

/// The shapes of a combatant: for each point its pool, and whether it is left.
fn points(session: &Session, turn: &TurnState) -> Vec<(PoolId, bool)> {
    let economy = &session.rules().policies.economy;
    let all = economy.pools().filter(|(_, pool)| pools::is_for_the_round(pool) && !pools::is_numbered(pool));
    let each = |(id, pool): (PoolId, &ResourcePool)| {
        let left = turn.pools.left(id);
        (0..pools::shown(turn, id, pool)).map(move |point| (id, point < left))
    };
    all.flat_map(each).collect()
}

/// Draws the points of tokens whose points have changed; the fallen have none.
pub fn draw_points(
    mut commands: Commands,
    session: Option<Res<Session>>,
    tokens: Query<(&TurnState, &OutOfPlay, &Children), Or<(Changed<TurnState>, Changed<OutOfPlay>, Changed<Children>)>>,
    mut rows: Query<(Entity, &mut PointRow)>,
) {
    let Some(session) = session else { return };
    for (turn, gone, children) in &tokens {
        for child in children {
            let Ok((row, mut shown)) = rows.get_mut(*child) else { continue };
            let points = if gone.0 { Vec::new() } else { points(&session, turn) };
            if shown.0 != points {
                commands.entity(row).despawn_children().with_children(|row| spawn(row, &points));
                shown.0 = points;
            }
        }
    }
}

/// Diamonds for actions, squares for other pools; dark if the point is spent.
fn spawn(row: &mut ChildSpawnerCommands<'_>, points: &[(PoolId, bool)]) {
    let first = -(points.len() as f32 - 1.0) / 2.0 * STEP;
    for (at, (pool, left)) in points.iter().enumerate() {
        let x = first + at as f32 * STEP;
        let turned = if *pool == PoolId::ACTIONS { Quat::from_rotation_z(FRAC_PI_4) } else { Quat::IDENTITY };
        let shape = |size: f32, colour: Color, above: f32| {
            (Sprite::from_color(colour, Vec2::splat(size)), Transform::from_xyz(x, 0.0, above).with_rotation(turned))
        };
        row.spawn(shape(SIZE + 2.0, theme::INK, 0.0));
        let colour = if *left { theme::PATH } else { theme::IVORY.with_alpha(0.18) };
        row.spawn(shape(SIZE, colour, 0.0005));
    }
}
