//! Standing orders: a walk to a far cell goes on by itself, one count a turn, until what the walker sees changes.

use std::collections::BTreeMap;

use bevy::prelude::*;

use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::action::{Action, Does, Gait};
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Flood};
use crate::mechanics::{movement, reach};
use crate::resolution::Act;

/// Where somebody is going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The action it takes every turn.
    pub action: Name,
    /// How fast that goes.
    pub gait: Gait,
    /// Where it is going: the cell its footprint is anchored at.
    pub goal: Cell,
    seen: Seen,
}

/// What a walker keeps an eye on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    hit_points: i16,
    holds: usize,
    conditions: usize,
    /// Enemies who could strike it where it stands.
    threats: Vec<CombatantId>,
    enemies: usize,
}

impl Seen {
    fn by(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Seen {
        let row = view.row(who);
        let threatens = |id: &CombatantId| reach::threatens(view, book, *id, who);
        Seen {
            hit_points: row.vitals.current(),
            holds: view.holds_on(who).count(),
            conditions: row.conditions.0.len(),
            threats: view.enemies_of(row.side).map(|enemy| enemy.id).filter(threatens).collect(),
            enemies: view.enemies_of(row.side).count(),
        }
    }

    /// What is different now, in words.
    fn change(&self, now: &Seen) -> Option<&'static str> {
        let changes = [
            (now.hit_points < self.hit_points, "it was hurt"),
            (now.holds > self.holds, "it was grabbed"),
            (now.threats.iter().any(|id| !self.threats.contains(id)), "an enemy can reach it"),
            (now.conditions > self.conditions, "something befell it"),
            (now.enemies > self.enemies, "another enemy came"),
        ];
        changes.into_iter().find(|(changed, _)| *changed).map(|(_, why)| why)
    }
}

/// What a turn under orders comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Continued {
    /// The walk goes on like this.
    Walk(Act),
    /// It is over, for this reason; `None` when the goal is reached.
    Over(Option<&'static str>),
}

/// Everybody's standing orders.
#[derive(Resource, Default, Debug)]
pub struct Orders(BTreeMap<CombatantId, Order>);

impl Orders {
    /// Sends somebody on its way.
    pub fn send(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId, action: &Action, goal: Cell) {
        let Does::Move(gait) = action.does else { return };
        let order = Order { action: action.id, gait, goal, seen: Seen::by(view, book, who) };
        self.0.insert(who, order);
    }

    /// The orders of a combatant.
    pub fn of(&self, who: CombatantId) -> Option<&Order> {
        self.0.get(&who)
    }

    /// All orders.
    pub fn iter(&self) -> impl Iterator<Item = (CombatantId, &Order)> {
        self.0.iter().map(|(who, order)| (*who, order))
    }

    /// Takes the orders of a combatant back; says whether there were any.
    pub fn recall(&mut self, who: CombatantId) -> bool {
        self.0.remove(&who).is_some()
    }

    /// Takes all orders back.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// What the orders of a combatant mean for its turn now; `None` without orders.
    pub fn carry_on(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Option<Continued> {
        let order = self.0.get_mut(&who)?;
        let now = Seen::by(view, book, who);
        let change = order.seen.change(&now);
        order.seen = now;
        let next = match change {
            Some(why) => Continued::Over(Some(why)),
            None if view.footprint(who).anchor == order.goal => Continued::Over(None),
            None => match next_leg(view, book, who, order.gait, order.goal) {
                Some(path) => Continued::Walk(Act::along(order.action, path)),
                None => Continued::Over(Some("the way is blocked")),
            },
        };
        if matches!(next, Continued::Over(_)) {
            self.0.remove(&who);
        }
        Some(next)
    }
}

/// Cells of movement that a search for a way looks through.
pub const FARTHEST: u16 = 200;

/// The part of the way to a cell that the next count covers; `None` if there is no way.
pub fn next_leg(view: View<'_>, book: Rulebook<'_>, who: CombatantId, gait: Gait, goal: Cell) -> Option<Vec<Cell>> {
    let mut flood = Flood::default();
    movement::flood(view, book, who, &mut flood, FARTHEST);
    flood.cost(goal)?;
    let allowance = movement::allowance(view, book, who, gait);
    let way = flood.path_to(goal);
    let covered = way.iter().take_while(|&&cell| flood.cost(cell).is_some_and(|cost| cost <= allowance));
    let leg: Vec<Cell> = covered.copied().collect();
    Some(leg)
}
