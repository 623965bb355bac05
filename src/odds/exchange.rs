//! The best attacks of two combatants on each other, at their actual or at assumed positions.

use super::{Forecast, Fraction, Versus, forecast};
use crate::battle::{CombatantId, View};
use crate::content::{Action, Refusal};
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::{Game, reach};
use crate::resolution::{Act, legal};
use crate::rules::Ruleset;

/// A legal attack with its forecast.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The attack.
    pub act: Act,
    /// The forecast of the attack.
    pub forecast: Forecast,
}

impl Attempt {
    /// The roll against the defence that the target is expected to choose: the one with the least damage, or where it has no such
    /// choice, the one that is hit least.
    pub fn versus(&self) -> Option<&Versus> {
        let hits = |versus: &&Versus| versus.fractions()[0].1.per_ten_thousand();
        self.forecast.best_defence().or_else(|| self.forecast.versus.iter().min_by_key(hits))
    }

    /// Hit probability against the expected defence.
    pub fn hits(&self) -> Fraction {
        self.versus().map_or(Fraction::new(0, 1), |versus| versus.fractions()[0].1)
    }

    /// Sort key of attacks: mean damage in hundredths, then hit probability.
    pub fn rank(&self) -> (i128, u32) {
        (self.forecast.mean_hundredths(), self.hits().per_ten_thousand())
    }
}

/// The best attacks of two opposing combatants on each other.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The opponent.
    pub other: CombatantId,
    /// The best attack on the opponent, or why there is none.
    pub ours: Result<Attempt, Refusal>,
    /// The opponent's best attack, or why there is none.
    pub theirs: Result<Attempt, Refusal>,
    /// The opponent's cover against this combatant.
    pub covered: TargetCover,
    /// This combatant's cover against the opponent.
    pub sheltered: TargetCover,
}

/// The exchange of a combatant with each of its enemies, ordered by id.
pub fn exchanges(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<Exchange> {
    let game = Game::new(view, rules.book());
    let Some(side) = view.find(who).map(|row| row.side) else { return Vec::new() };
    let between = |other| Exchange {
        other,
        ours: best_attack(view, rules, who, other),
        theirs: best_attack(view, rules, other, who),
        covered: cover::cover(game, who, other),
        sheltered: cover::cover(game, other, who),
    };
    view.enemies_of(side).map(|row| between(row.id)).collect()
}

/// The plain attack with the highest expected damage, without drawing weapons.
///
/// # Errors
/// Why the first weapon cannot attack, or that there is no weapon.
pub fn best_attack(view: View<'_>, rules: &Ruleset, who: CombatantId, target: CombatantId) -> Result<Attempt, Refusal> {
    let Some(action) = plain_attack(rules) else {
        return Err(Refusal::new("this rule system has no attack", "".into()));
    };
    let attempts = reach::usable_slots(view, who).into_iter().map(|slot| {
        let act = Act::at(action.id, target, Some(slot));
        // The current turn and its remaining actions do not matter: both sides will get a turn.
        legal::still(view, rules, who, &act)?;
        let forecast = forecast(view, rules, who, &act, None);
        let forecast = forecast.map_err(|why| Refusal::new(why.to_string(), action.rule))?;
        Ok(Attempt { act, forecast })
    });
    let (may, may_not): (Vec<_>, Vec<_>) = attempts.partition(Result::is_ok);
    let best = may.into_iter().flatten().max_by_key(Attempt::rank);
    let unarmed = || Refusal::new("has no weapon to attack with", action.rule);
    best.ok_or_else(|| may_not.into_iter().find_map(Result::err).unwrap_or_else(unarmed))
}

/// The first of the actions that is a weapon attack and can be declared by itself.
pub fn plain_attack(rules: &Ruleset) -> Option<&Action> {
    let mut actions = rules.actions.iter().map(|action| &**action);
    actions.find(|action| action.is_weapon_attack() && !action.is_only_offered())
}
