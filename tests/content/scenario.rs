//! Scenarios: the shipped files, and the battles that scenario files set up.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::shipped::*;
use serde::Deserialize;
use warboard::battle::{Door, Facing, WeaponLocation};
use warboard::content::authored::parse;
use warboard::content::{Diagnostic, Goal, GoalZone, Loss, Need, Source, SpeedMode, Stat};
use warboard::grid::{Cell, CoverGrade, Direction, Shape};
use warboard::resolution::BattleState;
use warboard::resolution::Setup;
use warboard::rules::HouseRules;
use warboard::scenario::{Control, DEFAULT_LIMIT, Scenario};

fn read(text: &str) -> Scenario {
    scenario(&Source::new("drawn.ron", text))
}

fn prepare(scenario: &Scenario) -> Setup {
    scenario.prepare(&LIBRARY, "time_count").unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)))
}

fn all_shipped() -> Vec<(PathBuf, Scenario)> {
    scenarios().into_iter().map(|path| (path.clone(), scenario(&file(&path)))).collect()
}

/// A yard with a door, a hill, two marks and a zone.
const YARD: &str = r##"(
    name: "Yard",
    about: "A test.",
    shape: Square,
    map: [
        "a..+./#",
        "..^..b.",
        "a..t..#",
    ],
    legend: { ".": "grass", "+": "door_closed", "/": "door_open", "^": "ledge", "t": "thicket", "#": "wall" },
    marks: { "a": "dirt", "b": "grass" },
    heights: ["0000000", "0020000", "0000009"],
    barriers: [(from: (1, 0), to: (0, 0), is: "chest_wall")],
    zones: { "gate": [Mark("b"), Rect(from: (4, 1), to: (3, 1)), Cell(4, 1)] },
    sides: [
        (
            name: "Red", control: Human,
            units: [(unit: "archer", at: Mark("a"), facing: NorthEast), (unit: "knight", name: "Sir Ulf", at: Cell(1, 1))],
            goals: [Defeat("Grey"), Hold(zone: "gate", counts: 20), Last(count: 400)],
            losses: [Fallen("Sir Ulf")],
        ),
        (
            name: "Blue", control: Ai,
            units: [
                (unit: "wolf", name: "Grey", at: Mark("b"), surprised: true),
                (unit: "archer", at: Cell(6, 1)),
                (unit: "guard", at: Cell(6, 1), speed: Random),
            ],
            goals: [Escape(zone: "gate", many: 2)],
        ),
    ],
)"##;

#[test]
fn every_shipped_scenario_is_valid_and_runs_under_its_rule_systems() {
    let shipped = all_shipped();
    assert!(shipped.len() >= 6);
    for (path, scenario) in &shipped {
        let fitting = scenario.supported_rulesets(&LIBRARY);
        assert!(!fitting.is_empty(), "{}", path.display());
        assert_eq!(fitting.iter().any(|id| id == "time_count"), scenario.needs.is_empty(), "{}", path.display());
        scenario.check(&LIBRARY).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
        let setup = scenario.prepare(&LIBRARY, &fitting[0]).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
        assert_eq!(setup.combatants.len(), scenario.combatants());
        let names: BTreeSet<&str> = setup.combatants.iter().map(|recruit| &*recruit.name).collect();
        assert_eq!(names.len(), setup.combatants.len(), "{}", path.display());
        assert!(scenario.sides.iter().any(|side| side.control == Control::Human), "{}", path.display());
    }
    let names: BTreeSet<&str> = shipped.iter().map(|(_, scenario)| scenario.name.as_str()).collect();
    assert_eq!(names.len(), shipped.len());
}

#[derive(Deserialize)]
struct Names {
    names: Vec<String>,
}

#[test]
fn the_scenario_that_explains_the_format_is_valid() {
    let explained = read(include_str!("../../src/scenario/format.ron"));
    let setup = prepare(&explained);
    assert_eq!(setup.combatants.len(), 5);
    assert!(setup.combatants.iter().all(|recruit| recruit.commanders.is_empty()), "these rules know no commands");
}

