use smallvec::SmallVec;

use crate::battle::{CombatantId, Count};
use crate::control::ai::model::next_leg;
use crate::grid::Cell;
use crate::mechanics::{Game, reach};

/// Counts after which a plan is reconsidered in any case.
const DURATION: Count = 4;
/// Cells within which an enemy ends a plan.
const NEAR: u16 = 3;

/// A walk, or a wait, over several counts. Followed until something that it depends on changes.
#[derive(Clone, Debug)]
pub struct WalkPlan {
    /// The rest of the path; empty for a wait.
    path: Vec<Cell>,
    until: Count,
    expected: Observation,
}

/// Everything that a plan depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Observation {
    vigour: i16,
    field_revision: u32,
    holds: usize,
    /// Enemies nearby.
    near: SmallVec<[CombatantId; 6]>,
    /// The number of enemies on the board.
    enemies: usize,
}

impl Observation {
    fn of(game: Game<'_>, walker: CombatantId) -> Observation {
        let row = game.row(walker);
        let is_near = |id: &CombatantId| reach::distance_between(game, walker, *id) <= NEAR;
        Observation {
            vigour: row.vitals.current().saturating_sub(row.vitals.fatigue),
            field_revision: game.field().revision,
            holds: game.links().len(),
            near: game.enemies_of(row.side).map(|enemy| enemy.id).filter(is_near).collect(),
            enemies: game.enemies_of(row.side).count(),
        }
    }
}

/// The step of a plan for the next count.
pub enum WalkStep {
    /// Walk through these cells.
    Walk(Vec<Cell>),
    /// Wait.
    Wait,
}

impl WalkPlan {
    /// A plan to walk along a path, or to wait if the path is empty.
    pub fn new(game: Game<'_>, walker: CombatantId, path: Vec<Cell>) -> WalkPlan {
        WalkPlan { path, until: game.count() + DURATION, expected: Observation::of(game, walker) }
    }

    /// The step for the next count. `None` if the plan must be reconsidered.
    pub fn next_step(&mut self, game: Game<'_>, walker: CombatantId) -> Option<WalkStep> {
        let changed = Observation::of(game, walker) != self.expected;
        if game.count() > self.until || changed || !self.expected.near.is_empty() {
            return None;
        }
        if self.path.is_empty() {
            return Some(WalkStep::Wait);
        }
        let leg = self.take_leg(game, walker)?;
        Some(WalkStep::Walk(leg))
    }

    /// The cells that remain of the path.
    pub fn into_path(self) -> Vec<Cell> {
        self.path
    }

    /// Takes the next count's cells off the path. `None` if the path is blocked or at its end.
    pub fn take_leg(&mut self, game: Game<'_>, walker: CombatantId) -> Option<Vec<Cell>> {
        let here = game.footprint(walker).anchor;
        game.shape().direction_of_step(here, *self.path.first()?)?;
        let leg = next_leg(game, walker, &self.path)?;
        self.path.drain(..leg.len());
        if self.path.is_empty() {
            // On arrival the situation is looked at again.
            self.until = game.count();
        }
        Some(leg)
    }
}
