//! Reachable cells of a combatant (TC-133, TC-155, G-36).

use smallvec::SmallVec;

use super::gait::may_enter;
use super::ground::{plain_steps, step_cost};
use super::ways::Ways;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::DifficultGround;
use crate::grid::{Cell, CellSet, Direction, Flood, Footprint, StepCosts};
use crate::mechanics::Game;

/// Finds all cells a combatant can reach at a gait with `budget` cells of movement from its current (or imagined)
/// position.
///
/// Each cell stands for the footprint anchored there. Step costs follow the most expensive terrain newly covered, and
/// every cell on the way must be enterable as things are now (TC-133, TC-155, G-36).
pub fn flood(game: Game<'_>, id: CombatantId, gait: Gait, flood: &mut Flood, budget: u16) {
    match Ways::of(game, id, gait) {
        Some(ways) => ways.flood(flood, budget),
        None => {
            let (start, distance) = (game.footprint(id).anchor, game.policies.board.distance);
            flood.run_with(distance, game.board(), start, budget, Walker::new(game, id, gait));
        }
    }
}

/// Finds the cheapest paths of a walker to its goals, exploring as little as possible. `left` is the distance estimate
/// of [`Flood::run_towards`].
pub fn flood_towards(game: Game<'_>, id: CombatantId, flood: &mut Flood, budget: u16, left: impl Fn(Cell) -> u16) {
    let (start, distance) = (game.footprint(id).anchor, game.policies.board.distance);
    flood.run_towards(distance, game.board(), start, budget, Walker::new(game, id, Gait::Walk), left);
}

/// Step costs for a walking combatant.
pub struct Walker<'a> {
    game: Game<'a>,
    id: CombatantId,
    gait: Gait,
    body: Footprint,
    /// Cells occupied by others.
    taken: CellSet,
    /// Whether every step needs the full test, because there are narrow cells.
    tight: bool,
    /// Cost of each step out of the current cell by terrain alone; 0 for impossible steps. `None` if size, ledges or
    /// occupants matter.
    plain: Option<[u8; 8]>,
    /// Whether occupants may make the current cell difficult to leave.
    passes: bool,
    costly: bool,
    /// Cache of occupied cells and whether they can be entered.
    entered: SmallVec<[(Cell, bool); 16]>,
}

impl<'a> Walker<'a> {
    /// A walker at its starting position.
    pub fn new(game: Game<'a>, id: CombatantId, gait: Gait) -> Walker<'a> {
        let (taken, body) = (taken_by_others(game.view, id), game.footprint(id));
        let tight = game.policies.squeeze.is_some() && game.board().is_narrow_somewhere();
        let costly = matches!(game.policies.movement.difficult, DifficultGround::Left { .. });
        let (plain, passes, entered) = (None, false, SmallVec::new());
        Walker { game, id, gait, body, taken, tight, plain, passes, costly, entered }
    }

    #[inline]
    fn is_taken(&self, at: Cell) -> bool {
        match self.body.across() {
            1 => self.taken.has(at),
            _ => self.body.at(at).cells(self.game.shape()).iter().any(|cell| self.taken.has(*cell)),
        }
    }

    /// Whether an occupied or narrow cell can be entered.
    fn may_enter(&mut self, to: Cell) -> bool {
        if let Some((_, may)) = self.entered.iter().find(|(known, _)| *known == to) {
            return *may;
        }
        let may = may_enter(self.game, self.id, self.gait, self.body.at(to)).is_ok();
        // Only a few cells are occupied, but every cell may be narrow.
        if !self.tight {
            self.entered.push((to, may));
        }
        may
    }

    fn cost(&self, from: Cell, step: Direction) -> Option<u16> {
        let passing = (self.tight || self.passes).then_some(self.id);
        step_cost(self.game, passing, self.body.at(from), step)
    }
}

impl StepCosts for Walker<'_> {
    #[inline]
    fn leave(&mut self, from: Cell) {
        self.passes = self.costly && self.is_taken(from);
        let plain = !self.tight && !self.passes && self.body.across() == 1;
        self.plain = if plain { plain_steps(self.game, from) } else { None };
    }

    #[inline]
    fn enter(&mut self, from: Cell, step: Direction, to: Cell) -> Option<u16> {
        let cost = match &self.plain {
            Some(steps) => match steps[usize::from(step.0 & 7)] {
                0 => return None,
                cost => u16::from(cost),
            },
            None => self.cost(from, step)?,
        };
        let free = !self.tight && !self.is_taken(to);
        (free || self.may_enter(to)).then_some(cost)
    }
}

/// Cells occupied by others. All remaining cells need no test for shared spaces.
pub fn taken_by_others(view: View<'_>, id: CombatantId) -> CellSet {
    let mut taken = CellSet::new(view.board());
    for other in view.present().filter(|row| row.id != id) {
        let space = view.footprint(other.id);
        if space.across() == 1 {
            taken.add(view.board(), space.anchor);
            continue;
        }
        space.cells(view.shape()).into_iter().for_each(|cell| taken.add(view.board(), cell));
    }
    taken
}
