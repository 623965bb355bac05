//! Delayed turns: what waits for the end of the turn itself, who comes in after whom, and what may be delayed.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Detection, Readied};
use warboard::content::stat::Stat;
use warboard::content::unit::{Trait, Unit};
use warboard::grid::Cell;
use warboard::mechanics::{Game, sight};
use warboard::resolution::{Act, Asks, BattleEvent, PickPurpose, Target};

fn flies(cells: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), rises)
}

const FIELD: &str = "
    B . . . . . . . . . . . . . . a
    . . . . . . . . . . . . . . . .
    . . . . . . . . . . . . . . . .
";

/// `B` has wings, acts first, and is 20 feet up as its second turn begins; these dice are left.
fn aloft(dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let winged = plain().quality(Trait::Flight);
    let mut battle = skirmish(&fragments(), FIELD).unit('a', plain()).unit('B', winged).rolls(&faces);
    battle.act('B', flies(&[(1, 0), (2, 0), (3, 0), (4, 0)], 20)).own('B', "wait").own('a', "wait");
    assert_eq!((battle.asked().0, battle.count(), altitude(&battle)), ('B', 2, 20));
    battle.events();
    battle
}

fn altitude(battle: &Skirmish) -> i16 {
    battle.row('B').position.altitude
}

/// The rules by which conditions were lost.
fn lost(events: &[BattleEvent], name: &str) -> Vec<&'static str> {
    let found = events.iter().filter_map(|event| match event {
        BattleEvent::ConditionLost { condition, rule, .. } if condition.as_str() == name => Some(rule.as_str()),
        _ => None,
    });
    found.collect()
}

fn ended(events: &[BattleEvent]) -> usize {
    events.iter().filter(|event| matches!(event, BattleEvent::TurnEnded { .. })).count()
}

fn comes_in(battle: &Skirmish) -> Option<char> {
    match battle.asked() {
        (who, Asks::Pick { purpose: PickPurpose::ComeIn, .. }) => Some(who),
        _ => None,
    }
}

#[test] // TA-016, TA-017, TA-152
fn a_flier_that_delays_stays_up_and_flies_once_it_comes_in() {
    let mut battle = aloft(&[]);
    battle.own('B', "delay");
    assert_eq!((altitude(&battle), battle.has('B', "flying"), ended(&battle.events())), (20, true, 0));
    battle.own('a', "wait");
    assert_eq!(comes_in(&battle), Some('B'));
    battle.choose('B', yes()).act('B', flies(&[(5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)], 0)).own('B', "wait");
    assert_eq!((altitude(&battle), battle.has('B', "flying")), (20, true));
    battle.all_rolled();
}

#[test] // TA-152
fn a_delayed_flier_that_comes_in_and_does_not_fly_falls_as_that_turn_ends() {
    let mut battle = aloft(&[1, 1]);
    battle.own('B', "delay").own('a', "wait").choose('B', yes());
    assert_eq!(altitude(&battle), 20);
    battle.own('B', "wait");
    assert_eq!((altitude(&battle), lost(&battle.events(), "flying")), (0, vec!["TA-152"]));
    battle.all_rolled();
}

#[test] // TA-152, TA-G23
fn a_delayed_turn_that_is_lost_ends_before_the_next_begins() {
    let mut battle = aloft(&[1, 1]);
    battle.own('B', "delay").own('a', "wait").choose('B', no());
    let events = battle.events();
    assert_eq!((altitude(&battle), lost(&events, "flying"), battle.has('B', "prone")), (0, vec!["TA-152"], true));
    let at = |wanted: fn(&BattleEvent) -> bool| events.iter().rposition(wanted).expect("it happens");
    let fell = at(|event| matches!(event, BattleEvent::Fell { .. }));
    let began = at(|event| matches!(event, BattleEvent::TurnBegan { .. }));
    assert!(fell < began, "it falls as the lost turn ends");
    assert_eq!((battle.asked().0, battle.count(), battle.row('B').turn_state.actions), ('B', 3, 3));
    battle.all_rolled();
}

