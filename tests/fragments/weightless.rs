//! Zero gravity: pushing off, drifting, recoil, holding on.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use crate::spells::*;
use warboard::battle::Field;
use warboard::content::{AdvantageKind, Components, Size, Stat, Trait, Unit};
use warboard::grid::Cell;
use warboard::mechanics::{Game, weightless};
use warboard::resolution::{Act, BattleEvent, Choice};

fn off(cells: &[(i16, i16)]) -> Act {
    Act::along("push_off", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}

fn east(from: i16, to: i16, y: i16) -> Vec<(i16, i16)> {
    (from..=to).map(|x| (x, y)).collect()
}

fn no_weight(field: &mut Field) {
    field.weightless = true;
}

/// A battle in a hull in zero gravity; `x` is open space without support, and `B` acts first.
fn hull(map: &str, units: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let cells = map.chars().filter(|mark| !mark.is_whitespace()).count();
    let rules = fragments();
    // Open space has no floor.
    let ground = if map.contains('x') { map.replace(['a', 'B'], "x") } else { map.to_owned() };
    let plan = skirmish(&rules, map).on(board(&ground, &vec![0; cells])).field(no_weight);
    let plan = units.iter().fold(plan, |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let first = units.iter().map(|(mark, _)| if *mark == 'B' { 20 } else { 1 });
    let faces: Vec<u16> = first.chain(dice.iter().copied()).collect();
    plan.rolls(&faces)
}

fn pair(map: &str, dice: &[u16]) -> Skirmish {
    hull(map, &[('a', plain()), ('B', plain())], dice)
}

fn refused(battle: &mut Skirmish, act: Act) -> &'static str {
    battle.refused(Choice::Act(act)).rule.as_str()
}

fn holds(battle: &Skirmish, mark: char) -> bool {
    weightless::has_hold(Game::new(battle.snapshot().view(), fragments().book()), battle.id(mark))
}

/// Rows of open space with a combatant at the left end of the middle one.
const SPACE: &str = "
    x x x x x x x x x x x x x x x x x
    x x x x x x x x x x x x x x x x x
    B x x x x x x x x x x x x x x x a
    x x x x x x x x x x x x x x x x x
    x x x x x x x x x x x x x x x x x
";

#[test] // TA-156, TA-155
fn without_weight_only_fliers_move_by_themselves() {
    let mut battle = hull(". . . B . a", &[('a', plain()), ('B', plain().with_trait(Trait::Flight))], &[]);
    assert_eq!(battle.refused_walk('B', &[(4, 0)]).rule.as_str(), "TA-156");
    battle.act('B', Act::flying("fly", vec![Cell::new(2, 0), Cell::new(1, 0)], 5));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((1, 0), 5));
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(battle.row('B').position.altitude, 5, "and no combatant falls");
}

#[test] // TA-157
fn pushing_off_a_fixed_object_covers_up_to_the_speed_in_a_straight_line() {
    let mut battle = pair(SPACE, &[]);
    assert_eq!(refused(&mut battle, off(&east(1, 7, 2))), "TA-157", "7 cells are more than 6");
    let crooked = [east(1, 2, 2), vec![(3, 3)]].concat();
    assert_eq!(refused(&mut battle, off(&crooked)), "TA-156");
    battle.act('B', off(&east(1, 4, 2)));
    assert_eq!(battle.cell('B'), (4, 2));
    assert_eq!(battle.row('B').turn_state.actions(), 2);
}

#[test] // TA-156, TA-G36
fn in_open_space_there_is_nothing_to_push_off_from() {
    let mut battle = pair(SPACE, &[]);
    battle.act('B', off(&east(1, 4, 2)));
    assert!(!holds(&battle, 'B'));
    assert_eq!(refused(&mut battle, off(&[(5, 2)])), "TA-156");
}

#[test] // TA-158, TA-G36
fn a_drifter_moves_at_its_speed_as_each_turn_starts_until_something_stops_it() {
    let mut battle = pair(SPACE, &[]);
    battle.act('B', off(&east(1, 3, 2))).perform('B', "wait");
    battle.perform('a', "wait");
    assert_eq!(battle.cell('B'), (9, 2), "30 feet on");
    battle.events();
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(battle.cell('B'), (15, 2), "one cell before the other combatant");
    assert_eq!(battle.row('B').drift.speed, 0);
    let stopped = |event: &BattleEvent| matches!(event, BattleEvent::DriftChanged { drift, rule, .. } if drift.speed == 0 && rule.as_str() == "TA-158");
    assert!(battle.events().iter().any(stopped));
}

