//! Flying: distance, altitude, turns, staying aloft and landing.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Pitch, Stat, Trait, Unit};
use warboard::grid::Cell;
use warboard::mechanics::{Game, flight};
use warboard::resolution::{Act, BattleEvent, Choice, Pick};

fn path(cells: &[(i16, i16)]) -> Vec<Cell> {
    cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect()
}

fn flies(cells: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", path(cells), rises)
}

fn lands(cells: &[(i16, i16)]) -> Act {
    Act::along("land", path(cells))
}

/// A straight path of a number of cells along the first row.
fn east(from: i16, to: i16) -> Vec<(i16, i16)> {
    (from..=to).map(|x| (x, 0)).collect()
}

fn winged() -> Unit {
    plain().with_trait(Trait::Flight)
}

const FIELD: &str = "
    B . . . . . . . . . . . . . . a
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
";

/// A battle in which `B` acts first and flies 60 feet per move; `dice` follow the initiative.
fn flier(unit: Unit, dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    skirmish(&rules, FIELD).unit('a', plain()).unit('B', unit).rolls(&faces)
}

fn altitude(battle: &Skirmish) -> i16 {
    battle.row('B').position.altitude
}

fn refused(battle: &mut Skirmish, act: Act) -> &'static str {
    battle.refused(Choice::Act(act)).rule.as_str()
}

#[test] // TA-147, TA-149, TA-G35
fn a_flight_covers_twice_the_speed_and_five_feet_up_cost_ten() {
    let mut battle = flier(winged(), &[]);
    assert_eq!(refused(&mut battle, flies(&east(1, 12), 5)), "TA-147", "12 cells and 2 are more than 12");
    battle.act('B', flies(&east(1, 10), 5));
    assert_eq!((battle.cell('B'), altitude(&battle), battle.row('B').turn_state.actions()), ((10, 0), 5, 2));
    assert!(battle.has('B', "flying"));
    let view = battle.snapshot().view();
    let plan = flight::plan(Game::new(view, fragments().book()), battle.id('B'), Pitch::By(10), &path(&east(11, 13)));
    let cost = plan.expect("a flight").cost;
    assert_eq!(terms(&cost), [("base".into(), 3, "TA-147"), ("up".into(), 4, "TA-149")]);
}

#[test] // TA-147
fn a_combatant_without_wings_does_not_fly() {
    let mut battle = flier(plain(), &[]);
    assert_eq!(refused(&mut battle, flies(&east(1, 2), 5)), "TA-147");
}

#[test] // TA-148
fn each_turn_of_forty_five_degrees_costs_five_feet() {
    let mut battle = flier(winged(), &[]);
    // Ten cells with a turn of 90 degrees, from the ground: 10, 2 for the turn, 2 up.
    let bend = |cells: &[(i16, i16)]| cells.to_vec();
    let long = [east(1, 8), bend(&[(8, 1), (8, 2)])].concat();
    assert_eq!(refused(&mut battle, flies(&long, 5)), "TA-147");
    let short = [east(1, 6), bend(&[(6, 1), (6, 2)])].concat();
    battle.act('B', flies(&short, 5));
    assert_eq!(battle.cell('B'), (6, 2));
    // It looks south now: the first step north is a turn of 180 degrees.
    let view = battle.snapshot().view();
    let cost = |cells: &[(i16, i16)]| {
        let plan = flight::plan(Game::new(view, fragments().book()), battle.id('B'), Pitch::Level, &path(cells));
        plan.expect("a flight").cost.total()
    };
    assert_eq!((cost(&[(6, 3)]), cost(&[(7, 3)]), cost(&[(6, 1)])), (1, 2, 5));
}

#[test] // TA-150, TA-143
fn ten_feet_down_cost_five_so_that_a_dive_is_faster_than_a_fall() {
    let mut battle = flier(winged(), &[]);
    for _ in 0..3 {
        battle.act('B', flies(&[], 30));
    }
    assert_eq!(altitude(&battle), 90);
    battle.perform('a', "wait");
    for _ in 0..2 {
        battle.act('B', flies(&[], 30));
    }
    assert_eq!(altitude(&battle), 150);
    assert_eq!(refused(&mut battle, flies(&[], -125)), "TA-147", "13 cells for 125 feet");
    battle.act('B', flies(&[], -120));
    assert_eq!((altitude(&battle), battle.has('B', "flying")), (30, true), "more than the 100 feet of a fall");
}

#[test] // TA-151, TA-G35
fn a_flier_that_flies_less_than_its_speed_falls_as_its_turn_ends() {
    let mut battle = flier(winged(), &[4]);
    battle.act('B', flies(&east(1, 3), 10)).perform('B', "wait");
    assert_eq!((altitude(&battle), battle.has('B', "prone"), battle.row('B').vitals.hit_points), (0, true, 6));
    let lost =
        |event: &BattleEvent| matches!(event, BattleEvent::ConditionLost { rule, .. } if rule.as_str() == "TA-151");
    assert!(battle.events().iter().any(lost), "25 feet are less than 30");
    let mut battle = flier(winged(), &[]);
    battle.act('B', flies(&east(1, 4), 10)).perform('B', "wait");
    assert_eq!(altitude(&battle), 10, "20 feet along and 10 up");
}

#[test] // TA-152
fn a_flier_that_does_not_fly_in_its_turn_falls() {
    let mut battle = flier(winged(), &[3]);
    battle.act('B', flies(&east(1, 5), 10)).perform('B', "wait");
    battle.perform('a', "wait").perform('B', "wait");
    assert_eq!((altitude(&battle), battle.row('B').vitals.hit_points), (0, 7));
    let lost =
        |event: &BattleEvent| matches!(event, BattleEvent::ConditionLost { rule, .. } if rule.as_str() == "TA-152");
    assert!(battle.events().iter().any(lost));
}