#[test] // TC-205: a count is about half a second; TA-010: a round is 6 seconds
fn times_of_a_scenario_are_half_seconds_and_take_as_many_rounds_as_last_that_long() {
    let scenario = read(include_str!("../../scenarios/bridge.ron"));
    let held = |ruleset: &str| {
        let setup = scenario.prepare(&LIBRARY, ruleset).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
        let Goal::Hold { zone, counts } = &setup.sides[0].goals[1] else { panic!("a bridge to hold") };
        assert_eq!((&*zone.name, zone.cells.len()), ("bridge", 12));
        (setup.rules.policies.turn.span_words(*counts), setup.limit)
    };
    assert_eq!(held("time_count"), ("60 s (120 counts)".to_owned(), 1000));
    assert_eq!(held("fragments"), ("60 s (10 rounds)".to_owned(), 84), "500 s: 83 rounds are too short");
    let turn = &LIBRARY.ruleset("fragments").unwrap_or_else(|wrong| panic!("{}", rendered(&wrong))).policies.turn;
    let rounds = [0, 1, 11, 12, 13, 24].map(|counts| turn.moments(counts));
    assert_eq!(rounds, [0, 1, 1, 1, 2, 2], "never shorter than it was written");
    assert_eq!(turn.span_words(1), "6 s (1 round)");
}

#[test] // TA-073
fn a_scenario_assigns_commanders() {
    let explained = read(include_str!("../../src/scenario/format.ron"));
    let setup = explained.prepare(&LIBRARY, "fragments").unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
    let of = |name: &str| setup.combatants.iter().position(|recruit| &*recruit.name == name).expect(name);
    let under: Vec<usize> = setup.combatants[of("Wolf")].commanders.iter().map(|id| usize::from(id.0)).collect();
    assert_eq!(under, [of("Grum")]);
    assert!(setup.combatants[of("Grum")].commanders.is_empty());
}

#[test] // G-23, TC-117, TC-087
fn a_scenario_sets_the_state_of_a_combatant() {
    let text = include_str!("../fixtures/ford.ron");
    let state = "name: \"Grum\", hurt: 8, fatigue: 9, afflicted: [\"weakened\", \"sapped\", \"weakened\"],";
    let mut setup = prepare(&read(&text.replace("name: \"Grum\",", state)));
    setup.rules = LIBRARY.ruleset("time_count").unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
    let most = setup.combatants[2].sheet.stat(Stat::HitPoints);
    let battle = BattleState::begin(std::sync::Arc::new(setup), warboard::dice::Dice::seeded(1, 0));
    let grum = &battle.snapshot().rows[2];
    assert_eq!((grum.vitals.hit_points, grum.vitals.fatigue), (most - 8, 9));
    let level = |name: &str| grum.conditions.level(warboard::content::Name::new(name));
    assert_eq!((level("weakened"), level("sapped")), (2, 1));
    let at_risk = grum.conditions.has(warboard::content::Name::new("at_risk"));
    assert_eq!(at_risk, 9 >= most - 8);
}

#[test]
fn all_ground_and_barriers_are_drawn() {
    let drawn = |sheet: &str| {
        let text = std::fs::read_to_string(root().join("assets/art").join(sheet)).expect("the sheet is listed");
        parse::<Names>(&Source::new(sheet, text)).expect("the sheet names its pictures").names
    };
    let (tiles, strips) = (drawn("terrain.ron"), drawn("barriers.ron"));
    for kind in TERRAINS.grounds() {
        assert!(tiles.contains(&kind.art), "{}", kind.art);
    }
    for kind in TERRAINS.barriers() {
        assert!(strips.contains(&kind.art), "{}", kind.art);
    }
}

#[test]
fn a_slit_in_a_cell_can_be_seen_through_but_not_entered() {
    let slit = TERRAINS.grounds().iter().find(|kind| kind.id == "arrow_slit").expect("there are arrow slits");
    assert_eq!((slit.cost, slit.opaque, slit.cover), (None, false, CoverGrade::NineTenths));
}

