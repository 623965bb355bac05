//! The opponent under turns of several actions: it plans a turn to its end.

use std::sync::Arc;

use crate::shipped::*;
use warboard::battle::{CombatantId, Row, Side, Snapshot};
use warboard::content::{Name, PoolId, Source};
use warboard::control::{Answer, Charger, Controller, Strength, Tactician};
use warboard::dice::Dice;
use warboard::grid::Cell;
use warboard::resolution::BattleState;
use warboard::resolution::act::Target;
use warboard::resolution::{Act, Asks, Choice, Prompt, Setup};

const RULES: &str = "fragments";

/// A yard with rows of terrain and the units of two sides.
fn yard(map: &[&str], ours: &str, theirs: &str) -> Arc<Setup> {
    let rows: String = map.iter().map(|row| format!("\"{row}\",")).collect();
    let text = format!(
        r##"(name: "Yard", about: "A test.", shape: Square, map: [{rows}], legend: {{ ".": "floor", "#": "wall" }},
            sides: [
                (name: "Ours", control: Ai, units: [{ours}]),
                (name: "Theirs", control: Ai, units: [{theirs}]),
            ])"##
    );
    prepared(&Source::new("yard.ron", text), RULES)
}

/// Two swordsmen on a row of floor, the first to act.
fn duel(ours: u16, theirs: u16) -> (Snapshot, Arc<Setup>) {
    let anna = format!(r#"(unit: "swordsman", name: "Anna", at: Cell({ours}, 1))"#);
    let bran = format!(r#"(unit: "swordsman", name: "Bran", at: Cell({theirs}, 1))"#);
    begun(&yard(&["........................"; 3], &anna, &bran))
}

fn begun(setup: &Arc<Setup>) -> (Snapshot, Arc<Setup>) {
    let mut battle = BattleState::begin(Arc::clone(setup), Dice::seeded(1, 0)).snapshot().clone();
    change(&mut battle, 0, |row| row.turn_state.pools.set(PoolId::ACTIONS, 3));
    (battle, Arc::clone(setup))
}

fn change(battle: &mut Snapshot, who: u16, change: impl FnOnce(&mut Row)) {
    change(&mut battle.rows[usize::from(who)]);
}

fn lies(row: &mut Row) {
    row.stance.held = Some(Name::new("prone"));
}

/// The choice of a tactician for the next action of the first combatant.
fn asked((battle, setup): &(Snapshot, Arc<Setup>)) -> Answer {
    let view = battle.view();
    let prompt = Prompt { who: CombatantId(0), asks: Asks::Act };
    let mut tactician = Tactician::new(Side(0), 1, Strength::Hard);
    tactician.explain(true);
    tactician.answer(view, &setup.rules, setup, &prompt)
}

fn act_of(answer: &Answer) -> &Act {
    let Choice::Act(act) = &answer.choice else { panic!("no act: {:?}", answer.choice) };
    act
}

/// Asserts that the answer is an action, and the option rated best.
fn assert_action(answer: &Answer, action: &str) {
    assert_eq!(act_of(answer).action, Name::new(action), "{:#?}", answer.thoughts);
    assert_eq!(answer.choice, answer.thoughts[0].choice);
}

#[test] // TA-055, TA-129
fn a_prone_charger_stands_up_first() {
    let (mut battle, setup) = duel(1, 14);
    change(&mut battle, 0, lies);
    let view = battle.view();
    let prompt = Prompt { who: CombatantId(0), asks: Asks::Act };
    let answer = Charger::default().answer(view, &setup.rules, &setup, &prompt);
    assert_eq!(answer.choice, Choice::Act(Act::own("stand_up")));
}

#[test] // TA-014, TA-108, TA-253
fn trips_while_there_are_actions_left_to_strike_the_fallen() {
    let mut field = duel(2, 3);
    let answer = asked(&field);
    assert_action(&answer, "trip");
    assert_eq!(answer.thoughts[0].why, "trip Bran with the long sword: 52 %");
    change(&mut field.0, 1, lies);
    assert_action(&asked(&field), "attack");
}

#[test] // TA-055, TA-252
fn stands_up_before_it_strikes() {
    let mut field = duel(2, 3);
    change(&mut field.0, 0, lies);
    assert_action(&asked(&field), "stand_up");
}

#[test] // TA-014, TA-054: a combatant that moves 60 feet strikes only once, and its enemy then strikes three times
fn does_not_spend_its_turn_on_entering_reach() {
    let field = duel(2, 13);
    let answer = asked(&field);
    let act = act_of(&answer);
    let comes = matches!(&act.target, Target::Path(path) if path.last().is_some_and(|cell| cell.x > 2));
    assert!(!comes, "{act:?}\n{:#?}", answer.thoughts);
}

#[test] // TA-014, TA-054: one action of walking leaves two to strike with
fn strikes_first_where_one_action_reaches_the_enemy() {
    let answer = asked(&duel(2, 9));
    let Target::Path(path) = &act_of(&answer).target else { panic!("{:#?}", answer.thoughts) };
    assert_eq!(path.last().map(|cell| cell.x), Some(8));
    assert!(answer.thoughts[0].why.contains("1 action away, and attack Bran: 40 % for 9.5"), "{:#?}", answer.thoughts);
}

#[test] // TA-047
fn an_archer_steps_back_before_it_shoots() {
    let setup = yard(
        &["............"; 3],
        r#"(unit: "archer", name: "Anna", at: Cell(4, 1))"#,
        r#"(unit: "ogre", name: "Bran", at: Cell(5, 1))"#,
    );
    let answer = asked(&begun(&setup));
    let Target::Path(path) = &act_of(&answer).target else { panic!("{:#?}", answer.thoughts) };
    assert!(path.last().is_some_and(|cell: &Cell| cell.x < 4), "{:#?}", answer.thoughts);
}

#[test]
fn a_tactician_beats_chargers_in_turns_of_several_actions() {
    for name in ["duel", "pit"] {
        let setup = prepared(&file(&root().join(format!("scenarios/{name}.ron"))), RULES);
        let (won, of) = won_against_chargers(&setup, 20);
        assert!(won * 5 >= of * 3, "{name}: {won} of {of}");
    }
}

#[test]
fn weaker_opponents_slip_more_often() {
    let (battle, setup) = duel(2, 3);
    let prompt = Prompt { who: CombatantId(0), asks: Asks::Act };
    // Decisions for anything but the option that it thinks best.
    let slips = |strength| {
        let slips = |seed: &u64| {
            let mut mind = Tactician::new(Side(0), *seed, strength);
            mind.explain(true);
            let answer = mind.answer(battle.view(), &setup.rules, &setup, &prompt);
            answer.thoughts.first().is_some_and(|best| best.choice != answer.choice)
        };
        (0..100).filter(slips).count()
    };
    let [easy, normal, hard] = [Strength::Easy, Strength::Normal, Strength::Hard].map(slips);
    assert_eq!(hard, 0);
    assert!((20..47).contains(&normal) && (47..76).contains(&easy), "{normal} and {easy} slips in 100 decisions");
}
