//! Deep water: swimming, currents, breath, and burning combatants in it.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::Current;
use warboard::content::{Source, Stat, Terrains, Wildness};
use warboard::grid::{Cell, Direction, Shape};
use warboard::resolution::{Act, BattleEvent, Choice};
use warboard::scenario::Scenario;

fn swims(path: &[(i16, i16)]) -> Act {
    Act::along("swim", path.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}

fn flow(x: i16, way: &str, feet: u16, water: Wildness) -> Current {
    let named = |dir: &Direction| Shape::Square.direction_name(*dir) == way;
    let way = Shape::Square.directions().find(named).expect("a direction").0;
    Current { cell: Cell::new(x, 0), way, speed: feet, water }
}

/// A battle in which `B` acts first, on the shore of some water; `dice` follow the initiative.
fn bather(dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    skirmish(&rules, "B ~ ~ ~ . a").unit('a', plain()).unit('B', plain()).rolls(&faces)
}

#[test] // TA-131, TA-G15
fn a_swim_check_crosses_calm_water_at_half_speed() {
    let mut battle = bather(&[9, 9]);
    assert_eq!(battle.refused_walk('B', &[(1, 0)]).rule.as_str(), "TA-G34", "walking into deep water is illegal");
    let far = battle.refused(Choice::Act(swims(&[(1, 0), (2, 0), (3, 0), (4, 0)])));
    assert_eq!(far.rule.as_str(), "TA-131", "15 of 30 feet");
    battle.act('B', swims(&[(1, 0), (2, 0), (3, 0)]));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((3, 0), 0));
    assert_eq!(checks(&battle.events())[0].difficulty.total(), 10);
    assert!(!battle.refused_walk('B', &[(4, 0)]).why.is_empty(), "it has to swim out as well");
    battle.act('B', swims(&[(4, 0)]));
    assert_eq!(battle.cell('B'), (4, 0));
    battle.all_rolled();
}

#[test] // TA-G15
fn a_swimmer_that_fails_sinks_ten_feet_and_must_surface_again() {
    let mut battle = bather(&[8, 8, 9]);
    battle.act('B', swims(&[(1, 0), (2, 0)]));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((1, 0), -10), "8 and 1 are less than 10");
    battle.act('B', swims(&[]));
    assert_eq!(battle.row('B').position.altitude, -20);
    // Fifteen feet are not enough to surface from a depth of twenty.
    assert_eq!(battle.refused(Choice::Act(swims(&[(2, 0)]))).rule.as_str(), "TA-131");
    battle.act('B', swims(&[]));
    assert_eq!(battle.row('B').position.altitude, -5);
    let mut one = bather(&[8, 9]);
    one.act('B', swims(&[(1, 0)]));
    one.act('B', swims(&[(2, 0)]));
    assert_eq!((one.cell('B'), one.row('B').position.altitude), ((2, 0), 0), "ten feet up and five along");
    one.all_rolled();
}

#[test] // TA-131, TA-G15
fn wilder_water_is_harder_to_swim_in() {
    for (water, difficulty) in [(Wildness::Calm, 10), (Wildness::Fast, 20), (Wildness::Violent, 30)] {
        let rules = fragments();
        let plan = skirmish(&rules, "B ~ . a").current(flow(1, "east", 0, water));
        let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 1]);
        battle.act('B', swims(&[(1, 0)]));
        assert_eq!(checks(&battle.events())[0].difficulty.total(), difficulty, "{water:?}");
    }
}

#[test] // TA-132, TA-G37
fn a_current_carries_every_swimmer_as_its_turn_starts() {
    let rules = fragments();
    let plan = skirmish(&rules, "B ~ ~ ~ ~ # a").current(flow(1, "east", 10, Wildness::Calm));
    let plan = plan.current(flow(3, "east", 20, Wildness::Calm));
    let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 9]);
    battle.act('B', swims(&[(1, 0)]));
    assert_eq!(battle.cell('B'), (1, 0), "not before its turn starts");
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(battle.cell('B'), (3, 0), "ten feet");
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(battle.cell('B'), (4, 0), "as far as the wall");
    battle.all_rolled();
}

