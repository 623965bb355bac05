//! Immediate consequences of any movement, death or removal of a body.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::Rule;
use crate::content::action::Break;
use crate::resolution::event::BattleEvent;
use crate::resolution::procedure::action::doing;
use crate::resolution::procedure::effect::pinning;
use crate::resolution::step::Inputs;

/// Adds immediate consequences to the facts of a step, before they are applied: work on a target that moves is interrupted
/// (TC-348), and weapons that pin it come out. All other consequences are in [`order`](super::order).
pub fn add(inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let unsettles = |event: &BattleEvent| {
        matches!(event, BattleEvent::Displaced { .. } | BattleEvent::Died { .. } | BattleEvent::CarriedOff { .. })
    };
    if !events.iter().any(unsettles) {
        return;
    }
    let mut unsettled: SmallVec<[(CombatantId, Rule, bool); 2]> = SmallVec::new();
    for event in events.iter() {
        match event {
            BattleEvent::Displaced { bodies, rule, .. } => {
                unsettled.extend(bodies.iter().map(|shift| (shift.who, *rule, false)));
            }
            BattleEvent::Died { who, rule } | BattleEvent::CarriedOff { who, rule } => {
                unsettled.push((*who, *rule, true))
            }
            _ => {}
        }
    }
    for (moved, rule, gone) in unsettled {
        let is_target = |_, act: &crate::battle::Act| act.aimed_at() == Some(moved);
        doing::interrupt(Break::TargetMoves, is_target, "the target has moved", inputs, events);
        pinning::pull_out(moved, None, true, rule, inputs, events);
        if gone {
            pinning::pull_out(moved, None, false, rule, inputs, events);
        }
    }
}
