//! Obstacles that end a push early: the body is harmed for the distance that it could not travel.

use crate::battle::CombatantId;
use crate::content::{Breakdown, Label, Pusher};
use crate::mechanics::damage::PendingDamage;
use crate::resolution::event::Facts;
use crate::resolution::frame::{Displace, Pushed};
use crate::resolution::procedure::effect::{deal_damage, posture};
use crate::resolution::procedure::forced::pusher;
use crate::resolution::step::Inputs;

/// Whether an obstacle ahead harms a body of the push: a pusher that must stay adjacent needs movement left.
pub(super) fn happens(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> bool {
    inputs.rules.policies.push.impact.is_some() && most(displace, pushed, inputs) > 0
}

/// Feet of the rest of a push that count.
fn most(displace: &Displace, pushed: Pushed, inputs: &Inputs<'_>) -> u16 {
    let cell = inputs.rules.policies.board.cell;
    match inputs.rules.policies.push.pusher {
        Pusher::StaysAdjacent { .. } => {
            pusher::left(displace, pushed, inputs).saturating_mul(cell).min(displace.distance)
        }
        _ => displace.distance,
    }
}

/// The obstacle stops the body: damage for every part of the rest, at least once, and a fall (TA-097, TA-098, PR-304).
pub(super) fn harm(displace: &Displace, pushed: Pushed, stopped: CombatantId, inputs: &mut Inputs<'_>) -> Facts {
    let mut events = Vec::new();
    let Some(policy) = &inputs.rules.policies.push.impact else { return events };
    let parts = (most(displace, pushed, inputs) / policy.per.max(1)).max(1);
    let mut amount = Breakdown::new();
    for _ in 0..parts {
        let rolled = inputs.dice.roll(&policy.damage).total;
        amount.add(Label::DamageDice, i16::try_from(rolled).unwrap_or(i16::MAX), policy.damage_rule);
    }
    let (by, target, action) = (displace.actor, stopped, displace.action);
    let (harm, rule) = (policy.harm, policy.damage_rule);
    let blow = PendingDamage::plain((target, by), action, harm, amount, rule);
    deal_damage::deal(blow, inputs, &mut events);
    if let Some(rule) = policy.falls_rule {
        posture::fall_down(target, rule, inputs, &mut events);
    }
    events
}
