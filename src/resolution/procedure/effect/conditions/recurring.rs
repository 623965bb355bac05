//! Damage over time where turns are counted: when a condition damages its bearer next.

use crate::battle::{CombatantId, Count};
use crate::content::Name;
use crate::content::condition::Status;
use crate::content::policy::TurnOrder;
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;
use crate::turn::{Due, DueId, DueKind, Phase};

/// When a condition held since a count damages its bearer next; `None` in rounds, or if it deals no damage.
pub fn due(rules: &Ruleset, who: CombatantId, condition: Name, since: Count, id: DueId) -> Option<Due> {
    let TurnOrder::Counts(turns) = &rules.policies.turn else { return None };
    let does = &rules.conditions.get(condition)?.does;
    let harmful = |does: &Status| matches!(does, Status::Burns { .. } | Status::Festers { .. });
    does.iter().any(|cited| harmful(&cited.does)).then(|| {
        let what = DueKind::Harms { who, condition, rule: turns.burns.rule };
        Due { id, at: since + i32::from(turns.burns.counts), phase: Phase::Endings, tie: 0, what }
    })
}

/// A condition gained now begins to deal damage.
pub(crate) fn begins(fact: &BattleEvent, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if let BattleEvent::ConditionGained { who, affliction, .. } | BattleEvent::ConditionJoined { who, affliction, .. } =
        fact
    {
        kindle(*who, affliction.condition, inputs, events);
    }
}

/// Schedules the damage of a condition, replacing what was due from an earlier instance.
pub(crate) fn kindle(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let id = inputs.timeline.next_id();
    let Some(due) = due(inputs.rules, who, condition, inputs.view.count(), id) else { return };
    let same = |other: &&Due| other.what == due.what;
    events.extend(inputs.timeline.iter().filter(same).map(|other| BattleEvent::DueCancelled { due: other.id }));
    events.push(BattleEvent::DueSet { due });
}