#[test]
fn a_map_becomes_ground_heights_barriers_and_doors() {
    let field = read(YARD).field;
    let board = &field.board;
    assert_eq!((board.shape(), board.width(), board.height()), (Shape::Square, 7, 3));
    assert_eq!(board.terrain(Cell::new(3, 2)).name, "thicket");
    assert_eq!(board.terrain(Cell::new(0, 2)).name, "dirt", "what lies beneath a mark");
    // A ledge is 10 feet high, and the digit 2 adds 10 more.
    assert_eq!([(2, 1), (6, 2), (0, 0)].map(|cell| board.elevation(cell.into())), [20, 45, 0]);
    let barrier = board.barrier(Cell::new(0, 0), Cell::new(1, 0)).expect("a barrier stands there");
    assert_eq!((barrier.passable, barrier.cover), (false, CoverGrade::ThreeQuarters));
    let [closed, open] = ["door_closed", "door_open"].map(|id| TERRAINS.place(id).expect("there are doors"));
    let door = |x, is_open| Door { cell: Cell::new(x, 0), closed, open, is_open };
    assert_eq!(field.doors, [door(3, false), door(5, true)]);
}

#[test]
fn a_door_opens_into_the_ground_that_its_kind_names() {
    let mut field = read(YARD).field;
    field.set_door(Cell::new(3, 0), true);
    assert_eq!(field.board.terrain(Cell::new(3, 0)).name, "open door");
}

#[test]
fn blanks_on_a_map_are_ignored() {
    let spaced = YARD.replace("\"a..+./#\"", "\" a . . + . / # \"").replace("\"..^..b.\"", "\"  ..^ ..b.\"");
    assert_eq!(read(&spaced).field.board, read(YARD).field.board);
}

#[test]
fn recruits_are_numbered_by_sides_units_and_rows() {
    let setup = prepare(&read(YARD));
    let seen: Vec<(&str, u8, Cell)> =
        setup.combatants.iter().map(|one| (&*one.name, one.side.0, one.footprint.anchor)).collect();
    let cell = Cell::new;
    assert_eq!(
        seen,
        [
            ("Archer 1", 0, cell(0, 0)),
            ("Archer 2", 0, cell(0, 2)),
            ("Sir Ulf", 0, cell(1, 1)),
            ("Grey", 1, cell(5, 1)),
            ("Archer 3", 1, cell(6, 1)),
            ("Guard", 1, cell(6, 1)),
        ]
    );
    assert_eq!(setup.combatants[0].facing, Facing::of(Direction(1)));
    assert_eq!(setup.combatants[2].facing, Facing::AllAround);
}

/// The yard with a wolf that is not surprised under a rule system.
fn aware(under: &str) -> String {
    YARD.replace("surprised: true", &format!("surprised: true, aware_under: [\"{under}\"]"))
}

#[test]
fn mistakes_in_who_is_aware_are_refused_with_their_place() {
    let wrong = read(&aware("time_cuont")).prepare(&LIBRARY, "time_count").map(drop).unwrap_err();
    assert!(
        rendered(&wrong).contains("drawn.ron:25:92") && rendered(&wrong).contains("did you mean `time_count`?"),
        "{}",
        rendered(&wrong)
    );
    let idle = aware("fragments").replace("surprised: true, ", "");
    let wrong = Scenario::read(&Source::new("drawn.ron", idle.as_str()), &TERRAINS).map(drop).unwrap_err();
    assert!(rendered(&wrong).contains("the unit is not surprised"), "{}", rendered(&wrong));
}

#[test] // TC-199, TC-200
fn the_scenario_settles_who_is_surprised() {
    let surprised = |text: &str| -> Vec<String> {
        let setup = prepare(&read(text));
        setup.combatants.iter().filter(|one| one.surprised).map(|one| one.name.to_string()).collect()
    };
    assert_eq!(surprised(YARD), ["Grey"]);
    assert!(surprised(&YARD.replace(", surprised: true", "")).is_empty());
    assert_eq!(surprised(&aware("fragments")), ["Grey"]);
    assert!(surprised(&aware("time_count")).is_empty());
    let mut library = LIBRARY.clone();
    let house = HouseRules::of_settings("time_count", &["units.ogre.rate=45".to_owned()]).expect("settings");
    library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
    let setup =
        read(&aware("time_count")).prepare(&library, &house.id).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
    assert!(setup.combatants.iter().all(|one| !one.surprised), "under house rules as well");
    let both = YARD.replace("facing: NorthEast)", "facing: NorthEast, surprised: true)");
    assert_eq!(surprised(&both), ["Archer 1", "Archer 2", "Grey"]);
}

