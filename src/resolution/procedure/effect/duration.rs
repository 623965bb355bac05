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

/// The number of an effect; what hangs on a spell is 0 without one.
pub(crate) fn measured(measure: Measure, effect: &PlannedEffect, inputs: &Inputs<'_>) -> u16 {
    let spell = effect.act.energy().zip(inputs.rules.policies.magic.as_ref());
    match measure {
        Measure::Just(number) => number,
        Measure::Energy => spell.map_or(0, |(energy, _)| energy.effect.into()),
        Measure::Duration => spell.map_or(0, |(energy, policy)| magic::rounds(policy, energy)),
    }
}

/// When something ends that somebody causes now for so many counts, or for so many rounds: just before its turn starts for
/// the last of them.
pub(crate) fn for_time(by: CombatantId, rounds: u16, inputs: &Inputs<'_>) -> Until {
    if let TurnOrder::Counts(_) = inputs.rules.policies.turn {
        return Until::Count(inputs.view.count() + i32::from(rounds));
    }
    Until::Round(by, next_start(by, inputs) + i32::from(rounds) - 1)
}

/// The round in which the turn of a combatant next starts; one under command starts with its commander.
pub(crate) fn next_start(who: CombatantId, inputs: &Inputs<'_>) -> i32 {
    turn_that_starts(who, inputs).map_or(inputs.view.count() + 1, |due| due.at)
}

/// The turn with which that of a combatant starts, if it is to come.
pub(crate) fn turn_that_starts<'a>(who: CombatantId, inputs: &'a Inputs<'_>) -> Option<&'a Due> {
    let tempo = inputs.view.row(who).tempo;
    inputs.timeline.turn_of(tempo.commander.unwrap_or(who))
}

/// A condition as somebody gains it now.
pub fn affliction(rules: &Ruleset, view: View<'_>, condition: Name, by: CombatantId) -> Afflicted {
    let ends = rules.conditions.get(condition).map_or(Ends::Never, |found| found.ends);
    let until = until(view, ends, by);
    Afflicted { condition, by: Some(by), until, level: 0 }
}

/// When something that ends so, and that somebody causes now, ends.
pub(crate) fn until(view: View<'_>, ends: Ends, by: CombatantId) -> Until {
    match ends {
        Ends::Never => Until::Ended,
        Ends::BearerActs => Until::BearerActs,
        Ends::CauserActs => Until::Acts(by),
        Ends::After(counts) => Until::Count(view.count() + i32::from(counts)),
        Ends::CauserTurn => Until::TurnOf(by, view.row(by).tempo.turns),
        Ends::Attacked => Until::Attacked,
    }
}
