//! The order of turns, delaying, effects at the start of a turn, bleeding and death.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::Stat;
use warboard::resolution::{Asks, BattleEvent, Choice, Pick, PickPurpose};

#[test] // TA-003, TA-006, TA-G02
fn the_highest_initiative_acts_first() {
    let rules = fragments();
    let quick = plain().stat(Stat::Dexterity, 4);
    let battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', quick).rolls(&[10, 7]);
    assert_eq!(battle.asked().0, 'B', "7 + 1 + 4 is more than 10 + 1");
}

#[test] // TA-005
fn ties_are_ordered_by_chance() {
    let rules = fragments();
    let first = |seed| {
        let battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).seeded(seed);
        let of = |mark| battle.row(mark).turn_state.initiative;
        (of('a') == of('B')).then(|| battle.asked().0)
    };
    let tied: Vec<char> = (0..400).filter_map(first).collect();
    assert!(tied.contains(&'a') && tied.contains(&'B'), "{tied:?}");
}

#[test] // TA-008, TA-G50
fn unaware_combatants_take_no_turn_in_the_first_round_and_cannot_react() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).surprised('B', plain()).rolls(&[1, 20]);
    assert_eq!(battle.asked().0, 'a');
    assert_eq!(battle.row('B').turn_state.reactions(), 0);
    battle.perform('a', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('B', 2));
}

#[test] // TA-014, TA-020, TA-031, TA-032, WE-01
fn draw_move_and_attack_are_the_three_actions_of_a_turn() {
    let rules = fragments();
    let mut sheathed = plain();
    sheathed.weapons[0].in_hand = false;
    let mut battle = skirmish(&rules, "a . . . B").unit('a', sheathed).unit('B', plain()).rolls(&[20, 1, 2]);
    assert_eq!(battle.row('a').turn_state.actions(), 3);
    battle.perform_with_weapon('a', "draw");
    battle.walk('a', &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!(battle.row('a').turn_state.actions(), 1);
    battle.act_on('a', "attack", 'B');
    assert_eq!(battle.asked().0, 'B', "the turn is over");
    assert_eq!(battle.row('a').turn_state.actions(), 0);
}

#[test] // TA-054
fn a_move_covers_up_to_the_speed() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . . . . . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    let path: Vec<(i16, i16)> = (1..=7).map(|x| (x, 0)).collect();
    assert_eq!(battle.refused_walk('a', &path).rule.as_str(), "TA-054");
    battle.walk('a', &path[..6]);
    assert_eq!(battle.cell('a'), (6, 0));
}

#[test] // TA-011, TA-012, TA-016, TA-018, TA-G23
fn a_delayer_comes_in_after_another_turn_and_keeps_that_place() {
    let rules = fragments();
    let mut battle =
        skirmish(&rules, "a . . B . . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&[20, 15, 10]);
    battle.perform('a', "delay");
    battle.perform('B', "wait");
    let (who, asks) = battle.asked();
    assert!(matches!(asks, Asks::Pick { purpose: PickPurpose::ComeIn, .. }));
    assert_eq!(who, 'a');
    battle.choose('a', Choice::Pick(Pick::No));
    battle.perform('C', "wait");
    battle.choose('a', Choice::Pick(Pick::Yes));
    assert_eq!((battle.asked().0, battle.row('a').turn_state.actions(), battle.count()), ('a', 3, 1));
    battle.perform('a', "wait");
    let mut order = Vec::new();
    for _ in 0..3 {
        let who = battle.asked().0;
        order.push(who);
        battle.perform(who, "wait");
    }
    assert_eq!(order, ['B', 'C', 'a'], "from now on after C");
}

#[test] // TA-016
fn a_turn_is_delayed_only_before_its_first_action() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.perform('a', "dodge");
    assert_eq!(battle.refused_action('a', "delay").rule.as_str(), "TA-016");
}

#[test] // TA-G23
fn a_delayer_that_never_comes_in_loses_the_turn_and_keeps_its_old_place() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 15]);
    battle.perform('a', "delay");
    battle.perform('B', "wait");
    battle.choose('a', Choice::Pick(Pick::No));
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    assert!(!battle.row('a').turn_state.is_delaying());
}