#[test] // TC-227, TC-228, TC-229 (G-63)
fn units_of_players_roll_their_speed_factors_and_others_do_not_by_default() {
    let modes =
        |text: &str| -> Vec<SpeedMode> { prepare(&read(text)).combatants.iter().map(|one| one.sheet.speed).collect() };
    use SpeedMode::{Fixed, Random};
    assert_eq!(modes(YARD), [Random, Random, Random, Fixed, Fixed, Random]);
    let turned = YARD.replace("control: Human", "control: Human, speed: Fixed");
    assert_eq!(modes(&turned), [Fixed, Fixed, Fixed, Fixed, Fixed, Random]);
}

#[test]
fn weapons_a_unit_file_puts_in_hand_are_in_hand() {
    let setup = prepare(&read(YARD));
    let places = |at: usize| -> Vec<(String, WeaponLocation)> {
        let one = &setup.combatants[at];
        let named = one.sheet.weapons.iter().map(|armed| armed.weapon.id.as_str().to_owned());
        named.zip(one.arms.weapons.iter().map(|held| held.place)).collect()
    };
    let archer = places(0);
    assert_eq!(archer[0], ("shortbow".to_owned(), WeaponLocation::InHand));
    assert_eq!(archer[1], ("short_sword".to_owned(), WeaponLocation::Carried));
    assert_eq!(places(3)[0], ("bite".to_owned(), WeaponLocation::InHand), "a part of the body is always at hand");
    for one in &setup.combatants {
        assert_eq!(one.arms.weapons.len(), one.sheet.weapons.len());
        let hands: u8 =
            one.arms.in_hand().filter_map(|slot| one.sheet.weapon(slot)).map(|armed| armed.weapon.hands.count()).sum();
        assert!(hands + u8::from(one.arms.shield) <= 2, "{}", one.name);
    }
}

#[test]
fn goals_name_places_in_the_roster_and_cells() {
    let setup = prepare(&read(YARD));
    let cells = vec![Cell::new(3, 1), Cell::new(4, 1), Cell::new(5, 1)];
    let gate = GoalZone { name: "gate".into(), cells };
    let hold = Goal::Hold { zone: gate.clone(), counts: 20 };
    assert_eq!(setup.sides[0].goals, [Goal::Defeat(3), hold, Goal::Last { count: 400 }]);
    assert_eq!(setup.sides[0].losses, [Loss::Fallen(2)]);
    assert_eq!(setup.sides[1].goals, [Goal::Escape { zone: gate, many: 2 }]);
    assert_eq!(setup.limit, DEFAULT_LIMIT);
    let silent = YARD.replace("goals: [Escape(zone: \"gate\", many: 2)],", "");
    assert_eq!(read(&silent).sides[1].goals, [Goal::DefeatAll]);
}

#[test]
fn the_content_hash_detects_changes() {
    let hash = |text: &str| prepare(&read(text)).content_hash;
    assert_eq!(hash(YARD), hash(YARD));
    assert_ne!(hash(YARD), hash(&YARD.replace("\"..^..b.\"", "\"..^.tb.\"")));
}

#[test]
fn a_hexagonal_board_holds_bodies_of_three_cells() {
    let text = YARD
        .replace("shape: Square", "shape: Hex")
        .replace("(unit: \"wolf\", name: \"Grey\"", "(unit: \"ogre\", name: \"Grey\", facing: SouthWest");
    let text = text.replace("\"a..t..#\"", "\"a..t...\"").replace("Cell(6, 1), speed", "Cell(2, 2), speed");
    let setup = prepare(&read(&text));
    let ogre = &setup.combatants[3];
    assert_eq!(ogre.footprint.cells(Shape::Hex).len(), 3);
    assert_eq!(ogre.facing, Facing::of(Direction(3)));
}

