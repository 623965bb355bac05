//! Shipped standing orders suit their rule system, and leave few questions open.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::shipped::*;
use warboard::batch::{Experiment, Matchup, Opponent, fight};
use warboard::control::ScriptFile;

/// Questions other than turns in a number of battles that no order answers, to one side on average.
fn questions(scenario: &str, script: Option<Arc<ScriptFile>>) -> u64 {
    let source = file(&root().join("scenarios").join(scenario).with_extension("ron"));
    let setup = prepared(&source, "fighting_style");
    if let Some(script) = &script {
        script.check(&setup).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
    }
    let both = Opponent::Tactician;
    let matchup = Matchup { a: both, b: both, swap: false };
    let experiment =
        Experiment { seed: 5, seeds: BATTLES, matchup, arms: vec![setup], compared: false, sweep: None, script };
    let played = fight(&experiment, 0..BATTLES, 1, &AtomicBool::new(false), || ());
    let tally = &played.unwrap_or_else(|stopped| panic!("{stopped}")).results.tallies[0];
    tally.sides.iter().map(|side| side.prompts.all() - side.prompts.ordered).sum::<u64>() / tally.sides.len() as u64
}

const BATTLES: u64 = 10;

#[test]
fn shipped_orders_leave_a_handful_of_questions_in_a_battle() {
    let text = file(&root().join("assets/rulesets/fighting_style/orders.ron"));
    let orders = Arc::new(ScriptFile::read(&text).unwrap_or_else(|wrong| panic!("{}", wrong.brief())));
    for scenario in ["duel", "thicket", "bridge"] {
        let (without, with) = (questions(scenario, None), questions(scenario, Some(Arc::clone(&orders))));
        assert!(with * 3 < without && with <= 7 * BATTLES, "{scenario}: {without} questions, {with} with orders");
    }
}
