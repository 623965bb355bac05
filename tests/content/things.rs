//! Objects that can be damaged: their kinds in a rule system, their places in scenarios, and the mistakes in both.

use warboard::content::{Diagnostic, Name, Source, Terrains};
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

use crate::ruleset_mistakes::{changed, found_after, place};

const RULES: &str = "rulesets/time_count/ruleset.ron";
const GOOD: &str = include_str!("../fixtures/ford.ron");
const SHAPE: &str = "legend: { \".\": \"grass\", \"~\": \"water\", \"-\": \"shallows\" }";
const LEGEND: &str =
    "legend: { \".\": \"grass\", \"~\": \"water\", \"-\": \"shallows\", \"#\": \"wall\", \"+\": \"door_closed\" }";

/// The policy of objects with one passage replaced.
fn policy(from: &str, to: &str) -> String {
    let good = r#"things: (hit_points: 10, hardness: 3, rule: "TC-061", destroyed_rule: "TC-061", objects: (
        defence: 9, defence_rule: "TC-061", size: (column: "attack", rule: "TC-061"), lying: Tiny,
        no_criticals: None, no_nonlethal: None, broken: 50, broken_rule: "TC-061",
        broken_force: -2, broken_force_rule: "TC-061",
        kinds: [
            (id: "door", name: "Wooden door", size: Medium, hardness: 5, hit_points: 15, force: 16, rule: "TC-061"),
            (id: "chest", name: "Chest", size: Small, hardness: 5, hit_points: 1, force: None, rule: "TC-061",
                takes: [(of: "fire", percent: 50, rule: "TC-061")]),
        ],
    )),"#;
    assert!(from.is_empty() || good.matches(from).count() == 1, "`{from}` is not there once");
    if from.is_empty() { good.to_owned() } else { good.replace(from, to) }
}

#[test]
fn mistakes_in_the_kinds_of_objects_are_located() {
    let rows = [
        ("\"attack\"", "\"atack\"", "atack", "unknown"),
        ("id: \"chest\"", "id: \"door\"", "", "the id `door` is already used"),
        ("hit_points: 15", "hit_points: 0", "0", "0 is out of range: expected 1 to 10000"),
        ("broken: 50", "broken: 0", "0", "0 is out of range: expected 1 to 100"),
        ("percent: 50", "percent: -1", "", "-1 is out of range: expected 0 to 1000"),
        ("percent: 50", "percent: 50, softens: 0", "", "0 is out of range: expected 1 to 100"),
        ("of: \"fire\"", "of: \"fier\"", "", "unknown damage type `fier` (did you mean `fire`?"),
    ];
    for (from, to, _, message) in rows {
        let found = found_after(RULES, "things: None,", &policy(from, to));
        assert!(found.len() == 1 && found[0].contains(message), "{to}: {found:?}");
    }
    assert!(changed(RULES, "things: None,", &policy("", "")).path().exists());
}

#[test]
fn mistakes_in_broken_items_and_in_what_all_objects_take_are_located() {
    let with = "objects: (\n        takes: [(of: \"cold\", percent: 100, rule: \"TC-061\")],";
    let broken =
        r#"broken: (lost: 50, lost_rule: "TC-061", weapon: -2, weapon_rule: "TC-061", bonus_rule: "TC-061"), "#;
    let whole = policy("objects: (", &(broken.to_owned() + with));
    let rows = [
        ("lost: 50", "lost: 0", "0 is out of range: expected 1 to 100"),
        ("weapon: -2", "weapon: 2", "2 is out of range: expected -100 to 0"),
        ("of: \"cold\"", "of: \"cald\"", "unknown damage type `cald` (did you mean `cold`?"),
        ("percent: 100, rule", "percent: 1001, rule", "1001 is out of range: expected 0 to 1000"),
        ("lost: 50", "lost: 50, worn: 1", "unknown field"),
    ];
    for (from, to, message) in rows {
        assert_eq!(whole.matches(from).count(), 1, "{from}");
        let found = found_after(RULES, "things: None,", &whole.replace(from, to));
        assert!(found.len() == 1 && found[0].to_lowercase().contains(message), "{to}: {found:?}");
    }
    assert!(changed(RULES, "things: None,", &whole).path().exists());
}

#[test]
fn a_coin_changes_damage_by_1_to_100_percent() {
    let found = found_after("rulesets/pathrunner/ruleset.ron", "does: Coin(50)", "does: Coin(0)");
    assert!(found.len() == 1 && found[0].contains("0 is out of range: expected 1 to 100"), "{found:?}");
}

#[test]
fn actions_at_objects_need_their_policy_and_a_check_that_fits() {
    let file = "rulesets/time_count/actions/attacks.ron";
    let whole = std::fs::read_to_string(crate::assets::assets().join(file)).expect("the attacks");
    let first = "aim: Enemy, reach: Weapon";
    assert!(whole.contains(first), "the first attack is with a weapon");
    let found = found_after(file, first, "aim: Enemy, at_things: true, reach: Weapon");
    assert_eq!(found, [format!("{}objects as targets need the policy `things.objects`", after(file, first, 23))]);
}

