//! Grapples: holds in a shared space.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{AdvantageKind, Name, Size, Stat, Trait, Unit};
use warboard::grid::Footprint;
use warboard::mechanics::{Game, movement};
use warboard::mechanics::{attack, reach, space};
use warboard::resolution::{Act, Asks, BattleEvent, CellPurpose, Choice};

/// A battle of units on a map; the first acts first. `a` is unarmed unless it is among `units`.
fn begun(map: &str, units: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let plan = units.iter().fold(skirmish(&rules, map), |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let first = (0..units.len() as u16).map(|at| 20 - at);
    plan.rolls(&first.chain(dice.iter().copied()).collect::<Vec<_>>())
}

fn bare() -> Unit {
    plain().unarmed()
}

/// A battle in which `a` has grappled `B`; `dice` follow.
fn held(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let all: Vec<u16> = [10, 10].iter().chain(dice).copied().collect();
    let mut battle = begun(map, &[('a', a), ('B', b)], &all);
    battle.act_on('a', "grapple", 'B');
    assert_eq!(battle.snapshot().links.len(), 1, "a hold");
    battle
}

fn space_of(battle: &Skirmish, mark: char) -> Footprint {
    battle.row(mark).position.footprint()
}

fn share(battle: &Skirmish) -> bool {
    space_of(battle, 'a') == space_of(battle, 'B')
}

/// The rules of all displacements.
fn displaced(events: &[BattleEvent]) -> Vec<&'static str> {
    let rule = |event: &BattleEvent| match event {
        BattleEvent::Displaced { rule, .. } => Some(rule.as_str()),
        _ => None,
    };
    events.iter().filter_map(rule).collect()
}

fn walks(battle: &Skirmish, mark: char) -> u16 {
    let rules = &battle.battle().setup().rules;
    movement::rate(
        Game::new(battle.snapshot().view(), rules.book()),
        battle.id(mark),
        warboard::content::action::Gait::Walk,
    )
}

#[test] // TA-112, TA-G07, TA-G08
fn a_failed_grapple_creates_no_hold() {
    let mut battle = begun("a B .", &[('a', bare()), ('B', plain())], &[9, 10]);
    battle.act_on('a', "grapple", 'B');
    assert!(battle.snapshot().links.is_empty());
    assert!(!battle.has('B', "grappled") && !share(&battle));
    assert!(checks(&battle.events())[0].rival.is_some(), "both roll");
    battle.all_rolled();
}

#[test] // TA-113, TA-115, TA-231, TA-241
fn a_grapple_of_equal_size_moves_the_holder_into_the_space_of_the_captive() {
    let mut battle = held("a B .", bare(), plain(), &[]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((1, 0), (1, 0)));
    assert_eq!(displaced(&battle.events()), ["TA-115"]);
    assert!(battle.has('a', "grappling") && battle.has('B', "grappled"));
    assert!(!battle.has('B', "slowed"), "that takes a critical success");
    battle.all_rolled();
}

#[test] // TA-114, TA-227, TA-234, TA-G27
fn grapplers_of_different_sizes_share_the_space_of_the_larger() {
    let (large, small) = (bare().size(Size::Large), plain());
    let mut by_large = begun("a . B .\n. . . .", &[('a', large), ('B', small)], &[10, 10]);
    by_large.act_on('a', "grapple", 'B');
    let space = Footprint::new(warboard::grid::Cell::new(0, 0), 2);
    assert_eq!((space_of(&by_large, 'a'), space_of(&by_large, 'B')), (space, space), "both have the whole of it");
    assert_eq!(displaced(&by_large.events()), ["TA-114"]);
    assert!(by_large.has('B', "entangled") && !by_large.has('a', "entangled"));
    assert_eq!(walks(&by_large, 'a'), 15, "the larger goes at half its speed");
    let units = [('a', bare()), ('B', plain().size(Size::Large))];
    let mut by_small = begun(". a B .\n. . . .", &units, &[10, 10]);
    by_small.act_on('a', "grapple", 'B');
    assert_eq!(space_of(&by_small, 'a'), Footprint::new(warboard::grid::Cell::new(2, 0), 2));
    assert!(by_small.has('a', "entangled") && !by_small.has('B', "entangled"));
    let away = Act::along("move", vec![warboard::grid::Cell::new(1, 0)]);
    assert_eq!(refusal(&mut by_small, away), "TA-222");
}

