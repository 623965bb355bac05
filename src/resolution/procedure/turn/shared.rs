//! The turn that a rider and its mount share, at the worse of their initiatives (HD-389, HD-G59).

use smallvec::{SmallVec, smallvec};

use crate::battle::CombatantId;
use crate::mechanics::mount;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Activation, ActivationStage};
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind};

/// The turn of the other that shares a turn, if it comes at this time as well.
fn other_due<'a>(due: &Due, inputs: &Inputs<'a>) -> Option<&'a Due> {
    let DueKind::Turn(who) = due.what else { return None };
    let partner = mount::turn_partner(inputs.game(), who)?;
    inputs.timeline.turn_of(partner).filter(|other| other.at == due.at)
}

/// Moves the turns of a rider and its mount to the place of the worse initiative, if one of them would come next before that; whether
/// it did.
pub(super) fn waits(inputs: &Inputs<'_>, events: &mut Facts) -> bool {
    let Some(first) = inputs.timeline.first().first() else { return false };
    let Some(other) = other_due(first, inputs) else { return false };
    let place =
        |due: &Due| if let DueKind::Turn(who) = due.what { inputs.view.row(who).turn_state.place } else { due.tie };
    let together = place(first).max(place(other));
    if first.tie >= together {
        return false;
    }
    for due in [first, other].into_iter().filter(|due| due.tie != together) {
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::DueSet { due: Due { tie: together, ..due.clone() } });
    }
    true
}

/// What is due next, together with the turn of a rider or a mount that shares one of these turns.
pub(super) fn first<'a>(inputs: &Inputs<'a>) -> SmallVec<[&'a Due; 4]> {
    let mut all: SmallVec<[&Due; 4]> = inputs.timeline.first().iter().collect();
    let others: SmallVec<[&Due; 4]> = all.iter().filter_map(|due| other_due(due, inputs)).collect();
    for other in others {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    all
}

/// Whether a combatant shares its turn with one that comes before it among the actors.
pub(super) fn follows(who: CombatantId, activation: &Activation, inputs: &Inputs<'_>) -> bool {
    let place = |id: CombatantId| activation.actors.iter().position(|actor| *actor == id);
    mount::turn_partner(inputs.game(), who)
        .and_then(place)
        .is_some_and(|other| place(who).is_none_or(|own| other < own))
}

/// A mount or a rider whose turn is still to come in this round joins the turn of the other, which has just mounted it; whether one
/// does.
pub(super) fn join(activation: &mut Activation, inputs: &Inputs<'_>, events: &mut Facts) -> bool {
    let partners = activation.actors.iter().filter_map(|actor| mount::turn_partner(inputs.game(), *actor));
    let new = partners.filter(|partner| !activation.actors.contains(partner)).find_map(|partner| {
        let due = inputs.timeline.turn_of(partner).filter(|due| due.at == inputs.view.count())?;
        Some((partner, due.id))
    });
    let Some((who, due)) = new else { return false };
    events.push(BattleEvent::DueCancelled { due });
    events.push(BattleEvent::TurnBegan { who });
    activation.actors.push(who);
    activation.declared.resize(activation.actors.len(), None);
    activation.starting = smallvec![who];
    activation.stage = ActivationStage::Start(0);
    true
}