#[test] // TA-G35
fn several_flights_in_a_turn_add_up() {
    let mut battle = flier(winged(), &[]);
    battle.act('B', flies(&east(1, 2), 5)).act('B', flies(&east(3, 4), 5)).act('B', flies(&[(5, 0)], 0));
    assert_eq!(battle.asked().0, 'a');
    assert_eq!(altitude(&battle), 10, "25 feet along and 10 up in three moves");
}

#[test] // TA-153, TA-154
fn agile_fliers_turn_and_rise_freely_and_hover() {
    let mut battle = flier(plain().with_trait(Trait::ImprovedFlight), &[]);
    let bend = [east(1, 6), vec![(6, 1), (6, 2)]].concat();
    battle.act('B', flies(&bend, 20));
    assert_eq!((battle.cell('B'), altitude(&battle)), ((6, 2), 20), "8 along and 4 up are 12");
    battle.perform('B', "wait").perform('a', "wait").perform('B', "wait");
    assert_eq!((altitude(&battle), battle.has('B', "flying")), (20, true));
}

#[test] // TA-G35
fn a_flier_that_lands_may_stop_short() {
    let mut battle = flier(winged(), &[]);
    battle.act('B', lands(&east(1, 2)));
    assert_eq!((battle.cell('B'), altitude(&battle), battle.has('B', "flying")), ((2, 0), 0, false));
    battle.perform('B', "wait");
    assert!(!battle.has('B', "prone"));
}

#[test] // TA-126
fn a_flight_ignores_difficult_ground() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "B , , , , , , , , , . a").unit('a', plain()).unit('B', winged()).rolls(&[1, 20]);
    assert!(!battle.refused_walk('B', &east(1, 5)).why.is_empty(), "8 and 1 cells are more than 6");
    battle.act('B', lands(&east(1, 9)));
    assert_eq!(battle.cell('B'), (9, 0));
}

#[test] // TA-G35, TA-G34
fn a_flier_passes_over_bodies_ledges_and_chasms_but_not_through_walls() {
    let rules = fragments();
    let plan = skirmish(&rules, "B C x . . a").on(board("B C x . . a", &[0, 0, -50, 10, 0, 0]));
    let mut battle = plan.unit('a', plain()).unit('B', winged()).unit('C', plain()).rolls(&[1, 20, 2]);
    assert_eq!(refused(&mut battle, flies(&east(1, 3), 5)), "TA-G34", "the ledge is 10 feet high");
    battle.act('B', flies(&east(1, 4), 10));
    assert_eq!((battle.cell('B'), altitude(&battle)), ((4, 0), 10));
    let mut walled = skirmish(&rules, "B # . a").unit('a', plain()).unit('B', winged()).rolls(&[1, 20]);
    assert_eq!(refused(&mut walled, flies(&east(1, 2), 10)), "TA-G34");
}

/// `a`, on a ledge 60 feet up, trips `B`, which hovers a number of feet above its foot.
fn tripped(feet: i16, dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let high = if feet < 60 { 0 } else { 60 };
    let plan = skirmish(&rules, "a B . .").on(board("a B . .", &[high, 0, 0, 0]));
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let agile = plain().with_trait(Trait::ImprovedFlight);
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 20)).unit('B', agile).rolls(&faces);
    battle.act('B', flies(&[], feet)).perform('B', "wait");
    battle.act_on('a', "trip", 'B');
    battle
}

#[test] // TA-109
fn a_flier_that_is_tripped_falls_fifty_feet_and_flies_on() {
    let mut battle = tripped(60, &[10, 5]);
    battle.choose('B', Choice::Pick(Pick::No));
    assert_eq!((altitude(&battle), battle.has('B', "flying"), battle.has('B', "prone")), (10, true, false));
    battle.all_rolled();
}

#[test] // TA-109, TA-108
fn a_flier_that_is_tripped_near_the_ground_lies_there() {
    let mut battle = tripped(5, &[10, 5]);
    assert_eq!((altitude(&battle), battle.has('B', "flying"), battle.has('B', "prone")), (0, false, true));
    battle.all_rolled();
}

#[test] // TA-110, TA-111
fn a_critical_trip_also_deals_the_damage_of_a_ten_foot_fall() {
    let mut battle = tripped(5, &[20, 5, 4]);
    assert_eq!((battle.row('B').vitals.hit_points, battle.has('B', "prone")), (6, true));
    battle.all_rolled();
}

#[test] // TA-142, TA-243, TA-G35
fn a_flier_that_is_knocked_out_falls() {
    let rules = fragments();
    let plan = skirmish(&rules, "a B . .").on(board("a B . .", &[20, 0, 0, 0]));
    let agile = plain().with_trait(Trait::ImprovedFlight);
    // A hit with a long sword for 8 and 20; the fall of 20 feet deals two dice.
    let mut battle = plan.unit('a', plain().stat(Stat::Strength, 2)).unit('B', agile).rolls(&[1, 20, 15, 8, 1, 1]);
    battle.act('B', flies(&[], 20)).perform('B', "wait");
    // Without a hit point it has no reaction to catch hold with (TA-244).
    battle.act_on('a', "attack", 'B');
    assert!(battle.has('B', "incapacitated") && !battle.has('B', "flying"));
    assert_eq!((altitude(&battle), battle.row('B').vitals.hit_points), (0, -2));
    battle.all_rolled();
}
