//! Height: falling, catching hold, climbing and jumping, and height as an axis of distance.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{HeightPolicy, Size, Stat, Unit};
use warboard::dice::Dice;
use warboard::grid::{Barrier, Cell, CoverGrade};
use warboard::mechanics::falling;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, PickPurpose};

fn strong() -> Unit {
    plain().stat(Stat::Strength, 40)
}

fn policy() -> HeightPolicy {
    fragments().policies.height.clone().expect("it has heights")
}

/// Lets both combatants take a turn, and so gain a reaction (TA-022).
fn after_a_round(battle: &mut Skirmish) {
    let round = battle.count();
    while battle.count() == round {
        let who = battle.asked().0;
        battle.perform(who, "wait");
    }
}

/// `a` pushes `B` off a ledge of a height in feet; `dice` follow the push.
fn pushed_off(feet: i16, dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let faces: Vec<u16> = [20, 1, 15, 5].iter().chain(dice).copied().collect();
    let plan = skirmish(&rules, "a B . .").on(board("a B . .", &[feet, feet, 0, 0]));
    let mut battle = plan.unit('a', strong()).unit('B', strong()).rolls(&faces);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    battle
}

fn catches(battle: &mut Skirmish, pick: Pick) {
    let (who, asks) = battle.asked();
    assert_eq!(who, 'B');
    assert!(matches!(asks, Asks::Pick { purpose: PickPurpose::CatchHold, .. }), "{asks:?}");
    battle.choose('B', Choice::Pick(pick));
}

fn fell(events: &[BattleEvent]) -> Option<i16> {
    events.iter().find_map(|event| match event {
        BattleEvent::Fell { height, .. } => Some(height.total()),
        _ => None,
    })
}

#[test] // TA-138, TA-142, TA-145, TA-181, TA-G17, WE-11
fn a_target_pushed_over_a_ledge_falls_at_once_and_lies_hurt() {
    let mut battle = pushed_off(20, &[3, 4]);
    catches(&mut battle, Pick::No);
    let row = battle.row('B');
    assert_eq!((battle.cell('B'), row.position.altitude), ((2, 0), 0));
    assert_eq!(row.vitals.maximum - row.vitals.hit_points, 7, "a d6 for each 10 feet");
    assert!(battle.has('B', "prone"));
    assert_eq!(fell(&battle.events()), Some(20));
    battle.all_rolled();
}

#[test] // TA-142
fn a_drop_of_less_than_ten_feet_is_no_fall() {
    let mut battle = pushed_off(5, &[]);
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((2, 0), 0));
    assert_eq!(fell(&battle.events()), None);
}

#[test] // TA-007, TA-136, TA-G22, WE-08
fn a_reaction_and_a_climb_check_catch_hold_of_the_ledge() {
    let mut battle = pushed_off(20, &[10]);
    catches(&mut battle, Pick::Yes);
    assert!(battle.has('B', "clinging"));
    assert_eq!((battle.row('B').position.altitude, battle.row('B').turn_state.reactions()), (20, 0));
    assert_eq!(fell(&battle.events()), None);
    battle.all_rolled();
}

#[test] // TA-136, TA-G15
fn after_a_failed_catch_the_fall_continues() {
    let rules = fragments();
    let plan = skirmish(&rules, "a B .").on(board("a B .", &[20, 20, 0]));
    // 18 and 1 are less than the 20 of rough stone.
    let mut battle = plan.unit('a', strong()).unit('B', plain()).rolls(&[20, 1, 15, 5, 18, 1, 1]);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    catches(&mut battle, Pick::Yes);
    assert_eq!((battle.row('B').position.altitude, battle.row('B').turn_state.reactions()), (0, 0));
    assert_eq!(fell(&battle.events()), Some(20));
    battle.all_rolled();
}

#[test] // TA-146, TA-G15
fn a_combatant_hanging_on_a_ledge_climbs_up_again() {
    let mut battle = pushed_off(10, &[10, 15]);
    catches(&mut battle, Pick::Yes);
    // The pusher has followed (TA-095) and makes room on the ledge.
    assert_eq!(battle.cell('a'), (1, 0));
    battle.walk('a', &[(0, 0)]);
    battle.perform('a', "wait");
    let up = Act::along("climb", vec![Cell::new(1, 0)]);
    let refused = battle.refused(Choice::Act(up.clone()));
    assert_eq!(refused.rule.as_str(), "TA-G15", "it needs both hands");
    battle.perform_with_weapon('B', "drop_item");
    battle.act('B', up);
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((1, 0), 0));
    assert!(!battle.has('B', "clinging"));
    battle.all_rolled();
}

#[test] // TA-137
fn a_climber_that_fails_may_catch_hold_of_the_wall() {
    let rules = fragments();
    let plan = skirmish(&rules, "a . . B").on(board("a . . B", &[0, 0, 30, 30]));
    let mut battle = plan.unit('a', plain()).unit('B', plain().unarmed()).rolls(&[1, 20, 5, 20]);
    battle.walk('B', &[(2, 0)]);
    battle.act('B', Act::along("climb", vec![Cell::new(1, 0)]));
    catches(&mut battle, Pick::Yes);
    assert!(battle.has('B', "clinging"));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((1, 0), 30));
    battle.all_rolled();
}

