use smallvec::SmallVec;

use super::ways::Ways;
use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::Rulebook;
use crate::grid::{Board, Cell, Direction, Flood, Footprint, Shape};

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
    let taken = Taken::by_others(view, id);
    let tight = book.policies.squeeze.is_some() && board.is_narrow_somewhere();
    let enter = |from: Cell, step: Direction, to: Cell| {
        let (here, there) = (here.at(from), here.at(to));
        let passing = (tight || taken.any(board, here)).then_some(id);
        let cost = super::step_cost(view, book, passing, here, step)?;
        let free = !tight && !taken.any(board, there);
        (free || super::may_enter(view, book, id, gait, there).is_ok()).then_some(cost)
    };
    flood.run_until(book.policies.board.distance, board, here.anchor, budget, enter, is_sought);
}

/// Which cells others stand on: most are free, and those need no look at the rules of shared spaces.
struct Taken {
    /// One bit per cell, row by row.
    bits: SmallVec<[u64; 32]>,
}

impl Taken {
    fn by_others(view: View<'_>, id: CombatantId) -> Taken {
        let board = view.board();
        let cells = usize::from(board.width()) * usize::from(board.height());
        let mut taken = Taken { bits: SmallVec::from_elem(0, cells.div_ceil(64)) };
        for other in view.present().filter(|row| row.id != id) {
            for cell in view.footprint(other.id).cells(view.shape()) {
                taken.add(board, cell);
            }
        }
        taken
    }

    fn add(&mut self, board: &Board, cell: Cell) {
        let at = board.index(cell);
        if let Some(word) = self.bits.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    fn has(&self, board: &Board, cell: Cell) -> bool {
        let at = board.index(cell);
        self.bits.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    fn any(&self, board: &Board, there: Footprint) -> bool {
        let across = i16::from(there.across());
        match board.shape() {
            _ if across == 1 => self.has(board, there.anchor),
            Shape::Square => {
                (0..across * across).any(|at| self.has(board, there.anchor.shifted(at % across, at / across)))
            }
            Shape::Hex => there.cells(Shape::Hex).iter().any(|&cell| self.has(board, cell)),
        }
    }
}
