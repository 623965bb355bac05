//! The defences that a target may choose from, for a forecast of each.

use super::DefenceOdds;
use crate::content::{Action, Against, Check};
use crate::resolution::act::Act;
use crate::resolution::legal;
use crate::resolution::procedure::action::check::terms::{self, Answered, Pair};

/// The defences that the target can use against an act, and none; a single `None` if it has no choice.
pub(super) fn each(
    pair: Pair<'_>,
    (action, check): (&Action, &Check),
    act: &Act,
    answered: Answered,
) -> impl Iterator<Item = Option<DefenceOdds>> + use<> {
    if !matches!(check.against, Against::Chosen(_)) {
        return vec![None].into_iter();
    }
    let mode = terms::check_terms(pair, act, check, answered).mode;
    let usable = legal::defences(pair.view, pair.rules, (pair.actor, pair.target), (action, mode));
    let economy = &pair.rules.policies.economy;
    let named = usable.into_iter().map(|option| {
        let cost = economy.in_words(&option.costs);
        Some(DefenceOdds { id: Some(option.id), name: option.name.to_lowercase(), cost, mean: 0 })
    });
    let none = DefenceOdds { id: None, name: "no defence".to_owned(), cost: String::new(), mean: 0 };
    named.chain([Some(none)]).collect::<Vec<_>>().into_iter()
}
