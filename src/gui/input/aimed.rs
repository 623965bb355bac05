//! What the player has picked, what a click would choose, and the paths to all cells that a click can reach.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bevy::prelude::*;

use super::offered::ActingCombatant;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::{Action, Components, Does, Gait, Name, Pitch, Refusal};
use crate::grid::{Cell, Flood, Footprint, Shape};
use crate::mechanics::{movement, space};
use crate::resolution::{Act, Choice, Target};
use crate::rules::Ruleset;

/// The player's choices in a panel. Without it a click on a cell walks there and a click on an enemy attacks.
#[derive(Resource, Default, Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The picked action.
    pub action: Option<Name>,
    /// The weapon; the first usable one if `None`.
    pub weapon: Option<WeaponSlot>,
    /// The energy per component of a spell; the usual energy if `None`.
    pub energy: Option<Components>,
    /// The trigger of a readied act; the first one if `None`.
    pub watch: Option<Name>,
    /// The action to be readied, if it must still be aimed.
    pub readies: Option<Name>,
    /// The part of the body to aim at; the usual one if `None`.
    pub part: Option<Name>,
    /// Feet by which a flight rises, negative to sink; as its action says if `None`.
    pub rises: Option<i16>,
    /// The target of a charge whose end is picked next.
    pub charged: Option<CombatantId>,
}

impl Intent {
    /// Picks only this action.
    pub fn on(action: Name) -> Intent {
        Intent { action: Some(action), ..Intent::default() }
    }

    /// The gait of a move, with the chosen height of a flight.
    pub fn gait(&self, action: &Action) -> Option<Gait> {
        match (&action.does, self.rises) {
            (Does::Move(Gait::Fly(_)), Some(rise)) => Some(Gait::Fly(Pitch::By(rise))),
            (Does::Move(gait), _) => Some(*gait),
            _ => None,
        }
    }

    /// The trigger of a readied act.
    pub fn trigger(&self, rules: &Ruleset) -> Option<Name> {
        let first = || rules.policies.ready.as_ref().and_then(|policy| policy.watches.first()).map(|watch| watch.id);
        self.watch.or_else(first)
    }

    /// An act aimed at the chosen part of the body.
    pub fn at_part(&self, act: Act) -> Act {
        Act { part: self.part, ..act }
    }

    /// A spell act with the chosen energy.
    pub fn with_energy(&self, mut act: Act) -> Act {
        if let (Target::Cast(casting), Some(energy)) = (&mut act.target, self.energy) {
            casting.energy = energy;
        }
        act
    }
}

/// The choice that a click now would make.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Aimed {
    /// The answer; `None` if the pointer is on nothing that answers.
    pub choice: Option<Choice>,
    /// Why the resolution would refuse it.
    pub refusal: Option<Refusal>,
    /// The whole path of a move, beyond what this count allows.
    pub path: Vec<Cell>,
    /// Whether the rest of the path becomes a standing order.
    pub continues: bool,
    /// The attack at the end of the path, on a target that is out of reach now.
    pub approach: Option<Approach>,
    /// The penalty for attacking at the end of the path, because allies are or will be there.
    pub crowd: Option<Refusal>,
    /// The target that a click picks, where a charge at it may end in several cells.
    pub picks: Option<CombatantId>,
}

/// A walk to a cell from which an attack is possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    pub strike: Act,
    pub at: Footprint,
    /// Movement cost of the path, in cells.
    pub cost: u16,
    /// Counts or actions that the path takes.
    pub counts: u16,
    /// Why path and attack cannot both be paid for in this turn.
    pub unpaid: Option<Refusal>,
}

#[derive(Message, Clone, Copy, Debug)]
pub struct Cancelled;

/// The paths of a combatant with one movement action, from one search, so that the overlay matches what a click accepts.
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
        movement::flood(mover.game(), mover.who, gait, &mut flood, most);
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
        if self.mover.shape == Shape::Hex { 0 } else { i16::from(self.mover.here.across() - 1) / 2 }
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
        use Gait::{Climb, Fly, HighJump, Leap, Onward, PushOff};
        let at_once = matches!(self.gait, Climb | HighJump | Leap | Onward | PushOff(_) | Fly(Pitch::By(_)));
        !at_once && !self.gait.overruns()
    }

    /// Number of cells of a path that can be walked now: as far as movement lasts, ending where stopping is allowed.
    fn leg(&self, path: &[Cell]) -> usize {
        let allowance = movement::allowance(self.mover.game(), self.mover.who, self.gait);
        let within = |cell: &&Cell| self.cost(**cell).is_some_and(|cost| cost <= allowance);
        let most = path.iter().take_while(within).count();
        if most == path.len() && self.is_open(path) {
            return most;
        }
        (1..=most).rev().find(|many| self.is_open(&path[..*many])).unwrap_or(most)
    }

    fn is_open(&self, path: &[Cell]) -> bool {
        let Some(end) = path.last() else { return false };
        let is_legal = || self.mover.refusal(&self.along(path)).is_none();
        *self.open.borrow_mut().entry(*end).or_insert_with(is_legal)
    }

    /// Every cell a click accepts, with the count or action at which it is reached, up to `last`.
    pub fn accepted(&self, last: u16) -> Vec<(Cell, u16)> {
        let (back, ActingCombatant { who, here, .. }, game) = (self.back(), self.mover, self.mover.game());
        let reached = self.flood.reached().iter().filter(|anchor| **anchor != here.anchor);
        let count = |anchor: &Cell| {
            let aimed = self.to(*anchor);
            let may_stay = || space::may_end(game, who, here.at(*anchor)).is_ok();
            let may = aimed.choice.is_some() && aimed.refusal.is_none() && (!aimed.continues || may_stay());
            let cost = self.cost(*anchor).filter(|_| may)?;
            let count = if aimed.continues { movement::counts_for(game, who, self.gait, cost).max(2) } else { 1 };
            (count <= last).then_some((anchor.shifted(back, back), count))
        };
        reached.filter_map(count).collect()
    }
}
