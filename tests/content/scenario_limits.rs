//! Limits on the content of a scenario and on the number of its diagnostics.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use crate::assets::assets;
use proptest::prelude::*;
use warboard::content::authored::MOST_FINDINGS;
use warboard::content::{Diagnostic, Source, Terrains};
use warboard::grid::Cell;
use warboard::rules::{HouseRules, Library};
use warboard::scenario::Scenario;

const GOOD: &str = include_str!("../fixtures/ford.ron");

static TERRAINS: LazyLock<Terrains> = LazyLock::new(|| Terrains::open(&assets()).expect("the terrain is whole"));
static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::open(&assets()).expect("there are rule systems"));

fn read(text: &str) -> Result<Scenario, Vec<Diagnostic>> {
    Scenario::read(&Source::new("ford.ron", text), &TERRAINS)
}

fn briefs(wrong: &[Diagnostic]) -> Vec<String> {
    wrong.iter().map(Diagnostic::brief).collect()
}

/// The valid scenario with additional fields at its end.
fn with(fields: &str) -> String {
    let (head, _) = GOOD.rsplit_once(')').unwrap();
    format!("{head}{fields})")
}

/// The valid scenario with other sides.
fn sides(sides: &str) -> String {
    let (head, _) = GOOD.split_once("    sides: [").unwrap();
    format!("{head}    sides: [{sides}],\n)")
}

/// The valid scenario with additional zones.
fn zones(zones: &str) -> String {
    GOOD.replace("\"camp\": [Mark(\"a\")]", &format!("\"camp\": [Mark(\"a\")], {zones}"))
}

#[test]
fn of_many_mistakes_the_first_hundred_are_listed() {
    let names: Vec<String> =
        (0..150).map(|at| format!("(unit: \"swordman\", at: Cell(0, 0), name: \"A{at}\")")).collect();
    let text = GOOD.replace("(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))", &names.join(", "));
    let scenario = read(&text).unwrap_or_else(|wrong| panic!("{:?}", briefs(&wrong)));
    let wrong = briefs(&scenario.prepare(&LIBRARY, "time_count").expect_err("there is no swordman"));
    assert_eq!(wrong.len(), MOST_FINDINGS + 1);
    assert!(wrong[99].contains("did you mean `swordsman`?"), "{}", wrong[99]);
    assert_eq!(wrong[100], "ford.ron:1:1: 50 more mistakes are not listed");
}

#[test]
fn excessive_content_is_refused_first() {
    let units = vec!["(unit: \"archer\", at: Cell(0, 0))"; 40_000].join(", ");
    let many = |one: &str, times: usize| vec![one; times].join(", ");
    let light = many("(at: (0, 0), radius: 10)", 1001);
    for (text, expected) in [
        (
            sides(&format!("(name: \"A\", control: Ai, units: [{units}])")),
            "too many combatants: 40000; at most 200 are allowed",
        ),
        (with(&format!("lights: [{light}],")), "too many lights: 1001; at most 1000 are allowed"),
        (
            sides(&format!("(name: \"A\", control: Ai, units: [], goals: [{}])", many("DefeatAll", 21))),
            "too many goals: 21; at most 20 are allowed",
        ),
        (
            sides(&format!(
                "(name: \"A\", control: Ai, units: [(unit: \"a\", at: Cell(0, 0), afflicted: [{}])])",
                many("\"x\"", 101)
            )),
            "too many afflicted: 101; at most 100 are allowed",
        ),
    ] {
        let wrong = briefs(&read(&text).expect_err(expected));
        assert!(wrong.len() == 1 && wrong[0].ends_with(expected), "{expected}: {wrong:?}");
    }
    let zone: Vec<String> = (0..1000).map(|at| format!("\"z{at}\": [Rect(from: (0, 0), to: (6, 2))]")).collect();
    let wrong = briefs(&read(&zones(&zone.join(", "))).expect_err("zones"));
    assert!(wrong[0].contains("more than 200 entries"), "{wrong:?}");
}