/// The place of a text that starts some columns behind another one.
fn after(file: &str, text: &str, columns: usize) -> String {
    let found = place(file, text);
    let parts: Vec<&str> = found.trim_end_matches(": ").rsplitn(2, ':').collect();
    let column: usize = parts[0].parse().expect("a column");
    format!("{}:{}: ", parts[1], column + columns)
}

fn read(text: &str) -> Result<Scenario, Vec<Diagnostic>> {
    let terrains = Terrains::open(&crate::assets::assets()).expect("the terrain is whole");
    Scenario::read(&Source::new("ford.ron", text), &terrains)
}

/// The scenario with a wall, a door and these objects.
fn with(things: &str) -> String {
    let map = GOOD.replace("\"..~~..\"", "\".#~~.+\"").replace(SHAPE, LEGEND);
    map.replace("    limit: 600,", &format!("    things: [{things}],\n    limit: 600,"))
}

/// The scenario under Time Count with kinds of objects.
fn prepared(things: &str) -> Result<Setup, Vec<Diagnostic>> {
    let copy = changed(RULES, "things: None,", &policy("", ""));
    let library = Library::open(copy.path()).expect("there are rule systems");
    read(&with(things))?.prepare(&library, "time_count")
}

fn refused(things: &str) -> Vec<String> {
    prepared(things).expect_err(things).iter().map(Diagnostic::brief).collect()
}

#[test]
fn a_scenario_places_objects_with_their_hit_points_and_content() {
    let things = r#"(kind: "door", at: [Cell(5, 0)]), (kind: "chest", at: [Cell(0, 0), Mark("a")], name: "strongbox", holds: ["dagger"]),
        (kind: "door", at: [Rect(from: (1, 0), to: (1, 0))], leaves: "grass")"#;
    let setup = prepared(things).unwrap_or_else(|wrong| panic!("{}", wrong[0].render()));
    let told = setup.field.things.iter().map(|thing| {
        let cells: Vec<String> = thing.cells.iter().map(ToString::to_string).collect();
        (thing.name.as_str(), thing.left, cells.join(" "), thing.leaves.is_some(), thing.holds.len())
    });
    let told: Vec<_> = told.collect();
    let expected = [
        ("wooden door", 15, "(5, 0)", true, 0),
        ("strongbox", 1, "(0, 0)", false, 1),
        ("strongbox", 1, "(0, 1)", false, 1),
        ("strongbox", 1, "(0, 2)", false, 1),
        ("wooden door", 15, "(1, 0)", true, 0),
    ];
    let expected = expected.map(|(name, left, cells, leaves, holds)| (name, left, cells.to_owned(), leaves, holds));
    assert_eq!(told, expected);
    assert_eq!(setup.field.things[1].holds[0].weapon, Name::new("dagger"));
}

#[test]
fn mistakes_in_the_objects_of_a_scenario_are_located() {
    let rows = [
        (r#"(kind: "dor", at: [Cell(5, 0)])"#, "32:21: unknown kind of object `dor` (did you mean `door`?"),
        (r#"(kind: "door", at: [Cell(9, 0)])"#, "32:34: (9, 0) is off the map"),
        (r#"(kind: "door", at: [Cell(1, 0)])"#, "32:34: (1, 0) is impassable (wall) also without the object"),
        (r#"(kind: "door", at: [])"#, "32:33: the object has no cell"),
        (r#"(kind: "door", at: [Cell(0, 0), Cell(0, 0)])"#, "32:46: (0, 0) already has an object"),
        (r#"(kind: "door", at: [Cell(0, 0)], leaves: "gras")"#, "32:55: unknown terrain `gras` (did you mean `grass`?"),
        (
            r#"(kind: "door", at: [Cell(0, 0)], holds: ["dager"])"#,
            "32:55: unknown item `dager` (did you mean `dagger`?",
        ),
    ];
    for (things, message) in rows {
        let found = refused(things);
        assert!(found.len() == 1 && found[0].starts_with(&format!("ford.ron:{message}")), "{things}: {found:?}");
    }
}

#[test]
fn objects_are_left_out_where_there_are_no_rules_for_them_unless_the_scenario_needs_them() {
    let things = with(r#"(kind: "door", at: [Cell(5, 0)])"#);
    let library = Library::open(&crate::assets::assets()).expect("there are rule systems");
    let scenario = read(&things).expect("a sound scenario");
    let setup = scenario.prepare(&library, "time_count").expect("a door is a door without rules for objects");
    assert_eq!(setup.field.things, []);
    let bare = read(&with("")).expect("sound").prepare(&library, "time_count").expect("no objects");
    assert_eq!(setup.field.board, bare.field.board, "the cells keep their terrain");
    assert!(scenario.supported_rulesets(&library).contains(&"time_count".to_owned()));

    let scenario = read(&things.replace("    limit: 600,", "    needs: [Objects],\n    limit: 600,")).expect("sound");
    let wrong = scenario.prepare(&library, "time_count").expect_err("no kinds of objects");
    let told: Vec<String> = wrong.iter().map(Diagnostic::brief).collect();
    assert!(told[0].contains("Time Count has no rules for objects that can be damaged"), "{told:?}");
    assert!(!scenario.supported_rulesets(&library).contains(&"time_count".to_owned()));
}