#[test] // TA-116
fn a_critical_grapple_slows_as_well() {
    let mut battle = begun("a B .", &[('a', bare()), ('B', plain())], &[20, 10]);
    battle.act_on('a', "grapple", 'B');
    assert!(battle.has('B', "slowed") && battle.has('B', "grappled"));
    battle.perform('a', "wait");
    assert_eq!(battle.row('B').turn_state.actions(), 2);
    battle.perform('B', "wait");
    assert!(!battle.has('B', "slowed"), "one round, until the holder acts again");
}

#[test] // TA-117
fn a_grapple_needs_a_free_hand_or_a_natural_weapon() {
    let refused = |a: Unit| {
        let mut battle = begun("a B .", &[('a', a), ('B', plain())], &[]);
        let act = Act::at("grapple", battle.id('B'), None);
        battle.state.submit(Choice::Act(act)).err().map(|refusal| refusal.rule.as_str())
    };
    assert_eq!(refused(plain()), None, "a sword in one hand, the other is free");
    assert_eq!(refused(plain().weapon("great_sword")), Some("TA-117"));
    let shield = Some(Name::new("shield"));
    assert_eq!(refused(Unit { shield, ..plain() }), Some("TA-117"));
    let wolf = plain().weapon("bite").with_trait(Trait::NoHands);
    assert_eq!(refused(wolf), None);
}

#[test] // TA-226, TA-233
fn one_arm_is_bound() {
    let usable = |battle: &Skirmish, mark: char| {
        let slots = reach::melee_slots(battle.snapshot().view(), battle.id(mark));
        slots
            .iter()
            .map(|slot| battle.row(mark).sheet.weapons[usize::from(slot.0)].weapon.id.as_str())
            .collect::<Vec<_>>()
    };
    let both_hands = held("a B .", plain(), plain().weapon("great_sword"), &[]);
    assert_eq!(usable(&both_hands, 'a'), ["long_sword"], "one hand holds, the other fights");
    assert_eq!(usable(&both_hands, 'B'), ["unarmed"], "a two-handed sword takes both");
    // The second hand is the one that holds: no third for another.
    let units = [('a', plain()), ('B', plain()), ('C', plain())];
    let mut two = begun("C a B .", &units, &[10, 10]);
    two.act_on('a', "grapple", 'B');
    assert_eq!(refused_at(&mut two, "grapple", 'C'), "TA-117");
}

#[test] // TA-226
fn a_shield_on_the_bound_arm_no_longer_protects() {
    let shielded = Unit { shield: Some(Name::new("shield")), ..plain() };
    let defence = |battle: &Skirmish| {
        let rules = &battle.battle().setup().rules;
        let (view, a, b) = (battle.snapshot().view(), battle.id('a'), battle.id('B'));
        attack::defence(Game::new(view, rules.book()), a, b, None, attack::Mode::Melee).1
    };
    let mut battle = begun("a B .", &[('a', bare()), ('B', shielded)], &[10, 10]);
    let before = defence(&battle).total();
    battle.act_on('a', "grapple", 'B');
    let after = defence(&battle);
    assert_eq!(after.total(), before - 1);
    assert!(terms(&after).contains(&("held".into(), -1, "TA-226")), "{after}");
}

