//! Burrowing through soft earth (Fragments: TA-058, TA-171, TA-173, TA-G34).

use super::pace::allowance;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::BurrowPolicy;
use crate::content::refusal::Refusal;
use crate::content::unit::Trait;
use crate::grid::{Cell, Direction, Footprint};
use crate::mechanics::{Game, height, space};

/// Whether a cell is solid earth that can be dug through.
pub fn is_earth(view: View<'_>, cell: Cell) -> bool {
    let terrain = view.board().terrain(cell);
    terrain.soft && terrain.cost.is_none()
}

/// The burrowing policy, if this combatant can burrow.
///
/// # Errors
/// Refuses combatants that cannot burrow, and all combatants if the ruleset has no burrowing.
pub fn may_burrow(game: Game<'_>, id: CombatantId) -> Result<&BurrowPolicy, Refusal> {
    match &game.policies.burrow {
        None => Err(Refusal::new("there is no burrowing in these rules", game.policies.board.rule)),
        Some(policy) if game.row(id).sheet.has(Trait::Burrower) => Ok(policy),
        Some(policy) => Err(Refusal::new("cannot dig", policy.rule)),
    }
}

/// Checks that a body can burrow along a path. Every step must lead through soft earth or open ground (TA-171, TA-173,
/// TA-G34), and not through enemies that block the way (TA-058).
///
/// # Errors
/// The rule that prevents it: stone, a blocking enemy, an occupied destination, or too long a path.
pub fn plan(game: Game<'_>, id: CombatantId, path: &[Cell]) -> Result<(), Refusal> {
    let policy = may_burrow(game, id)?;
    let budget = usize::from(allowance(game, id, Gait::Burrow));
    if path.is_empty() || path.len() > budget {
        return Err(Refusal::new(format!("{} cells are not between 1 and {budget}", path.len()), policy.rule));
    }
    let mut here = game.footprint(id);
    for &cell in path {
        let to = here.at(cell);
        let way = game.shape().direction_of_step(here.anchor, cell);
        let open = way.is_some_and(|way| is_open(game.view, here, way));
        if !open {
            return Err(Refusal::new(format!("cannot dig from {} to {cell}", here.anchor), policy.solid_rule));
        }
        if height::is_ledge(game, here, to) {
            return Err(Refusal::new(format!("{cell} is too far up or down"), policy.rule));
        }
        if space::is_blocked(game, id, to) {
            return Err(Refusal::new("an enemy blocks the way", game.policies.space.enter_rule));
        }
        here = to;
    }
    space::may_end(game, id, here)
}

/// Whether a body could advance one step by digging. Walls between cells and corners of stone block it.
pub fn is_open(view: View<'_>, body: Footprint, way: Direction) -> bool {
    view.board().is_open_to_digging(body.extent, body.anchor, way)
}
