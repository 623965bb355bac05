use crate::battle::{CombatantId, View};
use crate::content::policy::{DifficultGround, Rulebook};
use crate::grid::{Cell, Direction, Footprint};
use crate::mechanics::{height, space, squeeze};

/// Cells of movement that a step takes from where a body stands; `None` where there is no way.
///
/// The dearest ground newly covered decides (G-36), or the dearest that is left: the ground itself, or for a mover who
/// is named those whose space it passes through (TA-124, TA-127, TA-170).
#[inline]
pub fn step_cost(
    view: View<'_>,
    book: Rulebook<'_>,
    mover: Option<CombatantId>,
    from: Footprint,
    step: Direction,
) -> Option<u16> {
    let board = view.board();
    let entered = board.step_cost(from.across(), from.anchor, step)?;
    if height::is_ledge(view, book, from, from.at(view.shape().step(from.anchor, step))) {
        return None;
    }
    match book.policies.movement.difficult {
        DifficultGround::Entered => Some(entered),
        DifficultGround::Left { times, .. } => {
            // Larger bodies may be spared (TA-128).
            let slows = |cell: &Cell| {
                let ground = board.terrain(*cell);
                ground.cost.is_some_and(|cost| cost > 1) && ground.spares.is_none_or(|across| from.across() < across)
            };
            let rough = match from.across() {
                1 => slows(&from.anchor),
                _ => from.cells(view.shape()).iter().any(slows),
            };
            let difficult = rough || mover.is_some_and(|mover| space::hampers(view, book, mover, from));
            let squeezed =
                mover.and_then(|mover| squeeze::squeezes(view, book, mover, from)).map(|policy| policy.times);
            Some(if difficult { times.max(squeezed.unwrap_or(1)) } else { squeezed.unwrap_or(1) })
        }
    }
}
