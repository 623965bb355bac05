//! Ways to get somewhere, and the part of a way that the next count covers.

use super::catalogue::Catalogue;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Flood, Footprint, distance};
use crate::mechanics::movement;
use crate::resolution::{Act, Target, legal};
use crate::rules::Ruleset;

/// Cells of movement that opening a door on the way is worth.
const DOOR: u16 = 6;
/// Cells of movement a long way may take.
pub const FAR: u16 = 120;

/// Two floods that are used again and again.
#[derive(Clone, Debug, Default)]
pub struct Roads {
    /// Cells the walker can get to as things are.
    pub open: Flood,
    /// Cells it could get to if nobody stood anywhere and doors gave way.
    pub bare: Flood,
}

impl Roads {
    /// Finds the cells somebody can get to with so many cells of movement.
    pub fn survey(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId, budget: u16) {
        movement::flood(view, book, who, Gait::Walk, &mut self.open, budget);
    }

    /// Finds the cells somebody can get to, as far as the first that it looks for.
    pub fn survey_until(
        &mut self,
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        is_sought: impl FnMut(Cell) -> bool,
    ) {
        movement::flood_until(view, book, (who, Gait::Walk), &mut self.open, FAR, is_sought);
    }

    /// Finds the ways there would be if nobody stood anywhere; closed doors are ground that is slow to cross.
    pub fn survey_bare(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) {
        let (board, here) = (view.board(), view.footprint(who));
        let extent = here.across();
        self.bare.run_with(book.policies.board.distance, board, here.anchor, FAR, |from, step, to| {
            let door = || {
                let closed = view.field().door(to).is_some_and(|door| !door.is_open);
                (closed && extent == 1 && !view.shape().is_diagonal(step)).then_some(DOOR)
            };
            board.step_cost(extent, from, step).or_else(door)
        });
    }
}

/// The first cell of a flood, cheapest first, from which a footprint is no more than so many cells away.
pub fn first_within(
    flood: &Flood,
    view: View<'_>,
    book: Rulebook<'_>,
    own: Footprint,
    to: Footprint,
    cells: u16,
) -> Option<Cell> {
    let (shape, policy) = (view.shape(), book.policies.board.distance);
    flood.reached().iter().copied().find(|cell| distance(shape, policy, own.at(*cell), to) <= cells)
}

/// Whether anybody but the walker stands on any of these cells.
pub fn is_taken(view: View<'_>, who: CombatantId, footprint: Footprint) -> bool {
    let shape = view.shape();
    view.present().any(|row| row.id != who && view.footprint(row.id).overlaps(shape, footprint))
}

/// The part of a way that the next count of walking covers, as far as may be without ending in somebody's space; empty
/// if the walker only gains movement in it. `None` if the way is barred.
pub fn leg(view: View<'_>, book: Rulebook<'_>, who: CombatantId, path: &[Cell]) -> Option<Vec<Cell>> {
    let here = view.footprint(who);
    let most = usize::from(movement::allowance(view, book, who, Gait::Walk)).min(path.len());
    let legal = |many: &usize| movement::walk(view, book, who, Gait::Walk, &path[..*many]).is_ok();
    let alone = |many: &usize| *many == 0 || !is_taken(view, who, here.at(path[*many - 1]));
    let many = (0..=most).rev().filter(alone).find(legal)?;
    let barred = many == 0 && crate::mechanics::space::entry(view, book, who, here.at(*path.first()?)).is_err();
    (!barred).then(|| path[..many].to_vec())
}

/// Opening a closed door beside one's way.
pub fn open_door(
    view: View<'_>,
    rules: &Ruleset,
    catalogue: &Catalogue,
    who: CombatantId,
    way: &[Cell],
) -> Option<Act> {
    let action = catalogue.door.as_ref()?;
    let door = way.iter().take(2).find(|cell| view.field().door(**cell).is_some_and(|door| !door.is_open))?;
    let act = Act { action: action.id, target: Target::Cell(*door), weapon: None };
    legal::check(view, rules, who, &act).is_ok().then_some(act)
}