#[test] // TA-151, TA-152
fn a_flight_made_ready_does_not_keep_a_flier_up_in_its_next_turn() {
    let mut battle = aloft(&[1, 1]);
    battle.act('B', flies(&[(5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)], 0));
    let back = flies(&[(9, 0), (8, 0), (7, 0), (6, 0), (5, 0), (4, 0)], 0);
    let readied = Box::new(Readied { watch: "moves".into(), act: back });
    battle.act('B', Act { target: Target::Ready(readied), ..Act::own("ready") });
    battle.walk('a', &[(15, 1)]);
    battle.choose('B', warboard::resolution::Choice::React("ready".into())).own('a', "wait");
    assert_eq!((battle.cell('B'), altitude(&battle), battle.asked().0), ((4, 0), 20, 'B'));
    battle.events();
    battle.own('B', "wait");
    assert_eq!((altitude(&battle), lost(&battle.events(), "flying")), (0, vec!["TA-152"]));
    battle.all_rolled();
}

fn breathless(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).conditions.level("breathless".into())
}

#[test] // TA-133, TA-G38
fn a_round_under_water_takes_one_round_of_breath_whether_or_not_the_turn_is_delayed() {
    let strong = plain().stat(Stat::Strength, 5);
    let mut battle = skirmish(&fragments(), "B ~ . a").unit('a', plain()).unit('B', strong).rolls(&[1, 20, 1]);
    battle.act('B', Act::along("swim", vec![Cell::new(1, 0)])).own('B', "wait").own('a', "wait");
    assert_eq!((battle.count(), breathless(&battle, 'B')), (2, 1));
    battle.own('B', "delay");
    assert_eq!(breathless(&battle, 'B'), 1, "its turn has not ended");
    battle.own('a', "wait").choose('B', yes()).own('B', "wait");
    assert_eq!(breathless(&battle, 'B'), 2);
    // And so if it is lost: the third round without air ends as the fourth begins.
    battle.own('a', "wait");
    assert_eq!((battle.count(), comes_in(&battle)), (3, None));
    battle.own('B', "delay").own('a', "wait");
    assert_eq!(comes_in(&battle), Some('B'));
    battle.choose('B', no());
    assert_eq!((battle.count(), breathless(&battle, 'B')), (4, 3));
    battle.all_rolled();
}

#[test] // TA-133, TA-238, TA-G38
fn one_who_is_choked_and_delays_is_without_air_for_one_turn() {
    let plan = skirmish(&fragments(), "B a . .\n. . . .\n. . . C").unit('a', plain().stat(Stat::Strength, 3));
    let mut battle = plan.unit('B', plain().unarmed()).unit('C', plain()).rolls(&[10, 20, 1, 15, 5]);
    battle.does('B', "grapple", 'a').does('B', "choke", 'a').own('B', "wait");
    battle.own('a', "delay");
    assert_eq!((battle.has('a', "choked"), breathless(&battle, 'a')), (true, 0));
    battle.own('C', "wait").choose('a', yes()).own('a', "wait");
    assert_eq!(breathless(&battle, 'a'), 1);
    battle.all_rolled();
}

#[test] // TA-195
fn one_who_hides_stays_hidden_while_its_turn_is_delayed() {
    let map = "
        . . . . . .
        a # . . . B
        . . . . . .
    ";
    let mut battle = skirmish(&fragments(), map).unit('a', plain()).unit('B', plain()).rolls(&[20, 1, 15]);
    let seen = |battle: &Skirmish| {
        let (view, rules) = (battle.snapshot().view(), battle.battle().setup().rules.clone());
        sight::visibility(Game::new(view, rules.book()), battle.id('B'), battle.id('a'))
    };
    battle.own('a', "sneak").own('a', "wait");
    battle.walk('B', &[(4, 0), (3, 0), (2, 0), (1, 0), (0, 0)]).own('B', "wait");
    battle.own('a', "delay");
    assert_eq!(seen(&battle), Detection::Hidden, "in plain sight, but its turn has not ended");
    battle.own('B', "wait").choose('a', yes());
    assert_eq!(seen(&battle), Detection::Hidden);
    battle.own('a', "wait");
    assert_eq!(seen(&battle), Detection::Seen);
    battle.all_rolled();
}

