//! What burns: which conditions harm their bearer, and when. In rounds they do so as its turn starts (TA-246), on a count
//! every so many counts from the moment it caught fire (G-53).

use super::{bleeding, effects};
use crate::battle::{CombatantId, Count};
use crate::content::condition::Status;
use crate::content::gear::DamageType;
use crate::content::policy::TurnOrder;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;
use crate::mechanics::status;
use crate::resolution::event::BattleEvent;
use crate::resolution::step::Inputs;
use crate::rules::Ruleset;
use crate::turn::{Due, DueId, DueKind, Phase};

/// The conditions that harm somebody now, with what they deal.
pub(super) fn harms(who: CombatantId, inputs: &Inputs<'_>) -> Vec<(Name, DiceFormula, DamageType, Rule)> {
    let all = status::all(inputs.view, inputs.book(), who).into_iter();
    let harmful = all.filter_map(|(condition, status)| match status.does {
        Status::Burns { damage, harm } => Some((condition.id, damage, harm, status.rule)),
        Status::Festers { damage, harm } => {
            let damage = damage.times(strongest(who, condition.id, inputs));
            Some((condition.id, damage, harm, status.rule))
        }
        _ => None,
    });
    harmful.collect()
}

/// The highest level at which somebody has a condition (TA-250).
fn strongest(who: CombatantId, condition: Name, inputs: &Inputs<'_>) -> u8 {
    let held = inputs.view.row(who).conditions.0.iter().filter(|held| held.condition == condition);
    u8::try_from(held.map(|held| held.level).max().unwrap_or(1).max(1)).unwrap_or(u8::MAX)
}

/// When a condition that is had since a count harms its bearer, where that hangs on counts.
pub fn due(rules: &Ruleset, who: CombatantId, condition: Name, since: Count, id: DueId) -> Option<Due> {
    let TurnOrder::Counts(turns) = &rules.policies.turn else { return None };
    let does = &rules.conditions.get(condition)?.does;
    let harmful = |does: &Status| matches!(does, Status::Burns { .. } | Status::Festers { .. });
    does.iter().any(|cited| harmful(&cited.does)).then(|| {
        let what = DueKind::Harms { who, condition, rule: turns.burns.rule };
        Due { id, at: since + i32::from(turns.burns.counts), phase: Phase::Endings, tie: 0, what }
    })
}

/// Somebody has a condition from now on: what was due from an earlier instance of it is off.
pub(super) fn kindle(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let id = effects::next_due(inputs, events);
    let Some(due) = due(inputs.rules, who, condition, inputs.view.count(), id) else { return };
    let same = |other: &&Due| other.what == due.what;
    events.extend(inputs.timeline.iter().filter(same).map(|other| BattleEvent::DueCancelled { due: other.id }));
    events.push(BattleEvent::DueSet { due });
}

/// A condition harms its bearer, and will again, if it still has it.
pub(super) fn harm(who: CombatantId, condition: Name, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if inputs.view.row(who).gone {
        return;
    }
    let found = harms(who, inputs).into_iter().find(|(cause, ..)| *cause == condition);
    let Some((cause, damage, kind, rule)) = found else { return };
    let dealt = inputs.dice.roll(&damage).total;
    bleeding::harm(who, cause, dealt, (kind, rule), inputs, events);
    kindle(who, condition, inputs, events);
}
