//! Scenes in which battles used to reach their limit.

use std::sync::Arc;

use crate::facts::idle;
use crate::shipped::{file, prepared, root};
use crate::skirmish::*;
use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::{CombatantId, Side};
use warboard::content::{PoolId, Source, Stat};
use warboard::control::{Charger, Controller, Strength, Tactician};
use warboard::dice::Dice;
use warboard::grid::{Cell, Distance, distance};
use warboard::resolution::{Act, Asks, BattleOutcome, Choice, Prompt, Setup, Target};
use warboard::resolution::{BattleState, BattleStatus};

const RULESETS: [&str; 2] = ["time_count", "fragments"];

/// Uniform terrain with units on it; `losses` belong to the first side.
fn field(size: (usize, usize), ours: &str, losses: &str, theirs: &str, ruleset: &str) -> Arc<Setup> {
    let rows = format!("\"{}\",", ".".repeat(size.0)).repeat(size.1);
    let text = format!(
        r#"(name: "Field", about: "A test.", shape: Square, map: [{rows}], legend: {{ ".": "floor" }},
            sides: [
                (name: "Ours", control: Ai, units: [{ours}], losses: [{losses}]),
                (name: "Theirs", control: Ai, units: [{theirs}]),
            ])"#
    );
    prepared(&Source::new("field.ron", text), ruleset)
}

fn outcome(setup: Arc<Setup>, both: Opponent, (seed, battle): (u64, u64)) -> BattleOutcome {
    let job = Job { setup, seed, matchup: Matchup { a: both, b: both, swap: false }, script: None };
    job.fight(battle).unwrap_or_else(|why| panic!("{why}")).swap_remove(0).0.outcome
}

/// The path that the opponent chooses for a combatant.
fn way(act: &Act) -> &[Cell] {
    match &act.target {
        Target::Path(path) => path,
        _ => panic!("{act:?} is no way"),
    }
}

/// `C` lies where `a` could strike `D` from.
fn fallen_between() -> Skirmish {
    let plan = skirmish(&time_count(), ". . . .\n. a C D").unit('a', base_unit()).unit('C', idle()).unit('D', idle());
    let mut battle = plan.rolls(&[1, 1, 1]);
    battle.afflict('C', "unconscious");
    battle
}

#[test] // TC-155: no movement ends in an occupied space
fn a_charger_walks_round_an_unconscious_enemy() {
    let battle = fallen_between();
    let setup = battle.battle().setup().clone();
    let prompt = Prompt { who: battle.id('a'), asks: Asks::Act };
    let answer = Charger::default().answer(battle.snapshot().view(), &setup.rules, &setup, &prompt);
    let Choice::Act(act) = answer.choice else { panic!("no act") };
    assert!(way(&act).iter().all(|cell| *cell != Cell::new(2, 1)) && !way(&act).is_empty(), "{act:?}");
}

#[test] // TA-054
fn a_move_without_a_step_is_refused() {
    let mut battle =
        skirmish(&fragments(), "a . B").unit('a', plain()).unit('B', plain().stat(Stat::Initiative, -500)).seeded(1);
    let refused = battle.refused(Choice::Act(Act::along("move", Vec::new())));
    assert_eq!(refused.why, "a movement needs at least one step");
}

