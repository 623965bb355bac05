//! Fragments battles with additional actions that inflict every condition.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use std::sync::Arc;

use crate::skirmish::*;
use warboard::content::authored::parse;
use warboard::content::{Action, Source, Table, Unit};
use warboard::resolution::{Asks, Pick, PickPurpose};
use warboard::rules::Ruleset;

/// Actions that exist only in these tests and inflict every condition.
const ACTIONS: &str = include_str!("../fixtures/afflicting_actions.ron");

/// Fragments with the additional actions.
pub fn rules() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&fragments());
    let more: Vec<Action> = parse(&Source::new("afflicting_actions.ron", ACTIONS)).expect("the fixture parses");
    let own = rules.actions.iter().map(|action| Action::clone(action));
    rules.actions = Table::new(own.chain(more).collect());
    Arc::new(rules)
}

/// A battle in which `a` acts before `B`; `dice` follow the initiative.
pub fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&rules(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// The levels of a condition on a combatant.
pub fn levels(battle: &Skirmish, mark: char, condition: &str) -> Vec<i16> {
    let held = battle.row(mark).conditions.0.iter().filter(|held| held.condition.as_str() == condition);
    held.map(|held| held.level).collect()
}

/// The hit points of a combatant.
pub fn hit_points(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).vitals.hit_points
}

/// The purpose and the options of the open pick.
pub fn picked(battle: &Skirmish) -> (PickPurpose, Vec<Pick>) {
    match battle.asked().1 {
        Asks::Pick { purpose, options } => (purpose, options),
        other => panic!("expected a pick, not {other:?}"),
    }
}
