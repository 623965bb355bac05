//! Movement cost of steps, including difficult terrain (G-36, TA-124, TA-127, TA-128, TA-170, TA-260).

use crate::battle::{CombatantId, View};
use crate::content::policy::DifficultGround;
use crate::grid::{Cell, Direction, Footprint};
use crate::mechanics::{Game, height, narrow, space};

/// Cost of a step in cells of movement; `None` if impossible.
///
/// Depending on the policy, the most expensive terrain newly covered counts (G-36), or the terrain being left. In the
/// latter case occupants of the space count as well, if a mover is given (TA-124, TA-127, TA-170).
#[inline]
pub fn step_cost(game: Game<'_>, mover: Option<CombatantId>, from: Footprint, step: Direction) -> Option<u16> {
    let board = game.board();
    let entered = board.step_cost(from.across(), from.anchor, step)?;
    if height::is_ledge(game, from, from.at(game.shape().step(from.anchor, step))) {
        return None;
    }
    match game.policies.movement.difficult {
        DifficultGround::Entered => Some(entered),
        DifficultGround::Left { times, .. } => Some(left(game, mover, from, times)),
    }
}

/// Cost of a step of a body that squeezes on part of its path: by the (whole or half) space it leaves, or by the
/// terrain it enters, depending on the policy (TA-260).
pub fn cost_of_leaving(game: Game<'_>, mover: CombatantId, from: Footprint, entered: u16) -> u16 {
    match game.policies.movement.difficult {
        DifficultGround::Entered => {
            let squeezed = narrow::policy_at(game, mover, from).map_or(1, |policy| policy.times);
            entered.max(1).saturating_mul(squeezed)
        }
        DifficultGround::Left { times, .. } => left(game, Some(mover), from, times),
    }
}

/// Cost of a step by the space being left: terrain, occupants and squeezing.
#[inline]
fn left(game: Game<'_>, mover: Option<CombatantId>, from: Footprint, times: u16) -> u16 {
    let rough = match from.across() {
        1 => slows(game.view, from.anchor, 1),
        across => from.cells(game.shape()).iter().any(|cell| slows(game.view, *cell, across)),
    };
    let difficult = rough || mover.is_some_and(|mover| space::is_difficult_to_leave(game, mover, from));
    let squeezed = mover.and_then(|mover| narrow::policy_at(game, mover, from)).map_or(1, |policy| policy.times);
    if difficult { times.max(squeezed) } else { squeezed }
}

/// Costs of all steps of a one-cell body by terrain alone, 0 for impossible steps; `None` if ledges matter.
#[inline]
pub(super) fn plain_steps(game: Game<'_>, from: Cell) -> Option<[u8; 8]> {
    let board = game.board();
    if game.policies.height.is_some() && !board.is_level() {
        return None;
    }
    let mut steps = board.steps_from(from);
    if let DifficultGround::Left { times, .. } = game.policies.movement.difficult {
        let cost = if slows(game.view, from, 1) { u8::try_from(times.max(1)).ok()? } else { 1 };
        steps = steps.map(|step| if step > 0 { cost } else { 0 });
    }
    Some(steps)
}

/// Whether terrain is difficult to leave. Large bodies may be exempt (TA-128).
#[inline]
fn slows(view: View<'_>, cell: Cell, across: u8) -> bool {
    let ground = view.board().terrain(cell);
    ground.cost.is_some_and(|cost| cost > 1) && ground.spares.is_none_or(|spared| across < spared)
}
