//! Mistakes in scenarios: line, column and suggestion.

use std::sync::LazyLock;

use proptest::prelude::*;
use warboard::content::{Diagnostic, Source, Terrains};
use warboard::resolution::Setup;
use warboard::rules::Library;
use warboard::scenario::Scenario;

const GOOD: &str = include_str!("../fixtures/ford.ron");

/// The complete map of the valid scenario.
const MAP: &str = "map: [\n        \"..~~..\",\n        \"a.--.b\",\n        \"a.~~.c\",\n    ]";

static TERRAINS: LazyLock<Terrains> =
    LazyLock::new(|| Terrains::open(&crate::assets::assets()).expect("the terrain is whole"));
static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Library::open(&crate::assets::assets()).expect("there are rule systems"));

fn read(text: &str) -> Result<Scenario, Vec<Diagnostic>> {
    Scenario::read(&Source::new("ford.ron", text), &TERRAINS)
}

fn prepared(text: &str) -> Result<Setup, Vec<Diagnostic>> {
    read(text)?.prepare(&LIBRARY, "time_count")
}

fn briefs(wrong: &[Diagnostic]) -> Vec<String> {
    wrong.iter().map(Diagnostic::brief).collect()
}

/// The valid scenario with one passage replaced.
fn edited(old: &str, new: &str) -> String {
    assert_eq!(GOOD.matches(old).count(), 1, "`{old}` is not there once");
    GOOD.replace(old, new)
}

/// Asserts that an edit is refused with exactly these messages, each after `ford.ron:`.
fn refused(old: &str, new: &str, expected: &[&str]) {
    let wrong = prepared(&edited(old, new)).expect_err(new);
    let expected: Vec<String> = expected.iter().map(|brief| format!("ford.ron:{brief}")).collect();
    assert_eq!(briefs(&wrong), expected, "{new}");
}

#[test]
fn the_scenario_before_its_mistakes_is_valid() {
    assert_eq!(prepared(GOOD).map_err(|wrong| briefs(&wrong)).map(|setup| setup.combatants.len()), Ok(5));
}

#[test]
fn unknown_words() {
    refused("\".\": \"grass\"", "\".\": \"gras\"", &["10:20: unknown terrain `gras` (did you mean `grass`?)"]);
    refused(
        "is: \"low_wall\"",
        "is: \"lowwall2\"",
        &[
            "13:47: unknown barrier `lowwall2` (did you mean `low_wall`? known: `low_wall`, `chest_wall`, `arrow_slit`, `railing`, `hedge`, `wall`)",
        ],
    );
    refused(
        "unit: \"swordsman\"",
        "unit: \"swordman\"",
        &["18:28: unknown Time Count unit `swordman` (did you mean `swordsman`?)"],
    );
    refused(
        "zone: \"ford\"",
        "zone: \"fort\"",
        &["19:43: unknown zone `fort` (did you mean `ford`? known: `camp`, `ford`)"],
    );
    refused(
        "at: Mark(\"b\")",
        "at: Mark(\"q\")",
        &[
            "11:28: unused mark `b` (use it for a unit or a zone, or define the character in the legend)",
            "24:52: unknown mark `q` (did you mean `a`? known: `a`, `b`, `c`)",
        ],
    );
    refused(
        "\"camp\": [Mark(\"a\")]",
        "\"camp\": [Mark(\"z\")]",
        &["14:65: unknown mark `z` (did you mean `a`? known: `a`, `b`, `c`)"],
    );
    refused(
        "Fallen(\"Grum\")",
        "Fallen(\"Grumm\")",
        &["29:29: unknown name `Grumm` (did you mean `Grum`? known: `Grum`, `Nim`)"],
    );
    refused(
        "goals: [DefeatAll, Hold",
        "goals: [Defeat(\"Grim\"), Hold",
        &["19:28: unknown name `Grim` (did you mean `Grum`? known: `Grum`, `Nim`)"],
    );
    refused("legend:", "legent:", &["10:5: unknown field `legent` in `Scenario` (did you mean `legend`?)"]);
    refused(
        "Last(count: 500)",
        "Lasts(count: 500)",
        &[
            "28:63: unknown choice `Lasts` for `Goal` (did you mean `Last`? known: `DefeatAll`, `Defeat`, `Hold`, `Escape`, `Last`)",
        ],
    );
    refused(
        "facing: East",
        "facing: Eest",
        &[
            "18:64: unknown choice `Eest` for `Facing` (did you mean `East`? known: `North`, `NorthEast`, `East`, `SouthEast`, `South`, `SouthWest`, `West`, `NorthWest`)",
        ],
    );
}

