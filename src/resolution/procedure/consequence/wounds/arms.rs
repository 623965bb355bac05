//! Arms: what a wounded one drops.

use crate::battle::{CombatantId, HandSet, HandUse, Vitals};
use crate::content::{HealthModel, Name, Rule};
use crate::mechanics::grapple;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;

/// The hand of a part of the body drops the weapon or item that it held before the wound, alone or with another hand (PR-217,
/// PR-219). A shield is strapped on.
pub(crate) fn drops(
    (who, before): (CombatantId, &Vitals),
    part: Name,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let HealthModel::Parts(body) = &inputs.rules.policies.consciousness.collapse else { return };
    let row = inputs.view.row(who);
    let hand = row.vitals.parts.hands[body.index(Some(part))];
    let Some(hand) = hand.checked_sub(1).map(HandSet::number) else { return };
    let uses = HandUse::with_vitals(row, before, inputs.view.links());
    let cell = Some(row.position.cell());
    for slot in grapple::droppable_weapons(inputs.view, who) {
        let known = |event: &BattleEvent| matches!(event, BattleEvent::WeaponDropped { who: other, slot: gone, .. } if (*other, *gone) == (who, slot));
        if !uses.of_weapon(slot).shared_with(hand).is_empty() && !events.iter().any(known) {
            events.push(BattleEvent::WeaponDropped { who, slot, cell, rule });
        }
    }
}
