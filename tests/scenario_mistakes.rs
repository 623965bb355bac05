//! Mistakes in scenarios: each is told with its line and column and what was probably meant.

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use warboard::content::authored::{Diagnostic, Source};
use warboard::content::terrain::Terrains;
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

const GOOD: &str = include_str!("fixtures/ford.ron");

static TERRAINS: LazyLock<Terrains> = LazyLock::new(|| {
    Terrains::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")).expect("the terrain is whole")
});
static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    Library::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")).expect("there are rule systems")
});

fn read(text: &str) -> Result<Scenario, Vec<Diagnostic>> {
    Scenario::read(&Source::new("ford.ron", text), &TERRAINS)
}

fn prepared(text: &str) -> Result<Setup, Vec<Diagnostic>> {
    read(text)?.prepare(&LIBRARY, "time_count")
}

fn briefs(wrong: &[Diagnostic]) -> Vec<String> {
    wrong.iter().map(Diagnostic::brief).collect()
}

/// The good scenario with one stretch written differently.
fn edited(old: &str, new: &str) -> String {
    assert_eq!(GOOD.matches(old).count(), 1, "`{old}` is not there once");
    GOOD.replace(old, new)
}

/// Checks that an edit is refused with just these words, each after `ford.ron:`.
fn refused(old: &str, new: &str, expected: &[&str]) {
    let wrong = prepared(&edited(old, new)).expect_err(new);
    let expected: Vec<String> = expected.iter().map(|brief| format!("ford.ron:{brief}")).collect();
    assert_eq!(briefs(&wrong), expected, "{new}");
}

#[test]
fn the_scenario_that_mistakes_are_made_in_is_good() {
    assert_eq!(prepared(GOOD).map_err(|wrong| briefs(&wrong)).map(|setup| setup.recruits.len()), Ok(5));
}

#[test]
fn words_nobody_knows() {
    refused("\".\": \"grass\"", "\".\": \"gras\"", &["?"]);
    refused("is: \"low_wall\"", "is: \"lowwall2\"", &["?"]);
    refused("unit: \"swordsman\"", "unit: \"swordman\"", &["?"]);
    refused("zone: \"ford\"", "zone: \"fort\"", &["?"]);
    refused("at: Mark(\"b\")", "at: Mark(\"q\")", &["?"]);
    refused("\"camp\": [Mark(\"a\")]", "\"camp\": [Mark(\"z\")]", &["?"]);
    refused("Fallen(\"Grum\")", "Fallen(\"Grumm\")", &["?"]);
    refused("goals: [DefeatAll, Hold", "goals: [Defeat(\"Grim\"), Hold", &["?"]);
    refused("legend:", "legent:", &["?"]);
    refused("Last(count: 500)", "Lasts(count: 500)", &["?"]);
    refused("facing: East", "facing: Eest", &["?"]);
}

#[test]
fn maps_that_are_no_maps() {
    refused("\"a.--.b\"", "\"a.--.\"", &["?"]);
    refused("\"..~~..\"", "\"..?~.!\"", &["?"]);
    refused("\"a.~~.c\"", "\"aé~~.c\"", &["?"]);
    refused("map: [\n        \"..~~..\",\n        \"a.--.b\",\n        \"a.~~.c\",\n    ]", "map: []", &["?"]);
    refused("map: [\n        \"..~~..\",\n        \"a.--.b\",\n        \"a.~~.c\",\n    ]", "map: [\"\", \" \"]", &["?"]);
    refused("\".\": \"grass\"", "\". \": \"grass\", \".\": \"grass\"", &["?"]);
    refused("\".\": \"grass\"", "\".\": \"grass\", \".\": \"mud\"", &["?"]);
    refused("\"c\": \"grass\" }", "\"c\": \"grass\", \"~\": \"mud\" }", &["?"]);
    refused("\"000001\"", "\"0000x1\"", &["?"]);
    refused("\"000001\"", "\"00001\"", &["?"]);
    refused("\"000001\", ", "", &["?"]);
}

#[test]
fn maps_that_are_too_big() {
    let rows = vec!["\"......\""; 300].join(",");
    refused("\"..~~..\"", &rows, &["?"]);
    let long = format!("map: [\"{}\"]", ".".repeat(257));
    refused("map: [\n        \"..~~..\",\n        \"a.--.b\",\n        \"a.~~.c\",\n    ]", &long, &["?"]);
}

#[test]
fn barriers_that_stand_nowhere() {
    refused("to: (1, 1)", "to: (2, 1)", &["?"]);
    refused("to: (1, 1)", "to: (3, 0)", &["?"]);
    refused("to: (1, 1)", "to: (1, -1)", &["?"]);
    refused("is: \"low_wall\")", "is: \"low_wall\"), (from: (1, 1), to: (1, 0), is: \"hedge\")", &["?"]);
}

