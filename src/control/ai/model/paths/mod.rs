//! Finding paths, and the part of a path that the next count covers.

mod legs;
mod nearby;
mod straight;

pub use legs::{leg_lengths, next_leg, open_door, saves_movement};
pub use nearby::{cells_within, first_within, is_occupied, steps_remaining};
pub use straight::straight_path;

use super::change_tracker::NeighbourhoodKey;
use super::situation::Situation;
use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::grid::{Cell, Direction, Flood, Footprint};
use crate::mechanics::{Game, movement};

/// Movement cost of a closed door, in cells, where doors are assumed to open.
const DOOR: u16 = 6;
/// Cells of movement that a search for a long path covers.
pub const LONG_SEARCH: u16 = 120;

/// Search results of one walker; the memory is reused between searches.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// Cells the walker can reach as things are.
    pub reachable: Flood,
    /// Cells it could reach if there were no other combatants and all doors opened.
    pub unobstructed: Flood,
    /// The budget of the last search of `reachable`, and the walker's neighbourhood then.
    searched: Option<(u16, NeighbourhoodKey)>,
}

impl Paths {
    /// Finds all cells within a budget of movement cells. Reuses the last search if nothing nearby has changed.
    pub fn find_reachable(&mut self, situation: &Situation<'_>, budget: u16) {
        let Situation { view, actor, .. } = *situation;
        let around = |cells: u16| situation.changes.around(view, actor, cells);
        match &self.searched {
            Some((cells, before)) if *cells >= budget && *before == around(*cells) => {
                self.reachable.keep_within(budget);
            }
            _ => movement::flood(Game::new(view, situation.book()), actor, Gait::Walk, &mut self.reachable, budget),
        }
        self.searched = Some((budget, around(budget)));
    }

    /// Forgets that the last search could be reused.
    pub fn forget(&mut self) {
        self.searched = None;
    }

    /// Finds the cheapest paths to the nearest targets. `remaining` is the heuristic of [`Flood::run_towards`].
    pub fn find_towards(&mut self, game: Game<'_>, walker: CombatantId, remaining: impl Fn(Cell) -> u16) {
        self.searched = None;
        movement::flood_towards(game, walker, &mut self.reachable, LONG_SEARCH, remaining);
    }

    /// Finds all cells that could be reached if there were no other combatants. Closed doors are slow to cross.
    pub fn find_unobstructed(&mut self, game: Game<'_>, walker: CombatantId) {
        let here = game.footprint(walker);
        let (distance, step) = (game.policies.board.distance, unobstructed_step(game, here));
        self.unobstructed.run_with(distance, game.board(), here.anchor, LONG_SEARCH, step);
    }

    /// Finds the cheapest of those paths to the nearest targets. `remaining` is the heuristic of [`Flood::run_towards`].
    pub fn find_unobstructed_towards(&mut self, game: Game<'_>, walker: CombatantId, remaining: impl Fn(Cell) -> u16) {
        let here = game.footprint(walker);
        let (distance, step) = (game.policies.board.distance, unobstructed_step(game, here));
        self.unobstructed.run_towards(distance, game.board(), here.anchor, LONG_SEARCH, step, remaining);
    }
}

/// The cost of a step if there were no other combatants and all doors opened.
fn unobstructed_step(game: Game<'_>, body: Footprint) -> impl Fn(Cell, Direction, Cell) -> Option<u16> {
    let extent = body.across();
    move |from, step, to| {
        let door = || {
            let closed = game.field().door(to).is_some_and(|door| !door.is_open);
            (closed && extent == 1 && !game.shape().is_diagonal(step)).then_some(DOOR)
        };
        movement::step_cost(game, None, body.at(from), step).or_else(door)
    }
}
