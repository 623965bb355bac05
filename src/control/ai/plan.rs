//! A walk that was thought through once and is gone on with until what the walker sees changes.

use smallvec::SmallVec;

use super::roads;
use crate::battle::{CombatantId, Count, View};
use crate::content::policy::Rulebook;
use crate::grid::Cell;
use crate::mechanics::reach;

/// Counts after which a plan is thought over in any case.
const LASTS: Count = 4;

/// What somebody is about to do for some counts.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The rest of the way; empty for one who waits.
    path: Vec<Cell>,
    until: Count,
    seen: Sight,
}

/// What a plan depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sight {
    vigour: i16,
    revision: u32,
    holds: usize,
    /// Enemies nearly in reach of either.
    near: SmallVec<[CombatantId; 6]>,
    /// Enemies on the board.
    present: usize,
}

impl Sight {
    fn of(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Sight {
        let row = view.row(who);
        let near = |id: &CombatantId| reach::distance_between(view, book, who, *id) <= 3;
        Sight {
            vigour: row.vitals.current().saturating_sub(row.vitals.fatigue),
            revision: view.field().revision,
            holds: view.links().len(),
            near: view.enemies_of(row.side).map(|enemy| enemy.id).filter(near).collect(),
            present: view.enemies_of(row.side).count(),
        }
    }
}

impl Plan {
    /// A plan to go this way, or to wait if there is none.
    pub fn new(view: View<'_>, book: Rulebook<'_>, who: CombatantId, path: Vec<Cell>) -> Plan {
        Plan { path, until: view.count() + LASTS, seen: Sight::of(view, book, who) }
    }

    /// The cells to go through in the next count; empty to wait. `None` if the plan must be thought over.
    pub fn go_on(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Option<Next> {
        if view.count() > self.until || Sight::of(view, book, who) != self.seen || !self.seen.near.is_empty() {
            return None;
        }
        if self.path.is_empty() {
            return Some(Next::Wait);
        }
        let leg = self.leg(view, book, who)?;
        Some(Next::Walk(leg))
    }

    /// The cells that are left of the way.
    pub fn rest(self) -> Vec<Cell> {
        self.path
    }

    /// Takes the next count's cells off the way. `None` if the way is barred or over.
    pub fn leg(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Option<Vec<Cell>> {
        let here = view.footprint(who).anchor;
        view.shape().direction_of_step(here, *self.path.first()?)?;
        let leg = roads::leg(view, book, who, &self.path)?;
        self.path.drain(..leg.len());
        if self.path.is_empty() {
            // Arrived: what comes next is thought of there.
            self.until = view.count();
        }
        Some(leg)
    }
}

/// What a plan says for the next count.
pub enum Next {
    Walk(Vec<Cell>),
    Wait,
}
