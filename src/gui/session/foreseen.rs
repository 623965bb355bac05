//! Where the allies of a combatant are going: by the acts chosen for this moment, and by standing orders.

use super::Session;
use crate::battle::{CombatantId, Snapshot, View};
use crate::content::action::Does;
use crate::control::Orders;
use crate::grid::Cell;
use crate::resolution::{Act, Frame};

/// The battle with the allies of a combatant where they are going.
pub struct Foreseen(Option<Snapshot>);

impl Foreseen {
    /// A view of the battle with the allies where they are going.
    pub fn over<'a>(&'a self, view: View<'a>) -> View<'a> {
        self.0.as_ref().map_or(view, |foreseen| view.over(foreseen))
    }
}

impl Session {
    /// Imagines the allies of a combatant where they are going.
    pub fn foreseen(&self, orders: &Orders, who: CombatantId) -> Foreseen {
        let view = self.ahead();
        let side = view.row(who).side;
        let ordered = orders.walks().map(|(walker, walking)| (walker, walking.goal));
        let own = |(walker, _): &(CombatantId, Cell)| *walker != who && view.row(*walker).side == side;
        let all = self.chosen_ways().into_iter().chain(ordered).filter(own);
        let places: Vec<_> = all.map(|(walker, goal)| (walker, view.footprint(walker).at(goal))).collect();
        Foreseen((!places.is_empty()).then(|| view.with_others_at(&places)))
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
