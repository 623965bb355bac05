//! Posture: stances that are taken, left or forced, such as falling prone.

use smallvec::SmallVec;

use crate::battle::{CombatantId, LinkKind, Stance};
use crate::content::{Effect, Name, Rule};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::movement::flight;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::Inputs;

/// An unconscious combatant wakes; it stays prone.
pub(crate) fn wake(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let condition = inputs.rules.policies.consciousness.unconscious;
    events.push(BattleEvent::ConditionLost { who, condition, rule });
    events.push(BattleEvent::Woke { who, rule });
}

pub(crate) fn fall_down(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    fall_into(who, inputs.rules.policies.consciousness.falls, rule, inputs, events);
}

/// Forces a stance on a combatant. If it falls prone, those sharing its space by a hold fall as well (TA-230, TA-237).
pub(crate) fn fall_into(who: CombatantId, stance: Name, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let falls = stance == inputs.rules.policies.consciousness.falls;
    let stance = Stance { held: Some(stance), shifting: false };
    let is_new = |who: CombatantId| inputs.view.row(who).stance != stance;
    let others = if falls && is_new(who) { pulled_down(who, inputs) } else { SmallVec::new() };
    for (who, rule) in std::iter::once((who, rule)).chain(others) {
        if is_new(who) {
            events.push(BattleEvent::StanceTaken { who, stance, rule });
        }
        momentum::halt(who, inputs, events);
        if let Some(policy) = inputs.rules.policies.flight.as_ref().filter(|_| falls) {
            flight::lands(policy, who, inputs, events);
        }
    }
}

/// Combatants that holds pull down with one that falls, each with its rule.
fn pulled_down(who: CombatantId, inputs: &Inputs<'_>) -> SmallVec<[(CombatantId, Rule); 2]> {
    let mut found: SmallVec<[(CombatantId, Rule); 2]> = SmallVec::new();
    let Some(shared) = &inputs.rules.policies.grapple.shared else { return found };
    let mut open: SmallVec<[CombatantId; 4]> = SmallVec::from_slice(&[who]);
    while let Some(one) = open.pop() {
        for link in inputs.view.links().iter().filter(|link| link.kind == LinkKind::Clinch) {
            let next = match one {
                _ if link.held == one => (link.holder, shared.held_falls_rule),
                _ if link.holder == one => (link.held, shared.holder_falls_rule),
                _ => continue,
            };
            if next.0 != who && found.iter().all(|(known, _)| *known != next.0) {
                found.push(next);
                open.push(next.0);
            }
        }
    }
    found
}

/// Takes, changes or leaves a stance. A shift made impossible in the same moment, as by falling prone, fails.
pub(crate) fn change(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    if let (Effect::ShiftStance(_), Err(refusal)) =
        (&effect.does, legal::still(inputs.view, inputs.rules, effect.actor, &effect.act))
    {
        let (who, action, why) = (effect.actor, effect.act.action, refusal.why.into_owned());
        events.push(BattleEvent::ActionAbandoned { who, action, why, rule: refusal.rule });
        return;
    }
    let stance = match &effect.does {
        Effect::ShiftStance(name) => Stance { held: Some(*name), shifting: true },
        Effect::TakeStance(name) => Stance { held: Some(*name), shifting: false },
        _ => Stance::default(),
    };
    events.push(BattleEvent::StanceTaken { who: effect.actor, stance, rule: effect.rule });
}
