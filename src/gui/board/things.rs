//! Objects that can be damaged: a chest where the terrain does not show the object, and a bar on damaged ones.

use bevy::prelude::*;

use super::{CELL, Floor, Layout};
use crate::battle::Thing;
use crate::content::ObjectPolicy;
use crate::ecs::{CellGrid, ShownBattle};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::theme::{self, layer};
use crate::mechanics::objects;

/// The colour of chests.
const WOOD: Color = Color::srgb(0.46, 0.31, 0.17);

#[derive(Component)]
#[require(Floor)]
pub struct Things;

/// Redraws all objects when one of them has changed.
pub fn draw(
    mut commands: Commands,
    mut assets: DrawingAssets,
    (battle, grid, layout): (Res<ShownBattle>, CellGrid, Res<Layout>),
    old: Query<Entity, With<Things>>,
    mut shown: Local<Vec<Thing>>,
) {
    let things = &battle.whole_view().field().things;
    if *shown == *things {
        return;
    }
    shown.clone_from(things);
    old.iter().for_each(|old| commands.entity(old).despawn());
    let Some(policy) = objects::policy(battle.game()) else { return };
    let mut canvas = Canvas::new();
    for thing in things.iter().filter(|thing| !thing.is_gone()) {
        for cell in thing.cells.iter().filter(|cell| grid.is_walkable(**cell)) {
            chest(&mut canvas, layout.centre(*cell));
        }
        bar(&mut canvas, &layout, thing, policy);
    }
    commands.spawn((Things, assets.drawing(canvas, layer::EDGES + 0.6)));
}

fn chest(canvas: &mut Canvas, at: Vec2) {
    let corners = |half: Vec2| {
        [Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0), Vec2::ONE, Vec2::new(-1.0, 1.0)].map(|to| at + to * half)
    };
    let body = corners(Vec2::new(CELL * 0.26, CELL * 0.18));
    canvas.fill(&body, WOOD);
    canvas.outline(&body, 2.0, theme::INK);
    let lid = Vec2::new(0.0, CELL * 0.05);
    canvas.line(body[0].midpoint(body[3]) + lid, body[1].midpoint(body[2]) + lid, 2.0, theme::INK);
    canvas.disc(at + lid, CELL * 0.04, theme::LAMPLIGHT);
}

/// A bar over the first cell of a damaged object: the part of its hit points that is left.
fn bar(canvas: &mut Canvas, layout: &Layout, thing: &Thing, policy: &ObjectPolicy) {
    let Some((kind, cell)) = policy.kind(thing.kind).zip(thing.cells.first()) else { return };
    if thing.left >= kind.hit_points {
        return;
    }
    let broken = policy.is_broken(thing.left, kind.hit_points);
    let colour = if broken { theme::HEALTH_DIRE } else { theme::HEALTH_LOW };
    let half = CELL * 0.36;
    let from = layout.centre(*cell) + Vec2::new(-half, CELL * 0.36);
    let share = f32::from(thing.left) / f32::from(kind.hit_points.max(1));
    canvas.line(from, from + Vec2::new(half * 2.0, 0.0), 6.0, theme::INK);
    canvas.line(from, from + Vec2::new(half * 2.0 * share, 0.0), 4.0, colour);
}
