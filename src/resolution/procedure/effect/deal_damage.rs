//! Damage outside the blows of a plan: by conditions, falls, venoms and collisions.

use crate::battle::CombatantId;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::DamageType;
use crate::content::{Name, Rule};
use crate::mechanics::damage::{self, PendingDamage};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;

/// Points of damage without a weapon, of a type and by a rule, that one combatant causes to another or to itself.
pub(crate) fn harm(
    (target, by): (CombatantId, CombatantId),
    cause: Name,
    dealt: i32,
    (harm, rule): (DamageType, Rule),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let mut amount = Breakdown::new();
    amount.add(Label::DamageDice, i16::try_from(dealt).unwrap_or(i16::MAX), rule);
    let (action, weapon, nonlethal, straight) = (cause, None, false, None);
    deal(PendingDamage { by, target, action, weapon, harm, amount, nonlethal, straight, rule }, inputs, events);
}

/// A blow outside the plans of a moment.
pub(crate) fn deal(blow: PendingDamage, inputs: &Inputs<'_>, events: &mut Facts) {
    let taken = damage::settle(inputs.game(), &[blow]).into_iter();
    events.extend(taken.map(|hurt| BattleEvent::DamageTaken(Box::new(hurt))));
}
