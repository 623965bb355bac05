//! Damage outside the blows of a plan: by conditions, falls, venoms and collisions.

use crate::battle::CombatantId;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::DamageType;
use crate::content::{Name, Rule};
use crate::mechanics::damage::{self, PendingDamage};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;

/// Damage without an attacker: points of a type, by a condition and its rule.
pub(crate) fn harm(
    who: CombatantId,
    cause: Name,
    dealt: i32,
    kind: (DamageType, Rule),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    harm_by((who, who), cause, dealt, kind, inputs, events);
}

/// Damage without a weapon that one combatant causes to another.
pub(crate) fn harm_by(
    (who, by): (CombatantId, CombatantId),
    cause: Name,
    dealt: i32,
    (harm, rule): (DamageType, Rule),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let mut amount = Breakdown::new();
    amount.add(Label::DamageDice, i16::try_from(dealt).unwrap_or(i16::MAX), rule);
    let (nonlethal, straight) = (false, None);
    deal(
        PendingDamage { by, target: who, action: cause, weapon: None, harm, amount, nonlethal, straight, rule },
        inputs,
        events,
    );
}

/// A blow outside the plans of a moment.
pub(crate) fn deal(blow: PendingDamage, inputs: &Inputs<'_>, events: &mut Facts) {
    let taken = damage::settle(inputs.game(), &[blow]).into_iter();
    events.extend(taken.map(|hurt| BattleEvent::DamageTaken(Box::new(hurt))));
}
