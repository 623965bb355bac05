//! How long conditions and spells last.

use crate::battle::{Afflicted, CombatantId, Until, View};
use crate::content::Name;
use crate::content::condition::Ends;
use crate::content::effect::Measure;
use crate::content::policy::TurnOrder;
use crate::mechanics::magic;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;
use crate::turn::Due;

/// The value of an effect's measure; 0 if it depends on a spell and there is none.
pub(crate) fn measured(measure: Measure, effect: &PlannedEffect, inputs: &Inputs<'_>) -> u16 {
    let spell = effect.act.energy().zip(inputs.rules.policies.magic.as_ref());
    match measure {
        Measure::Just(number) => number,
        Measure::Energy => spell.map_or(0, |(energy, _)| energy.effect.into()),
        Measure::Duration => spell.map_or(0, |(energy, policy)| magic::rounds(policy, energy)),
    }
}

/// When something ends that lasts this many counts, or rounds of its causer: just before the causer's turn in the last
/// of them.
pub(crate) fn for_time(by: CombatantId, rounds: u16, inputs: &Inputs<'_>) -> Until {
    if let TurnOrder::Counts(_) = inputs.rules.policies.turn {
        return Until::Count(inputs.view.count() + i32::from(rounds));
    }
    Until::Round(by, next_start(by, inputs) + i32::from(rounds) - 1)
}

/// The round in which a combatant's turn starts next. A subordinate starts with its commander.
pub(crate) fn next_start(who: CombatantId, inputs: &Inputs<'_>) -> i32 {
    turn_that_starts(who, inputs).map_or(inputs.view.count() + 1, |due| due.at)
}

/// The due turn with which a combatant's turn starts.
pub(crate) fn turn_that_starts<'a>(who: CombatantId, inputs: &'a Inputs<'_>) -> Option<&'a Due> {
    let turn_state = inputs.view.row(who).turn_state;
    inputs.timeline.turn_of(turn_state.commander.unwrap_or(who))
}

/// A condition as a combatant gains it now.
pub fn affliction(rules: &Ruleset, view: View<'_>, condition: Name, by: CombatantId) -> Afflicted {
    let ends = rules.conditions.get(condition).map_or(Ends::Never, |found| found.ends);
    let until = until(view, ends, by);
    Afflicted { condition, by: Some(by), until, level: 0 }
}

/// When a condition that a combatant causes now ends.
pub(crate) fn until(view: View<'_>, ends: Ends, by: CombatantId) -> Until {
    match ends {
        Ends::Never => Until::Ended,
        Ends::BearerActs => Until::BearerActs,
        Ends::CauserActs => Until::Acts(by),
        Ends::After(counts) => Until::Count(view.count() + i32::from(counts)),
        Ends::CauserTurn => Until::TurnOf(by, view.row(by).turn_state.turns),
        Ends::Attacked => Until::Attacked,
    }
}
