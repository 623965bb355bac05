//! What is left of a turn of several actions that was thought through when it began: gone on with for as long as nothing
//! happens that was not foreseen. A miss or a hit of one's own is foreseen.

use super::roads;
use crate::battle::{CombatantId, Count, View, Vitals};
use crate::content::Name;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Footprint};
use crate::mechanics::status;
use crate::resolution::Act;

/// What is left to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The same attack so many times more; who was hit is worth another thought.
    Again(Act, i32),
    /// To go on this way, and then to fight from there.
    Way(Vec<Cell>),
    /// To fight from where one came to.
    Fight,
    /// Nothing that would change anything.
    Idle,
}

impl Rest {
    /// How the one fares who is attacked.
    fn target(&self, view: View<'_>) -> Option<Vitals> {
        let Rest::Again(act, _) = self else { return None };
        act.aimed_at().map(|target| view.row(target).vitals)
    }
}

/// What is left of somebody's turn, and what it depends on.
#[derive(Clone, Debug)]
pub struct Turn {
    rest: Rest,
    count: Count,
    /// Actions that are left when it is gone on with.
    left: u8,
    seen: Sight,
    /// How the one fares who is attacked.
    target: Option<Vitals>,
}

/// What nobody foresees to change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sight {
    vitals: Vitals,
    stance: Option<Name>,
    conditions: usize,
    holds: usize,
    revision: u32,
    /// Enemies that are awake.
    fit: usize,
    /// Where those are who are attacked, and in what stance.
    target: Option<(Footprint, Option<Name>)>,
}

impl Sight {
    fn of(view: View<'_>, book: Rulebook<'_>, who: CombatantId, rest: &Rest) -> Sight {
        let row = view.row(who);
        let awake = |id: CombatantId| status::is_conscious(view, book, id);
        let target = if let Rest::Again(act, _) = rest { act.aimed_at() } else { None };
        Sight {
            vitals: row.vitals,
            stance: row.stance.held,
            // Who guards itself has another.
            conditions: if *rest == Rest::Idle { 0 } else { row.conditions.0.len() },
            holds: view.links().len(),
            revision: view.field().revision,
            fit: view.enemies_of(row.side).filter(|enemy| awake(enemy.id)).count(),
            target: target.map(|target| (view.footprint(target), view.row(target).stance.held)),
        }
    }
}

/// How a turn goes on.
pub enum Next {
    /// With this.
    Do(Act),
    /// With these cells of a way.
    Walk(Vec<Cell>),
    /// With a thought about what can be done from here.
    Fight,
    /// With waiting, or whatever there is to do for one who has nothing to do.
    Idle,
}

impl Turn {
    /// A turn that is to be gone on with after an action that takes so many.
    pub fn new(view: View<'_>, book: Rulebook<'_>, who: CombatantId, rest: Rest, takes: u8) -> Turn {
        let left = view.row(who).turn_state.actions.saturating_sub(takes);
        let (seen, target) = (Sight::of(view, book, who, &rest), rest.target(view));
        Turn { rest, count: view.count(), left, seen, target }
    }

    /// How the turn goes on, and what is left of it then; `None` if it must be thought over.
    pub fn go_on(self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Option<(Next, Option<Turn>)> {
        let left = view.row(who).turn_state.actions;
        let same = self.count == view.count() && self.left == left && left > 0;
        if !same || Sight::of(view, book, who, &self.rest) != self.seen {
            return None;
        }
        let (next, rest) = match self.rest {
            Rest::Again(_, ..=0) => return None,
            Rest::Again(..) if self.rest.target(view) != self.target => (Next::Fight, None),
            Rest::Again(act, times) => (Next::Do(act.clone()), Some(Rest::Again(act, times - 1))),
            Rest::Way(path) => {
                let leg = roads::leg(view, book, who, &path).filter(|leg| !leg.is_empty())?;
                let on = path[leg.len()..].to_vec();
                (Next::Walk(leg), Some(if on.is_empty() { Rest::Fight } else { Rest::Way(on) }))
            }
            Rest::Fight => (Next::Fight, None),
            Rest::Idle => (Next::Idle, None),
        };
        Some((next, rest.map(|rest| Turn::new(view, book, who, rest, 1))))
    }
}
