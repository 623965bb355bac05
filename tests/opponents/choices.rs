//! Choices of the computer opponent: legal, reproducible and sensible.

use std::path::PathBuf;
use std::sync::Arc;

use crate::shipped::*;
use warboard::batch::{Job, JobCaches, Matchup, Opponent};
use warboard::battle::{Afflicted, CombatantId, Link, LinkId, LinkKind, Side, Snapshot, View};
use warboard::content::{Name, Source};
use warboard::control::{Answer, Charger, Controller, Script, Seats, Stopped, Strength, Tactician, play};
use warboard::dice::Dice;
use warboard::grid::Cell;
use warboard::resolution::BattleState;
use warboard::resolution::act::Target;
use warboard::resolution::{Act, Asks, BattleEvent, BattleOutcome, Choice, Prompt, Setup};
use warboard::rules::Ruleset;

const RULES: &str = "time_count";

/// Every scenario under at most a number of its rule systems.
fn shipped_under(most: usize) -> Vec<(String, Arc<Setup>)> {
    let fitting = |path: PathBuf| {
        let (name, source) = (path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), file(&path));
        let rules = scenario(&source).supported_rulesets(&LIBRARY);
        assert!(!rules.is_empty(), "{name} fits no rule system");
        let under = |rules: &String| (format!("{name} under {rules}"), prepared(&source, rules));
        rules.iter().take(most).map(under).collect::<Vec<_>>()
    };
    scenarios().into_iter().flat_map(fitting).collect()
}

fn all_shipped() -> Vec<(String, Arc<Setup>)> {
    shipped_under(1)
}

/// A yard with rows of terrain and the units of two sides.
fn yard(map: &[&str], ours: &str, theirs: &str) -> Arc<Setup> {
    let rows: String = map.iter().map(|row| format!("\"{row}\",")).collect();
    let text = format!(
        r##"(name: "Yard", about: "A test.", shape: Square, map: [{rows}],
            legend: {{ ".": "floor", "#": "wall", "l": "low_wall", "+": "door_closed" }},
            sides: [
                (name: "Ours", control: Ai, speed: Fixed, units: [{ours}]),
                (name: "Theirs", control: Ai, speed: Fixed, units: [{theirs}]),
            ])"##
    );
    prepared(&Source::new("yard.ron", text), RULES)
}

/// The state at the beginning of a battle.
fn begun(setup: &Arc<Setup>) -> Snapshot {
    BattleState::begin(Arc::clone(setup), Dice::seeded(1, 0)).snapshot().clone()
}

fn tactician(side: u8) -> Tactician {
    Tactician::new(Side(side), 1, Strength::Hard)
}

/// The choice of a tactician for a combatant.
fn asked(battle: &Snapshot, setup: &Setup, who: u16) -> Answer {
    let view = battle.view();
    let prompt = Prompt { who: CombatantId(who), asks: Asks::Act };
    let side = view.row(prompt.who).side.0;
    tactician(side).explaining().answer(view, &setup.rules, setup, &prompt)
}

fn act_of(answer: &Answer) -> &Act {
    let Choice::Act(act) = &answer.choice else { panic!("no act: {:?}", answer.choice) };
    act
}

fn change((battle, setup): (&mut Snapshot, &Setup), who: u16, change: impl FnOnce(&mut warboard::battle::Row)) {
    let row = &mut battle.rows[usize::from(who)];
    change(row);
    row.sum_up(&setup.rules.conditions);
}

fn pair(first: Box<dyn Controller + Send>, second: Box<dyn Controller + Send>) -> Seats {
    Seats::new(vec![first, second])
}

fn battle(setup: &Arc<Setup>, seed: u64, seats: &mut Seats) -> (Result<BattleOutcome, Stopped>, BattleState) {
    let mut state = BattleState::begin(Arc::clone(setup), Dice::seeded(seed, 0));
    (play(&mut state, seats), state)
}

