//! Where a click on the ground leads: one search for all cells, so that what is shown is what a click accepts.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::aim::Aimed;
use crate::battle::{CombatantId, View};
use crate::content::action::{Action, Gait, Pitch};
use crate::grid::{Cell, Flood, Shape};
use crate::mechanics::{movement, space};
use crate::resolution::legal;
use crate::resolution::{Act, Choice};
use crate::rules::Ruleset;

/// The ways of a combatant by one action of movement.
pub struct Walks<'a> {
    view: View<'a>,
    rules: &'a Ruleset,
    who: CombatantId,
    action: &'a Action,
    gait: Gait,
    flood: Flood,
    /// Whether the way to a cell may be gone now.
    open: RefCell<BTreeMap<Cell, bool>>,
}

impl<'a> Walks<'a> {
    /// All ways that take so many cells of movement at most.
    pub fn of(
        view: View<'a>,
        rules: &'a Ruleset,
        who: CombatantId,
        (action, gait): (&'a Action, Gait),
        most: u16,
    ) -> Walks<'a> {
        let mut flood = Flood::default();
        movement::flood(view, rules.book(), who, gait, &mut flood, most);
        Walks { view, rules, who, action, gait, flood, open: RefCell::default() }
    }

    /// The cells of movement that the way to a cell takes.
    pub fn cost(&self, anchor: Cell) -> Option<u16> {
        self.flood.cost(anchor)
    }

    /// What a click on a cell chooses: a large body goes where its middle would come to lie.
    pub fn on_click(&self, cell: Cell) -> Aimed {
        let back = self.back();
        self.to(cell.shifted(-back, -back))
    }

    /// Cells between the anchor of a body and the cell that stands for it.
    fn back(&self) -> i16 {
        match self.view.shape() {
            Shape::Square => i16::from(self.view.footprint(self.who).across() - 1) / 2,
            Shape::Hex => 0,
        }
    }

    /// The movement that ends with the footprint anchored at a cell: all of it, or as much as can be gone now.
    pub fn to(&self, anchor: Cell) -> Aimed {
        let way = self.flood.path_to(anchor);
        let rises = matches!(self.gait, Gait::Fly(Pitch::By(_)));
        if way.is_empty() && !(rises && anchor == self.view.footprint(self.who).anchor) {
            return Aimed::default();
        }
        let now = if self.is_gone_in_parts() { self.leg(&way) } else { way.len() };
        let act = self.along(&way[..now]);
        let refusal = legal::check(self.view, self.rules, self.who, &act).err();
        Aimed { choice: Some(Choice::Act(act)), refusal, goes_on: now < way.len(), way, ..Aimed::default() }
    }

    fn along(&self, way: &[Cell]) -> Act {
        match self.gait {
            Gait::Fly(Pitch::By(rises)) => Act::flying(self.action.id, way.to_vec(), rises),
            _ => Act::along(self.action.id, way.to_vec()),
        }
    }

    /// Whether a long way is gone part by part; else it is gone at once or not at all.
    fn is_gone_in_parts(&self) -> bool {
        use Gait::{Barge, Climb, Fly, Leap, Onward, PushOff};
        !matches!(self.gait, Barge | Climb | Leap | Onward | PushOff(_) | Fly(Pitch::By(_)))
    }

    /// How many cells of a way are gone now: as far as movement lasts, and not to where nobody may stop.
    fn leg(&self, way: &[Cell]) -> usize {
        let allowance = movement::allowance(self.view, self.rules.book(), self.who, self.gait);
        let within = |cell: &&Cell| self.cost(**cell).is_some_and(|cost| cost <= allowance);
        let most = way.iter().take_while(within).count();
        if most == way.len() && self.is_open(way) {
            return most;
        }
        (1..=most).rev().find(|many| self.is_open(&way[..*many])).unwrap_or(most)
    }

    fn is_open(&self, way: &[Cell]) -> bool {
        let Some(end) = way.last() else { return false };
        let known = self.open.borrow().get(end).copied();
        known.unwrap_or_else(|| {
            let is = legal::check(self.view, self.rules, self.who, &self.along(way)).is_ok();
            self.open.borrow_mut().insert(*end, is);
            is
        })
    }

    /// Every cell on which a click is accepted, with the count, or the action, with which it is reached; none later
    /// than the last.
    pub fn accepted(&self, last: u16) -> Vec<(Cell, u16)> {
        let (back, here) = (self.back(), self.view.footprint(self.who));
        let reached = self.flood.reached().iter().filter(|anchor| **anchor != here.anchor);
        let count = |anchor: &Cell| {
            let aimed = self.to(*anchor);
            let may_stay = || space::may_end(self.view, self.rules.book(), self.who, here.at(*anchor)).is_ok();
            let may = aimed.choice.is_some() && aimed.refusal.is_none() && (!aimed.goes_on || may_stay());
            let cost = self.cost(*anchor).filter(|_| may)?;
            let count = match aimed.goes_on {
                false => 1,
                true => movement::counts_for(self.view, self.rules.book(), self.who, self.gait, cost).max(2),
            };
            (count <= last).then_some((anchor.shifted(back, back), count))
        };
        reached.filter_map(count).collect()
    }
}