#[test]
fn a_unit_mark_on_thousands_of_cells_is_counted_and_refused() {
    let row = "a".repeat(200);
    let rows = vec![format!("\"{row}\""); 200].join(", ");
    let text = format!(
        "(name: \"x\", about: \"x\", shape: Square, map: [{rows}], legend: {{}}, marks: {{\"a\": \"grass\"}}, sides: [\
         (name: \"A\", control: Ai, units: [(unit: \"archer\", at: Mark(\"a\"))]),\
         (name: \"B\", control: Ai, units: [(unit: \"archer\", at: Cell(0, 0))])])"
    );
    let wrong = briefs(&read(&text).expect_err("a crowd"));
    assert!(
        wrong.iter().any(|wrong| wrong.ends_with("too many combatants: 40001; at most 200 are allowed")),
        "{wrong:?}"
    );
}

#[test]
fn a_message_quotes_only_a_part_of_a_long_name() {
    let long = "y".repeat(50_000);
    let text = GOOD.replacen("unit: \"", &format!("unit: \"{long}"), 1);
    let scenario = read(&text).unwrap_or_else(|wrong| panic!("{:?}", briefs(&wrong)));
    for wrong in briefs(&scenario.prepare(&LIBRARY, "time_count").expect_err("unknown names")) {
        assert!(wrong.chars().count() < 1100, "{} characters", wrong.chars().count());
    }
    let zone = format!("\"{long}\": [Cell(0, 0)]");
    let text = zones(&zone).replacen("zone: \"ford\"", "zone: \"foord\"", 1);
    for wrong in briefs(&read(&text).expect_err("no such zone")) {
        assert!(wrong.chars().count() < 1100 && !wrong.contains(&long), "{} characters", wrong.chars().count());
    }
}

#[test]
fn house_rules_change_a_bounded_number_of_values() {
    let set: Vec<String> = (0..201).map(|at| format!("\"flanking.bonus{at}\": 4")).collect();
    let source = Source::new("many.ron", format!("(base: \"time_count\", set: {{ {} }})", set.join(", ")));
    let refused = HouseRules::read(&source).expect_err("too many").brief();
    assert_eq!(refused, "many.ron:1:27: too many changes: 201; at most 200 are allowed");
    let source = Source::new("some.ron", source.text.replacen("\"flanking.bonus0\": 4,", "", 1));
    let house = HouseRules::read(&source).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    let wrong = briefs(&LIBRARY.clone().add_house_rules(&house).expect_err("no such values"));
    assert_eq!(wrong.len(), 20, "the rest is not looked at");
    assert!(wrong[0].starts_with("some.ron:1:") && wrong[0].contains("no value matches the path"), "{}", wrong[0]);
}

fn corner() -> impl Strategy<Value = (i16, i16)> {
    (0..7_i16, 0..3_i16)
}

proptest! {
    /// Rectangles that overlap cover what each of them covers, and off the map is refused whatever else is on it.
    #[test]
    fn rectangles_cover_what_each_of_them_covers(patches in prop::collection::vec((corner(), corner()), 0..12)) {
        let written: Vec<String> = patches.iter().map(|(from, to)| format!("Rect(from: {from:?}, to: {to:?})")).collect();
        let mut expected = BTreeSet::new();
        for ((a, b), (c, d)) in patches {
            for x in a.min(c)..=a.max(c) {
                expected.extend((b.min(d)..=b.max(d)).map(|y| Cell::new(x, y)));
            }
        }
        // The map is six cells wide.
        let is_on_map = expected.iter().all(|cell| cell.x < 6);
        match read(&with(&format!("fog: [{}],", written.join(", ")))) {
            Ok(scenario) => prop_assert!(is_on_map && scenario.field.fog == expected),
            Err(_) => prop_assert!(!is_on_map),
        }
    }
}
