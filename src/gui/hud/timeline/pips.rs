//! The points that a combatant has left: small shapes, or a shape and a number where points are saved.

use bevy_egui::egui::{self, Align2, Color32, FontId, Painter, Pos2, Stroke, pos2, vec2};

use super::pools::{MOST, is_for_the_round, is_numbered, shown};
use crate::battle::TurnState;
use crate::content::{Action, ActionEconomy, Does, PoolId, PoolPrice, Requirement, ResourcePool};
use crate::ecs::CombatantDataItem;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::mechanics::{movement, status};
use crate::resolution::legal::Cost;

/// From this many points on, shapes are wider than a number.
const MANY: i16 = 4;

/// Distance between two shapes, in points of the screen.
pub const STEP: f32 = 10.0;

/// Width of a number beside a shape, in points of the screen.
const NUMBER: f32 = 22.0;

/// The pools of which a combatant's points are shown: actions in its own turn only, unless they are gained for the whole round, and
/// nothing that it could neither spend nor has.
pub fn pools<'p>(
    params: &'p HudParams<'_, '_>,
    data: &'p CombatantDataItem<'_, '_>,
    acts: bool,
) -> impl Iterator<Item = (PoolId, &'p ResourcePool)> {
    params.rules().policies.economy.pools().filter(move |(id, pool)| {
        let is_now = acts || *id != PoolId::ACTIONS || is_for_the_round(pool);
        is_now && (is_numbered(pool) || shown(data.turn, *id, pool) > 0 && matters(params, data, (*id, pool)))
    })
}

/// Whether a combatant could spend points of a pool as it is: not if the pool only pays for spells that it does not know and for
/// actions under conditions that it does not have.
fn matters(params: &HudParams, data: &CombatantDataItem<'_, '_>, (id, pool): (PoolId, &ResourcePool)) -> bool {
    let (rules, game) = (params.rules(), params.game());
    let pays = |prices: &[PoolPrice]| prices.iter().any(|price| price.pool == pool.id);
    let priced = |action: &Action| action.costs.iter().any(|prices| pays(prices));
    let usable = |action: &Action| match &action.does {
        Does::Cast(_) => data.sheet.0.spells.contains(&action.id),
        _ => action.requires.iter().all(|cited| match cited.needs {
            Requirement::ActorHas(condition) => status::has_condition(game, data.combatant.id, condition),
            _ => true,
        }),
    };
    let policies = &rules.policies;
    let reacts = policies.reactions.iter().any(|reaction| pays(&reaction.costs));
    let defends = policies.stages.defences.iter().flat_map(|defences| &defences.options);
    let moves = movement::pool_policy(game).and_then(|policy| policy.bought).is_some_and(|of| of.pool == pool.id);
    [PoolId::ACTIONS, PoolId::REACTIONS].contains(&id)
        || reacts
        || moves
        || defends.into_iter().any(|defence| pays(&defence.costs))
        || rules.actions.iter().any(|action| priced(action) && usable(action))
}

/// The points left in a pool, or owed, in words.
pub fn words(pool: &ResourcePool, left: i16) -> String {
    if left < 0 {
        format!("owes {} of the next turn", pool.points(-left))
    } else {
        format!("{} left", pool.points(left))
    }
}

/// The width of the points of a pool, in points of the screen, as a number or as shapes.
fn width(turn: &TurnState, id: PoolId, pool: &ResourcePool, as_number: bool) -> f32 {
    if as_number { STEP + NUMBER } else { STEP * f32::from(shown(turn, id, pool)) }
}

/// Draws a shape per point of each pool: a diamond for actions, a circle for reactions, other shapes for other pools. It is filled while
/// the point is left, ringed if the aimed act would take it, and red if it is owed. Where `room`, in points of the screen, is too narrow
/// for them, four points and more are a shape and a number.
pub fn pips(
    painter: &Painter,
    (mut at, room): (Pos2, f32),
    params: &HudParams,
    (data, acts): (&CombatantDataItem<'_, '_>, bool),
    spends: &Cost,
) {
    let turn = data.turn;
    let wide = pools(params, data, acts).map(|(id, pool)| width(turn, id, pool, is_numbered(pool)) + 2.0);
    let crowded = wide.sum::<f32>() > room;
    for (id, pool) in pools(params, data, acts) {
        let as_number = is_numbered(pool) || crowded && shown(turn, id, pool) >= MANY;
        row(painter, at, turn, (id, pool, as_number), spends.of_pool(id));
        at.x += width(turn, id, pool, as_number) + 2.0;
    }
}

/// Draws the points of one pool, of which an aimed act would take some, as a number or as shapes.
pub fn row(
    painter: &Painter,
    at: Pos2,
    turn: &TurnState,
    (id, pool, as_number): (PoolId, &ResourcePool, bool),
    spends: i16,
) {
    let left = turn.pools.left(id);
    if as_number {
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
        let at = at + vec2(STEP * f32::from(point), 0.0);
        if point < -left {
            shape(painter, at, id, style::BAD, Stroke::new(1.2, style::BAD));
        } else {
            pip(painter, at, id, point < left, taken);
        }
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

/// A diamond for actions, a circle for reactions; for other pools a square, a triangle and a bar by turns.
fn shape(painter: &Painter, at: Pos2, pool: PoolId, fill: Color32, stroke: Stroke) {
    let corners: &[(f32, f32)] = match pool {
        PoolId::REACTIONS => {
            painter.circle(at, 3.0, fill, stroke);
            return;
        }
        PoolId::ACTIONS => &[(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)],
        PoolId(other) => match other % 3 {
            2 => &[(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)],
            0 => &[(0.0, -4.0), (4.0, 3.0), (-4.0, 3.0)],
            _ => &[(-2.0, -4.0), (2.0, -4.0), (2.0, 4.0), (-2.0, 4.0)],
        },
    };
    let corners = corners.iter().map(|(dx, dy)| pos2(at.x + dx, at.y + dy));
    painter.add(egui::Shape::convex_polygon(corners.collect(), fill, stroke));
}
