//! Rounds of three actions: who acts when, delaying, what a turn starts with, bleeding and death.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::stat::Stat;
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
fn the_unaware_take_no_turn_in_the_first_round_and_cannot_react() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).surprised('B', plain()).rolls(&[1, 20]);
    assert_eq!(battle.asked().0, 'a');
    assert_eq!(battle.row('B').turn_state.reactions, 0);
    battle.own('a', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('B', 2));
}

#[test] // TA-014, TA-020, TA-031, TA-032, WE-01
fn draw_move_and_attack_are_the_three_actions_of_a_turn() {
    let rules = fragments();
    let mut sheathed = plain();
    sheathed.weapons[0].in_hand = false;
    let mut battle = skirmish(&rules, "a . . . B").unit('a', sheathed).unit('B', plain()).rolls(&[20, 1, 2]);
    assert_eq!(battle.row('a').turn_state.actions, 3);
    battle.own_weapon('a', "draw");
    battle.walk('a', &[(1, 0), (2, 0), (3, 0)]);
    assert_eq!(battle.row('a').turn_state.actions, 1);
    battle.does('a', "attack", 'B');
    assert_eq!(battle.asked().0, 'B', "the turn is over");
    assert_eq!(battle.row('a').turn_state.actions, 0);
}

#[test] // TA-054
fn a_move_goes_up_to_the_speed() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . . . . . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    let path: Vec<(i16, i16)> = (1..=7).map(|x| (x, 0)).collect();
    assert_eq!(battle.refused_walk('a', &path).rule.as_str(), "TA-054");
    battle.walk('a', &path[..6]);
    assert_eq!(battle.cell('a'), (6, 0));
}

#[test] // TA-011, TA-012, TA-016, TA-018, TA-G23
fn one_who_delays_comes_in_after_another_and_keeps_that_place() {
    let rules = fragments();
    let mut battle =
        skirmish(&rules, "a . . B . . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&[20, 15, 10]);
    battle.own('a', "delay");
    battle.own('B', "wait");
    let (who, asks) = battle.asked();
    assert!(matches!(asks, Asks::Pick { purpose: PickPurpose::ComeIn, .. }));
    assert_eq!(who, 'a');
    battle.choose('a', Choice::Pick(Pick::No));
    battle.own('C', "wait");
    battle.choose('a', Choice::Pick(Pick::Yes));
    assert_eq!((battle.asked().0, battle.row('a').turn_state.actions, battle.count()), ('a', 3, 1));
    battle.own('a', "wait");
    let mut order = Vec::new();
    for _ in 0..3 {
        let who = battle.asked().0;
        order.push(who);
        battle.own(who, "wait");
    }
    assert_eq!(order, ['B', 'C', 'a'], "from now on after C");
}

#[test] // TA-016
fn a_turn_is_put_off_only_before_anything_is_done() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.own('a', "dodge");
    assert_eq!(battle.refused_own('a', "delay").rule.as_str(), "TA-016");
}

#[test] // TA-G23
fn one_who_never_comes_in_loses_the_turn_and_begins_anew_at_its_old_place() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 15]);
    battle.own('a', "delay");
    battle.own('B', "wait");
    battle.choose('a', Choice::Pick(Pick::No));
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    assert!(!battle.row('a').turn_state.is_delaying());
}

/// `B` is struck down to -1 hit points in its first round; `a` acts before it.
fn felled(dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let frail = plain().stat(Stat::Strength, 0); // 10 hit points
    let faces = [20, 1, 15, 6].iter().chain(dice).copied().collect::<Vec<_>>();
    let strong = plain().stat(Stat::Strength, 5);
    let mut battle = skirmish(&rules, "a B").unit('a', strong).unit('B', frail).rolls(&faces);
    battle.does('a', "attack", 'B');
    assert_eq!(battle.row('B').vitals.hit_points, -1);
    battle
}

#[test] // TA-242, TA-243, TA-244, WE-04
fn one_without_hit_points_falls_bleeds_and_has_one_action() {
    let mut battle = felled(&[15, 3, 3]);
    for condition in ["incapacitated", "prone", "bleeding"] {
        assert!(battle.has('B', condition), "{condition}");
    }
    battle.own('a', "wait");
    assert_eq!(
        (battle.asked().0, battle.row('B').turn_state.actions, battle.row('B').turn_state.reactions),
        ('B', 1, 0)
    );
}

#[test] // TA-207, TA-210, TA-212, TA-215, TA-218, TA-G18
fn the_table_of_bleeding_decides_each_turn() {
    // Nothing: 2d6 are lost, and every loss makes the penalty one worse.
    let mut nothing = felled(&[15, 1, 2]);
    nothing.own('a', "wait");
    assert_eq!(nothing.row('B').vitals.hit_points, -4);
    assert_eq!(level(&nothing), 1);
    // Deteriorate: one worse by the table, and one by the loss.
    let mut worse = felled(&[10, 1, 2]);
    worse.own('a', "wait");
    assert_eq!(level(&worse), 2);
    // Unconscious: it sleeps and loses blood all the same.
    let mut faint = felled(&[5, 1, 2]);
    faint.own('a', "wait");
    assert!(faint.has('B', "unconscious"));
    assert_eq!(faint.row('B').vitals.hit_points, -4);
    // Stabilise: nothing is lost.
    let mut stable = felled(&[16]);
    stable.own('a', "wait");
    assert!(!stable.has('B', "bleeding"));
    assert_eq!(stable.row('B').vitals.hit_points, -1);
    stable.all_rolled();
    // As far below 0 as it had at most: dead.
    let mut dead = felled(&[15, 4, 5]);
    dead.own('a', "wait");
    assert!(dead.events().iter().any(|event| matches!(event, BattleEvent::Died { .. })));
}

fn level(battle: &Skirmish) -> i16 {
    let held = battle.row('B').conditions.0.iter().find(|held| held.condition.as_str() == "bleeding");
    held.map_or(-1, |held| held.level)
}

#[test] // TA-208, TA-209
fn the_penalty_is_taken_off_the_roll() {
    let mut battle = felled(&[15, 1, 1, 6, 1, 1]);
    battle.own('a', "wait");
    battle.own('B', "wait");
    battle.events();
    battle.own('a', "wait");
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
    battle.own('a', "wait");
    assert_eq!(battle.row('B').vitals.hit_points, before - 5);
    battle.own('B', "put_out");
    assert!(!battle.has('B', "on_fire") && battle.has('B', "prone"));
    battle.own('B', "wait").own('a', "wait");
    assert_eq!(battle.row('B').vitals.hit_points, before - 5);
    battle.all_rolled();
}

#[test] // TA-256, WE-05
fn the_slowed_have_an_action_and_a_reaction_less() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.afflict('B', "slowed");
    battle.own('a', "wait");
    assert_eq!((battle.row('B').turn_state.actions, battle.row('B').turn_state.reactions), (2, 0));
}
