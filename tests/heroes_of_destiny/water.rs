//! Deep water: swimming at the cost of the table, currents, checks of those that fight in it or on a wall, sinking and drowning.

use crate::elevation;
use crate::facts::{checks, lift, refusal, terms};
use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::{Current, WeaponSlot};
use warboard::content::{Source, Terrains, Unit, Wildness};
use warboard::grid::{Board, BoardPlan, Cell, Shape};
use warboard::odds;
use warboard::resolution::{Act, BattleEvent};
use warboard::rules::Library;
use warboard::scenario::Scenario;

/// A drawn board whose deep water (`~`) has the cost of the table.
fn lake(map: &str) -> Board {
    let mut plan: BoardPlan = crate::drawn::plan(Shape::Square, map);
    plan.palette.iter_mut().filter(|terrain| terrain.deep.is_some()).for_each(|water| water.cost = Some(3));
    Board::new(plan).expect("a board")
}

/// A battle in a lake: combatants are put into the water after it begins.
pub fn afloat(map: &str, fighters: &[(char, Unit, i16)], dice: &[&[u16]]) -> Skirmish {
    with_currents(map, &[], fighters, dice)
}

fn with_currents(map: &str, currents: &[Current], fighters: &[(char, Unit, i16)], dice: &[&[u16]]) -> Skirmish {
    let plan = skirmish(&heroes(), map).on(lake(map));
    let plan = currents.iter().fold(plan, |plan, current| plan.current(*current));
    let plan = fighters.iter().fold(plan, |plan, (mark, unit, _)| plan.unit(*mark, unit.clone()));
    let mut faces: Vec<u16> = Vec::new();
    fighters.iter().for_each(|(_, unit, initiative)| faces.extend(initiative_dice(unit, *initiative)));
    faces.extend(dice.iter().copied().flatten());
    plan.rolls(&faces)
}

/// `a` swims in the first cell of water, with `B` on the bank beside it.
fn swims(dice: &[&[u16]]) -> Skirmish {
    swims_as(fighter(), dice)
}

fn swims_as(a: Unit, dice: &[&[u16]]) -> Skirmish {
    let fighters = [('a', a, 9), ('B', fighter(), 5)];
    let mut battle = afloat("a ~ B .", &fighters, dice);
    battle.no_interrupts().walk('a', &[(1, 0)]).pass('B').no_interrupts();
    battle.events();
    battle
}

pub fn depth(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).position.altitude
}

pub fn sunk(battle: &mut Skirmish, mark: char) {
    lift(battle, mark, -1);
}

#[test] // HD-192, HD-193
fn a_yard_of_deep_water_costs_three_and_ten_below_the_surface() {
    let fighters = [('a', fighter().rate(12), 9), ('B', fighter(), 5)];
    let mut battle = afloat("a ~ ~ ~ ~ ~ B", &fighters, &[]);
    battle.no_interrupts().walk('a', &[(1, 0), (2, 0)]);
    assert_eq!((battle.points('a'), battle.cell('a')), (4, (2, 0)), "6 yards of movement for 2");
    sunk(&mut battle, 'a');
    battle.walk('a', &[(3, 0)]);
    assert_eq!((battle.points('a'), depth(&battle, 'a')), (0, -1), "10 yards for one, still below the surface");
}

