//! Skirmishes: chosen units on the map of a scenario or on generated ground, written as a scenario, and the costs of units.

use std::fs;

use warboard::batch::CostMeasure;
use warboard::content::{Source, Terrains};
use warboard::grid::Cell;
use warboard::rules::{Library, UnitCost, UnitCosts};
use warboard::scenario::{Control, Force, Landscape, Scenario, SkirmishError, generated};

use crate::assets::assets;
use crate::ruleset_mistakes::library;
use crate::shipped::{scenario, scenarios};

fn terrains() -> Terrains {
    Terrains::open(&assets()).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn force(name: &str, control: Control, units: &[&str]) -> Force {
    Force { name: name.to_owned(), control, units: units.iter().map(|unit| (*unit).to_owned()).collect() }
}

fn forces(a: &[&str], b: &[&str]) -> [Force; 2] {
    [force("The Blues", Control::Human, a), force("The Reds", Control::Ai, b)]
}

fn written(base: &Scenario, forces: &[Force; 2], ruleset: &str) -> Result<String, SkirmishError> {
    let library = library();
    let rules = library.ruleset(ruleset).expect("the rules load");
    base.skirmish(("A skirmish", "Two forces meet."), forces, (&library, &rules))
}

fn read(text: String) -> Scenario {
    let source = Source::new("skirmish.ron", text);
    Scenario::read(&source, &terrains()).unwrap_or_else(|wrong| panic!("{}\n{}", wrong[0].render(), source.text))
}

fn ground(landscape: Landscape, seed: u64) -> Scenario {
    read(generated((landscape, seed), (24, 16), "guard"))
}

#[test]
fn chosen_units_begin_where_the_sides_of_the_scenario_do() {
    let base = ground(Landscape::Open, 1);
    let made = read(written(&base, &forces(&["guard", "ogre", "guard"], &["wolf"]), "time_count").expect("room"));
    let sides: Vec<(&str, Control, usize)> =
        made.sides.iter().map(|side| (side.name.as_str(), side.control, side.members.len())).collect();
    assert_eq!(sides, [("The Blues", Control::Human, 3), ("The Reds", Control::Ai, 1)]);
    assert_eq!((made.name.as_str(), made.about.as_str()), ("A skirmish", "Two forces meet."));
    let cells: Vec<Cell> = made.sides[0].members.iter().map(|member| member.cell).collect();
    assert_eq!(cells[0], base.sides[0].members[0].cell);
    assert!(cells.iter().all(|cell| cell.x < 5), "the west: {cells:?}");
    let setup = made.prepare(&library(), "time_count").unwrap_or_else(|wrong| panic!("{}", wrong[0].render()));
    assert_eq!(setup.combatants.len(), 4, "no body stands in another, or it would be refused");
}

#[test]
fn every_map_carries_a_skirmish_under_every_rule_system_of_its_scenario() {
    let library = library();
    for path in scenarios() {
        let (name, base) = (path.display().to_string(), scenario(&Source::read(&path).expect("a file")));
        for id in base.supported_rulesets(&library) {
            let text = written(&base, &forces(&["guard", "swordsman", "archer"], &["guard", "troll"]), &id);
            let made = read(text.unwrap_or_else(|wrong| panic!("{name}, {id}: {wrong}")));
            assert_eq!(made.field.board, base.field.board, "{name}");
            assert_eq!((made.field.dark, made.field.doors.len()), (base.field.dark, base.field.doors.len()), "{name}");
            made.prepare(&library, &id).unwrap_or_else(|wrong| panic!("{name}, {id}: {}", wrong[0].render()));
        }
    }
}

#[test]
fn generated_ground_is_the_same_for_the_same_seed_and_leads_from_end_to_end() {
    for landscape in Landscape::ALL {
        for seed in 0..20 {
            let made = ground(landscape, seed);
            let board = &made.field.board;
            let (start, end) = (made.sides[0].members[0].cell, made.sides[1].members[0].cell);
            let mut flood = warboard::grid::Flood::default();
            let enter = |from, step, _| board.step_cost(1, from, step);
            flood.run_until(warboard::grid::Distance::DiagonalsCostOne, board, start, 500, enter, |cell| cell == end);
            assert!(flood.reached().contains(&end), "{landscape:?} {seed}");
        }
        let text = |seed| generated((landscape, seed), (24, 16), "guard");
        assert_eq!(text(3), text(3));
        assert_eq!(text(3) == text(4), landscape == Landscape::Open);
    }
}

#[test]
fn a_force_that_cannot_be_placed_is_refused_with_its_reason() {
    let base = ground(Landscape::Open, 1);
    let refused = |a: &[&str]| written(&base, &forces(a, &["guard"]), "time_count").expect_err("refused").to_string();
    assert_eq!(refused(&[]), "The Blues has no units");
    assert!(refused(&["gard"]).contains("has no unit `gard`"), "{}", refused(&["gard"]));
    let many = vec!["ogre"; 150];
    assert_eq!(refused(&many), "there is no room for ogre of The Blues: choose fewer units or a larger map");
}

#[test]
fn better_units_cost_more() {
    let (library, terrains) = (library(), terrains());
    let measure = CostMeasure { library: &library, terrains: &terrains, battles: 12, seed: 1 };
    let cost = |unit| measure.of_unit("fragments", unit).expect("a cost");
    let [peasant, guard, troll] = ["peasant", "guard", "troll"].map(cost);
    assert_eq!(guard, UnitCost { unit: "guard".to_owned(), cost: 100, low: 100, high: 100 });
    assert!(peasant.cost < 95 && troll.cost > 110, "{peasant:?} {troll:?}");
    for row in [&peasant, &troll] {
        assert!(row.low < row.cost && row.cost < row.high, "{row:?}");
    }
    assert_eq!(cost("troll"), troll, "from the seed alone");
}

#[test]
fn every_unit_of_every_rule_system_has_a_cost() {
    let library = library();
    for id in library.ruleset_ids() {
        let costs = library.costs(&id).unwrap_or_else(|wrong| panic!("{}", wrong.brief())).expect("costs");
        let units: Vec<String> = costs.units.iter().map(|row| row.unit.clone()).collect();
        assert_eq!(units, library.units(&id), "`simulate --costs` measures them: {id}");
    }
}

#[test]
fn mistakes_in_the_costs_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = |units: &str| {
        let text = format!("(reference: \"guard\", battles: 4, seed: 1, units: [{units}])");
        fs::write(folder.path().join("costs.ron"), text).expect("written");
        UnitCosts::read(folder.path()).expect_err("refused").brief()
    };
    let row = "(unit: \"guard\", cost: 100, low: 90, high: 110)";
    assert!(told(&format!("{row}, {row}")).contains("`guard` is listed twice"));
    assert!(told("(unit: \"guard\", cost: 100, low: 101, high: 110)").contains("within its interval"));
    assert!(told("(unit: \"guard\", price: 100, low: 90, high: 110)").contains("price"));
}

#[test]
fn the_costs_that_are_written_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let cost = |unit: &str, cost| UnitCost { unit: unit.to_owned(), cost, low: cost - 1, high: cost + 1 };
    let units = vec![cost("guard", 100), cost("ogre", 320)];
    let costs = UnitCosts { reference: "guard".to_owned(), battles: 40, seed: 7, units };
    fs::write(folder.path().join("costs.ron"), costs.to_text()).expect("written");
    let read = UnitCosts::read(folder.path()).expect("read").expect("costs");
    assert_eq!((read.of("ogre"), read.of("troll")), (costs.of("ogre"), None));
    assert_eq!(read, costs);
    assert_eq!(Library::open(&assets()).expect("a library").costs("time_counts").ok(), Some(None));
}
