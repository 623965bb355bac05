//! Reachable cells of a combatant, at a walk (TC-133, TC-155, G-36) and at gaits that need no ground underfoot.

use std::rc::Rc;

use smallvec::SmallVec;

use super::jump;
use crate::battle::{CombatantId, View};
use crate::content::{DifficultGround, Gait, Pitch};
use crate::grid::{Cell, CellSet, Direction, Flood, FloodStart, Footprint, StepCosts};
use crate::mechanics::movement::budget::is_diagonal_due;
use crate::mechanics::movement::flight;
use crate::mechanics::movement::gait::may_enter;
use crate::mechanics::movement::pace::{diagonal_cost, plain_steps, step_cost};
use crate::mechanics::movement::passing::passing_cells;
use crate::mechanics::{Game, grapple, height, space};

/// Finds all cells, as anchors, that a combatant can reach at a gait with `budget` cells of movement, over cells it
/// may enter as things are now (TC-133, TC-155, G-36).
pub fn flood(game: Game<'_>, id: CombatantId, gait: Gait, flood: &mut Flood, budget: u16) {
    match Ways::of(game, id, gait) {
        Some(ways) => ways.flood(flood, budget),
        None => flood_by((game, id), Walker::new(game, id, gait), flood, budget),
    }
}

/// Finds all cells, as anchors, that a combatant can reach by steps of these costs.
pub fn flood_by((game, id): (Game<'_>, CombatantId), steps: impl StepCosts, flood: &mut Flood, budget: u16) {
    flood.run_with(game.policies.board.distance, game.board(), start_of(game, id), budget, steps);
}

/// Finds the cheapest paths of a combatant to its goals by steps of these costs; `left` is the distance estimate of
/// [`Flood::run_towards`].
pub fn flood_towards(
    (game, id): (Game<'_>, CombatantId),
    steps: impl StepCosts,
    flood: &mut Flood,
    budget: u16,
    left: impl Fn(Cell, bool) -> u16,
) {
    flood.run_towards(game.policies.board.distance, game.board(), start_of(game, id), budget, steps, left);
}

/// Where the paths of a walker begin, and whether its first diagonal step is a costly one.
fn start_of(game: Game<'_>, id: CombatantId) -> FloodStart {
    FloodStart { cell: game.footprint(id).anchor, is_diagonal_due: is_diagonal_due(game, id) }
}

/// Step costs for a walking combatant.
pub struct Walker<'a> {
    game: Game<'a>,
    id: CombatantId,
    gait: Gait,
    body: Footprint,
    /// Cells occupied by others.
    taken: Rc<CellSet>,
    /// Whether every step needs the full test, because there are narrow cells or the walker is below the surface of water.
    tight: bool,
    /// Cost of each step out of the cell by terrain alone, 0 if impossible; `None` if size, ledges or occupants matter.
    plain: Option<[u8; 8]>,
    /// Whether it drags a combatant along, which needs room beside it.
    drags: bool,
    /// Whether occupants may make the current cell difficult to leave.
    passes: bool,
    costly: bool,
    /// Cache of occupied cells and whether they can be entered.
    entered: SmallVec<[(Cell, bool); 16]>,
}

impl<'a> Walker<'a> {
    /// A walker at its starting position.
    pub fn new(game: Game<'a>, id: CombatantId, gait: Gait) -> Walker<'a> {
        let (taken, body) = (Rc::new(taken_by_others(game.view, id)), game.footprint(id));
        let sunk = game.altitude(id) < 0 && game.policies.water.cost_below().is_some();
        let tight = sunk || game.policies.squeeze.is_some() && game.board().is_narrow_somewhere();
        let costly = matches!(game.policies.movement.difficult, DifficultGround::Left { .. })
            || space::entered(game, id).is_some();
        let tied = game.policies.grapple.together.is_some() && grapple::drags(game.view, id);
        let drags = tied || grapple::drags_along(game.view, id);
        let (plain, passes, entered) = (None, false, SmallVec::new());
        Walker { game, id, gait, body, taken, tight, plain, drags, passes, costly, entered }
    }

    /// Cells occupied by others.
    pub fn taken(&self) -> Rc<CellSet> {
        Rc::clone(&self.taken)
    }

    #[inline]
    fn is_taken(&self, at: Cell) -> bool {
        if self.body.across() == 1 { self.taken.has(at) } else { self.is_partly_taken(at) }
    }

    fn is_partly_taken(&self, at: Cell) -> bool {
        self.body.at(at).cells(self.game.shape()).iter().any(|cell| self.taken.has(*cell))
    }

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

    /// Cells for passing through the space of another; `None` if the walker cannot pay for it.
    fn passing(&self, from: Cell, to: Cell) -> Option<u16> {
        passing_cells(self.game, self.id, self.gait, (self.body.at(from), self.body.at(to))).ok()
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
        let taken = self.is_taken(to);
        if !taken && !self.tight && !self.drags {
            return Some(cost);
        }
        let passing = if taken { self.passing(from, to)? } else { 0 };
        self.may_enter(to).then_some(cost.saturating_add(passing))
    }

    #[inline]
    fn diagonal(&self, step: u16, is_second: bool) -> u16 {
        diagonal_cost(self.game, step, is_second)
    }
}

/// Cells occupied by others. All remaining cells need no test for shared spaces.
pub fn taken_by_others(view: View<'_>, id: CombatantId) -> CellSet {
    let mut taken = CellSet::new(view.board());
    for other in view.present().filter(|row| row.id != id) {
        let space = view.footprint(other.id);
        space.cells(view.shape()).iter().for_each(|cell| taken.add(view.board(), *cell));
    }
    taken
}

/// Open space around a combatant for a gait other than walking.
struct Ways<'a> {
    game: Game<'a>,
    id: CombatantId,
    gait: Gait,
    /// Maximum height in the board's unit.
    high: i16,
}

impl<'a> Ways<'a> {
    /// `None` for gaits that need ground underfoot.
    fn of(game: Game<'a>, id: CombatantId, gait: Gait) -> Option<Ways<'a>> {
        let high = match gait {
            Gait::Fly(Pitch::By(rise)) => height::of(game.view, id).saturating_add(rise.max(0)),
            Gait::Fly(Pitch::Level) => flight::cruising_height(game, id),
            Gait::Fly(Pitch::Rising | Pitch::Diving) | Gait::Squeeze | Gait::Burrow => i16::MAX,
            Gait::Leap | Gait::HighJump | Gait::Climb | Gait::PushOff(_) => i16::MAX,
            Gait::Swim => height::of(game.view, id).max(height::ground(game.view, game.footprint(id))),
            _ => return None,
        };
        Some(Ways { game, id, gait, high })
    }

    /// Finds the reachable cells. Whether a cell is a valid destination is decided by [`walk`](super::walk()).
    fn flood(&self, flood: &mut Flood, budget: u16) {
        let here = self.game.footprint(self.id);
        let budget = if matches!(self.gait, Gait::Climb | Gait::HighJump) { budget.min(1) } else { budget };
        flood.run_with(self.game.policies.board.distance, self.game.board(), here.anchor, budget, |from, step, to| {
            self.leads(here, from, step, here.at(to)).then_some(1)
        });
    }

    fn leads(&self, start: Footprint, from: Cell, step: Direction, to: Footprint) -> bool {
        let (game, at) = (self.game, start.at(from));
        if self.gait == Gait::Burrow {
            return game.board().is_open_to_digging(at.extent, from, step) && !height::is_ledge(game, at, to);
        }
        if self.gait == Gait::Squeeze {
            // Steps of the squeezed body; whether it fits is decided by `walk`.
            return game.board().step_cost(1, from, step).is_some();
        }
        if self.gait == Gait::HighJump {
            return jump::obstacle(game, self.id, step).is_some_and(|parts| parts > 0);
        }
        if !height::is_open(game, at, step) {
            return false;
        }
        match self.gait {
            Gait::Fly(_) => height::ground(game.view, to) <= self.high && self.passes(at, to),
            Gait::Swim => {
                let wet = height::over_water(game.view, at) || height::over_water(game.view, to);
                wet && !height::is_ledge(game, at, to) && space::entry(game, self.id, to).is_ok()
            }
            _ => self.is_straight(start.anchor, from, step),
        }
    }

    fn passes(&self, at: Footprint, to: Footprint) -> bool {
        let level = match self.gait {
            Gait::Fly(Pitch::By(_)) => self.high,
            _ => flight::cruising_height(self.game, self.id),
        };
        let lifted = level.saturating_sub(height::ground(self.game.view, at));
        space::entry(self.game.with(self.id, at).lifted(self.id, lifted), self.id, to).is_ok()
    }

    fn is_straight(&self, start: Cell, from: Cell, step: Direction) -> bool {
        let far = usize::from(self.game.board().width().max(self.game.board().height()));
        let line = std::iter::successors(Some(start), |cell| Some(self.game.shape().step(*cell, step)));
        line.take(far).any(|cell| cell == from)
    }
}
