//! What two could do to each other as the view has them: where they stand, or where one of them is imagined.

use super::{Forecast, Fraction, forecast};
use crate::battle::{CombatantId, View};
use crate::content::action::{Action, ActionGroup};
use crate::content::refusal::Refusal;
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::reach;
use crate::resolution::{Act, legal};
use crate::rules::Ruleset;

/// An attack that may be made, with its odds.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub act: Act,
    pub forecast: Forecast,
}

impl Attempt {
    /// How often it hits; against a target that may choose its defence, the one that is hit least.
    pub fn hits(&self) -> Fraction {
        let chances = self.forecast.versus.iter().map(|versus| versus.fractions()[0].1);
        chances.min_by_key(|chance| chance.per_ten_thousand()).unwrap_or(Fraction::new(0, 1))
    }

    /// What attempts are compared by: mean damage, then the chance to hit.
    pub fn worth(&self) -> (i128, u32) {
        (self.forecast.mean_hundredths(), self.hits().per_ten_thousand())
    }
}

/// What one and another could do to each other.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The other.
    pub other: CombatantId,
    /// The best attack on the other, or why there is none.
    pub ours: Result<Attempt, Refusal>,
    /// The other's best attack, or why it has none.
    pub theirs: Result<Attempt, Refusal>,
    /// What protects the other.
    pub covered: TargetCover,
    /// What protects from the other.
    pub sheltered: TargetCover,
}

/// What a combatant and each of its enemies could do to each other, by the enemies' numbers.
pub fn exchanges(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<Exchange> {
    let Some(side) = view.find(who).map(|row| row.side) else { return Vec::new() };
    let between = |other| Exchange {
        other,
        ours: best_attack(view, rules, who, other),
        theirs: best_attack(view, rules, other, who),
        covered: cover::cover(view, rules.book(), who, other),
        sheltered: cover::cover(view, rules.book(), other, who),
    };
    view.enemies_of(side).map(|row| between(row.id)).collect()
}

/// The plain attack that promises most damage, over all weapons that can be used without drawing them.
///
/// # Errors
/// Why none may be made: with the weapon that comes first.
pub fn best_attack(
    view: View<'_>,
    rules: &Ruleset,
    actor: CombatantId,
    target: CombatantId,
) -> Result<Attempt, Refusal> {
    let Some(action) = plain_attack(rules) else { return Err(Refusal::new("there is no attack", "".into())) };
    let attempts = reach::usable_slots(view, actor).into_iter().map(|slot| {
        let act = Act::at(action.id, target, Some(slot));
        // Whose turn it is and what is left of it does not matter: either may come to it.
        legal::still(view, rules, actor, &act)?;
        let forecast = forecast(view, rules, actor, &act, None);
        let forecast = forecast.map_err(|why| Refusal::new(why.to_string(), action.rule))?;
        Ok(Attempt { act, forecast })
    });
    let (may, may_not): (Vec<_>, Vec<_>) = attempts.partition(Result::is_ok);
    let best = may.into_iter().flatten().max_by_key(Attempt::worth);
    let unarmed = || Refusal::new("has nothing to attack with", action.rule);
    best.ok_or_else(|| may_not.into_iter().find_map(Result::err).unwrap_or_else(unarmed))
}

/// The attack with a weapon that stands first.
pub fn plain_attack(rules: &Ruleset) -> Option<&Action> {
    let mut actions = rules.actions.iter().map(|action| &**action);
    actions.find(|action| action.group == ActionGroup::Attack && action.is_weapon_attack())
}