#[test] // TA-G15
fn a_climb_covers_half_the_speed_and_continues_from_there() {
    let rules = fragments();
    let plan = skirmish(&rules, "B . a").on(board("B . a", &[0, 25, 25]));
    let climber = plain().stat(Stat::Strength, 20).unarmed();
    let mut battle = plan.unit('a', plain()).unit('B', climber).rolls(&[1, 20, 10, 10]);
    let up = Act::along("climb", vec![Cell::new(1, 0)]);
    battle.act('B', up.clone());
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((0, 0), 15));
    battle.act('B', up);
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((1, 0), 0));
    battle.all_rolled();
}

#[test] // TA-139, TA-142, TA-144
fn a_long_fall_continues_as_the_next_turn_starts() {
    let ones = [1; 10];
    let mut battle = pushed_off(150, &ones);
    catches(&mut battle, Pick::No);
    assert_eq!(battle.row('B').position.altitude, 50);
    assert!(battle.has('B', "falling"));
    let before = battle.row('B').vitals.hit_points;
    battle.perform('a', "wait");
    catches(&mut battle, Pick::No);
    assert_eq!((battle.row('B').position.altitude, battle.has('B', "falling")), (0, false));
    assert_eq!(before - battle.row('B').vitals.hit_points, 10, "ten dice and no more for 150 feet");
    assert_eq!(fell(&battle.events()), Some(100));
    battle.all_rolled();
}

#[test] // TA-139, TA-140, WE-03
fn water_subtracts_fifty_feet_before_the_maximum_applies() {
    let policy = policy();
    let feet =
        |fallen, water| falling::effective_height(&policy.fall, fallen, 0, falling::eases_rule(&policy), water).total();
    assert_eq!(feet(150, true), 100);
    assert_eq!(feet(120, true), 70);
    assert_eq!(feet(30, true), 0);
    assert_eq!(feet(150, false), 100);
}

#[test] // TA-138, TA-145, TA-G17
fn the_damage_die_of_a_fall_depends_on_size() {
    let policy = policy();
    let sides = |size| falling::die(&policy.fall, size).sides;
    let sizes = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge, Size::Gargantuan];
    assert_eq!(sizes.map(sides), [2, 4, 6, 8, 10, 12]);
    assert_eq!(falling::roll_damage(&policy.fall, Size::Medium, 39, &mut Dice::scripted(vec![1, 2, 3])), 6);
}

#[test] // TA-140
fn a_combatant_that_falls_into_water_is_not_prone() {
    let rules = fragments();
    let plan = skirmish(&rules, "a B ~").on(board("a B ~", &[70, 70, 0]));
    let mut battle = plan.unit('a', strong()).unit('B', strong()).rolls(&[20, 1, 15, 5, 2, 2]);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    catches(&mut battle, Pick::No);
    assert_eq!(fell(&battle.events()), Some(20));
    assert!(!battle.has('B', "prone"));
    battle.all_rolled();
}

#[test] // TA-142, TA-G26
fn a_target_that_has_lost_the_ground_is_pushed_no_further() {
    let rules = fragments();
    let plan = skirmish(&rules, "a B x . .").on(board("a B x . .", &[0, 0, -30, 0, 0]));
    let mut battle = plan.unit('a', strong()).unit('B', strong()).rolls(&[20, 1, 20, 5, 1, 1, 1]);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    catches(&mut battle, Pick::No);
    assert_eq!(battle.cell('B'), (2, 0));
    assert_eq!(fell(&battle.events()), Some(30));
}

#[test] // TA-097, TA-G26
fn a_ledge_that_rises_stops_a_push_like_a_wall() {
    let rules = fragments();
    let plan = skirmish(&rules, "a B .").on(board("a B .", &[0, 0, 20]));
    let mut battle = plan.unit('a', strong()).unit('B', plain()).rolls(&[20, 1, 15, 5, 4]);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    assert_eq!((battle.cell('B'), battle.has('B', "prone")), ((1, 0), true));
    battle.all_rolled();
}

#[test] // TA-G25
fn a_combatant_that_would_land_on_another_lands_beside_it() {
    let rules = fragments();
    let plan = skirmish(&rules, "a B C .").on(board("a B C .", &[20, 20, 0, 0]));
    let plan = plan.unit('a', strong()).unit('B', strong()).unit('C', plain());
    let mut battle = plan.rolls(&[20, 2, 1, 15, 5, 1, 1]);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    catches(&mut battle, Pick::No);
    assert_eq!(battle.cell('B'), (3, 0));
}

