//! The part of a path that the next count of walking covers.

use super::nearby::is_occupied;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::control::ai::model::catalogue::ActionCatalogue;
use crate::grid::{Cell, StepCosts};
use crate::mechanics::Game;
use crate::mechanics::movement::{self, Walker};
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// The longest legal part of a path for the next count that does not end in an occupied space; empty if the walker saves up
/// movement. `None` if the path is blocked.
pub fn next_leg(game: Game<'_>, walker: CombatantId, path: &[Cell]) -> Option<Vec<Cell>> {
    let is_legal = |length: &usize| movement::walk(game, walker, Gait::Walk, &path[..*length]).is_ok();
    let length = leg_lengths(game, walker, path).find(is_legal)?;
    (length > 0 || saves_movement(game, walker, path)).then(|| path[..length].to_vec())
}

/// Lengths in cells to try for the next count of walking, longest first, down to 0. None of them ends in an occupied space.
pub fn leg_lengths<'a>(game: Game<'a>, walker: CombatantId, path: &'a [Cell]) -> impl Iterator<Item = usize> + use<'a> {
    let here = game.footprint(walker);
    let most = usize::from(movement::allowance(game, walker, Gait::Walk)).min(path.len());
    (0..=most).rev().filter(move |length| *length == 0 || !is_occupied(game.view, walker, here.at(path[*length - 1])))
}

/// Whether a walker should save up movement: the next cell of its path where it may stop costs more than it has now, but not
/// more than it can ever have.
pub fn saves_movement(game: Game<'_>, walker: CombatantId, path: &[Cell]) -> bool {
    let (mut here, mut cost) = (game.footprint(walker), 0u16);
    let mut walking = Walker::new(game, walker, Gait::Walk);
    for cell in path {
        walking.leave(here.anchor);
        let step = game.shape().direction_of_step(here.anchor, *cell);
        let Some(paid) = step.and_then(|step| walking.enter(here.anchor, step, *cell)) else { return false };
        (here, cost) = (here.at(*cell), cost.saturating_add(paid));
        if !is_occupied(game.view, walker, here) {
            let most = movement::max_cells_on_count(game, walker, Gait::Walk);
            return cost <= most && cost > movement::allowance(game, walker, Gait::Walk);
        }
    }
    false
}

/// Opening a closed door among the next two cells of a path, if that is possible now.
pub fn open_door(
    view: View<'_>,
    rules: &Ruleset,
    catalogue: &ActionCatalogue,
    walker: CombatantId,
    path: &[Cell],
) -> Option<Act> {
    let action = catalogue.door.as_ref()?;
    let door = path.iter().take(2).find(|cell| view.field().door(**cell).is_some_and(|door| !door.is_open))?;
    let act = Act { action: action.id, target: Target::Cell(*door), weapon: None };
    legal::check(view, rules, walker, &act).is_ok().then_some(act)
}
