//! The facts of a forced movement.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::grid::Footprint;
use crate::mechanics::water;
use crate::resolution::event::{BattleEvent, Cause, Shift};
use crate::resolution::frame::Displace;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::Inputs;

/// The cells a body ends on.
pub(crate) fn stands(shift: &Shift) -> Footprint {
    Footprint { anchor: shift.to, extent: shift.extent }
}

/// The facts of a forced movement: it ends any movement of the bodies, and water carries away those forced into it
/// (G-92).
pub(crate) fn facts(displace: &Displace, bodies: SmallVec<[Shift; 2]>, inputs: &Inputs<'_>) -> Vec<BattleEvent> {
    let cause = Cause::Forced { by: displace.actor, action: displace.action };
    let moved: SmallVec<[(CombatantId, Footprint); 2]> =
        bodies.iter().map(|shift| (shift.who, stands(shift))).collect();
    let mut events = vec![BattleEvent::Displaced { bodies, cause, rule: displace.rule }];
    moved.iter().for_each(|(who, _)| momentum::halt(*who, inputs, &mut events));
    for (who, at) in moved {
        if let Some(carrying) = water::sweeping_policy(inputs.game(), at) {
            events.push(BattleEvent::CarriedOff { who, rule: carrying.rule });
        }
    }
    events
}
