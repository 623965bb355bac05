//! The defences that a target may choose from, for a forecast of each.

use super::{DefenceOdds, Fraction};
use crate::content::{Action, Against, Check, Name};
use crate::dice::Distribution;
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
        Some(DefenceOdds { cost, ..DefenceOdds::named(Some(option.id), option.name.to_lowercase()) })
    });
    named.chain([Some(DefenceOdds::named(None, "no defence".to_owned()))]).collect::<Vec<_>>().into_iter()
}

impl DefenceOdds {
    /// A defence of which the damage is not known yet.
    fn named(id: Option<Name>, name: String) -> DefenceOdds {
        let (damage, drops) = (Distribution::constant(0), Fraction::new(0, 1));
        DefenceOdds { id, name, cost: String::new(), mean: 0, damage, drops }
    }
}
