//! Paths to all cells a click can reach, from one search, so that the overlay matches what a click accepts.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::ActingCombatant;
use super::aimed::Aimed;
use crate::content::action::{Action, Gait, Pitch};
use crate::grid::{Cell, Flood, Shape};
use crate::mechanics::{Game, movement, space};
use crate::resolution::{Act, Choice};

/// The paths of a combatant with one movement action.
pub struct MovePaths<'a> {
    mover: ActingCombatant<'a>,
    action: &'a Action,
    gait: Gait,
    flood: Flood,
    /// Cached legality of moving to a cell now.
    open: RefCell<BTreeMap<Cell, bool>>,
}

impl<'a> MovePaths<'a> {
    /// All paths up to a movement cost in cells.
    pub fn of(mover: ActingCombatant<'a>, action: &'a Action, gait: Gait, most: u16) -> MovePaths<'a> {
        let mut flood = Flood::default();
        movement::flood(Game::new(mover.battle.view(), mover.rules.book()), mover.who, gait, &mut flood, most);
        MovePaths { mover, action, gait, flood, open: RefCell::default() }
    }

    /// Movement cost to a cell, in cells.
    pub fn cost(&self, anchor: Cell) -> Option<u16> {
        self.flood.cost(anchor)
    }

    /// The move of a click on a cell. A large combatant centres on the cell.
    pub fn on_click(&self, cell: Cell) -> Aimed {
        let back = self.back();
        self.to(cell.shifted(-back, -back))
    }

    /// Cells from the anchor of a footprint to its central cell.
    fn back(&self) -> i16 {
        match self.mover.shape {
            Shape::Square => i16::from(self.mover.here.across() - 1) / 2,
            Shape::Hex => 0,
        }
    }

    /// The move that ends with the footprint anchored at a cell, or the part of it that is possible now.
    pub fn to(&self, anchor: Cell) -> Aimed {
        let path = self.flood.path_to(anchor);
        let rises = matches!(self.gait, Gait::Fly(Pitch::By(_)));
        if path.is_empty() && !(rises && anchor == self.mover.here.anchor) {
            return Aimed::default();
        }
        let now = if self.is_walked_in_legs() { self.leg(&path) } else { path.len() };
        let act = self.along(&path[..now]);
        let refusal = self.mover.refusal(&act);
        Aimed { choice: Some(Choice::Act(act)), refusal, continues: now < path.len(), path, ..Aimed::default() }
    }

    fn along(&self, path: &[Cell]) -> Act {
        match self.gait {
            Gait::Fly(Pitch::By(rises)) => Act::flying(self.action.id, path.to_vec(), rises),
            _ => Act::along(self.action.id, path.to_vec()),
        }
    }

    /// Whether a long path is walked in parts; otherwise it is taken at once or not at all.
    fn is_walked_in_legs(&self) -> bool {
        use Gait::{Barge, Climb, Fly, Leap, Onward, PushOff};
        !matches!(self.gait, Barge | Climb | Leap | Onward | PushOff(_) | Fly(Pitch::By(_)))
    }

    /// Number of cells of a path that can be walked now: as far as movement lasts, ending where stopping is allowed.
    fn leg(&self, path: &[Cell]) -> usize {
        let ActingCombatant { battle, rules, who, .. } = self.mover;
        let allowance = movement::allowance(Game::new(battle.view(), rules.book()), who, self.gait);
        let within = |cell: &&Cell| self.cost(**cell).is_some_and(|cost| cost <= allowance);
        let most = path.iter().take_while(within).count();
        if most == path.len() && self.is_open(path) {
            return most;
        }
        (1..=most).rev().find(|many| self.is_open(&path[..*many])).unwrap_or(most)
    }

    fn is_open(&self, path: &[Cell]) -> bool {
        let Some(end) = path.last() else { return false };
        let known = self.open.borrow().get(end).copied();
        known.unwrap_or_else(|| {
            let is = self.mover.refusal(&self.along(path)).is_none();
            self.open.borrow_mut().insert(*end, is);
            is
        })
    }

    /// Every cell a click accepts, with the count or action at which it is reached, up to `last`.
    pub fn accepted(&self, last: u16) -> Vec<(Cell, u16)> {
        let (back, ActingCombatant { battle, rules, who, here, .. }) = (self.back(), self.mover);
        let game = Game::new(battle.view(), rules.book());
        let reached = self.flood.reached().iter().filter(|anchor| **anchor != here.anchor);
        let count = |anchor: &Cell| {
            let aimed = self.to(*anchor);
            let may_stay = || space::may_end(game, who, here.at(*anchor)).is_ok();
            let may = aimed.choice.is_some() && aimed.refusal.is_none() && (!aimed.continues || may_stay());
            let cost = self.cost(*anchor).filter(|_| may)?;
            let count = match aimed.continues {
                false => 1,
                true => movement::counts_for(game, who, self.gait, cost).max(2),
            };
            (count <= last).then_some((anchor.shifted(back, back), count))
        };
        reached.filter_map(count).collect()
    }
}