#[test] // TA-228, TA-229, TA-235, TA-236, TA-G27
fn either_grappler_moves_at_half_speed_and_takes_the_other_along() {
    let mut battle = held(". a B . . . . .", bare(), plain(), &[]);
    assert_eq!((walks(&battle, 'a'), walks(&battle, 'B')), (15, 15));
    battle.events();
    let far: Vec<(i16, i16)> = (3..=6).map(|x| (x, 0)).collect();
    assert_eq!(battle.refused_walk('a', &far).rule.as_str(), "TA-054");
    battle.walk('a', &far[..3]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((5, 0), (5, 0)));
    assert_eq!(displaced(&battle.events()), ["TA-236"; 3]);
    battle.perform('a', "wait");
    battle.events();
    battle.walk('B', &[(4, 0), (3, 0)]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 0), (3, 0)));
    assert_eq!(displaced(&battle.events()), ["TA-229"; 2]);
    assert_eq!(battle.snapshot().links.len(), 1, "the hold goes on");
}

#[test] // TA-230, TA-237
fn a_falling_grappler_takes_the_other_along() {
    let falls = |events: &[BattleEvent]| {
        let fall = |event: &BattleEvent| match event {
            BattleEvent::StanceTaken { who, rule, stance } if stance.held.is_some() => Some((who.0, rule.as_str())),
            _ => None,
        };
        events.iter().filter_map(fall).collect::<Vec<_>>()
    };
    let mut holder = held("a B .", bare(), plain(), &[]);
    holder.events();
    holder.perform('a', "go_prone");
    assert_eq!(falls(&holder.events()), [(0, "TA-027"), (1, "TA-237")]);
    assert!(holder.has('B', "prone"));
    holder.perform('a', "stand_up");
    assert!(!holder.has('a', "prone") && holder.has('B', "prone"), "only falling is done together");
    let mut held_one = held("a B .", bare(), plain(), &[]);
    held_one.perform('a', "wait");
    held_one.events();
    held_one.perform('B', "go_prone");
    assert_eq!(falls(&held_one.events()), [(1, "TA-027"), (0, "TA-230")]);
}

#[test] // TA-230, TA-108
fn a_trip_brings_down_the_holder_with_its_captive() {
    // `B` is flanked until `a` shares its space: `a` rolls two dice.
    let units = [('a', bare()), ('c', plain()), ('B', plain())];
    let mut battle = begun("a B c", &units, &[10, 10, 10, 10, 1]);
    battle.act_on('a', "grapple", 'B').perform('a', "wait").act_on('c', "trip", 'B');
    assert!(battle.has('B', "prone") && battle.has('a', "prone") && !battle.has('c', "prone"));
}

#[test] // TA-231, TA-241
fn the_captive_is_flat_footed_to_its_holder_alone() {
    let mut battle = held("a B .", bare(), plain(), &[10, 11, 1, 10, 8]);
    battle.events();
    battle.act_on('a', "attack", 'B');
    assert_eq!(checks(&battle.events())[0].edge.net(), Some(AdvantageKind::Advantage));
    battle.perform('a', "wait");
    battle.act_on('B', "attack", 'a');
    assert_eq!(checks(&battle.events())[0].edge.net(), None, "the holder is not");
}

#[test] // TA-239, TA-232, TA-093, TA-G27
fn the_captive_pushes_its_holder_away() {
    let map = ". . . . .\n. a B . .\n. . . . .";
    let mut failed = held(map, bare(), plain(), &[9, 10]);
    failed.perform('a', "wait").act_on('B', "push", 'a');
    assert!(failed.snapshot().links.len() == 1 && share(&failed));
    let mut done = held(map, bare(), plain(), &[10, 10]);
    done.perform('a', "wait");
    done.events();
    done.act_on('B', "push", 'a');
    let (purpose, ways) = cells(&done);
    assert_eq!((purpose, ways.len()), (CellPurpose::PushAway, 8));
    done.choose('B', at(3, 1));
    assert_eq!(holds_ended(&done.events()), ["TA-239"]);
    assert_eq!((done.cell('a'), done.cell('B')), ((3, 1), (2, 1)));
    assert!(!done.has('B', "grappled") && !done.has('a', "grappling"));
    assert_eq!(walks(&done, 'B'), 30);
    let mut critical = held(map, bare(), plain(), &[20, 10]);
    critical.perform('a', "wait").act_on('B', "push", 'a').choose('B', at(3, 1)).choose('B', yes());
    assert_eq!((critical.cell('a'), critical.cell('B')), ((4, 1), (3, 1)), "10 feet, and the pusher follows");
    critical.choose('B', no());
    critical.all_rolled();
}