/// A battle in which `B` is reduced to -1 hit points in its first round; `a` acts before it.
fn felled(dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let frail = plain().stat(Stat::Strength, 0); // 10 hit points
    let faces = [20, 1, 15, 6].iter().chain(dice).copied().collect::<Vec<_>>();
    let strong = plain().stat(Stat::Strength, 5);
    let mut battle = skirmish(&rules, "a B").unit('a', strong).unit('B', frail).rolls(&faces);
    battle.act_on('a', "attack", 'B');
    assert_eq!(battle.row('B').vitals.hit_points, -1);
    battle
}

#[test] // TA-242, TA-243, TA-244, WE-04
fn a_combatant_without_hit_points_falls_bleeds_and_has_one_action() {
    let mut battle = felled(&[15, 3, 3]);
    for condition in ["incapacitated", "prone", "bleeding"] {
        assert!(battle.has('B', condition), "{condition}");
    }
    battle.perform('a', "wait");
    assert_eq!(
        (battle.asked().0, battle.row('B').turn_state.actions(), battle.row('B').turn_state.reactions()),
        ('B', 1, 0)
    );
}

#[test] // TA-207, TA-210, TA-212, TA-215, TA-218, TA-G18
fn the_table_of_bleeding_decides_each_turn() {
    // Nothing: 2d6 are lost, and every loss makes the penalty one worse.
    let mut nothing = felled(&[15, 1, 2]);
    nothing.perform('a', "wait");
    assert_eq!(nothing.row('B').vitals.hit_points, -4);
    assert_eq!(level(&nothing), 1);
    // Deteriorate: one worse by the table, and one by the loss.
    let mut worse = felled(&[10, 1, 2]);
    worse.perform('a', "wait");
    assert_eq!(level(&worse), 2);
    // Unconscious: it sleeps and loses blood all the same.
    let mut faint = felled(&[5, 1, 2]);
    faint.perform('a', "wait");
    assert!(faint.has('B', "unconscious"));
    assert_eq!(faint.row('B').vitals.hit_points, -4);
    // Stabilise: nothing is lost.
    let mut stable = felled(&[16]);
    stable.perform('a', "wait");
    assert!(!stable.has('B', "bleeding"));
    assert_eq!(stable.row('B').vitals.hit_points, -1);
    stable.all_rolled();
    // As far below 0 as its maximum: dead.
    let mut dead = felled(&[15, 4, 5]);
    dead.perform('a', "wait");
    assert!(dead.events().iter().any(|event| matches!(event, BattleEvent::Died { .. })));
}

fn level(battle: &Skirmish) -> i16 {
    let held = battle.row('B').conditions.0.iter().find(|held| held.condition.as_str() == "bleeding");
    held.map_or(-1, |held| held.level)
}

#[test] // TA-208, TA-209
fn the_bleed_penalty_is_subtracted_from_the_roll() {
    let mut battle = felled(&[15, 1, 1, 6, 1, 1]);
    battle.perform('a', "wait");
    battle.perform('B', "wait");
    battle.events();
    battle.perform('a', "wait");
    let bleed = checks(&battle.events()).into_iter().find(|roll| roll.action.as_str() == "bleed").expect("a roll");
    assert_eq!((bleed.natural, bleed.bonus.total()), (6, -1));
    assert!(battle.has('B', "unconscious"), "6 less 1 is 5");
}

#[test] // TA-246, TA-247
fn fire_burns_as_each_turn_begins_until_it_is_rolled_out() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1, 2, 3]);
    battle.afflict('B', "on_fire");
    let before = battle.row('B').vitals.hit_points;
    battle.perform('a', "wait");
    assert_eq!(battle.row('B').vitals.hit_points, before - 5);
    battle.perform('B', "put_out");
    assert!(!battle.has('B', "on_fire") && battle.has('B', "prone"));
    battle.perform('B', "wait").perform('a', "wait");
    assert_eq!(battle.row('B').vitals.hit_points, before - 5);
    battle.all_rolled();
}

#[test] // TA-256, WE-05
fn slowed_removes_an_action_and_a_reaction() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.afflict('B', "slowed");
    battle.perform('a', "wait");
    assert_eq!((battle.row('B').turn_state.actions(), battle.row('B').turn_state.reactions()), (2, 0));
}
