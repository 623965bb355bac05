//! The points that a combatant has left, as small shapes.

use bevy_egui::egui::{self, Color32, Painter, Pos2, Stroke, pos2, vec2};

use crate::battle::TurnState;
use crate::content::{ActionEconomy, PoolId, PoolMoment, ResourcePool};
use crate::gui::hud::style;
use crate::resolution::legal::Cost;

/// More points of a pool than these are not drawn.
const MOST: i16 = 9;

/// Distance between two shapes, in points of the screen.
pub const STEP: f32 = 10.0;

/// Whether the points of a pool matter now: actions matter in the own turn only, unless they are gained for the whole round.
pub fn is_shown(id: PoolId, pool: &ResourcePool, acts: bool) -> bool {
    acts || id != PoolId::ACTIONS || is_for_the_round(pool)
}

/// Whether the points of a pool are gained as a round starts, so that they pay for reactions and defences too.
pub fn is_for_the_round(pool: &ResourcePool) -> bool {
    pool.incomes.iter().any(|income| income.at == PoolMoment::RoundStart)
}

/// The number of shapes that a pool has.
pub fn shown(turn: &TurnState, id: PoolId, pool: &ResourcePool) -> i16 {
    let usual = pool.incomes.iter().map(|income| income.amount.base).max().unwrap_or(0);
    usual.max(turn.pools.left(id)).min(MOST)
}

/// Draws a shape per point of each pool: a diamond for actions, a circle for reactions, a square for other pools. It is filled while
/// the point is left, and ringed if the aimed act would take it.
pub fn pips(painter: &Painter, mut at: Pos2, turn: &TurnState, acts: bool, spends: &Cost, economy: &ActionEconomy) {
    for (id, pool) in economy.pools().filter(|(id, pool)| is_shown(*id, pool, acts)) {
        row(painter, at, turn, (id, pool), spends.of_pool(id));
        at.x += STEP * f32::from(shown(turn, id, pool)) + 2.0;
    }
}

/// Draws the points of one pool, of which an aimed act would take some.
pub fn row(painter: &Painter, at: Pos2, turn: &TurnState, (id, pool): (PoolId, &ResourcePool), spends: i16) {
    let left = turn.pools.left(id);
    for point in 0..shown(turn, id, pool) {
        let taken = point < left && point + spends >= left;
        pip(painter, at + vec2(STEP * f32::from(point), 0.0), id, point < left, taken);
    }
}

/// Draws the points of a price, of which the colours are this strong.
pub fn price(painter: &Painter, at: Pos2, price: &Cost, strength: f32) {
    let points = price.points.iter().flat_map(|(id, points)| (0..points.total().clamp(0, MOST)).map(|_| *id));
    for (place, pool) in points.enumerate() {
        shape(painter, at + vec2(STEP * place as f32, 0.0), pool, colour(pool).gamma_multiply(strength), Stroke::NONE);
    }
}

fn colour(pool: PoolId) -> Color32 {
    if pool == PoolId::REACTIONS { style::GOOD } else { style::GOLD }
}

fn pip(painter: &Painter, at: Pos2, pool: PoolId, is_left: bool, is_taken: bool) {
    let fill = match (is_left, is_taken) {
        (true, false) => colour(pool),
        (true, true) => colour(pool).gamma_multiply(0.35),
        (false, _) => Color32::TRANSPARENT,
    };
    shape(painter, at, pool, fill, Stroke::new(1.2, if is_taken { Color32::WHITE } else { style::FAINT }));
}

/// A diamond for actions, a circle for reactions, a square for other pools.
fn shape(painter: &Painter, at: Pos2, pool: PoolId, fill: Color32, stroke: Stroke) {
    let corners = match pool {
        PoolId::REACTIONS => {
            painter.circle(at, 3.0, fill, stroke);
            return;
        }
        PoolId::ACTIONS => [(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)],
        _ => [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)],
    };
    let corners = corners.map(|(dx, dy)| pos2(at.x + dx, at.y + dy));
    painter.add(egui::Shape::convex_polygon(corners.to_vec(), fill, stroke));
}
