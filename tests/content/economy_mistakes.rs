//! Mistakes in the pools that acting is paid from: line, column and reason.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use crate::ruleset_mistakes::{changed, found_after, place};
use warboard::rules::Library;

const RULES: &str = "rulesets/fragments/ruleset.ron";
const TIME: &str = "rulesets/fragments/actions/time.ron";
/// A pool of attacks, which is valid.
const POOL: &str = r#"others: [(id: "attacks", name: "attack", initial: (base: 2, stats: [], traits: []), incomes: [(at: OwnTurnStart, amount: (base: 2, stats: [Dexterity], traits: [(of: SecondReaction, amount: 1, rule: "TA-023")]))], unspent: Kept(most: 4), debt: 1, rule: "TA-014")],"#;

#[test]
fn mistakes_in_pools_are_located() {
    let copy = changed(RULES, "others: [],", POOL);
    Library::open(copy.path()).unwrap().ruleset("fragments").unwrap_or_else(|refused| panic!("{}", refused[0].brief()));
    let rows = [
        ("\"attacks\"", "\"actions\"", "\"actions\"", "duplicate id `actions`"),
        ("\"attacks\"", "\"At tacks\"", "\"At", "invalid id `At tacks`"),
        ("\"attack\"", "\" \"", "\" \"", "must not be blank"),
        ("base: 2, stats: [], ", "base: -1, stats: [], ", "-1", "-1 is out of range: expected 0 to 1000"),
        ("base: 2, stats: [], ", "base: 5, stats: [], ", "5, stats", "the pool begins with more points than the 4"),
        ("most: 4", "most: 201", "201", "201 is out of range: expected 1 to 200"),
        ("debt: 1", "debt: 21", "21", "21 is out of range: expected 0 to 20"),
        ("base: 2, stats: [D", "base: -21, stats: [D", "-21", "-21 is out of range: expected -20 to 1000"),
        ("amount: 1,", "amount: 201,", "201", "201 is out of range: expected -20 to 200"),
        ("OwnTurnStart", "RoundStart", "RoundStart", "this never happens: add `Incomes` to `round_start`"),
        ("OwnTurnStart", "RoundEnd", "RoundEnd", "this never happens: add `Incomes` to `round_end`"),
        ("Dexterity", "Dexterty", "Dexterty", "unknown choice `Dexterty`"),
    ];
    for (from, to, at, message) in rows {
        assert!(POOL.contains(from), "{from}");
        let pool = POOL.replacen(from, to, 1);
        let found = found_after(RULES, "others: [],", &pool);
        let start = place(RULES, "others: [],");
        let (line, column) = start.trim_end_matches(": ").rsplit_once(':').unwrap();
        let column = column.parse::<usize>().unwrap() + pool.find(at).unwrap();
        let expected = format!("{line}:{column}: {message}");
        assert!(found.iter().any(|brief| brief.starts_with(&expected)), "{expected}\n{found:?}");
    }
}

#[test]
fn a_pool_that_never_has_a_point_is_refused() {
    let empty = r#"others: [(id: "luck", name: "luck", initial: (base: 0, stats: [], traits: []), incomes: [], unspent: Replaced, debt: 0, rule: "TA-014")],"#;
    let found = found_after(RULES, "others: [],", empty);
    assert!(found.len() == 1 && found[0].contains("this pool never has a point"), "{found:?}");
}

#[test]
fn turns_that_only_their_owner_ends_need_an_action_that_ends_them() {
    let both = changed(RULES, "ends: WhenSpent", "ends: WhenEnded");
    Library::open(both.path()).unwrap().ruleset("fragments").unwrap_or_else(|refused| panic!("{}", refused[0].brief()));
    let text = std::fs::read_to_string(both.path().join(TIME)).unwrap();
    std::fs::write(both.path().join(TIME), text.replacen("does: Wait", "does: Delay", 1)).unwrap();
    let refused = Library::open(both.path()).unwrap().ruleset("fragments").unwrap_err();
    let found: Vec<String> = refused.iter().map(|diagnostic| diagnostic.brief()).collect();
    let expected = format!("{}no action ends a turn: add one with `does: Wait`", place(RULES, "WhenSpent"));
    assert!(found.iter().any(|brief| brief.contains(&expected)), "{expected}\n{found:?}");
}

#[test]
fn prices_name_pools_that_exist_and_alternatives_cost_something() {
    let file = "rulesets/fragments/actions/time.ron";
    let rows = [
        ("[[(pool: \"actoins\", points: 1)]]", "unknown pool `actoins` (did you mean `actions`?"),
        ("[[(pool: \"actions\", points: 0)]]", "0 is out of range: expected 1 to 200"),
        ("[[(pool: \"actions\", points: 1)], []]", "an alternative without a price is always paid"),
    ];
    for (costs, message) in rows {
        let found = found_after(file, "speed: Actions(0),", &format!("speed: Actions(0), costs: {costs},"));
        assert!(found.len() == 1 && found[0].contains(message), "{found:?}");
        let line = place(file, "speed: Actions(0),");
        let (line, _) = line.trim_end_matches(": ").rsplit_once(':').unwrap();
        assert!(found[0].starts_with(line), "{line} {found:?}");
    }
}
