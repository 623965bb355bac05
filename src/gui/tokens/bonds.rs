//! Lines between holders and held combatants.

use bevy::prelude::*;

use crate::battle::{CombatantId, Link};
use crate::ecs::Roster;
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::known::FogOfWar;
use crate::gui::theme::{self, layer};

/// The drawing of all holds.
#[derive(Component)]
pub struct Bonds;

/// Makes the empty drawing.
pub fn spawn(mut commands: Commands, mut easel: DrawingAssets) {
    commands.spawn((Bonds, easel.drawing(Canvas::new(), layer::LINES)));
}

/// Draws a chain from every holder to the one it holds, with a hook at the held end and a second line for a pin.
pub fn draw(
    (links, fog): (Query<&Link>, Res<FogOfWar>),
    roster: Res<Roster>,
    tokens: Query<&Transform>,
    drawing: Single<&Mesh2d, With<Bonds>>,
    mut easel: DrawingAssets,
    mut shown: Local<Vec<(Vec2, Vec2, bool)>>,
) {
    let place = |id: CombatantId| {
        let token = roster.entity(id).and_then(|entity| tokens.get(entity).ok());
        token.map(|token| token.translation.truncate())
    };
    let known = links.iter().filter(|link| fog.knows(link.holder) && fog.knows(link.held));
    let ends = known.filter_map(|link| Some((place(link.holder)?, place(link.held)?, link.is_pin())));
    let ends: Vec<(Vec2, Vec2, bool)> = ends.collect();
    if *shown == ends {
        return;
    }
    let mut canvas = Canvas::new();
    for &(from, to, pin) in &ends {
        chain(&mut canvas, from, to, pin);
    }
    easel.renew(&drawing, canvas);
    *shown = ends;
}

fn chain(canvas: &mut Canvas, from: Vec2, to: Vec2, pin: bool) {
    let way = (to - from).normalize_or(Vec2::Y);
    let reach = (from.distance(to) * 0.28).min(20.0);
    let (from, to) = (from + way * reach, to - way * reach);
    let sides: &[f32] = if pin { &[-3.5, 3.5] } else { &[0.0] };
    for side in sides {
        let shift = way.perp() * *side;
        canvas.line(from + shift, to + shift, 6.0, theme::INK);
        canvas.dashed(from + shift, to + shift, 3.0, (6.0, 3.0), theme::BOND);
    }
    canvas.disc(from, 5.0, theme::INK);
    canvas.disc(from, 3.2, theme::BOND);
    canvas.arrow_head(to + way * 7.0, way, 14.0, theme::INK);
    canvas.arrow_head(to + way * 4.5, way, 9.5, theme::BOND);
}
