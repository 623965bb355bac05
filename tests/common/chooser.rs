//! Choices of the computer opponent in a drawn battle.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use warboard::battle::Side;
use warboard::control::{Controller, Strength, Tactician};
use warboard::resolution::{Act, Choice};

use super::skirmish::Skirmish;

/// The answer of the opponent to the open prompt.
pub fn answer(battle: &Skirmish) -> Choice {
    let prompt = battle.battle().prompt().expect("an open prompt").clone();
    let setup = battle.battle().setup().clone();
    let mut tactician = Tactician::new(Side(0), 1, Strength::Hard);
    tactician.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice
}

/// The act that the opponent chooses at the open prompt.
pub fn act(battle: &Skirmish) -> Act {
    match answer(battle) {
        Choice::Act(act) => act,
        other => panic!("expected an act, not {other:?}"),
    }
}

/// The action that the opponent chooses at the open prompt.
pub fn chosen(battle: &Skirmish) -> String {
    act(battle).action.to_string()
}