#[test] // HD-192, HD-193
fn the_map_of_a_scenario_has_deep_water_that_can_be_swum() {
    let library = Library::open(&crate::assets::assets()).expect("the assets load");
    let map = "(name: \"A row\", about: \"A row.\", shape: Square, map: [\"a~#B\"],
        legend: { \"~\": \"water\", \"#\": \"wall\" }, marks: { \"a\": \"grass\", \"B\": \"grass\" }, sides: [
        (name: \"One\", control: Ai, units: [(unit: \"guard\", at: Mark(\"a\"))], goals: [DefeatAll]),
        (name: \"Two\", control: Ai, units: [(unit: \"guard\", at: Mark(\"B\"))], goals: [DefeatAll]),
    ], limit: 60)";
    let terrains = Terrains::open(&crate::assets::assets()).expect("the terrain is whole");
    let scenario = Scenario::read(&Source::new("row.ron", map), &terrains).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let cost = |rules: &str| {
        let setup = scenario.prepare(&library, rules).unwrap_or_else(|wrong| panic!("{wrong:?}"));
        [1, 2].map(|x| setup.field.board.terrain(Cell::new(x, 0)).cost)
    };
    assert_eq!(cost("heroes_of_destiny"), [Some(3), None]);
    assert_eq!(cost("time_count"), [None, None]);
}

#[test] // HD-195
fn a_current_carries_a_swimmer_along() {
    let current = |x: i16| Current { cell: Cell::new(x, 1), way: 2, speed: 2, water: Wildness::Calm };
    let currents: Vec<Current> = (0..5).map(current).collect();
    let fighters = [('a', fighter(), 9), ('B', fighter(), 5)];
    let mut battle = with_currents("a . . . . B\n~ ~ ~ ~ ~ ~", &currents, &fighters, &[]);
    battle.no_interrupts().walk('a', &[(0, 1)]).end_turn('a');
    assert_eq!(battle.cell('a'), (0, 1));
    battle.end_turn('B');
    assert_eq!(battle.cell('a'), (2, 1), "at the start of its next turn, beside its own movement");
}

#[test] // HD-381, HD-382, HD-G45
fn an_attack_roll_of_a_swimmer_needs_a_check_and_misses_without_it() {
    let mut keeps = swims(&[&standard(-2), &wild(0)]);
    keeps.attack('a', "standard_attack", 'B');
    let rolled = checks(&keeps.events());
    assert_eq!(rolled.len(), 2);
    assert_eq!((rolled[0].rule.as_str(), rolled[0].difficulty.total(), rolled[0].margin), ("HD-381", 0, 0));
    assert_eq!(terms(&rolled[0].bonus).len(), 2, "Strength and Athletics");
    assert!(rolled[1].degree.is_hit());
    assert_eq!(depth(&keeps, 'a'), 0);
    let mut sinks = swims(&[&standard(-3)]);
    sinks.attack('a', "standard_attack", 'B');
    let events = sinks.events();
    assert!(!checks(&events)[1].degree.is_hit(), "it misses without dice");
    assert_eq!((sinks.wounds('B'), depth(&sinks, 'a')), ([0; 5], -1));
    assert!(
        events.iter().any(|event| matches!(event, BattleEvent::Displaced { rule, .. } if rule.as_str() == "HD-382"))
    );
}

/// Strength 4 and Athletics 3.
fn strong() -> Unit {
    fighter().has("Strength", 4).has("Athletics", 3)
}

/// The terms of the first check of an attack of `a`, which keeps its hold.
fn hold_of(mut battle: Skirmish) -> Vec<(String, i16, &'static str)> {
    battle.events();
    battle.attack('a', "standard_attack", 'B');
    terms(&checks(&battle.events())[0].bonus)
}

#[test] // HD-381
fn swimmers_and_climbers_keep_their_hold_by_strength_and_athletics() {
    let expected = [("strength", 4, "HD-381"), ("athletics", 3, "HD-381")];
    let expected = expected.map(|(name, amount, rule)| (name.to_owned(), amount, rule));
    let dice: &[&[u16]] = &[&standard(0), &wild(-5)];
    assert_eq!(hold_of(swims_as(strong(), dice)), expected);
    assert_eq!(hold_of(hangs(strong(), dice)), expected);
}

#[test] // HD-381, HD-382
fn the_forecast_counts_the_hold_that_a_swimmer_must_keep() {
    let told = |battle: &Skirmish, who: char, at: char| {
        let act = Act::at("standard_attack", battle.id(at), Some(WeaponSlot(0)));
        odds::forecast(battle.snapshot().view(), &heroes(), battle.id(who), &act, None).expect("a forecast")
    };
    let battle = swims(&[]);
    let [swimmer, dry] = [told(&battle, 'a', 'B'), told(&battle, 'B', 'a')];
    let hit = |forecast: &odds::Forecast| forecast.versus[0].fractions()[0].1;
    // Of 243 results of the standard dice 222 are at least -2.
    let kept = odds::Fraction::new(222, 243);
    assert_eq!(swimmer.hold.map(|(chance, rule)| (chance, rule.as_str())), Some((kept, "HD-381")));
    assert!(dry.hold.is_none());
    assert_eq!(hit(&swimmer), odds::Fraction::new(hit(&dry).of * kept.of, hit(&dry).all * kept.all));
    assert!(swimmer.to_string().contains("keeps its hold first"), "{swimmer}");
}

#[test] // HD-381
fn attacks_from_the_bank_and_combat_checks_need_no_check() {
    let fighters = [('a', fighter(), 9), ('B', fighter(), 5)];
    let mut battle = afloat("a ~ B .", &fighters, &[&wild(-5)]);
    battle.no_interrupts().walk('a', &[(1, 0)]).pass('B').end_turn('a');
    battle.events();
    battle.attack('B', "standard_attack", 'a').no_interrupts();
    assert_eq!(checks(&battle.events()).len(), 1, "the attacker stands on the bank");
}

#[test] // HD-383, HD-384
fn every_wound_of_a_swimmer_calls_for_a_check_five_harder_for_each_level_above_light() {
    let wounded = |roll: i16, holds: i16| {
        let tough = Unit { armor: Some("heavy".into()), ..fighter().has("Vitality", 1) };
        let fighters = [('a', tough, 9), ('b', fighter(), 1), ('B', fighter(), 5)];
        let mut battle = afloat("a ~ B . b", &fighters, &[&wild(roll), &standard(holds)]);
        battle.no_interrupts().walk('a', &[(1, 0)]).pass('B').end_turn('a');
        battle.events();
        battle.attack('B', "standard_attack", 'a').no_interrupts();
        let rolled = checks(&battle.events());
        let last = rolled.last().expect("a check").clone();
        (battle.wounds('a'), last.bonus.total(), last.rule.as_str().to_owned(), depth(&battle, 'a'))
    };
    assert_eq!(wounded(1, -2), ([1, 0, 0, 0, 0], 2, "HD-381".to_owned(), 0), "light");
    assert_eq!(wounded(1, -3).3, -1);
    let (wounds, bonus, _, below) = wounded(3, 4);
    assert_eq!((wounds, bonus, below), ([0, 1, 0, 0, 0], -4, 0), "moderate: 2 - 5 and 1 less for the wound itself");
    assert_eq!(wounded(3, 3).3, -1);
}

#[test] // HD-385, HD-G45
fn the_sunken_come_up_with_an_action_of_four_points_and_a_check() {
    let mut battle = swims(&[&standard(-3), &standard(-2)]);
    assert_eq!(refusal(&mut battle, Act::along("surface", Vec::new())), "HD-381", "it is not below the surface");
    sunk(&mut battle, 'a');
    let before = battle.points('a');
    assert_eq!(before, 4);
    battle.act('a', Act::along("surface", Vec::new()));
    assert_eq!((battle.points('a'), depth(&battle, 'a')), (0, -1), "a failure costs as much");
    battle.end_turn('a').end_turn('B');
    battle.act('a', Act::along("surface", Vec::new()));
    assert_eq!(depth(&battle, 'a'), 0);
    battle.all_rolled();
}

#[test] // HD-G45
fn a_drowning_combatant_takes_a_light_wound_in_every_round_after_four_and_its_vitality() {
    let tough = Unit { armor: Some("heavy".into()), ..fighter().has("Vitality", 1) };
    let fighters = [('a', tough, 9), ('B', fighter(), 5)];
    let mut battle = afloat("a ~ ~ ~ ~ B", &fighters, &[]);
    battle.no_interrupts().walk('a', &[(1, 0)]);
    sunk(&mut battle, 'a');
    for _ in 0..5 {
        battle.end_turn('a').end_turn('B');
    }
    assert_eq!(battle.wounds('a'), [0; 5], "5 rounds");
    battle.end_turn('a').end_turn('B').end_turn('a');
    assert_eq!(battle.wounds('a'), [2, 0, 0, 0, 0]);
}

/// `a` hangs on the side of a ledge, 3 yards up, below B.
fn hangs(a: Unit, dice: &[&[u16]]) -> Skirmish {
    let map = "a . B .";
    let plan = skirmish(&heroes(), map).on(elevation::board(map, &[0, 4, 4, 4]));
    let fighters = [('a', a, 9), ('B', fighter(), 5)];
    let mut battle = battle_of(plan.with_condition('a', "clinging"), &fighters, dice);
    lift(&mut battle, 'a', 3);
    battle.no_interrupts();
    battle
}

#[test] // HD-381, HD-382, HD-383, HD-384, HD-G45
fn a_climber_that_attacks_or_is_wounded_may_fall() {
    let mut holds = hangs(fighter(), &[&standard(1), &wild(-5)]);
    holds.attack('a', "standard_attack", 'B');
    assert_eq!(depth(&holds, 'a'), 3, "2 and 1 against the 3 of a rough side");
    let mut falls = hangs(fighter(), &[&standard(0), &wild(0)]);
    falls.attack('a', "standard_attack", 'B');
    assert_eq!((depth(&falls, 'a'), falls.wounds('B')), (0, [0; 5]));
    assert_eq!(falls.wounds('a'), [0, 1, 0, 0, 0], "3 yards");
}