#[test]
fn a_scenario_fits_where_all_its_units_are_known() {
    let stranger = read(&YARD.replace("unit: \"guard\"", "unit: \"balloonist\""));
    assert!(stranger.supported_rulesets(&LIBRARY).is_empty());
    let wrong = stranger.check(&LIBRARY).expect_err("there is no balloonist");
    assert!(wrong[0].brief().starts_with("drawn.ron:27:24: unknown unit `balloonist`"), "{}", wrong[0].brief());
}

/// A hull in zero gravity, followed by further fields.
fn hull(more: &str) -> Result<Scenario, Vec<Diagnostic>> {
    let text = format!(
        r#"(
            name: "Hull", about: "A test.", shape: Square, map: ["a.i.b"], legend: {{ ".": "floor", "i": "ice" }},
            marks: {{ "a": "floor", "b": "floor" }}, {more}
            sides: [
                (name: "One", control: Human, units: [(unit: "swordsman", at: Mark("a"))]),
                (name: "Two", control: Ai, units: [(unit: "swordsman", at: Mark("b"))]),
            ],
        )"#
    );
    Scenario::read(&Source::new("hull.ron", text), &TERRAINS)
}

#[test] // TA-156, TA-174
fn a_scenario_requires_rules_for_its_features() {
    let scenario = hull("weightless: true, ceiling: 10, ice: [(at: [Cell(2, 0)], inches: 4)],").expect("a hull");
    assert_eq!(scenario.needs, [Need::Weightlessness], "it need not be said twice");
    assert_eq!((scenario.field.weightless, scenario.field.ceiling, scenario.field.ice.len()), (true, Some(10), 1));
    assert_eq!(scenario.supported_rulesets(&LIBRARY), ["fragments"]);
    let refused = scenario.prepare(&LIBRARY, "time_count").map(drop).expect_err("counts know weight alone");
    assert!(rendered(&refused).contains("Time Count has no rules for places without weight"), "{}", rendered(&refused));
    scenario.prepare(&LIBRARY, "fragments").map(drop).unwrap_or_else(|wrong| panic!("{}", rendered(&wrong)));
}

#[test] // TA-174
fn mistakes_about_the_field_are_reported() {
    for (more, why) in [
        ("ceiling: 7,", "steps of 5"),
        ("ice: [(at: [Cell(1, 0)], inches: 4)],", "not breakable ice"),
        ("ice: [(at: [Cell(2, 0)], inches: 0)],", "inches thick"),
        ("ice: [(at: [Cell(2, 0)], inches: 1), (at: [Cell(2, 0)], inches: 2)],", "already"),
        ("needs: [Wings],", "Wings"),
    ] {
        let wrong = hull(more).map(drop).expect_err(why);
        assert!(rendered(&wrong).contains(why), "{}", rendered(&wrong));
    }
}

#[test] // G-23, TC-107
fn no_combatant_begins_where_it_could_not_stand() {
    let text = include_str!("../fixtures/ford.ron");
    let refused = |state: &str, ruleset: &str| {
        let scenario = read(&text.replace("name: \"Grum\",", &format!("name: \"Grum\", {state},")));
        let wrong = scenario.prepare(&LIBRARY, ruleset).expect_err(state);
        wrong.iter().map(Diagnostic::brief).collect::<Vec<_>>().join("; ")
    };
    let places = [
        ("hurt: 18", "time_count", "drawn.ron:24:54: `hurt` is 18, but `knight` has 18 hit points (use 0 to 17)"),
        ("hurt: -1", "time_count", "drawn.ron:24:54: `hurt` is -1, but `knight` has 18 hit points (use 0 to 17)"),
        (
            "hurt: 1, fatigue: 18",
            "time_count",
            "drawn.ron:24:66: a fatigue of 18 would have felled the unit: it has 17 hit points left (use 0 to 17)",
        ),
        ("fatigue: 1", "fragments", "drawn.ron:24:57: there is no fatigue under Fragments"),
    ];
    for (state, ruleset, message) in places {
        assert_eq!(refused(state, ruleset), message);
    }
}