#[test]
fn malformed_maps() {
    refused(
        "\"a.--.b\"",
        "\"a.--.\"",
        &["7:9: row 1 has 5 cells, expected 6 (all rows must have the same length; the northernmost row is row 0)"],
    );
    refused(
        "\"..~~..\"",
        "\"..?~.!\"",
        &[
            "6:12: undefined map character `?` (defined characters are `-` `.` `a` `b` `c` `~`; add it to `legend` or `marks`)",
            "6:15: undefined map character `!` (defined characters are `-` `.` `a` `b` `c` `~`; add it to `legend` or `marks`)",
        ],
    );
    refused(
        "\"a.~~.c\"",
        "\"aé~~.c\"",
        &[
            "8:11: undefined map character `é` (defined characters are `-` `.` `a` `b` `c` `~`; add it to `legend` or `marks`)",
        ],
    );
    refused(MAP, "map: []", &["5:10: the map is empty (draw one character per cell, such as map: [\"..#\", \"...\"])"]);
    refused(
        MAP,
        "map: [\"\", \" \"]",
        &["5:10: the map is empty (draw one character per cell, such as map: [\"..#\", \"...\"])"],
    );
    refused(
        "\".\": \"grass\"",
        "\". \": \"grass\", \".\": \"grass\"",
        &["10:15: `. ` must be a single non-blank character"],
    );
    refused("\".\": \"grass\"", "\".\": \"grass\", \".\": \"mud\"", &["10:29: duplicate key `.`"]);
    refused(
        "\"c\": \"grass\" }",
        "\"c\": \"grass\", \"~\": \"mud\" }",
        &["11:56: `~` is already defined in the legend (use another character for the mark)"],
    );
    refused(
        "\"000001\"",
        "\"0000x1\"",
        &["12:30: `x` is not a height (heights are digits from 0 to 9, each step 5 feet)"],
    );
    refused(
        "\"000001\"",
        "\"00001\"",
        &["12:25: row 1 has 5 cells, expected 6 (all rows must have the same length; the northernmost row is row 0)"],
    );
    refused("\"000001\", ", "", &["12:14: `heights` has 2 rows, but the map has 3"]);
}

#[test]
fn oversized_maps() {
    let rows = vec!["\"......\""; 300].join(",");
    refused("\"..~~..\"", &rows, &["6:2313: the map is too large: 302 rows (at most 256 by 256 cells are allowed)"]);
    let long = format!("map: [\"{}\"]", ".".repeat(257));
    refused(MAP, &long, &["5:11: the map is too large: 257 cells in a row (at most 256 by 256 cells are allowed)"]);
}

#[test]
fn misplaced_barriers() {
    refused(
        "to: (1, 1)",
        "to: (2, 1)",
        &["13:16: (1, 0) and (2, 1) share no edge (a barrier must be between two cells side by side)"],
    );
    refused(
        "to: (1, 1)",
        "to: (3, 0)",
        &["13:16: (1, 0) and (3, 0) share no edge (a barrier must be between two cells side by side)"],
    );
    refused("to: (1, 1)", "to: (1, -1)", &["13:35: (1, -1) is off the map, which spans (0, 0) to (5, 2)"]);
    refused(
        "is: \"low_wall\")",
        "is: \"low_wall\"), (from: (1, 1), to: (1, 0), is: \"hedge\")",
        &["13:60: duplicate barrier between (1, 1) and (1, 0)"],
    );
}

