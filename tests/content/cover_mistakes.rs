//! Mistakes in cover and flanking, and in the heights of obstacles: line, column and cause.

use std::fs;

use crate::assets::assets;
use crate::ruleset_mistakes::found_after;
use warboard::content::{Source, Terrains};

const FILE: &str = "rulesets/time_count/ruleset.ron";

const COVER: &str = r#"cover: Sampled((
            points: 4, points_rule: "TC-001", eyes: 90, levels: (25, 75),
            low: (from: 50, from_rule: "TC-001", attack: (amount: -2, rule: "TC-001"), defence: (amount: 2, rule: "TC-001")),
            high: (from: 75, from_rule: "TC-001", attack: (amount: -5, rule: "TC-001"), defence: (amount: 5, rule: "TC-001")),
            full: (shot: Fails, concealed_rule: "TC-001", rule: "TC-001"),
            bodies: (height: 50, rule: "TC-001"),
            defences: [],
        )),"#;

const LINE: &str = r#"flanking: Line((
        one_cell: Centre, within: 25, within_rule: "TC-001", gains: All, bonus: (amount: 2, rule: "TC-001"), rule: "TC-001",
    )),"#;

/// The shipped text from one word to the end of a value.
fn block(from: &str, end: &str) -> String {
    let text = fs::read_to_string(assets().join(FILE)).expect("it can be read");
    let start = text.find(from).expect("it begins");
    let length = text[start..].find(end).expect("it ends") + end.len();
    text[start..start + length].to_owned()
}

/// Asserts that a policy with this change has one mistake, at the changed place.
fn refused(shipped: &str, policy: &str, (right, wrong): (&str, &str), at: &str, message: &str) {
    assert!(policy.contains(right), "{right}");
    let changed = policy.replacen(right, wrong, 1);
    let text = fs::read_to_string(assets().join(FILE)).expect("it can be read").replacen(shipped, &changed, 1);
    let place = text.find(&changed).expect("it is there") + changed.find(at).expect("the place");
    let line_start = text[..place].rfind('\n').map_or(0, |newline| newline + 1);
    let (line, column) = (1 + text[..place].matches('\n').count(), 1 + text[line_start..place].chars().count());
    let found = found_after(FILE, shipped, &changed);
    let expected = format!("{FILE}:{line}:{column}: ");
    assert!(found.iter().any(|it| it.starts_with(&expected) && it.contains(message)), "{expected}{message}: {found:?}");
}

#[test]
fn mistakes_in_measured_cover() {
    let shipped = block("cover: Grades((", ")),");
    let rows = [
        ("points: 4", "points: 9", "9, points_rule", "9 is out of range: expected 1 to 8"),
        ("eyes: 90", "eyes: 0", "0, levels", "0 is out of range: expected 1 to 100"),
        ("(25, 75)", "(75, 25)", "(75, 25)", "the lower height comes first: 75 is not below 25"),
        ("(25, 75)", "(25, 101)", "101)", "101 is out of range: expected 0 to 100"),
        ("from: 50", "from: 0", "0, from_rule", "0 is out of range: expected 1 to 100"),
        ("from: 75", "from: 40", "40, from_rule", "40 is out of range: expected 50 to 100"),
        ("amount: -2", "amount: 2", "2, rule", "2 is out of range: expected -100 to 0"),
        (
            "amount: 5",
            "amount: -5",
            "-5, rule: \"TC-001\")),\n            full",
            "-5 is out of range: expected 0 to 100",
        ),
        ("height: 50", "height: 101", "101, rule", "101 is out of range: expected 1 to 100"),
        ("defences: []", "defences: [\"dodge\"]", "\"dodge\"", "unknown defence `dodge`"),
        ("shot: Fails", "shot: Fail", "Fail", "did you mean `Fails`"),
        ("eyes: 90, ", "eyes: 90, ears: 1, ", "ears", "ears"),
    ];
    for (right, wrong, at, message) in rows {
        refused(&shipped, COVER, (right, wrong), at, message);
    }
}

#[test]
fn mistakes_in_flanking_by_a_line() {
    let shipped = block("flanking: Separation(", "\n    ),");
    let rows = [
        ("within: 25", "within: 51", "51, within_rule", "51 is out of range: expected 1 to 50"),
        ("amount: 2", "amount: 21", "21, rule", "21 is out of range: expected -20 to 20"),
        ("gains: All", "gains: Both", "Both", "Both"),
        ("one_cell: Centre", "one_cell: Center", "Center", "did you mean `Centre`"),
    ];
    for (right, wrong, at, message) in rows {
        refused(&shipped, LINE, (right, wrong), at, message);
    }
}

#[test]
fn an_obstacle_taller_than_the_limit_is_refused() {
    let text = r#"(
terrain: [(id: "a", name: "a", about: "a", cost: 1, opaque: false, cover: None, hazard: false, height: 0, deep: None,
    grip: Good, art: "a", spares: None, becomes: None, door: None, tall: Some(101))],
barriers: [(id: "b", name: "b", about: "b", passable: true, opaque: false, cover: Half, art: "b", tall: Some(200))],
)"#;
    let wrong = Terrains::read(&Source::new("terrain.ron", text)).expect_err("two obstacles are too tall");
    let found: Vec<String> = wrong.iter().map(|it| it.brief()).collect();
    let message = "an obstacle is at most 100 feet tall; leave it out for a wall without end";
    let (ground, barrier) = (text.lines().nth(2).expect("a line"), text.lines().nth(3).expect("a line"));
    let at = |line: &str| 1 + line.find("Some(").expect("the height");
    let expected =
        [format!("terrain.ron:3:{}: {message}", at(ground)), format!("terrain.ron:4:{}: {message}", at(barrier))];
    assert_eq!(found, expected);
}

#[test]
fn heights_in_feet_are_hundredths_of_a_cell_on_boards() {
    let text = r#"(
terrain: [(id: "a", name: "a", about: "a", cost: 1, opaque: false, cover: None, hazard: false, height: 0, deep: None,
    grip: Good, art: "a", spares: None, becomes: None, door: None, tall: Some(3))],
barriers: [(id: "b", name: "b", about: "b", passable: true, opaque: false, cover: Half, art: "b")],
)"#;
    let terrains = Terrains::read(&Source::new("terrain.ron", text)).unwrap_or_else(|it| panic!("{}", it[0].render()));
    assert_eq!(terrains.palette()[0].shelter().and_then(|shelter| shelter.tall), Some(60), "3 feet of 5");
    let barrier = terrains.barriers()[0].barrier();
    assert_eq!(
        (barrier.tall, barrier.shelter().and_then(|shelter| shelter.tall)),
        (None, Some(60)),
        "as half cover is"
    );
}