#[test] // TA-G25
fn a_combatant_that_would_land_on_another_does_not_land_behind_a_wall() {
    let map = ". C B a\n. . . .";
    let mut floor = board(map, &[0, 0, 20, 20, 0, 0, 20, 20]);
    let wall =
        Barrier { name: "wall".into(), passable: false, opaque: true, cover: CoverGrade::NineTenths, tall: None };
    for y in 0..2 {
        crate::drawn::set_barrier(&mut floor, Cell::new(0, y), Cell::new(1, y), Some(wall.clone()))
            .expect("neighbours");
    }
    let plan = skirmish(&fragments(), map).on(floor).unit('a', strong()).unit('B', strong()).unit('C', plain());
    let mut battle = plan.rolls(&[20, 2, 1, 15, 5, 1, 1]);
    after_a_round(&mut battle);
    battle.act_on('a', "push", 'B');
    catches(&mut battle, Pick::No);
    assert_eq!(battle.cell('B'), (1, 1), "as near as beyond the wall");
    battle.all_rolled();
}

#[test] // TA-141, TA-G17
fn a_jump_down_subtracts_its_roll_from_the_fall() {
    let rules = fragments();
    let plan = skirmish(&rules, "B . a").on(board("B . a", &[30, 0, 0]));
    let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 12, 4]);
    battle.act('B', Act::along("jump", vec![Cell::new(1, 0)]));
    catches(&mut battle, Pick::No);
    assert_eq!(fell(&battle.events()), Some(17), "30 less the 13 of the roll");
    assert_eq!(battle.row('B').vitals.hit_points, 6, "one die");
    battle.all_rolled();
}

#[test] // TA-121, TA-G15
fn a_jump_down_that_succeeds_is_no_fall() {
    let rules = fragments();
    let plan = skirmish(&rules, "B . a").on(board("B . a", &[20, 0, 0]));
    let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 19]);
    battle.act('B', Act::along("jump", vec![Cell::new(1, 0)]));
    assert_eq!((battle.cell('B'), battle.row('B').vitals.hit_points), ((1, 0), 10));
    assert_eq!(battle.row('B').turn_state.actions(), 2, "it takes an action");
    assert_eq!(checks(&battle.events())[0].difficulty.total(), 20);
    battle.all_rolled();
}

#[test] // TA-G15
fn a_jump_clears_a_chasm_or_ends_in_it() {
    let rules = fragments();
    let leap = |face: u16, dice: &[u16]| {
        let plan = skirmish(&rules, "B x x . a").on(board("B x x . a", &[0, -20, -20, 0, 0]));
        let faces: Vec<u16> = [1, 20, face].iter().chain(dice).copied().collect();
        let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&faces);
        battle.act('B', Act::along("jump", vec![Cell::new(1, 0), Cell::new(2, 0), Cell::new(3, 0)]));
        battle
    };
    let mut clear = leap(9, &[]);
    assert_eq!(clear.cell('B'), (3, 0), "9 and 1 are the 10 feet of the gap");
    clear.all_rolled();
    // 4 and 1 carry it 5 feet, to the second cell; nothing is left to ease the fall of 20 feet.
    let mut short = leap(4, &[1, 1]);
    catches(&mut short, Pick::No);
    assert_eq!((short.cell('B'), fell(&short.events())), ((2, 0), Some(20)));
    short.all_rolled();
}

#[test] // TA-G15
fn each_foot_upwards_counts_four_times() {
    let rules = fragments();
    let plan = skirmish(&rules, "B . a").on(board("B . a", &[0, 5, 5]));
    let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[1, 20, 18]);
    battle.act('B', Act::along("jump", vec![Cell::new(1, 0)]));
    assert_eq!(checks(&battle.events())[0].difficulty.total(), 20);
    assert_eq!(battle.cell('B'), (0, 0), "19 is not enough");
}

#[test] // TA-123
fn no_combatant_walks_up_or_down_a_ledge() {
    let rules = fragments();
    let plan = skirmish(&rules, "B . a").on(board("B . a", &[10, 0, 0]));
    let mut battle = plan.unit('a', plain()).unit('B', plain()).rolls(&[1, 20]);
    assert_eq!(battle.refused_walk('B', &[(1, 0)]).rule.as_str(), "TA-123");
}

#[test] // TA-G34
fn height_is_an_axis_of_distance() {
    let rules = fragments();
    let plan = |feet, dice: &[u16]| {
        let plan = skirmish(&rules, "a B").on(board("a B", &[feet, 0]));
        plan.unit('a', plain()).unit('B', plain()).rolls(&[&[20, 1], dice].concat())
    };
    let mut high = plan(10, &[]);
    let act = Act::at("attack", high.id('B'), None);
    assert_eq!(high.refused(Choice::Act(act)).rule.as_str(), "TA-G34", "ten feet up is out of reach");
    plan(5, &[2]).act_on('a', "attack", 'B');
}

#[test] // TA-G34
fn altitude_is_part_of_the_checksum() {
    let mut battle = pushed_off(150, &[]);
    catches(&mut battle, Pick::No);
    let before = battle.snapshot().checksum(0);
    let mut other = battle.snapshot().clone();
    other.rows[1].position.altitude = 40;
    assert_ne!(other.checksum(0), before);
}