#[test]
fn misplaced_combatants() {
    refused("Cell(4, 0)", "Cell(6, 0)", &["26:50: (6, 0) is off the map, which spans (0, 0) to (5, 2)"]);
    refused("Cell(4, 0)", "Cell(3, 0)", &["26:50: no unit can stand at (3, 0): deep water"]);
    refused(
        "(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))",
        "(unit: \"ogre\", name: \"Nim\", at: Cell(4, 0)), (unit: \"troll\", at: Cell(4, 0))",
        &["26:82: not enough room at (4, 0) (Troll is large; move it or another unit there)"],
    );
    refused(
        "(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))",
        "(unit: \"ogre\", name: \"Nim\", at: Cell(1, 1))",
        &["26:49: no unit can stand at (2, 2): deep water (Ogre is large and covers 4 cells from (1, 1))"],
    );
    refused(
        "(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))",
        "(unit: \"ogre\", name: \"Nim\", at: Cell(5, 1))",
        &["26:49: part of the unit is off the map, at (6, 1) (Ogre is large and covers 4 cells from (5, 1))"],
    );
    refused(
        "at: Mark(\"c\")",
        "at: Mark(\"b\")",
        &[
            "11:42: unused mark `c` (use it for a unit or a zone, or define the character in the legend)",
            "25:38: the mark `b` already places another unit (use another mark, or `Cell(x, y)` to share a space)",
        ],
    );
    refused("\"a.~~.c\"", "\"a.~~..\"", &["11:42: the mark `c` does not appear on the map"]);
}

#[test]
fn unused_marks_and_zones() {
    refused(
        "\"c\": \"grass\" }",
        "\"c\": \"grass\", \"q\": \"grass\" }",
        &["11:56: the mark `q` does not appear on the map"],
    );
    refused("[Mark(\"a\")]", "[]", &["14:64: the zone is empty"]);
    refused("[Mark(\"a\")]", "[Cell(2, 0), Cell(3, 0)]", &["14:64: no unit can stand in this zone"]);
    refused(
        "[Mark(\"a\")]",
        "[Cell(2, 1), Rect(from: (0, 0), to: (0, 9))]",
        &["14:77: (0, 9) is off the map, which spans (0, 0) to (5, 2)"],
    );
}

#[test]
fn illegible_or_duplicate_names() {
    refused("name: \"Ford\"", "name: \" \"", &["2:11: the name must not be blank"]);
    refused("name: \"Nim\"", "name: \"Grum\"", &["26:39: duplicate unit name `Grum`"]);
    refused("name: \"Raiders\"", "name: \"Friends\"", &["22:19: duplicate side name `Friends`"]);
    refused(
        "name: \"Nim\"",
        "name: \"N\\tm\"",
        &["26:39: the character U+0009 cannot be seen and changes how text is shown (leave it out)"],
    );
    refused(
        "(unit: \"swordsman\",",
        "(unit: \"swordsman\", name: \"Al\",",
        &["18:57: the mark of a named unit is on 2 cells (a named unit needs a mark that appears once)"],
    );
    let long = format!("name: \"{}\"", "N".repeat(41));
    refused("name: \"Nim\"", &long, &["26:39: the name of the unit has 41 characters; at most 40 are allowed"]);
}

