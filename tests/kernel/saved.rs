//! Saved battles: a battle restored in the middle continues identically.

use std::sync::Arc;

use proptest::prelude::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::control::{answer_one, ask};
use warboard::dice::Dice;
use warboard::resolution::{BattleState, BattleStatus, Setup};

use crate::shipped::{LIBRARY, file, root, scenario};

fn setup(name: &str, ruleset: &str) -> Arc<Setup> {
    let source = file(&root().join("scenarios").join(name).with_extension("ron"));
    Arc::new(scenario(&source).prepare(&LIBRARY, ruleset).expect("a shipped scenario"))
}

/// A battle after a number of answers of baseline opponents, or at its end.
fn after(setup: &Arc<Setup>, seed: u64, answers: usize) -> BattleState {
    let mut battle = BattleState::begin(Arc::clone(setup), Dice::seeded(seed, 0));
    let mut seats = job(setup, seed).seats(0, false);
    for _ in 0..answers {
        if matches!(answer_one(&mut battle, &mut seats).expect("legal answers"), BattleStatus::Over(_)) {
            break;
        }
    }
    battle
}

fn job(setup: &Arc<Setup>, seed: u64) -> Job {
    let matchup = Matchup { a: Opponent::Charger, b: Opponent::Charger, swap: false };
    Job { setup: Arc::clone(setup), seed, matchup, script: None }
}

/// A battle after serialization and deserialization.
fn saved_and_restored(battle: &BattleState) -> BattleState {
    let text = serde_json::to_string(&battle.save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    BattleState::restore(Arc::clone(battle.setup()), saved).expect("it fits its own setup")
}

/// Plays a battle to its end; returns its facts and its checksum.
fn played_out(mut battle: BattleState) -> (String, u64) {
    battle.log_mut().clear();
    let mut seats = job(&Arc::clone(battle.setup()), 1).seats(0, false);
    while let BattleStatus::Awaiting(prompt) = battle.resolve() {
        let answer = ask(&battle, &mut seats, &prompt).expect("an answer");
        battle.answer(answer.choice, None).expect("a legal one");
    }
    (format!("{:?}", battle.log().events()), battle.checksum())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_restored_battle_has_the_facts_of_the_saved_one(seed in 0u64..1000, answers in 0usize..60, at in 0usize..6) {
        let (name, ruleset) = [
            ("night", "time_count"), ("pit", "time_count"), ("hedge_wizard", "time_count"),
            ("hull_breach", "fragments"), ("broken_bridge", "fragments"), ("night_ambush", "fragments"),
        ][at];
        let battle = after(&setup(name, ruleset), seed, answers);
        let restored = saved_and_restored(&battle);
        prop_assert_eq!(restored.checksum(), battle.checksum());
        prop_assert_eq!(played_out(restored), played_out(battle));
    }
}

#[test]
fn the_checksum_covers_everything_that_determines_the_rest_of_a_battle() {
    let battle = after(&setup("duel", "time_count"), 3, 12);
    let plain = serde_json::to_value(battle.save()).expect("a plain value");
    let parts: Vec<&String> = plain.as_object().expect("a struct").keys().collect();
    assert_eq!(
        parts,
        ["activations", "answer", "content_hash", "dice", "field", "memory", "outcome", "prompt", "stack", "verdict"]
    );
    for (part, pointer) in
        [("dice", "/dice/rolls"), ("memory", "/memory/begun"), ("timeline", "/field/timeline/issued")]
    {
        let mut other = plain.clone();
        let value = other.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}"));
        *value = match value.as_bool() {
            Some(known) => serde_json::Value::from(!known),
            None => serde_json::Value::from(value.as_u64().expect("a number") + 1),
        };
        let saved = serde_json::from_value(other).expect("of the same shape");
        let changed = BattleState::restore(Arc::clone(battle.setup()), saved).expect("it still fits");
        assert_ne!(changed.checksum(), battle.checksum(), "{part} does not count");
    }
}

#[test]
fn a_battle_of_another_scenario_is_refused_by_name() {
    let battle = after(&setup("duel", "time_count"), 3, 4);
    let wrong = BattleState::restore(setup("bridge", "time_count"), battle.save()).expect_err("other content");
    assert_eq!(
        wrong.to_string(),
        "the saved battle belongs to another scenario, or its rules or units have changed since"
    );
}