/// A battle in which `B` floats in open space beside a combatant of a size.
fn floating(size: Size) -> Skirmish {
    let map = "
        x x x x x x x x x x x x
        x x x x x x x x x x x x
        x x x x x x x x x x x x
        x x x x B a x x x x x x
        x x x x x x x x x x x x
        x x x x x x x x x x x x
        x x x x x x x x x x x x
    ";
    hull(map, &[('a', plain().size(size)), ('B', plain())], &[])
}

#[test] // TA-159, TA-160
fn pushing_off_a_loose_body_sends_both_apart_at_half_speed() {
    let mut battle = floating(Size::Medium);
    assert_eq!(refused(&mut battle, off(&[(3, 3), (2, 3), (1, 3), (0, 3)])), "TA-159", "15 feet and no more");
    battle.act('B', off(&[(3, 3), (2, 3)]));
    assert_eq!((battle.cell('B'), battle.cell('a')), ((2, 3), (7, 3)));
    battle.perform('B', "wait");
    assert_eq!((battle.cell('B'), battle.cell('a')), ((2, 3), (7, 3)), "in the pusher's turn, not in its own");
    battle.perform('a', "wait");
    assert_eq!((battle.cell('B'), battle.cell('a')), ((0, 3), (10, 3)), "15 feet each, or as far as the rim");
}

#[test] // TA-159, TA-G36
fn a_body_two_sizes_smaller_gives_no_push_and_one_two_sizes_larger_does_not_move() {
    let mut small = floating(Size::Tiny);
    assert_eq!(refused(&mut small, off(&[(3, 3)])), "TA-156");
    let mut huge = floating(Size::Huge);
    huge.act('B', off(&[(3, 3), (2, 3), (1, 3), (0, 3)]));
    assert_eq!((huge.cell('B'), huge.cell('a')), ((0, 3), (5, 3)));
}

#[test] // TA-159
fn pushing_off_a_body_ahead_is_impossible() {
    let mut battle = floating(Size::Medium);
    assert_eq!(refused(&mut battle, off(&[(5, 2)])), "TA-156", "past it is not away from it");
}

#[test] // TA-161, TA-G36
fn attacking_or_being_hit_without_a_hold_makes_unsteady() {
    let map = "
        x x x x x
        x x x x x
        x x B a x
        x x x x x
        x x x x x
    ";
    let mut battle = hull(map, &[('a', plain()), ('B', plain())], &[15, 4, 11, 6]);
    battle.act_on('B', "attack", 'a');
    assert!(battle.has('B', "unsteady") && battle.has('a', "unsteady"));
    battle.act_on('B', "attack", 'a');
    let rolled = checks(&battle.events());
    assert_eq!(rolled[1].edge.net(), Some(AdvantageKind::Disadvantage));
    battle.perform('B', "steady");
    assert!(!battle.has('B', "unsteady"));
    assert_eq!(battle.row('B').turn_state.actions(), 0, "it takes an action");
}

#[test] // TA-161
fn a_combatant_that_touches_a_fixed_object_stays_steady() {
    let mut battle = pair("B a .", &[15, 1]);
    battle.act_on('B', "attack", 'a');
    assert!(!battle.has('B', "unsteady") && !battle.has('a', "unsteady"), "they stand on a floor");
}

#[test] // TA-161
fn a_drifter_that_reaches_a_wall_is_steady_again_and_may_hold_on() {
    let map = "
        x x x x x x x x
        x x x x x x x x
        x x B a x x x x
        x x x x x x x x
        x x x x x x x x
    ";
    let mut battle = hull(map, &[('a', plain()), ('B', plain())], &[1]);
    battle.act_on('B', "attack", 'a');
    assert!(battle.has('B', "unsteady"));
    battle.act('B', off(&[(1, 2), (0, 2)]));
    assert!(!battle.has('B', "unsteady"), "the rim of the board is fixed (TA-G26)");
}

