//! Jumps whose check results in a distance, and their price (HD-197 to HD-200, HD-203, HD-204, HD-206, HD-G44, HD-G55).

use super::budget::{Purchase, purchase_for, usable_cells};
use crate::battle::{CombatantId, Momentum, View};
use crate::content::refusal::refuse_if;
use crate::content::{Breakdown, Gait, HighJump, Label, LandingPolicy, MeasuredJump, Refusal};
use crate::grid::{Barrier, Cell, CoverGrade, Direction, Footprint, Shape, distance};
use crate::mechanics::{Game, checks, height, space, status};

/// The policy of jumps whose check results in a distance, where there is one.
pub fn measured_jump(game: Game<'_>) -> Option<&MeasuredJump> {
    game.policies.height.as_ref()?.jump.measured()
}

/// Cells of movement that a jump between two cells costs: its length, counted like every distance (HD-G44).
pub fn jump_cost(game: Game<'_>, from: Cell, to: Cell) -> u16 {
    let [from, to] = [from, to].map(|cell| Footprint::new(cell, 1));
    distance(game.shape(), game.policies.board.distance, from, to)
}

/// Whether a combatant has moved far enough just before to jump from a run (HD-198).
pub fn has_run_up(game: Game<'_>, id: CombatantId, policy: &MeasuredJump) -> bool {
    let length = game.row(id).momentum.run_up.saturating_mul(game.policies.board.cell);
    length >= policy.run_up
}

/// The bonus of a combatant to its check to jump (HD-197, HD-198).
pub fn jump_bonus(game: Game<'_>, id: CombatantId, policy: &MeasuredJump) -> Breakdown {
    let mut bonus = checks::skill_bonus(game.view, id, &policy.skill);
    if has_run_up(game, id, policy) {
        bonus.add(Label::Stat(policy.faster), game.row(id).sheet.stat(policy.faster), policy.run_up_rule);
    }
    status::add_to_roll(game, id, &mut bonus);
    bonus
}

/// The result that a jump of this many points of distance needs: more without a run-up, which divides the result (HD-199).
pub fn jump_difficulty(game: Game<'_>, id: CombatantId, policy: &MeasuredJump, cost: u16) -> Breakdown {
    let length = i16::try_from(cost.saturating_mul(game.policies.board.cell)).unwrap_or(i16::MAX);
    let needed = length.saturating_mul(policy.long);
    let mut difficulty = Breakdown::of([(Label::Base, needed, policy.long_rule)]);
    if !has_run_up(game, id, policy) {
        difficulty.add(Label::Halved, needed.saturating_mul(policy.standing - 1), policy.standing_rule);
    }
    difficulty
}

/// The policy of high jumps, where there are any.
pub fn high_jumps(game: Game<'_>) -> Option<&HighJump> {
    measured_jump(game)?.high.as_ref()
}

/// The height in parts of what a combatant must clear to jump into the next cell: the ground there, and barriers on the way; 0 if
/// nothing bars the way. `None` if it is no obstacle that could be jumped.
pub fn obstacle(game: Game<'_>, id: CombatantId, way: Direction) -> Option<i16> {
    let (policy, body) = (high_jumps(game)?, game.footprint(id));
    let to = body.at(game.shape().step(body.anchor, way));
    let rise = height::ground(game.view, to).saturating_sub(height::of(game.view, id)).max(0);
    let ledge = game.policies.height.as_ref().map_or(u16::MAX, |height| height.ledge);
    let rise = if rise.unsigned_abs() < ledge { 0 } else { rise.saturating_mul(i16::try_from(policy.parts).ok()?) };
    let barred = if height::is_open(game, body, way) { 0 } else { barriers(game, policy, body, way)? };
    Some(rise.max(barred))
}

/// The highest barrier in parts between a body and its next place; `None` if one of them is a wall, or the way is closed otherwise.
fn barriers(game: Game<'_>, policy: &HighJump, body: Footprint, way: Direction) -> Option<i16> {
    let (shape, board) = (game.shape(), game.board());
    let (to, back) = (body.at(shape.step(body.anchor, way)), shape.opposite(way));
    if shape.is_diagonal(way) || !board.admits(to) {
        return None;
    }
    let new = to.cells(shape).into_iter().filter(|cell| !body.contains(shape, *cell));
    let crossed =
        new.filter_map(|cell| board.barrier(shape.step(cell, back), cell)).filter(|barrier| !barrier.passable);
    crossed.map(|barrier| barrier_height(game, policy, barrier)).try_fold(0, |most, parts| Some(parts?.max(most)))
}

/// The height of a barrier in parts: its own in hundredths of a cell, or the share of a body that it hides; `None` for walls.
fn barrier_height(game: Game<'_>, policy: &HighJump, barrier: &Barrier) -> Option<i16> {
    let cell = u32::from(policy.parts) * u32::from(game.policies.board.cell);
    let hides = |quarters: u32| u32::from(policy.body) * quarters / 4;
    let parts = match (barrier.tall, barrier.cover) {
        (Some(tall), _) => (u32::from(tall) * cell).div_ceil(100),
        _ if barrier.opaque => return None,
        (None, CoverGrade::None) => 0,
        (None, CoverGrade::Quarter) => hides(1),
        (None, CoverGrade::Half) => hides(2),
        (None, CoverGrade::ThreeQuarters) => hides(3),
        (None, CoverGrade::NineTenths | CoverGrade::Total) => return None,
    };
    i16::try_from(parts).ok()
}