#[test] // TA-133, TA-134, TA-135, TA-G38
fn breath_lasts_as_many_turns_as_strength_before_collapse_and_death() {
    let rules = fragments();
    let plan = skirmish(&rules, "B ~ . a").unit('a', plain()).unit('B', plain().stat(Stat::Strength, 2));
    // A failed check to begin with; later the table of bleeding and the blood lost.
    let mut battle = plan.rolls(&[1, 20, 5, 15, 1, 1]);
    battle.act('B', swims(&[(1, 0)]));
    battle.perform('B', "wait");
    assert!(battle.has('B', "breathless") && battle.row('B').vitals.hit_points > 0, "the first turn without air");
    battle.perform('a', "wait").perform('B', "wait");
    assert_eq!(battle.row('B').vitals.hit_points, 0, "the second");
    assert!(battle.has('B', "incapacitated"));
    battle.events();
    battle.perform('a', "wait").perform('B', "wait");
    let died = |event: &BattleEvent| matches!(event, BattleEvent::Died { rule, .. } if rule.as_str() == "TA-135");
    assert!(battle.events().iter().any(died));
    battle.all_rolled();
}

#[test] // TA-G38
fn a_swimmer_that_surfaces_breathes() {
    let rules = fragments();
    let strong = plain().stat(Stat::Strength, 5);
    let plan = skirmish(&rules, "B ~ . a").unit('a', plain()).unit('B', strong);
    let mut battle = plan.rolls(&[1, 20, 1, 15]);
    battle.act('B', swims(&[(1, 0)]));
    battle.perform('B', "wait").perform('a', "wait");
    assert!(battle.has('B', "breathless"));
    battle.act('B', swims(&[]));
    assert!(!battle.has('B', "breathless"));
    battle.all_rolled();
}

#[test] // TA-248, TA-G40
fn water_puts_fire_out() {
    let mut battle = bather(&[2, 2, 9]);
    battle.perform('B', "wait");
    battle.afflict('B', "on_fire");
    battle.perform('a', "wait");
    battle.act('B', swims(&[(1, 0)]));
    assert!(!battle.has('B', "on_fire"));
}

#[test] // TA-248
fn moving_through_water_puts_fire_out() {
    let rules = fragments();
    let plan = skirmish(&rules, "B ~ . a").unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 9]);
    let mut battle = plan;
    battle.afflict('B', "on_fire");
    battle.act('B', swims(&[(1, 0), (2, 0)]));
    assert_eq!((battle.cell('B'), battle.has('B', "on_fire")), ((2, 0), false));
}

const RIVER: &str = r#"(
    name: "A river", about: "Two meet at a river.", shape: Square,
    map: ["a~~b"], legend: { "~": "water" }, marks: { "a": "grass", "b": "grass" },
    currents: [CURRENT],
    sides: [
        (name: "One", control: Ai, units: [(unit: "diver", at: Mark("a"))]),
        (name: "Two", control: Ai, units: [(unit: "diver", at: Mark("b"))]),
    ],
)"#;

fn river(current: &str) -> Result<Scenario, String> {
    let terrains = Terrains::open(&crate::assets::assets()).expect("terrain");
    let source = Source::new("river.ron", RIVER.replace("CURRENT", current));
    Scenario::read(&source, &terrains).map_err(|found| found.iter().map(|one| one.brief().to_string()).collect())
}

#[test] // TA-132, TA-G37
fn a_scenario_says_where_water_flows() {
    let read = river("(at: [Rect(from: (1, 0), to: (2, 0))], flows: East, feet: 10, water: Fast)").expect("a river");
    assert_eq!(read.field.currents.len(), 2);
    assert_eq!(read.field.currents[0], flow(1, "east", 10, Wildness::Fast));
    for (current, why) in [
        ("(at: [Cell(0, 0)], flows: East, feet: 10)", "not deep water"),
        ("(at: [Cell(1, 0)], flows: East, feet: 7)", "steps of 5"),
        ("(at: [Cell(9, 0)], flows: East, feet: 5)", "9"),
        ("(at: [Cell(1, 0), Cell(1, 0)], flows: East, feet: 5), (at: [Cell(1, 0)], flows: West, feet: 5)", "already"),
    ] {
        let found = river(current).expect_err(why);
        assert!(found.contains(why), "{found}");
    }
}
