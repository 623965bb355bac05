//! A limit for acts that cost nothing: without it, one that always seems useful would be repeated for ever.

use crate::battle::{CombatantId, Row, Target};
use crate::resolution::Act;

/// How often an act is chosen in one turn before the baseline opponent decides instead.
const MOST: u8 = 6;

/// The acts chosen in the current turn, each with how often.
#[derive(Default)]
pub(super) struct Repetitions {
    turn: Option<(CombatantId, u16)>,
    acts: Vec<(Act, u8)>,
}

impl Repetitions {
    /// Counts an act of a combatant's turn. Returns whether it was chosen too often. Walks are not counted: they use up movement.
    pub(super) fn count(&mut self, row: &Row, act: &Act) -> bool {
        let turn = Some((row.id, row.turn_state.turns));
        if self.turn != turn {
            self.turn = turn;
            self.acts.clear();
        }
        if matches!(act.target, Target::Path(_)) {
            return false;
        }
        match self.acts.iter_mut().find(|(known, _)| known == act) {
            Some((_, times)) => {
                *times = times.saturating_add(1);
                *times > MOST
            }
            None => {
                self.acts.push((act.clone(), 1));
                false
            }
        }
    }
}