#[test] // TA-239, TA-G25, TA-G27
fn a_small_captive_that_pushes_its_large_holder_away_stands_in_a_free_square() {
    let units = [('a', bare().size(Size::Large)), ('B', plain())];
    let mut battle = begun(". . . . .\n. a . B .\n. . . . .\n. . . . .", &units, &[10, 10, 10, 10]);
    battle.act_on('a', "grapple", 'B').perform('a', "wait").act_on('B', "push", 'a').choose('B', at(0, 1));
    let (large, small) = (space_of(&battle, 'a'), space_of(&battle, 'B'));
    assert_eq!(large, Footprint::new(warboard::grid::Cell::new(0, 1), 2));
    assert_eq!(small.extent, 1);
    let (shape, view) = (battle.snapshot().view().shape(), battle.snapshot().view());
    assert!(!large.overlaps(shape, small) && warboard::grid::adjacent(shape, large, small));
    assert!(space::may_end(Game::new(view, battle.battle().setup().rules.book()), battle.id('B'), small).is_ok());
}

#[test] // TA-097, TA-098, TA-239, TA-G26
fn the_captive_pushes_its_holder_against_a_wall_beside_them() {
    let mut battle = held(". . . .\n. a B #", bare(), plain(), &[10, 10, 4]);
    battle.perform('a', "wait");
    battle.events();
    battle.act_on('B', "push", 'a').choose('B', at(3, 1));
    let events = battle.events();
    assert_eq!((damage(&events), holds_ended(&events)), (vec![4], vec!["TA-239"]));
    assert_eq!((battle.has('a', "prone"), battle.has('B', "prone")), (true, false), "no hold pulls the pusher down");
    assert_eq!((battle.cell('B'), battle.snapshot().links.len()), ((2, 1), 0));
    assert_ne!(battle.cell('a'), (2, 1), "it is in no other space");
    battle.all_rolled();
}

#[test] // TA-097, TA-098, TA-G26
fn the_edge_of_the_board_is_a_wall_to_a_target_pushed_out_of_a_shared_space() {
    // There is room to the west; all else is the edge.
    let mut battle = held("a B", bare(), plain(), &[10, 10, 4]);
    battle.perform('a', "wait");
    battle.events();
    battle.act_on('B', "push", 'a');
    let (_, mut ways) = cells(&battle);
    ways.sort_unstable();
    assert_eq!(ways, [(0, 0), (1, 0)]);
    battle.choose('B', at(1, 0));
    assert_eq!((damage(&battle.events()), battle.has('a', "prone")), (vec![4], true));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((0, 0), (1, 0)));
    battle.all_rolled();
}

#[test] // TA-232, TA-239, TA-G27
fn the_captive_reverses_the_hold() {
    let mut failed = held("a B .", bare(), bare(), &[9, 10]);
    failed.perform('a', "wait").act_on('B', "grapple", 'a');
    assert!(failed.has('B', "grappled") && failed.has('a', "grappling"));
    let mut done = held("a B .", bare(), bare(), &[10, 10]);
    done.perform('a', "wait");
    done.events();
    done.act_on('B', "grapple", 'a');
    assert_eq!(holds_ended(&done.events()), ["TA-232"]);
    assert!(done.has('a', "grappled") && !done.has('a', "grappling"));
    assert!(done.has('B', "grappling") && !done.has('B', "grappled"));
    assert!(share(&done) && done.snapshot().links.len() == 1);
    let mut critical = held("a B .", bare(), bare(), &[20, 10]);
    critical.perform('a', "wait").act_on('B', "grapple", 'a');
    assert!(critical.has('a', "slowed"));
}

