//! Which spells may be prepared, and what may be done meanwhile.

use crate::battle::{Act, CombatantId, Target, View};
use crate::content::Name;
use crate::content::action::{Action, Does, Gait, Requirement};
use crate::content::condition::Forbidden;
use crate::content::refusal::Refusal;
use crate::mechanics::{Game, incantation, status};
use crate::rules::Ruleset;

/// Whether a combatant may prepare a spell: it knows the spell and has not prepared it (TC-443).
pub(super) fn may_prepare(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    spell: Name,
    by: &Action,
) -> Result<(), Refusal> {
    let row = view.row(who);
    let known_rule = rules.policies.magic.as_ref().map_or(by.rule, |magic| magic.known_rule);
    let castable = rules.actions.get(spell).is_some_and(|action| matches!(action.does, Does::Cast(_)));
    if !castable || !row.sheet.spells.contains(&spell) {
        return Err(Refusal::new("does not know this spell", known_rule));
    }
    match row.incanting.ready() {
        Some(ready) if ready.spell == spell => Err(Refusal::new("already has this spell prepared", by.rule)),
        _ => Ok(()),
    }
}

/// Whether a spell that must be prepared is (TC-443).
pub(super) fn is_prepared(view: View<'_>, rules: &Ruleset, who: CombatantId, spell: Name) -> Result<(), Refusal> {
    let Some(policy) = incantation::policy(rules.book()) else { return Ok(()) };
    match view.row(who).incanting.ready() {
        Some(ready) if ready.spell == spell => Ok(()),
        _ => Err(Refusal::new("this spell is not prepared", policy.rule)),
    }
}

/// Whether a combatant busy with a preparation may do this action: it may walk, continue, or give up.
pub(super) fn is_free_for(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    if goes_with_it(action) {
        return Ok(());
    }
    status::forbids(Game::new(view, rules.book()), who, Forbidden::AllButPreparing).map_or(Ok(()), Err)
}

/// Whether an action is possible during a preparation.
pub(super) fn goes_with_it(action: &Action) -> bool {
    let needs_it = action.requires.iter().any(|cited| cited.needs == Requirement::Preparing);
    needs_it || matches!(action.does, Does::Move(Gait::Walk) | Does::Wait)
}

/// The ways in which preparing a spell is listed.
pub(super) fn candidates(view: View<'_>, who: CombatantId, by: &Action) -> Vec<Act> {
    let known = view.row(who).sheet.spells.iter();
    known.map(|spell| Act { target: Target::Known(*spell), ..Act::own(by.id) }).collect()
}
