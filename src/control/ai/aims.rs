//! What the scenario asks of a side: places to hold or to leave over, and time that is on its side.

use super::mind::Mind;
use super::roads::Roads;
use crate::content::goal::{Goal, Loss};
use crate::grid::Cell;

/// Counts of walking to the edge that are worth setting out for.
const HOME: u16 = 14;
/// Value per hundred counts of standing where the scenario wants somebody to stand.
const STAND: i32 = 700;

/// What the one who decides should do about the goals of its side.
#[derive(Clone, Debug, Default)]
pub struct Aims<'a> {
    /// Cells that somebody of the side should stand on and nobody does.
    pub take: Option<&'a [Cell]>,
    /// Cells to leave over.
    pub leave: Option<&'a [Cell]>,
    /// Time works for this side.
    pub wait: bool,
    /// Time works against it.
    pub hurry: bool,
    /// The side loses if this unit falls, and other units can fight for it.
    pub shelter: bool,
}

impl<'a> Aims<'a> {
    /// Looks at the goals of all sides.
    pub fn of(mind: &Mind<'a>) -> Aims<'a> {
        let mut aims = Aims { shelter: is_sheltered(mind), ..Aims::default() };
        for (side, party) in mind.setup.sides.iter().enumerate() {
            let ours = side == usize::from(mind.side().0);
            for goal in &party.goals {
                match goal {
                    Goal::Hold { zone, .. } => aims.hold(mind, &zone.cells, ours),
                    Goal::Escape { zone, .. } if ours => aims.leave = Some(&zone.cells),
                    Goal::Escape { .. } => aims.hurry = true,
                    Goal::Last { .. } if ours => aims.wait = true,
                    Goal::Last { .. } => aims.hurry = true,
                    Goal::DefeatAll | Goal::Defeat(_) => {}
                }
            }
        }
        aims
    }

    /// A place is to be taken if no friend but perhaps oneself stands on it, and the enemy would win by it or we would.
    fn hold(&mut self, mind: &Mind<'a>, cells: &'a [Cell], ours: bool) {
        let stands = |id| cells.contains(&mind.view.footprint(id).anchor);
        let friend = mind.friends().any(|friend| stands(friend.id));
        let enemy = mind.foes().any(|foe| stands(foe.id));
        if !friend && (ours || enemy) {
            self.take = Some(cells);
        }
        self.hurry |= !ours && enemy && !friend;
    }

    /// How much the goals draw the one who decides to a cell, in value per hundred counts.
    pub fn pull(&self, _mind: &Mind<'_>, cell: Cell) -> i32 {
        let stands = |cells: &Option<&[Cell]>| cells.is_some_and(|cells| cells.contains(&cell));
        i32::from(stands(&self.take)) * STAND + i32::from(stands(&self.leave)) * 3 * STAND
    }

    /// The most that they draw it to any cell.
    pub fn most_pull(&self) -> i32 {
        i32::from(self.take.is_some()) * STAND + i32::from(self.leave.is_some()) * 3 * STAND
    }

    /// A cell of the goals that is worth going to at once, with the counts it takes.
    pub fn errand(&self, mind: &Mind<'_>, roads: &Roads, engaged: bool) -> Option<Cell> {
        let nearest = |cells: &[Cell]| {
            let reached = cells.iter().filter_map(|cell| Some((roads.open.cost(*cell)?, *cell)));
            reached.min()
        };
        if let Some((cost, cell)) = self.leave.and_then(nearest) {
            let counts = mind.stride.counts(cost);
            let way_clear = mind.foes().all(|foe| mind.distance(foe.id) > foe.reach + 1);
            if counts <= HOME || way_clear && mind.foes().count() <= 1 {
                return Some(cell);
            }
        }
        let (_, cell) = self.take.filter(|_| !engaged).and_then(nearest)?;
        (cell != mind.view.footprint(mind.who).anchor).then_some(cell)
    }
}

/// Whether the side loses if this unit falls, and other units can fight for it.
fn is_sheltered(mind: &Mind<'_>) -> bool {
    let party = mind.setup.sides.get(usize::from(mind.side().0));
    let falls = Loss::Fallen(mind.who.0);
    party.is_some_and(|party| party.losses.contains(&falls)) && mind.friends().next().is_some()
}
