//! Jumps whose check results in a distance, and their price (HD-197 to HD-200, HD-203, HD-204, HD-206, HD-G44, HD-G55).

use super::budget::{Purchase, purchase_for, usable_cells};
use crate::battle::{CombatantId, View};
use crate::content::refusal::refuse_if;
use crate::content::{Breakdown, Gait, Label, LandingPolicy, MeasuredJump, Refusal};
use crate::grid::{Cell, Footprint, Shape, distance};
use crate::mechanics::{Game, checks, height, status};

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
    refuse_if!(barred, "someone is in the way", game.policies.space.enter_rule);
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