#[test]
fn unreachable_goals() {
    refused("Fallen(\"Grum\")", "Fallen(\"Nobody\")", &["29:29: unknown name `Nobody` (known: `Grum`, `Nim`)"]);
    refused(
        "goals: [DefeatAll, Escape",
        "goals: [Defeat(\"Nim\"), Escape",
        &["28:28: `Nim` is on this side (use losses: [Fallen(\"Nim\")] to lose when it falls)"],
    );
    refused(
        "goals: [DefeatAll, Hold(zone: \"ford\", counts: 60)],",
        "goals: [], losses: [Fallen(\"Nim\")],",
        &[
            "19:20: a side without a goal cannot win (omit `goals` for [DefeatAll])",
            "19:40: `Nim` is an enemy (use goals: [Defeat(\"Nim\")] to win by defeating it)",
        ],
    );
    refused("counts: 60", "counts: 0", &["19:59: must be at least 1, not 0"]);
    refused("counts: 60", "counts: 601", &["19:59: 601 counts are never reached: the battle ends at count 600"]);
    refused("many: 2", "many: 4", &["28:59: 4 units cannot escape: this side has 3"]);
    refused("limit: 600", "limit: 9", &["32:12: `limit` must be 10 to 100000, not 9"]);
    refused("limit: 600", "limit: 100001", &["32:12: `limit` must be 10 to 100000, not 100001"]);
}

#[test]
fn too_few_sides_and_too_many_combatants() {
    let side = "(name: \"Friends\", control: Human, units: [(unit: \"archer\", at: Cell(0, 0))])";
    let with = |sides: &str| {
        let (head, _) = GOOD.split_once("    sides: [").expect("there are sides");
        format!("{head}    sides: [{sides}],\n)")
    };
    let first = |sides: &str| briefs(&read(&with(sides)).expect_err(sides)).into_iter().next_back().unwrap_or_default();
    assert_eq!(first(side), "ford.ron:15:12: a battle needs 2 to 4 sides, not 1");
    let names = ["a", "b", "c", "d", "e"].map(|name| side.replace("Friends", name));
    assert_eq!(first(&names.join(", ")), "ford.ron:15:12: a battle needs 2 to 4 sides, not 5");
    let crowd = vec!["(unit: \"archer\", at: Cell(0, 0))"; 201].join(", ");
    let sides = format!("(name: \"A\", control: Ai, units: [{crowd}]), (name: \"B\", control: Ai, units: [])");
    let wrong = briefs(&read(&with(&sides)).expect_err("a crowd"));
    assert_eq!(wrong, ["ford.ron:15:12: too many combatants: 201; at most 200 are allowed"]);
}

#[test]
fn hexagons_have_no_north() {
    let hex = edited("shape: Square", "shape: Hex").replace("facing: East", "facing: North");
    assert_eq!(
        briefs(&read(&hex).expect_err("north")),
        [
            "ford.ron:18:64: hexes have no neighbour to the north or south (use NorthEast, East, SouthEast, SouthWest, West, NorthWest)"
        ]
    );
}

#[test]
fn all_mistakes_are_reported_at_once_in_the_order_of_the_text() {
    let text = edited("\"..~~..\"", "\"..~~?.\"")
        .replace("limit: 600", "limit: 1")
        .replace("\"camp\": [Mark(\"a\")]", "\"camp\": []");
    let places: Vec<usize> = read(&text).expect_err("three mistakes").iter().map(Diagnostic::line).collect();
    assert_eq!(places, [6, 14, 32]);
}

#[test]
fn contradictory_terrain() {
    let kind = |id: &str, cost: &str, door: &str| {
        format!(
            "(id: \"{id}\", name: \"{id}\", about: \"A.\", cost: {cost}, opaque: false, cover: None, hazard: false, deep: None, grip: Rough, \
             height: 7, art: \"x\", door: {door})"
        )
    };
    let kinds = [kind("a", "4", "None"), kind("a", "1", "(open: \"b\")"), kind("c", "None", "(open: \"a\")")];
    let text = format!("(terrain: [\n{}],\nbarriers: [])", kinds.join(",\n"));
    let wrong = Terrains::read(&Source::new("terrain.ron", text)).expect_err("much is wrong");
    assert_eq!(
        briefs(&wrong),
        [
            "terrain.ron:2:41: the cost is 1, 2 or 3, or `None` for what cannot be entered",
            "terrain.ron:2:120: the height is -150 to 50 feet in steps of 5",
            "terrain.ron:3:6: the id `a` is given twice",
            "terrain.ron:3:17: the name `a` is given twice",
            "terrain.ron:3:120: the height is -150 to 50 feet in steps of 5",
            "terrain.ron:3:146: unknown terrain `b` (did you mean `a`? known: `a`, `a`, `c`)",
            "terrain.ron:4:123: the height is -150 to 50 feet in steps of 5",
        ]
    );
}

