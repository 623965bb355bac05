//! The points that a combatant has left: small shapes, or a shape and a number where points are saved.

use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Stroke, pos2, vec2};

use crate::battle::TurnState;
use crate::content::{ActionEconomy, PoolId, PoolMoment, ResourcePool, Unspent};
use crate::gui::hud::style;
use crate::resolution::legal::Cost;

/// More points of a pool than these are not drawn.
const MOST: i16 = 9;

/// Distance between two shapes, in points of the screen.
pub const STEP: f32 = 10.0;

/// Width of a number beside a shape, in points of the screen.
const NUMBER: f32 = 22.0;

/// Whether the points of a pool matter now: actions matter in the own turn only, unless they are gained for the whole round.
pub fn is_shown(id: PoolId, pool: &ResourcePool, acts: bool) -> bool {
    acts || id != PoolId::ACTIONS || is_for_the_round(pool)
}

/// Whether the points of a pool are gained as a round starts, so that they pay for reactions and defences too.
pub fn is_for_the_round(pool: &ResourcePool) -> bool {
    pool.incomes.iter().any(|income| income.at == PoolMoment::RoundStart)
}

/// Whether the points of a pool are shown as a number: those that are saved over several rounds are too many to count.
pub fn is_numbered(pool: &ResourcePool) -> bool {
    matches!(pool.unspent, Unspent::Kept { .. })
}

/// The width of the points of a pool, in points of the screen.
pub fn width(turn: &TurnState, id: PoolId, pool: &ResourcePool) -> f32 {
    match is_numbered(pool) {
        true => STEP + NUMBER,
        false => STEP * f32::from(shown(turn, id, pool)),
    }
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
        at.x += width(turn, id, pool) + 2.0;
    }
}

/// Draws the points of one pool, of which an aimed act would take some.
pub fn row(painter: &Painter, at: Pos2, turn: &TurnState, (id, pool): (PoolId, &ResourcePool), spends: i16) {
    let left = turn.pools.left(id);
    if is_numbered(pool) {
        shape(painter, at, id, colour(id), Stroke::new(1.2, style::FAINT));
        return number(
            painter,
            at,
            &if spends > 0 { format!("{left}-{spends}") } else { left.to_string() },
            style::INK,
        );
    }
    for point in 0..shown(turn, id, pool) {
        let taken = point < left && point + spends >= left;
        pip(painter, at + vec2(STEP * f32::from(point), 0.0), id, point < left, taken);
    }
}

/// Draws the points of a price, of which the colours are this strong: a shape for each, or a shape and a number.
pub fn price(painter: &Painter, mut at: Pos2, price: &Cost, strength: f32, economy: &ActionEconomy) {
    for (id, points) in &price.points {
        let (points, colour) = (points.total().max(0), colour(*id).gamma_multiply(strength));
        if economy.pool(*id).is_some_and(is_numbered) {
            shape(painter, at, *id, colour, Stroke::NONE);
            number(painter, at, &points.to_string(), style::INK.gamma_multiply(strength));
            at.x += STEP + NUMBER;
            continue;
        }
        for _ in 0..points.min(MOST) {
            shape(painter, at, *id, colour, Stroke::NONE);
            at.x += STEP;
        }
    }
}

/// Draws a number beside a shape.
fn number(painter: &Painter, at: Pos2, words: &str, colour: Color32) {
    painter.text(at + vec2(7.0, 0.0), Align2::LEFT_CENTER, words, FontId::proportional(11.0), colour);
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
