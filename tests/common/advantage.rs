//! Advantage and disadvantage of an attack.

use warboard::content::{AdvantageKind, AdvantageTerms};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, advantage};

use super::skirmish::Skirmish;

/// The net advantage of an attack, and the rules of its terms.
pub type AttackAdvantage = (Option<AdvantageKind>, Vec<&'static str>);

/// An attack with neither advantage nor disadvantage.
pub const NO_ADVANTAGE: AttackAdvantage = (None, Vec::new());

/// The advantage of an attack of `attacker` on `target`.
pub fn attack_advantage(battle: &Skirmish, attacker: char, target: char, mode: Mode) -> AttackAdvantage {
    let rules = &battle.battle().setup().rules;
    let edge: AdvantageTerms = advantage::of_attack(
        Game::new(battle.snapshot().view(), rules.book()),
        battle.id(attacker),
        battle.id(target),
        mode,
    );
    (edge.net(), edge.terms().iter().map(|term| term.rule.as_str()).collect())
}

/// Disadvantage by one rule.
pub fn disadvantage(rule: &'static str) -> AttackAdvantage {
    (Some(AdvantageKind::Disadvantage), vec![rule])
}
