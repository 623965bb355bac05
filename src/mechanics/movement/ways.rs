//! Reachable cells for gaits other than walking: flying, swimming, leaping, climbing, squeezing and burrowing.

use super::{burrow, flight};
use crate::battle::CombatantId;
use crate::content::action::{Gait, Pitch};
use crate::grid::{Cell, Direction, Flood, Footprint};
use crate::mechanics::{Game, height, space};

/// Open space around a combatant for a gait other than walking.
pub(super) struct Ways<'a> {
    game: Game<'a>,
    id: CombatantId,
    gait: Gait,
    /// Maximum height in feet.
    high: i16,
}

impl<'a> Ways<'a> {
    /// `None` for gaits that need ground underfoot.
    pub(super) fn of(game: Game<'a>, id: CombatantId, gait: Gait) -> Option<Ways<'a>> {
        let high = match gait {
            Gait::Fly(Pitch::Rising | Pitch::Diving) => i16::MAX,
            Gait::Fly(Pitch::By(feet)) => {
                let here = height::of(game.view, id);
                here.max(here.saturating_add(feet))
            }
            Gait::Fly(Pitch::Level) => flight::cruising_height(game, id),
            Gait::Squeeze | Gait::Burrow => i16::MAX,
            Gait::Leap | Gait::Climb | Gait::PushOff(_) => i16::MAX,
            Gait::Swim => height::of(game.view, id).max(height::ground(game.view, game.footprint(id))),
            _ => return None,
        };
        Some(Ways { game, id, gait, high })
    }

    /// Finds the reachable cells. Whether a cell is a valid destination is decided by [`walk`](super::walk()).
    pub(super) fn flood(&self, flood: &mut Flood, budget: u16) {
        let here = self.game.footprint(self.id);
        let budget = if self.gait == Gait::Climb { budget.min(1) } else { budget };
        flood.run_with(self.game.policies.board.distance, self.game.board(), here.anchor, budget, |from, step, to| {
            self.leads(here, from, step, here.at(to)).then_some(1)
        });
    }

    fn leads(&self, start: Footprint, from: Cell, step: Direction, to: Footprint) -> bool {
        let (game, at) = (self.game, start.at(from));
        if self.gait == Gait::Burrow {
            return burrow::is_open(game.view, at, step) && !height::is_ledge(game, at, to);
        }
        if self.gait == Gait::Squeeze {
            // Steps of the squeezed body; whether it fits is decided by `walk`.
            return game.board().step_cost(1, from, step).is_some();
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

    /// Whether a flier gets past other bodies at its height.
    fn passes(&self, at: Footprint, to: Footprint) -> bool {
        let level = match self.gait {
            Gait::Fly(Pitch::By(_)) => self.high,
            _ => flight::cruising_height(self.game, self.id),
        };
        let lifted = level.saturating_sub(height::ground(self.game.view, at));
        space::entry(self.game.with(self.id, at).lifted(self.id, lifted), self.id, to).is_ok()
    }

    /// Whether a step continues in a straight line from the start.
    fn is_straight(&self, start: Cell, from: Cell, step: Direction) -> bool {
        let (shape, mut cell) = (self.game.shape(), start);
        let far = usize::from(self.game.board().width().max(self.game.board().height()));
        (0..far).any(|_| {
            let found = cell == from;
            cell = shape.step(cell, step);
            found
        })
    }
}