#[test] // TA-240, TA-G25
fn letting_go_is_free_and_the_holder_steps_out() {
    let mut battle = held("a B .", bare(), plain(), &[]);
    battle.events();
    battle.perform('a', "release");
    assert_eq!(battle.row('a').turn_state.actions(), 2, "a free action");
    let events = battle.events();
    assert_eq!(holds_ended(&events), ["TA-240"]);
    assert_eq!(displaced(&events), ["TA-G25"]);
    assert_eq!(battle.cell('B'), (1, 0));
    assert_ne!(battle.cell('a'), (1, 0));
    assert!(!battle.has('B', "grappled"));
}

#[test] // TA-240, TA-G25, TA-114
fn a_released_small_captive_leaves_the_space_of_the_larger() {
    let units = [('a', bare().size(Size::Large)), ('B', plain())];
    let mut battle = begun("a . B .\n. . . .", &units, &[10, 10]);
    battle.act_on('a', "grapple", 'B').perform('a', "release");
    assert_eq!(space_of(&battle, 'a'), Footprint::new(warboard::grid::Cell::new(0, 0), 2));
    assert_eq!(space_of(&battle, 'B').extent, 1);
    assert!(!share(&battle) && battle.cell('B').0 >= 2);
}

#[test] // TA-G27, TA-223, TA-093
fn a_push_by_a_third_combatant_ends_the_hold() {
    // `B` is flanked until `a` shares its space: `a` rolls two dice.
    let units = [('a', bare()), ('c', plain()), ('B', plain())];
    let mut battle = begun(". a B c .\n. . . . .", &units, &[10, 10, 10, 10, 1]);
    battle.act_on('a', "grapple", 'B').perform('a', "wait");
    battle.events();
    battle.act_on('c', "push", 'B');
    assert_eq!(holds_ended(&battle.events()), ["TA-G27"]);
    assert_eq!((battle.cell('a'), battle.cell('B'), battle.cell('c')), ((2, 0), (1, 0), (2, 1)));
}

#[test] // TA-G54, TA-228
fn speed_is_halved_once_for_any_number_of_holders() {
    // `B` is flanked until `a` shares its space: `a` rolls two dice.
    let units = [('a', bare()), ('c', bare()), ('B', plain())];
    let mut battle = begun(". a B c . .", &units, &[10, 10, 10, 10, 1]);
    battle.act_on('a', "grapple", 'B').perform('a', "wait").act_on('c', "grapple", 'B');
    assert_eq!(walks(&battle, 'B'), 15);
    battle.walk('c', &[(3, 0)]);
    assert_eq!(['a', 'B', 'c'].map(|mark| battle.cell(mark)), [(3, 0); 3], "all three go");
    battle.perform('c', "wait");
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test] // TA-G27, TA-218, TA-G25
fn a_hold_on_the_dead_ends_and_the_holder_has_its_own_space_again() {
    let giant = plain().size(Size::Large).stat(Stat::Strength, -4);
    let mut battle = begun("a B .\n. . .", &[('a', bare()), ('B', giant)], &[10, 1, 20, 19, 4]);
    battle.act_on('a', "grapple", 'B');
    assert_eq!(space_of(&battle, 'a').extent, 2);
    battle.act_on('a', "attack", 'B');
    assert!(battle.row('B').gone, "2 hit points, 8 damage");
    assert_eq!(space_of(&battle, 'a').extent, 1);
    assert!(battle.snapshot().links.is_empty());
}
