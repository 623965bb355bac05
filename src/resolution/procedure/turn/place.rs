//! The place of a combatant in the turn order when its initiative changes or it joins.

use crate::battle::CombatantId;
use crate::content::Ties;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;
use crate::turn::{Due, ties};

/// Gives a combatant an initiative, and moves its next turn, if it has one, to its place. Others with the same initiative may
/// move to make room (FS-G07). Returns its place.
pub(crate) fn take(who: CombatantId, initiative: i16, inputs: &mut Inputs<'_>, events: &mut Facts) -> i32 {
    let listed = Ties::Listed;
    let order = inputs.rules.policies.turn.in_rounds().map_or(&listed, |turns| &turns.ties);
    let places = ties::placed(order, (who, initiative), inputs.view.rows(), inputs.dice);
    for (other, place) in &places {
        let changed = if *other == who { initiative } else { inputs.view.row(*other).turn_state.initiative };
        events.push(BattleEvent::InitiativeChanged { who: *other, initiative: changed, place: *place });
        if let Some(due) = inputs.timeline.turn_of(*other) {
            events.push(BattleEvent::DueCancelled { due: due.id });
            events.push(BattleEvent::DueSet { due: Due { tie: *place, ..due.clone() } });
        }
    }
    places.first().map_or(0, |(_, place)| *place)
}