#[test] // TA-157, TA-G36
fn pushes_rise_and_sink_up_to_the_roof() {
    let map = "
        . . . . . . . .
        . B . . . . . .
        . . . . . . . a
    ";
    let rules = fragments();
    let roofed = |field: &mut Field| (field.weightless, field.ceiling) = (true, Some(20));
    let mut battle = skirmish(&rules, map).field(roofed).unit('a', plain()).unit('B', plain()).rolls(&[1, 20]);
    battle.act('B', Act::along("push_up", vec![Cell::new(2, 1), Cell::new(3, 1)]));
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((3, 1), 10));
    assert!(!holds(&battle, 'B'));
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!((battle.cell('B'), battle.row('B').position.altitude), ((4, 1), 15), "the roof stops it");
    assert!(holds(&battle, 'B'));
    battle.act('B', Act::along("push_down", vec![]));
    assert_eq!(battle.row('B').position.altitude, 0);
    let far = Act::at("attack", battle.id('a'), None);
    assert_eq!(refused(&mut battle, far), "TA-G34");
}

#[test] // TA-158
fn a_drifter_may_hold_on_to_an_object_it_passes() {
    let mut battle = pair("B . . . . . . . . . . . . . a", &[]);
    assert_eq!(battle.refused_action('B', "steady").rule.as_str(), "TA-161", "it has its hold");
    battle.act('B', off(&east(1, 2, 0)));
    assert_eq!(battle.row('B').drift.speed, 30);
    battle.perform('B', "steady");
    assert_eq!(battle.row('B').drift.speed, 0);
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(battle.cell('B'), (2, 0));
}

#[test] // TA-158
fn drift_is_part_of_the_checksum() {
    let mut battle = pair("B . . . . . . . . . . . . . a", &[]);
    battle.act('B', off(&east(1, 2, 0)));
    let mut other = battle.snapshot().clone();
    other.rows[1].drift.speed = 5;
    assert_ne!(other.checksum(0), battle.snapshot().checksum(0));
}

/// A battle in which the mage `B` floats without support before `a` and `c`, the latter with a Dexterity; `dice` follow.
fn floaters(nimble: i16, dice: &[u16]) -> Skirmish {
    let map = "
        x x x x x x x x x
        x x x x x x x x x
        x x B x x a c x x
        x x x x x x x x x
        x x x x x x x x x
    ";
    let tough = || plain().stat(Stat::Strength, 20);
    let units = [('a', tough()), ('c', tough().stat(Stat::Dexterity, nimble)), ('B', mage())];
    let ground = map.replace(['a', 'B', 'c'], "x");
    let plan = skirmish(&fragments(), map).on(board(&ground, &[0; 45])).field(no_weight);
    let plan = units.iter().fold(plan, |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    plan.rolls(&[&[1, 2, 20][..], dice].concat())
}

/// `B` casts a spell on `a`.
fn casting(name: &str, energy: Components, dice: &[u16]) -> Skirmish {
    let mut battle = floaters(0, dice);
    let target = battle.id('a');
    battle.act('B', on(name, energy, target));
    battle
}

#[test] // TA-161, TA-049
fn a_spell_attack_recoils_like_any_other_attack() {
    let bolt = || energy(1, 1, 0, 0);
    let mut hit = casting("fire_bolt", bolt(), &[15, 3]);
    assert_eq!(['B', 'a', 'c'].map(|mark| hit.has(mark, "unsteady")), [true, true, false]);
    hit.all_rolled();
    let missed = casting("fire_bolt", bolt(), &[1]);
    assert_eq!(['B', 'a', 'c'].map(|mark| missed.has(mark, "unsteady")), [true, false, false]);
}

#[test] // TA-161, TA-036
fn a_burst_makes_its_targets_and_its_caster_unsteady() {
    // 15 and 9 reach 11 and not 28.
    for (nimble, dice, unsteady) in [(0, &[15, 3, 4][..], true), (17, &[15, 3][..], false)] {
        let mut battle = floaters(nimble, dice);
        battle.act('B', at_cell("fire_burst", energy(1, 1, 1, 0), 5, 2));
        assert_eq!(['B', 'a', 'c'].map(|mark| battle.has(mark, "unsteady")), [true, true, unsteady], "{nimble}");
        battle.all_rolled();
    }
}

#[test] // TA-161
fn a_spell_without_an_attack_makes_no_one_unsteady() {
    let far = "
        x x x x x
        x x x x x
        x x B x a
        x x x x x
        x x x x x
    ";
    let plan = skirmish(&fragments(), far).on(board(&far.replace(['a', 'B'], "x"), &[0; 25])).field(no_weight);
    let mut battle = plan.unit('a', plain()).unit('B', mage()).with_losses('B', 3, 0).rolls(&[1, 20, 2]);
    let own = battle.id('B');
    battle.act('B', on("mend", energy(1, 0, 0, 0), own));
    assert!(!battle.has('B', "unsteady"));
}
