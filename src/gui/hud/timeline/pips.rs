//! The points that a combatant has left, as small shapes.

use bevy_egui::egui::{self, Color32, Painter, Pos2, Stroke, pos2};

use crate::battle::TurnState;
use crate::content::{ActionEconomy, PoolId, ResourcePool};
use crate::gui::hud::style;

/// More points of a pool than these are not drawn.
const MOST: i16 = 9;

/// Draws a shape per point of each pool: a diamond for actions, a circle for reactions, a square for other pools. It is
/// filled while the point is left, and ringed if the aimed act would take it. Actions are drawn only during the turn.
pub fn pips(painter: &Painter, mut at: Pos2, turn: &TurnState, acts: bool, spends: u8, economy: &ActionEconomy) {
    let usual = |pool: &ResourcePool| pool.incomes.iter().map(|income| income.amount.base).max().unwrap_or(0);
    for (id, pool) in economy.pools().filter(|(id, _)| acts || *id != PoolId::ACTIONS) {
        let left = turn.pools.left(id);
        for point in 0..usual(pool).max(left).min(MOST) {
            let taken = id == PoolId::ACTIONS && point < left && point + i16::from(spends) >= left;
            pip(painter, at, id, point < left, taken);
            at.x += 10.0;
        }
    }
}

fn pip(painter: &Painter, at: Pos2, pool: PoolId, is_left: bool, is_taken: bool) {
    let colour = if pool == PoolId::REACTIONS { style::GOOD } else { style::GOLD };
    let fill = match (is_left, is_taken) {
        (true, false) => colour,
        (true, true) => colour.gamma_multiply(0.35),
        (false, _) => Color32::TRANSPARENT,
    };
    let stroke = Stroke::new(1.2, if is_taken { Color32::WHITE } else { style::FAINT });
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
