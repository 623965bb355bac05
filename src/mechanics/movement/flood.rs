use super::ways::Ways;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, CellSet, Direction, Flood};

/// Floods the cells that a combatant can get to at a gait with so many cells of movement, from where it stands or is
/// imagined.
///
/// A cell stands for the footprint anchored there. Every step costs what the dearest ground newly covered costs, and
/// every cell on the way is one that it may enter as things are now (TC-133, TC-155, G-36).
pub fn flood(view: View<'_>, book: Rulebook<'_>, id: CombatantId, gait: Gait, flood: &mut Flood, budget: u16) {
    match Ways::of(view, book, id, gait) {
        Some(ways) => ways.flood(flood, budget),
        None => flood_until(view, book, (id, gait), flood, budget, |_| false),
    }
}

/// Floods the cells that a combatant can walk to in the same way, and goes no further once a cell is found that is looked
/// for.
pub fn flood_until(
    view: View<'_>,
    book: Rulebook<'_>,
    (id, gait): (CombatantId, Gait),
    flood: &mut Flood,
    budget: u16,
    is_sought: impl FnMut(Cell) -> bool,
) {
    let (board, here) = (view.board(), view.footprint(id));
    let taken = taken_by_others(view, id);
    let tight = book.policies.squeeze.is_some() && board.is_narrow_somewhere();
    let single = here.across() == 1;
    let is_taken = |at: Cell| match single {
        true => taken.has(board, at),
        false => here.at(at).cells(board.shape()).iter().any(|cell| taken.has(board, *cell)),
    };
    let enter = |from: Cell, step: Direction, to: Cell| {
        let passing = (tight || is_taken(from)).then_some(id);
        let cost = super::step_cost(view, book, passing, here.at(from), step)?;
        let free = !tight && !is_taken(to);
        (free || super::may_enter(view, book, id, gait, here.at(to)).is_ok()).then_some(cost)
    };
    flood.run_until(book.policies.board.distance, board, here.anchor, budget, enter, is_sought);
}

/// The cells others stand on: most are free, and those need no look at the rules of shared spaces.
fn taken_by_others(view: View<'_>, id: CombatantId) -> CellSet {
    let mut taken = CellSet::new(view.board());
    for other in view.present().filter(|row| row.id != id) {
        view.footprint(other.id).cells(view.shape()).into_iter().for_each(|cell| taken.add(view.board(), cell));
    }
    taken
}