/// `a` and `c` delay before `B` acts.
fn two_wait() -> Skirmish {
    let units = |plan: Plan<'static>| plan.unit('a', plain()).unit('B', plain()).unit('c', plain());
    let mut battle = units(skirmish(&fragments(), "a . . B . . c")).rolls(&[20, 10, 15]);
    battle.own('a', "delay");
    assert_eq!(comes_in(&battle), None);
    battle.own('c', "delay");
    battle
}

/// Whose turns come next; each of them waits.
fn next_three(battle: &mut Skirmish) -> [char; 3] {
    [(); 3].map(|()| {
        let who = battle.asked().0;
        battle.own(who, "wait");
        who
    })
}

#[test] // TA-012
fn a_turn_that_is_only_delayed_lets_nobody_in() {
    let mut battle = two_wait();
    assert_eq!((battle.asked(), comes_in(&battle)), (('B', Asks::Act), None), "no turn has ended");
    battle.own('B', "wait");
    assert_eq!(comes_in(&battle), Some('a'));
}

#[test] // TA-012, TA-018
fn everybody_who_waits_may_come_in_after_the_turn_of_one_who_came_in() {
    let mut battle = two_wait();
    battle.own('B', "wait").choose('a', yes()).own('a', "wait");
    assert_eq!((comes_in(&battle), battle.count()), (Some('c'), 1));
    battle.choose('c', yes()).own('c', "wait");
    assert_eq!((next_three(&mut battle), battle.count()), (['B', 'a', 'c'], 3));
}

#[test] // TA-018
fn one_who_declined_after_one_turn_is_asked_after_the_next() {
    let mut battle = two_wait();
    battle.own('B', "wait").choose('a', no());
    battle.choose('c', yes()).own('c', "wait");
    assert_eq!(comes_in(&battle), Some('a'), "after the turn of c");
    battle.choose('a', yes()).own('a', "wait");
    assert_eq!(next_three(&mut battle), ['B', 'c', 'a']);
}

#[test] // TA-016
fn a_turn_is_delayed_at_its_start_and_not_after_a_free_action() {
    let mut battle = skirmish(&fragments(), "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.own('a', "go_prone");
    assert_eq!((battle.row('a').turn_state.actions, battle.refused_own('a', "delay").rule.as_str()), (3, "TA-016"));
}

#[test] // TA-016, TA-018
fn one_who_has_come_in_does_not_delay_again() {
    let mut battle = skirmish(&fragments(), "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.own('a', "delay").own('B', "wait").choose('a', yes());
    assert_eq!(battle.refused_own('a', "delay").rule.as_str(), "TA-016");
}

/// A drop of so many feet beside `B`, whom `a` pushes over it.
fn pushed(units: [Unit; 2], first: bool) -> Skirmish {
    let faces: &[u16] = if first { &[20, 1, 15, 5, 1, 1] } else { &[1, 20, 15, 5] };
    let mut plan = crate::drawn::plan(warboard::grid::Shape::Square, "a B .");
    plan.elevation = vec![20, 20, 0];
    let board = warboard::grid::Board::new(plan).expect("a board");
    let [a, b] = units;
    let mut battle = skirmish(&fragments(), "a B .").on(board).unit('a', a).unit('B', b).rolls(faces);
    if !first {
        battle.own('B', "wait");
    }
    battle.does('a', "push", 'B');
    battle
}

#[test] // TA-022, TA-136
fn nobody_has_a_reaction_before_its_first_turn() {
    let strong = || plain().stat(Stat::Strength, 40);
    let mut early = pushed([strong(), strong()], true);
    assert_eq!((altitude(&early), early.asked().0), (0, 'a'), "it has no reaction to catch hold with");
    early.all_rolled();
    let late = pushed([strong(), strong()], false);
    assert_eq!((late.asked().0, purpose(&late)), ('B', PickPurpose::CatchHold));
}