#[test]
fn no_strength_ever_chooses_what_is_forbidden() {
    for (name, setup) in all_shipped() {
        for (seed, strength) in [(3, Strength::Easy), (4, Strength::Normal), (5, Strength::Hard), (6, Strength::Hard)] {
            let seat = |side| Box::new(Tactician::new(Side(side), seed, strength)) as Box<dyn Controller + Send>;
            let mut seats = Seats::new((0..setup.sides.len() as u8).map(seat).collect());
            if let (Err(stopped), _) = battle(&setup, seed, &mut seats) {
                panic!("{name}, seed {seed}, {strength:?}: {stopped}");
            }
        }
    }
}

#[test]
fn a_charger_never_chooses_what_is_forbidden() {
    for (name, setup) in all_shipped() {
        for seed in 0..4 {
            let mut seats = pair(Box::new(Charger::default()), Box::new(Charger::default()));
            if let (Err(stopped), _) = battle(&setup, seed, &mut seats) {
                panic!("{name}, seed {seed}: {stopped}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_battle() {
    for (name, setup) in all_shipped() {
        let events = || {
            let seat = |side| Box::new(Tactician::new(Side(side), 9, Strength::Normal)) as Box<dyn Controller + Send>;
            let (_, played) = battle(&setup, 9, &mut pair(seat(0), seat(1)));
            played.log().events().to_vec()
        };
        assert!(events() == events(), "{name} was played in two ways");
    }
}

/// A tactician that clears its caches before each answer.
struct Forgetful(Tactician);

impl Controller for Forgetful {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        self.0.forget();
        self.0.answer(seen, rules, setup, prompt)
    }

    fn begin(&mut self, seed: u64) {
        self.0.begin(seed);
    }
}

#[test]
fn the_caches_of_a_tactician_change_no_choice() {
    for (name, setup) in shipped_under(usize::MAX) {
        let seat = |side, forgets: bool| -> Box<dyn Controller + Send> {
            if forgets { Box::new(Forgetful(tactician(side))) } else { Box::new(tactician(side)) }
        };
        let events = |forgets: bool| {
            let seats = (0..setup.sides.len() as u8).map(|side| seat(side, forgets)).collect();
            let (_, played) = battle(&setup, 6, &mut Seats::new(seats));
            played.log().events().to_vec()
        };
        assert!(events(true) == events(false), "{name} was played in two ways");
    }
}

/// A charger that clears its memory before each answer.
struct Newcomer;

impl Controller for Newcomer {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        Charger::default().answer(seen, rules, setup, prompt)
    }

    fn begin(&mut self, _seed: u64) {}
}

#[test]
fn the_caches_of_a_charger_change_no_choice() {
    for (name, setup) in all_shipped() {
        let seat = |new: bool| -> Box<dyn Controller + Send> {
            if new { Box::new(Newcomer) } else { Box::new(Charger::default()) }
        };
        let events = |new: bool| {
            let seats = setup.sides.iter().map(|_| seat(new)).collect();
            let (_, played) = battle(&setup, 6, &mut Seats::new(seats));
            played.log().events().to_vec()
        };
        assert!(events(true) == events(false), "{name} was played in two ways");
    }
}

/// Controllers that have played other battles before play this one as new controllers do.
#[test]
fn controllers_that_begin_again_play_as_new_ones() {
    let skirmish = file(&root().join("benches/skirmish.ron"));
    for rules in ["time_count", "fragments"] {
        let setup = prepared(&skirmish, rules);
        for a in Opponent::ALL {
            let matchup = Matchup { a, b: Opponent::Normal, swap: false };
            let (job, mut caches) =
                (Job { setup: Arc::clone(&setup), seed: 6, matchup, script: None }, JobCaches::default());
            for stream in [1, 0] {
                let again = job.fight_with(&mut caches, stream).expect("the answers are legal");
                let new = job.fight(stream).expect("the answers are legal");
                assert!(again[0].0 == new[0].0, "{a} played battle {stream} under {rules} in two ways");
            }
        }
    }
}

#[test]
fn finishes_an_enemy_that_is_almost_down() {
    let setup = yard(
        &[".....", ".....", "....."],
        r#"(unit: "swordsman", name: "Anna", at: Cell(2, 1))"#,
        r#"(unit: "swordsman", name: "Fresh", at: Cell(1, 1)), (unit: "swordsman", name: "Worn", at: Cell(3, 1))"#,
    );
    let mut battle = begun(&setup);
    change((&mut battle, &setup), 2, |row| (row.vitals.fatigue, row.vitals.hit_points) = (9, 5));
    let answer = asked(&battle, &setup, 0);
    assert_eq!(act_of(&answer).aimed_at(), Some(CombatantId(2)), "{:#?}", answer.thoughts);
}

#[test]
fn lists_the_best_option_first() {
    let setup = yard(
        &["....."],
        r#"(unit: "swordsman", name: "Anna", at: Cell(1, 0))"#,
        r#"(unit: "swordsman", name: "Bran", at: Cell(2, 0))"#,
    );
    let answer = asked(&begun(&setup), &setup, 0);
    let words: Vec<&str> = answer.thoughts.iter().map(|thought| thought.why.as_str()).collect();
    assert!(words.iter().any(|why| why.starts_with("strike Bran with the long sword: ")), "{words:?}");
    assert!(answer.thoughts.is_sorted_by(|a, b| a.score >= b.score));
    assert_eq!(answer.choice, answer.thoughts[0].choice);
}

#[test] // TC-289
fn escapes_from_a_hold() {
    let setup = yard(
        &["....."],
        r#"(unit: "rogue", name: "Anna", at: Cell(1, 0))"#,
        r#"(unit: "brawler", name: "Bran", at: Cell(2, 0))"#,
    );
    let mut battle = begun(&setup);
    let (holder, held) = (CombatantId(1), CombatantId(0));
    let link = Link::new(LinkId(0), LinkKind::Grab, holder, held);
    battle.links.push(link);
    let answer = asked(&battle, &setup, 0);
    let action = act_of(&answer).action;
    assert!([Name::new("escape_grab"), Name::new("break_grab")].contains(&action), "{:#?}", answer.thoughts);
}

#[test]
fn an_archer_alone_shoots_approaching_enemies() {
    let setup = yard(
        &["..............."],
        r#"(unit: "archer", name: "Anna", at: Cell(0, 0))"#,
        r#"(unit: "knight", name: "Bran", at: Cell(12, 0))"#,
    );
    let answer = asked(&begun(&setup), &setup, 0);
    assert_eq!(act_of(&answer).action, Name::new("strike"), "{:#?}", answer.thoughts);
}

#[test]
fn an_archer_retreats_behind_friends() {
    let setup = yard(
        &["..........", "..........", ".........."],
        r#"(unit: "archer", name: "Anna", at: Cell(4, 1)), (unit: "knight", name: "Kay", at: Cell(4, 2))"#,
        r#"(unit: "troll", name: "Bran", at: Cell(7, 1))"#,
    );
    let mut battle = begun(&setup);
    change((&mut battle, &setup), 2, |row| row.turn_state.next = Some(1));
    change((&mut battle, &setup), 0, |row| row.vitals.hit_points = 4);
    let answer = asked(&battle, &setup, 0);
    let act = act_of(&answer);
    let leaves = matches!(&act.target, Target::Path(path) if path.last().is_some_and(|cell| cell.x < 4));
    assert!(leaves, "{act:?}\n{:#?}", answer.thoughts);
}

#[test] // TC-250
fn opens_the_door_in_its_way() {
    let setup = yard(
        &["...#...", "...+...", "...#..."],
        r#"(unit: "swordsman", name: "Anna", at: Cell(2, 1))"#,
        r#"(unit: "swordsman", name: "Bran", at: Cell(6, 1))"#,
    );
    let mut battle = begun(&setup);
    // The tactician has waited long enough.
    battle.count = 100;
    let answer = asked(&battle, &setup, 0);
    assert_eq!(act_of(&answer).target, Target::Cell(Cell::new(3, 1)), "{:#?}", answer.thoughts);
}

#[test] // TC-243
fn draws_a_weapon_when_its_hands_are_empty() {
    let setup = yard(
        &["......"],
        r#"(unit: "rogue", name: "Anna", at: Cell(1, 0))"#,
        r#"(unit: "swordsman", name: "Bran", at: Cell(4, 0))"#,
    );
    let mut battle = begun(&setup);
    change((&mut battle, &setup), 0, |row| row.arms.weapons[0].place = warboard::battle::WeaponLocation::Gone);
    let answer = asked(&battle, &setup, 0);
    assert_eq!(act_of(&answer).action, Name::new("draw_hidden"), "{:#?}", answer.thoughts);
}

#[test]
fn leaves_the_unconscious_alone_while_others_fight() {
    let setup = yard(
        &[".....", "....."],
        r#"(unit: "swordsman", name: "Anna", at: Cell(2, 0))"#,
        r#"(unit: "swordsman", name: "Down", at: Cell(1, 0)), (unit: "knight", name: "Up", at: Cell(3, 0))"#,
    );
    let mut battle = begun(&setup);
    let unconscious = Afflicted::lasting(Name::new("unconscious"), 0);
    change((&mut battle, &setup), 1, |row| row.conditions.0.push(unconscious));
    assert_eq!(act_of(&asked(&battle, &setup, 0)).aimed_at(), Some(CombatantId(2)));
}

#[test]
fn a_script_is_followed_and_then_another_answers() {
    let setup = yard(
        &["...................."],
        r#"(unit: "swordsman", name: "Anna", at: Cell(0, 0))"#,
        r#"(unit: "swordsman", name: "Bran", at: Cell(19, 0))"#,
    );
    let text = r#"[(who: "Anna", does: "wait"), (who: "Anna", does: "move", path: [(1, 0)])]"#;
    let script = Script::read(&Source::new("acts.ron", text), Box::new(Charger::default())).expect("it can be read");
    let mut seats = pair(Box::new(script), Box::new(Charger::default()));
    let (outcome, played) = battle(&setup, 1, &mut seats);
    assert!(outcome.is_ok());
    seats.begin(1);
    let (_, again) = battle(&setup, 1, &mut seats);
    assert!(again.log().events() == played.log().events(), "a script begins again in another battle");
    let declared = played.log().events().iter().filter_map(|event| match event {
        BattleEvent::ActionDeclared { who: CombatantId(0), act } => Some(act.clone()),
        _ => None,
    });
    let first: Vec<Act> = declared.take(2).collect();
    assert_eq!(first, [Act::own("wait"), Act::along("move", vec![Cell::new(1, 0)])]);
}

#[test] // TC-262
fn an_illegal_entry_of_a_script_is_reported_with_its_location_and_rule() {
    let setup = yard(
        &["......"],
        r#"(unit: "swordsman", name: "Anna", at: Cell(0, 0))"#,
        r#"(unit: "swordsman", name: "Bran", at: Cell(5, 0))"#,
    );
    let refused = |text: &str| {
        let script =
            Script::read(&Source::new("acts.ron", text), Box::new(Charger::default())).expect("it can be read");
        match battle(&setup, 1, &mut pair(Box::new(script), Box::new(Charger::default()))).0 {
            Err(Stopped::Script(diagnostic)) => diagnostic.brief(),
            other => panic!("{other:?}"),
        }
    };
    let far = refused("[\n  (who: \"Anna\", does: \"strike\", at: \"Bran\", with: \"long_sword\"),\n]");
    assert!(far.starts_with("acts.ron:2:3: Anna may not strike: out of reach ("), "{far}");
    let unknown = refused("[(who: \"Anna\", does: \"strik\", at: \"Bran\")]");
    assert!(unknown.starts_with("acts.ron:1:22: unknown action `strik`"), "{unknown}");
}

#[test]
fn a_tactician_beats_chargers() {
    let mut all = (0, 0);
    for (name, setup) in all_shipped() {
        let (won, of) = won_against_chargers(&setup, 5);
        // Ten battles of a kind prove little, so only the total is asserted.
        assert!(won * 10 >= of * 5, "{name}: {won} of {of}");
        all = (all.0 + won, all.1 + of);
    }
    assert!(all.0 * 10 >= all.1 * 8, "{} of {}", all.0, all.1);
}
