//! Hazardous ground, such as fire.

use crate::battle::CombatantId;
use crate::content::{HazardPolicy, Label, Name};
use crate::grid::Footprint;
use crate::mechanics::damage::{DamageRoll, PendingDamage};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::effect::deal_damage;
use crate::resolution::step::Inputs;

/// Harms combatants that enter hazardous ground, and those whose turn begins in it. Those above the ground are safe.
pub(super) fn harms(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.hazards else { return };
    match fact {
        BattleEvent::Displaced { bodies, .. } => {
            for body in bodies.iter().filter(|body| body.altitudes.1 <= 0) {
                burn(body.who, Footprint { anchor: body.to, extent: body.extent }, policy, inputs, events);
            }
        }
        BattleEvent::TurnBegan { who } if inputs.view.altitude(*who) <= 0 => {
            burn(*who, inputs.view.footprint(*who), policy, inputs, events);
        }
        _ => {}
    }
}

fn burn(who: CombatantId, space: Footprint, policy: &HazardPolicy, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (view, board) = (inputs.view, inputs.view.board());
    let fire = space.cells(view.shape()).into_iter().find(|cell| board.terrain(*cell).hazard);
    let Some(cell) = fire.filter(|_| !view.row(who).gone) else { return };
    let has = |of| view.row(who).sheet.has(of);
    let roll = DamageRoll { cited: Some(policy.rule), ..DamageRoll::dice(policy.damage) };
    let roll = roll.of_types(&inputs.rules.policies.damage, policy.harm, has);
    let cause = Name::new(&board.terrain(cell).name);
    let mut amount = roll.roll(inputs.book(), inputs.dice);
    amount.add(Label::Named(cause), 0, policy.rule);
    deal_damage::deal(PendingDamage::plain((who, who), cause, policy.harm, amount, policy.rule), inputs, events);
}
