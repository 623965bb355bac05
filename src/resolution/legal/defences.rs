//! The defences that a target may choose against an attack.

use super::cost::Cost;
use super::requirement;
use crate::battle::{CombatantId, Detection, View};
use crate::content::{Action, Against, DefenceOption, Name};
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, sight, status};
use crate::rules::Ruleset;

/// The defences of the rule system among which a check lets its target choose; none if it does not.
pub fn defences_of<'a>(rules: &'a Ruleset, against: &Against) -> impl Iterator<Item = &'a DefenceOption> {
    let named: Option<&[Name]> = match against {
        Against::Chosen(named) => Some(named),
        _ => None,
    };
    let choice = rules.policies.stages.defences.as_ref().filter(|_| named.is_some());
    let named = named.unwrap_or_default().to_vec();
    let options = choice.into_iter().flat_map(|choice| &choice.options);
    options.filter(move |option| named.is_empty() || named.contains(&option.id))
}

/// The defences that a target can use against an attack in this mode, and pay for. A combatant that cannot act, or is not
/// aware of the attacker, has none (FS-065, FS-073).
pub fn defences<'a>(
    view: View<'a>,
    rules: &'a Ruleset,
    (attacker, target): (CombatantId, CombatantId),
    (action, mode): (&Action, Mode),
) -> Vec<&'a DefenceOption> {
    let Some(check) = action.check().filter(|check| matches!(check.against, Against::Chosen(_))) else {
        return Vec::new();
    };
    let game = Game::new(view, rules.book());
    let aware = sight::visibility(game, target, attacker) < Detection::Hidden;
    if !aware || !status::can_act(game, target) {
        return Vec::new();
    }
    let usable = |option: &&DefenceOption| {
        let fits = option.against.is_empty() || option.against.iter().any(|kind| mode.is(*kind));
        let held = |condition: &Name| view.row(target).conditions.has(*condition);
        fits && !option.prevented_by.iter().any(held)
            && option.requires.iter().all(|cited| requirement::met_by_reactor(game, target, attacker, cited).is_ok())
            && Cost::of_prices(game, target, &option.costs, option.rule).is_ok()
    };
    defences_of(rules, &check.against).filter(usable).collect()
}