#[test]
fn combatants_that_stand_nowhere() {
    refused("Cell(4, 0)", "Cell(6, 0)", &["?"]);
    refused("Cell(4, 0)", "Cell(3, 0)", &["?"]);
    refused("(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))", "(unit: \"ogre\", name: \"Nim\", at: Cell(4, 0)), (unit: \"troll\", at: Cell(4, 0))", &["?"]);
    refused("(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))", "(unit: \"ogre\", name: \"Nim\", at: Cell(1, 1))", &["?"]);
    refused("(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))", "(unit: \"ogre\", name: \"Nim\", at: Cell(1, 2))", &["?"]);
    refused("at: Mark(\"c\")", "at: Mark(\"b\")", &["?"]);
    refused("\"a.~~.c\"", "\"c.~~..\"", &["?"]);
}

#[test]
fn marks_and_zones_without_a_use() {
    refused("\"c\": \"grass\" }", "\"c\": \"grass\", \"q\": \"grass\" }", &["?"]);
    refused("[Mark(\"a\")]", "[]", &["?"]);
    refused("[Mark(\"a\")]", "[Cell(2, 0), Cell(3, 0)]", &["?"]);
    refused("[Mark(\"a\")]", "[Cell(2, 1), Rect(from: (0, 0), to: (0, 9))]", &["?"]);
}

#[test]
fn names_that_cannot_be_read_or_told_apart() {
    refused("name: \"Ford\"", "name: \" \"", &["?"]);
    refused("name: \"Nim\"", "name: \"Grum\"", &["?"]);
    refused("name: \"Raiders\"", "name: \"Friends\"", &["?"]);
    refused("name: \"Nim\"", "name: \"N\\tm\"", &["?"]);
    refused("(unit: \"swordsman\",", "(unit: \"swordsman\", name: \"Al\",", &["?"]);
    let long = format!("name: \"{}\"", "N".repeat(41));
    refused("name: \"Nim\"", &long, &["?"]);
}

#[test]
fn goals_that_nobody_can_reach() {
    refused("Fallen(\"Grum\")", "Fallen(\"Nobody\")", &["?"]);
    refused("goals: [DefeatAll, Escape", "goals: [Defeat(\"Nim\"), Escape", &["?"]);
    refused("goals: [DefeatAll, Hold(zone: \"ford\", counts: 60)],", "goals: [], losses: [Fallen(\"Nim\")],", &["?"]);
    refused("counts: 60", "counts: 0", &["?"]);
    refused("counts: 60", "counts: 601", &["?"]);
    refused("many: 2", "many: 4", &["?"]);
    refused("limit: 600", "limit: 9", &["?"]);
    refused("limit: 600", "limit: 100001", &["?"]);
}

#[test]
fn too_few_sides_and_too_many_combatants() {
    let side = "(name: \"Friends\", control: Human, units: [(unit: \"archer\", at: Cell(0, 0))])";
    let with = |sides: &str| {
        let (head, _) = GOOD.split_once("    sides: [").expect("there are sides");
        format!("{head}    sides: [{sides}],\n)")
    };
    let first = |sides: &str| briefs(&read(&with(sides)).expect_err(sides)).into_iter().next_back().unwrap_or_default();
    assert_eq!(first(side), "?");
    let names = ["a", "b", "c", "d", "e"].map(|name| side.replace("Friends", name));
    assert_eq!(first(&names.join(", ")), "?");
    let crowd = vec!["(unit: \"archer\", at: Cell(0, 0))"; 201].join(", ");
    let sides = format!("(name: \"A\", control: Ai, units: [{crowd}]), (name: \"B\", control: Ai, units: [])");
    assert_eq!(briefs(&read(&with(&sides)).expect_err("a crowd")).len(), 5);
    assert_eq!(first(&sides), "?");
}

#[test]
fn hexagons_have_no_north() {
    let hex = edited("shape: Square", "shape: Hex").replace("facing: East", "facing: North");
    assert_eq!(briefs(&read(&hex).expect_err("north")), ["?"]);
}

#[test]
fn everything_that_is_wrong_is_told_at_once_in_the_order_of_the_text() {
    let text = edited("\"..~~..\"", "\"..~~?.\"").replace("limit: 600", "limit: 1").replace("\"camp\": [Mark(\"a\")]", "\"camp\": []");
    let places: Vec<usize> = read(&text).expect_err("three mistakes").iter().map(Diagnostic::line).collect();
    assert_eq!(places, [6, 13, 32]);
}

/// Pieces that a slip of the hand or a careless copy puts somewhere.
const PIECES: [&str; 14] =
    ["", "(", ")", "[", "\"", ",", "0", "-1", "65536", "Mark(\"a\")", "é", "\n", "//", "zones: {},"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_change_of_a_good_scenario_makes_a_panic(
        cuts in prop::collection::vec((0..GOOD.len(), 0_usize..12, 0..PIECES.len()), 1..4),
    ) {
        let mut text = GOOD.to_owned();
        for (at, length, piece) in cuts {
            let start = text.floor_char_boundary(at.min(text.len()));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, PIECES[piece]);
        }
        match prepared(&text) {
            Ok(setup) => prop_assert!(setup.recruits.len() >= 2),
            Err(wrong) => {
                prop_assert!(!wrong.is_empty());
                prop_assert!(wrong.iter().all(|wrong| !wrong.render().is_empty() && wrong.line() >= 1));
            }
        }
    }
}