/// The result that a high jump over an obstacle of this many parts needs: the jumper clears more by tucking up its legs, and the result is
/// divided without a run-up (HD-199, HD-201, HD-202).
pub fn high_jump_difficulty(game: Game<'_>, id: CombatantId, parts: i16) -> Option<Breakdown> {
    let (jump, policy) = (measured_jump(game)?, high_jumps(game)?);
    // Rounded up: the result must reach the whole height.
    let points = |parts: i16| -(-parts).div_euclid(policy.per.max(1));
    let tucked = i16::try_from(policy.body / policy.tucked.max(1)).unwrap_or(i16::MAX);
    let (upright, needed) = (points(parts), points(parts.saturating_sub(tucked)));
    let mut difficulty = Breakdown::of([(Label::Base, upright, policy.per_rule)]);
    difficulty.add_if(Label::Tucked, needed.saturating_sub(upright), policy.tucked_rule);
    if !has_run_up(game, id, jump) {
        difficulty.add_if(Label::Halved, needed.saturating_mul(jump.standing - 1), jump.standing_rule);
    }
    Some(difficulty)
}

/// Momentum after a high jump into the next cell, or the rule that prevents it.
pub(super) fn high_jump(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<Momentum, Refusal> {
    let none = || Refusal::new("there are no high jumps in these rules", game.policies.board.rule);
    let (jump, policy) = measured_jump(game).zip(high_jumps(game)).ok_or_else(none)?;
    let body = game.footprint(id);
    let [to] = path else { return Err(Refusal::new("a high jump leads into the next cell", policy.cost_rule)) };
    let way = game.shape().direction_of_step(body.anchor, *to);
    let parts = way.and_then(|way| obstacle(game, id, way));
    let parts =
        parts.ok_or_else(|| Refusal::new(format!("{to} cannot be entered from {}", body.anchor), policy.per_rule))?;
    refuse_if!(parts == 0, "there is nothing to jump over", policy.per_rule);
    refuse_if!(usable_cells(game, id, Gait::HighJump) == Some(0), "has too little movement left", jump.skill.rule);
    space::entry_by_force(game, id, body.at(*to))?;
    Ok(Momentum { counts: 1, gait: Gait::HighJump, ..Momentum::default() })
}

/// The movement that must be bought for a jump along a path, if any, see [`Purchase`] (HD-204).
pub fn jump_purchase(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Option<Purchase> {
    measured_jump(game)?;
    let cost = jump_cost(game, game.footprint(id).anchor, *path.last()?);
    purchase_for(game, id, (Gait::Leap, cost))
}

/// Checks that a combatant can pay for a jump along a path, at once or beginning now (HD-204).
pub(super) fn payable(game: Game<'_>, id: CombatantId, policy: &MeasuredJump, path: &[Cell]) -> Result<(), Refusal> {
    let Some(end) = path.last() else { return Ok(()) };
    let cost = jump_cost(game, game.footprint(id).anchor, *end);
    let usable = usable_cells(game, id, Gait::Leap).unwrap_or(u16::MAX);
    let begins = || purchase_for(game, id, (Gait::Leap, cost)).is_some_and(|purchase| purchase.can_begin);
    refuse_if!(cost > usable && !begins(), "has too little movement left", policy.skill.rule);
    Ok(())
}

/// Checks that a long jump ends no higher than a step above its start.
pub(super) fn is_low(game: Game<'_>, id: CombatantId, policy: &MeasuredJump, to: Footprint) -> Result<(), Refusal> {
    let rise = height::ground(game.view, to).saturating_sub(height::of(game.view, id));
    let ledge = game.policies.height.as_ref().map_or(u16::MAX, |height| height.ledge);
    refuse_if!(rise > 0 && rise.unsigned_abs() >= ledge, "that is too high for a long jump", policy.long_rule);
    Ok(())
}

/// Checks that nothing stands in the way of a jump: it passes over no bodies.
pub(super) fn is_free(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<(), Refusal> {
    let (body, here) = (game.footprint(id), height::of(game.view, id));
    let way = path.split_last().map_or(path, |(_, way)| way);
    let on_way =
        |other: CombatantId| way.iter().any(|cell| body.at(*cell).overlaps(game.shape(), game.footprint(other)));
    let bars = |other: CombatantId| other != id && height::top(game, other) > here && on_way(other);
    let barred = game.present().any(|row| bars(row.id));
    refuse_if!(barred, "a body is in the way", game.policies.space.enter_rule);
    Ok(())
}

/// The difficulty of landing on a footprint without falling; `None` if the ground is firm (HD-206, HD-208, HD-G55).
pub fn landing_difficulty(view: View<'_>, shape: Shape, policy: &LandingPolicy, at: Footprint) -> Option<Breakdown> {
    let of_cell = |cell: &Cell| {
        let terrain = view.board().terrain(*cell);
        let named = policy.grounds.iter().find(|row| row.ground.eq_ignore_ascii_case(&terrain.name));
        let rough = terrain.cost.is_some_and(|cost| cost > 1).then_some((policy.rough, policy.rough_rule));
        named.map(|row| (row.difficulty, row.rule)).or(rough)
    };
    let hardest = at.cells(shape).iter().filter_map(of_cell).max_by_key(|(difficulty, _)| *difficulty);
    hardest.map(|(difficulty, rule)| Breakdown::of([(Label::Base, difficulty, rule)]))
}
