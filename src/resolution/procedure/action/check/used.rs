//! Conditions that end with the first roll that they change.

use super::TargetCheck;
use crate::battle::CombatantId;
use crate::content::{AdvantageTerms, Breakdown, Condition, Label, Name, RolledBy, Status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;

/// Ends the conditions of both combatants that last for one roll and have changed this one (FS-089, FS-G29).
pub(super) fn end(check: TargetCheck<'_>, inputs: &Inputs<'_>, events: &mut Facts) {
    let (terms, target) = (check.terms, check.target);
    let roller = if check.check.by == RolledBy::Target { target } else { check.actor };
    spend(roller, |condition| is_own(condition) && names(condition.id, &terms.bonus, &terms.edge), inputs, events);
    let rival = |id| terms.rival.as_ref().is_some_and(|rival| names(id, &rival.bonus, &rival.edge));
    let number = |id| terms.defences.iter().any(|(_, sum)| sum.term(Label::Named(id)).is_some());
    let against = |condition: &Condition| !is_own(condition) && names(condition.id, &terms.bonus, &terms.edge);
    let on_target = |condition: &Condition| against(condition) || rival(condition.id) || number(condition.id);
    if check.check.by == RolledBy::Actor {
        spend(target, on_target, inputs, events);
    }
}

/// Ends the conditions of a combatant that last for one roll, where they have changed it.
fn spend(who: CombatantId, changed: impl Fn(&Condition) -> bool, inputs: &Inputs<'_>, events: &mut Facts) {
    for held in &inputs.view.row(who).conditions.0 {
        let condition = inputs.rules.conditions.get(held.condition).filter(|condition| condition.once);
        let Some(condition) = condition.filter(|condition| changed(condition)) else { continue };
        let lost = BattleEvent::ConditionLost { who, condition: condition.id, rule: condition.rule };
        if !events.contains(&lost) {
            events.push(lost);
        }
    }
}

/// Whether the condition changes the rolls of its bearer, not those against it.
fn is_own(condition: &Condition) -> bool {
    !condition.does.iter().any(|cited| matches!(cited.does, Status::EdgeAgainst { .. }))
}

fn names(id: Name, sum: &Breakdown, edge: &AdvantageTerms) -> bool {
    let label = Label::Named(id);
    sum.term(label).is_some() || edge.terms().iter().any(|term| term.label == label)
}
