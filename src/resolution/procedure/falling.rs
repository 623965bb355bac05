//! What a fall does to a body.

use super::{bleeding, bodies};
use crate::battle::CombatantId;
use crate::content::Name;
use crate::content::gear::DamageType;
use crate::mechanics::fall;
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;

/// The harm of a fall of so many feet that somebody brought about by an action; one who is harmed lands on the ground
/// (TA-110, TA-138, TA-181).
pub(super) fn land(
    who: CombatantId,
    (by, action): (CombatantId, Name),
    feet: u16,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.falling else { return };
    let dice = fall::damage(policy, inputs.view.row(who).sheet.size, feet);
    let dealt = inputs.dice.roll(&dice).total;
    if dealt > 0 {
        bleeding::harm_by((who, by), action, dealt, (DamageType::Fall, policy.rule), inputs, events);
        bodies::fall_down(who, policy.lands_rule, inputs, events);
    }
}
