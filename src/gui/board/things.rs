//! Objects that can be damaged: a chest where the terrain does not show the object, and a bar on damaged ones.

use bevy::prelude::*;

use super::{CELL, Floor, Layout};
use crate::battle::{Thing, ThingRef};
use crate::content::ObjectPolicy;
use crate::ecs::{CellGrid, ShownBattle};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::theme::{self, layer};
use crate::mechanics::objects::{self, Object};

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
    let game = battle.game();
    let Some(policy) = objects::policy(game) else { return };
    let mut canvas = Canvas::new();
    let placed = game.view.field().whole_things().map(|(id, _)| ThingRef::Placed(id));
    for object in placed.filter_map(|thing| objects::find(game, thing)) {
        for cell in object.cells.iter().filter(|cell| grid.is_walkable(**cell)) {
            chest(&mut canvas, layout.centre(*cell));
        }
        bar(&mut canvas, &layout, &object, policy);
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

/// A bar over the first cell of a damaged object: the part of its points that is left.
fn bar(canvas: &mut Canvas, layout: &Layout, object: &Object<'_>, policy: &ObjectPolicy) {
    let Some(cell) = object.cells.first().filter(|_| object.left < object.most) else { return };
    let broken = policy.is_broken(object.left, object.most);
    let colour = if broken { theme::HEALTH_DIRE } else { theme::HEALTH_LOW };
    let half = CELL * 0.36;
    let from = layout.centre(*cell) + Vec2::new(-half, CELL * 0.36);
    let share = f32::from(object.left) / f32::from(object.most.max(1));
    canvas.line(from, from + Vec2::new(half * 2.0, 0.0), 6.0, theme::INK);
    canvas.line(from, from + Vec2::new(half * 2.0 * share, 0.0), 4.0, colour);
}
