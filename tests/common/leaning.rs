//! What an attack leans to.

use warboard::content::advantage::{AdvantageKind, AdvantageTerms};
use warboard::mechanics::attack::Mode;
use warboard::mechanics::{Game, advantage};

use super::skirmish::Skirmish;

/// Which way an attack leans, and the rules that make it.
pub type Leaning = (Option<AdvantageKind>, Vec<&'static str>);

pub const PLAIN: Leaning = (None, Vec::new());

pub fn lean(battle: &Skirmish, from: char, target: char, mode: Mode) -> Leaning {
    let rules = &battle.battle().setup().rules;
    let edge: AdvantageTerms = advantage::of_attack(
        Game::new(battle.snapshot().view(), rules.book()),
        battle.id(from),
        battle.id(target),
        mode,
    );
    (edge.net(), edge.terms().iter().map(|term| term.rule.as_str()).collect())
}

pub fn hard(rule: &'static str) -> Leaning {
    (Some(AdvantageKind::Disadvantage), vec![rule])
}