#[test]
fn a_protected_unit_keeps_away_from_enemies_while_others_fight() {
    let merchant = r#"(unit: "peasant", name: "Merchant", at: Cell(9, 3)), (unit: "guard", at: Cell(4, 3))"#;
    for ruleset in RULESETS {
        let robber = r#"(unit: "swordsman", at: Cell(18, 3))"#;
        let setup = field((20, 7), merchant, r#"Fallen("Merchant")"#, robber, ruleset);
        let mut battle = BattleState::begin(Arc::clone(&setup), Dice::seeded(1, 0)).snapshot().clone();
        // The tactician has waited long enough.
        battle.count = 100;
        battle.rows[0].turn_state.pools.set(PoolId::ACTIONS, 3);
        let prompt = Prompt { who: CombatantId(0), asks: Asks::Act };
        let view = battle.view();
        let mut mind = Tactician::new(Side(0), 1, Strength::Hard);
        let Choice::Act(act) = mind.answer(view, &setup.rules, &setup, &prompt).choice else { panic!("no act") };
        let (own, robber) = (view.footprint(CombatantId(0)), view.footprint(CombatantId(2)));
        let apart = |at| distance(view.shape(), Distance::DiagonalsCostOne, own.at(at), robber);
        let last = way(&act).last().unwrap_or_else(|| panic!("{act:?} under {ruleset}"));
        assert!(apart(*last) > apart(own.anchor), "{act:?} under {ruleset}");
    }
}

#[test] // friends waited for friends behind them
fn a_battle_of_twenty_against_twenty_in_the_open_ends() {
    let kinds = ["swordsman", "archer", "guard", "knight", "spearman"];
    let host = |x: usize| -> String {
        let unit =
            |at: usize| format!(r#"(unit: "{}", at: Cell({}, {})), "#, kinds[at % 5], x + 2 * (at / 10), at % 10 * 2);
        (0..20).map(unit).collect()
    };
    for (ruleset, seed) in RULESETS.into_iter().flat_map(|ruleset| [1, 2, 3].map(|seed| (ruleset, seed))) {
        let setup = field((40, 20), &host(1), "", &host(36), ruleset);
        let outcome = outcome(setup, Opponent::Tactician, (seed, 0));
        assert_ne!(outcome, BattleOutcome::Unfinished, "under {ruleset}, seed {seed}");
    }
}

#[test] // two tacticians walked away from each other for 600 rounds
fn a_duel_of_tacticians_ends() {
    let duel = file(&root().join("scenarios/duel.ron"));
    assert_ne!(outcome(prepared(&duel, "fragments"), Opponent::Tactician, (100_307, 5)), BattleOutcome::Unfinished);
}

#[test] // HD-G59
fn riders_and_foot_fight_to_an_end() {
    let setup = prepared(&file(&root().join("scenarios/riders.ron")), "heroes_of_destiny");
    for (both, battles) in [(Opponent::Charger, 3), (Opponent::Tactician, 2)] {
        for battle in 0..battles {
            let outcome = outcome(Arc::clone(&setup), both, (1, battle));
            assert!(matches!(outcome, BattleOutcome::Won { .. }), "{both:?} {battle}: {outcome:?}");
        }
    }
}

/// The walks of a battle between two tacticians that return to a cell left in the same turn, with nothing done in between, and the
/// outcome of the battle.
fn walks_back(setup: &Arc<Setup>, (seed, battle): (u64, u64)) -> (Vec<String>, BattleOutcome) {
    let mut state = BattleState::begin(Arc::clone(setup), Dice::seeded(seed, battle));
    let mut minds = [Side(0), Side(1)].map(|side| Tactician::new(side, seed, Strength::Hard));
    let (mut turn, mut left, mut found) = (None, Vec::new(), Vec::new());
    loop {
        let prompt = match state.resolve() {
            BattleStatus::Awaiting(prompt) => prompt,
            BattleStatus::Over(outcome) => return (found, outcome),
        };
        let row = state.view().row(prompt.who);
        let mind = &mut minds[usize::from(row.side.0)];
        let choice = mind.answer(state.view(), &setup.rules, setup, &prompt).choice;
        if prompt.asks == Asks::Act
            && let Choice::Act(act) = &choice
        {
            let now = Some((row.id, row.turn_state.turns));
            if now != turn || !matches!(act.target, Target::Path(_)) {
                left.clear();
                turn = now;
            }
            if let Target::Path(path) = &act.target {
                left.push(row.position.footprint().anchor);
                let end = path.last().expect("a step");
                found.extend(left.contains(end).then(|| format!("{} to {end}", row.id.0)));
            }
        }
        state.submit(choice).expect("a legal choice");
    }
}

#[test]
fn nobody_walks_back_and_forth_in_a_turn() {
    let setup = |name: &str, ruleset| prepared(&file(&root().join("scenarios").join(name)), ruleset);
    let tower = setup("hedge_wizard.ron", "heroes_of_destiny");
    let (walks, outcome) = walks_back(&tower, (11, 7));
    assert_eq!(walks, Vec::<String>::new());
    assert!(matches!(outcome, BattleOutcome::Won { .. }), "{outcome:?}");
    assert_eq!(walks_back(&tower, (0, 0)).0, Vec::<String>::new());
    assert_eq!(walks_back(&setup("bridge.ron", "fighting_style"), (1, 0)).0, Vec::<String>::new());
}
