//! Work that takes time, and its interruption.

use crate::battle::{Act, CombatantId};
use crate::content::action::{Break, Does};
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;
use crate::turn::DueKind;

/// Ends work that this event interrupts, with the condition that goes with it. The time is spent all the same.
pub(crate) fn interrupt(
    by: Break,
    concerns: impl Fn(CombatantId, &Act) -> bool,
    why: &str,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    for due in inputs.timeline.iter() {
        let DueKind::Completion { who, act } = &due.what else { continue };
        let Some(found) = inputs.rules.actions.get(act.action).filter(|_| concerns(*who, act)) else { continue };
        let Does::AtEnd { meanwhile, broken_by, .. } = &found.does else { continue };
        let Some(cited) = broken_by.iter().find(|cited| cited.by == by) else { continue };
        let (who, action, rule) = (*who, act.action, cited.rule);
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::ActionAbandoned { who, action, why: why.to_owned(), rule });
        if let Some(borne) = meanwhile.filter(|borne| inputs.view.row(who).conditions.has(borne.condition)) {
            events.push(BattleEvent::ConditionLost { who, condition: borne.condition, rule });
        }
    }
}
