//! Limits for a turn without a result: an act without a cost that always seems useful would be repeated for ever, and a
//! combatant of two minds would walk back and forth until its movement is used up.

use crate::battle::{CombatantId, Row, Target};
use crate::grid::Cell;
use crate::resolution::Act;

/// How often an act is chosen in one turn before the baseline opponent decides instead.
const MOST: u8 = 6;

/// What the choice of an act means in view of the earlier choices of the turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    New,
    /// It was chosen too often.
    Repeated,
    /// A walk back to a cell that was left in this turn, with nothing done in between.
    Pacing,
}

/// The acts chosen in the current turn, each with how often, and the cells left by walks since the last other act.
#[derive(Default)]
pub(super) struct Repetitions {
    turn: Option<(CombatantId, u16)>,
    acts: Vec<(Act, u8)>,
    left: Vec<Cell>,
}

impl Repetitions {
    /// Counts an act of a combatant's turn.
    pub(super) fn count(&mut self, row: &Row, act: &Act) -> Pattern {
        let turn = Some((row.id, row.turn_state.turns));
        if self.turn != turn {
            *self = Repetitions { turn, ..Repetitions::default() };
        }
        if let Target::Path(path) = &act.target {
            return self.walk(row.position.footprint().anchor, path);
        }
        self.left.clear();
        match self.acts.iter_mut().find(|(known, _)| known == act) {
            Some((_, times)) => {
                *times = times.saturating_add(1);
                if *times > MOST { Pattern::Repeated } else { Pattern::New }
            }
            None => {
                self.acts.push((act.clone(), 1));
                Pattern::New
            }
        }
    }

    fn walk(&mut self, from: Cell, path: &[Cell]) -> Pattern {
        self.left.push(from);
        if path.last().is_some_and(|end| self.left.contains(end)) { Pattern::Pacing } else { Pattern::New }
    }
}
