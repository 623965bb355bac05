//! Where the others of a side are going: by what they have chosen for this moment, and by their standing orders.

use super::Session;
use crate::battle::{CombatantId, Snapshot};
use crate::content::action::Does;
use crate::control::Orders;
use crate::grid::Cell;
use crate::resolution::{Act, Frame};

impl Session {
    /// The battle once the others on the side of a combatant are where they are going; `None` if nobody goes anywhere.
    pub fn foreseen(&self, orders: &Orders, who: CombatantId) -> Option<Snapshot> {
        let view = self.ahead();
        let side = view.find(who)?.side;
        let ordered = orders.walks().map(|(walker, walking)| (walker, walking.goal()));
        let own = |(walker, _): &(CombatantId, Cell)| *walker != who && view.row(*walker).side == side;
        let all = self.chosen_ways().into_iter().chain(ordered).filter(own);
        let places: Vec<_> = all.map(|(walker, goal)| (walker, view.footprint(walker).at(goal))).collect();
        (!places.is_empty()).then(|| view.with_others_at(&places))
    }

    /// The ends of the movements that were chosen for this moment and have not begun.
    fn chosen_ways(&self) -> Vec<(CombatantId, Cell)> {
        let activations = self.battle().stack().iter().filter_map(|frame| match frame {
            Frame::Activation(activation) => Some(activation),
            _ => None,
        });
        let declared = activations.flat_map(|activation| activation.actors.iter().zip(&activation.declared));
        declared.filter_map(|(who, act)| Some((*who, self.end_of(act.as_ref()?)?))).collect()
    }

    fn end_of(&self, act: &Act) -> Option<Cell> {
        let Does::Move(gait) = self.rules().actions.get(act.action)?.does else { return None };
        act.movement(gait)?.1.last().copied()
    }
}