/// Fragments of text that a slip of the hand may insert.
const PIECES: [&str; 14] =
    ["", "(", ")", "[", "\"", ",", "0", "-1", "65536", "Mark(\"a\")", "é", "\n", "//", "zones: {},"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_change_to_a_valid_scenario_panics(
        cuts in prop::collection::vec((0..GOOD.len(), 0_usize..12, 0..PIECES.len()), 1..4),
    ) {
        let mut text = GOOD.to_owned();
        for (at, length, piece) in cuts {
            let start = text.floor_char_boundary(at.min(text.len()));
            let end = text.ceil_char_boundary((start + length).min(text.len()));
            text.replace_range(start..end, PIECES[piece]);
        }
        match prepared(&text) {
            Ok(setup) => prop_assert!(setup.combatants.len() >= 2),
            Err(wrong) => {
                prop_assert!(!wrong.is_empty());
                prop_assert!(wrong.iter().all(|wrong| !wrong.render().is_empty() && wrong.line() >= 1));
            }
        }
    }
}

#[test]
fn commanders_must_be_friends_and_not_commanded_themselves() {
    let archer = |commander: &str| format!("(unit: \"archer\", at: Mark(\"c\"), commanders: [\"{commander}\"])");
    let plain = "(unit: \"archer\", at: Mark(\"c\"))";
    refused(plain, &archer("Gram"), &["25:62: unknown name `Gram` (did you mean `Grum`? known: `Grum`, `Nim`)"]);
    let rogue = "(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0))";
    let commanded = |by: &str| format!("(unit: \"rogue\", name: \"Nim\", at: Cell(4, 0), commanders: [\"{by}\"])");
    refused(rogue, &commanded("Nim"), &["26:75: `Nim` cannot command itself"]);
    let chain = edited(rogue, &commanded("Grum")).replace(plain, &archer("Nim"));
    let wrong = prepared(&chain).expect_err("a chain");
    assert_eq!(briefs(&wrong), ["ford.ron:25:62: `Nim` is under command itself"]);
    let foe = edited(
        "(unit: \"swordsman\", at: Mark(\"a\"), facing: East)",
        "(unit: \"swordsman\", at: Mark(\"a\"), commanders: [\"Grum\"])",
    );
    let wrong = prepared(&foe).expect_err("an enemy");
    assert!(briefs(&wrong)[0].ends_with("`Grum` is an enemy and cannot command this unit"), "{wrong:?}");
}

#[test] // TC-199, G-93
fn an_ambush_requires_a_rule_system_that_rolls_for_surprise() {
    let ambush = edited("name: \"Raiders\",", "name: \"Raiders\", ambush: true,");
    let prepared = |rules: &str| read(&ambush).and_then(|scenario| scenario.prepare(&LIBRARY, rules));
    assert!(prepared("time_count").expect("Time Count rolls").sides[1].ambush);
    let wrong = prepared("fragments").expect_err("Fragments does not");
    let found = wrong.iter().map(Diagnostic::brief).find(|brief| brief.contains("surprise"));
    let message = "Fragments has no surprise check (mark the surprised units with `surprised: true`)";
    assert_eq!(found, Some(format!("ford.ron:22:38: {message}")));
}
