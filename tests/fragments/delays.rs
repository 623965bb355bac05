//! Delayed turns: effects at the end of the turn, the order in which combatants come in, and limits on delaying.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Detection, Readied};
use warboard::content::{Stat, Trait, Unit};
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

/// A battle in which `B`, a flier, is 20 feet up as its second turn begins; `dice` are left.
fn aloft(dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [1, 20].iter().chain(dice).copied().collect();
    let winged = plain().with_trait(Trait::Flight);
    let mut battle = skirmish(&fragments(), FIELD).unit('a', plain()).unit('B', winged).rolls(&faces);
    battle.act('B', flies(&[(1, 0), (2, 0), (3, 0), (4, 0)], 20)).perform('B', "wait").perform('a', "wait");
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
    battle.perform('B', "delay");
    assert_eq!((altitude(&battle), battle.has('B', "flying"), ended(&battle.events())), (20, true, 0));
    battle.perform('a', "wait");
    assert_eq!(comes_in(&battle), Some('B'));
    battle
        .choose('B', yes())
        .act('B', flies(&[(5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)], 0))
        .perform('B', "wait");
    assert_eq!((altitude(&battle), battle.has('B', "flying")), (20, true));
    battle.all_rolled();
}

#[test] // TA-152
fn a_delayed_flier_that_comes_in_and_does_not_fly_falls_as_that_turn_ends() {
    let mut battle = aloft(&[1, 1]);
    battle.perform('B', "delay").perform('a', "wait").choose('B', yes());
    assert_eq!(altitude(&battle), 20);
    battle.perform('B', "wait");
    assert_eq!((altitude(&battle), lost(&battle.events(), "flying")), (0, vec!["TA-152"]));
    battle.all_rolled();
}

#[test] // TA-152, TA-G23
fn a_delayed_turn_that_is_lost_ends_before_the_next_begins() {
    let mut battle = aloft(&[1, 1]);
    battle.perform('B', "delay").perform('a', "wait").choose('B', no());
    let events = battle.events();
    assert_eq!((altitude(&battle), lost(&events, "flying"), battle.has('B', "prone")), (0, vec!["TA-152"], true));
    let at = |wanted: fn(&BattleEvent) -> bool| events.iter().rposition(wanted).expect("it happens");
    let fell = at(|event| matches!(event, BattleEvent::Fell { .. }));
    let began = at(|event| matches!(event, BattleEvent::TurnBegan { .. }));
    assert!(fell < began, "it falls as the lost turn ends");
    assert_eq!((battle.asked().0, battle.count(), battle.row('B').turn_state.actions()), ('B', 3, 3));
    battle.all_rolled();
}

#[test] // TA-151, TA-152
fn a_readied_flight_does_not_keep_a_flier_up_in_its_next_turn() {
    let mut battle = aloft(&[1, 1]);
    battle.act('B', flies(&[(5, 0), (6, 0), (7, 0), (8, 0), (9, 0), (10, 0)], 0));
    let back = flies(&[(9, 0), (8, 0), (7, 0), (6, 0), (5, 0), (4, 0)], 0);
    let readied = Box::new(Readied { watch: "moves".into(), act: back });
    battle.act('B', Act { target: Target::Ready(readied), ..Act::own("ready") });
    battle.walk('a', &[(15, 1)]);
    battle.choose('B', warboard::resolution::Choice::React("ready".into())).perform('a', "wait");
    assert_eq!((battle.cell('B'), altitude(&battle), battle.asked().0), ((4, 0), 20, 'B'));
    battle.events();
    battle.perform('B', "wait");
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
    battle.act('B', Act::along("swim", vec![Cell::new(1, 0)])).perform('B', "wait").perform('a', "wait");
    assert_eq!((battle.count(), breathless(&battle, 'B')), (2, 1));
    battle.perform('B', "delay");
    assert_eq!(breathless(&battle, 'B'), 1, "its turn has not ended");
    battle.perform('a', "wait").choose('B', yes()).perform('B', "wait");
    assert_eq!(breathless(&battle, 'B'), 2);
    // And so if it is lost: the third round without air ends as the fourth begins.
    battle.perform('a', "wait");
    assert_eq!((battle.count(), comes_in(&battle)), (3, None));
    battle.perform('B', "delay").perform('a', "wait");
    assert_eq!(comes_in(&battle), Some('B'));
    battle.choose('B', no());
    assert_eq!((battle.count(), breathless(&battle, 'B')), (4, 3));
    battle.all_rolled();
}

#[test] // TA-133, TA-238, TA-G38
fn a_choked_combatant_that_delays_is_without_air_for_one_turn() {
    let plan = skirmish(&fragments(), "B a . .\n. . . .\n. . . C").unit('a', plain().stat(Stat::Strength, 3));
    let mut battle = plan.unit('B', plain().unarmed()).unit('C', plain()).rolls(&[10, 20, 1, 15, 5]);
    battle.act_on('B', "grapple", 'a').act_on('B', "choke", 'a').perform('B', "wait");
    battle.perform('a', "delay");
    assert_eq!((battle.has('a', "choked"), breathless(&battle, 'a')), (true, 0));
    battle.perform('C', "wait").choose('a', yes()).perform('a', "wait");
    assert_eq!(breathless(&battle, 'a'), 1);
    battle.all_rolled();
}

#[test] // TA-195
fn a_hidden_combatant_stays_hidden_while_its_turn_is_delayed() {
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
    battle.perform('a', "sneak").perform('a', "wait");
    battle.walk('B', &[(4, 0), (3, 0), (2, 0), (1, 0), (0, 0)]).perform('B', "wait");
    battle.perform('a', "delay");
    assert_eq!(seen(&battle), Detection::Hidden, "in plain sight, but its turn has not ended");
    battle.perform('B', "wait").choose('a', yes());
    assert_eq!(seen(&battle), Detection::Hidden);
    battle.perform('a', "wait");
    assert_eq!(seen(&battle), Detection::Seen);
    battle.all_rolled();
}

/// `a` and `c` delay before `B` acts.
fn two_wait() -> Skirmish {
    let units = |plan: Plan<'static>| plan.unit('a', plain()).unit('B', plain()).unit('c', plain());
    let mut battle = units(skirmish(&fragments(), "a . . B . . c")).rolls(&[20, 10, 15]);
    battle.perform('a', "delay");
    assert_eq!(comes_in(&battle), None);
    battle.perform('c', "delay");
    battle
}

/// The combatants of the next turns; each of them waits.
fn next_three(battle: &mut Skirmish) -> [char; 3] {
    [(); 3].map(|()| {
        let who = battle.asked().0;
        battle.perform(who, "wait");
        who
    })
}

#[test] // TA-012
fn a_delayed_turn_does_not_let_other_delayed_turns_in() {
    let mut battle = two_wait();
    assert_eq!((battle.asked(), comes_in(&battle)), (('B', Asks::Act), None), "no turn has ended");
    battle.perform('B', "wait");
    assert_eq!(comes_in(&battle), Some('a'));
}

#[test] // TA-012, TA-018
fn every_delayer_may_come_in_after_the_delayed_turn_of_another() {
    let mut battle = two_wait();
    battle.perform('B', "wait").choose('a', yes()).perform('a', "wait");
    assert_eq!((comes_in(&battle), battle.count()), (Some('c'), 1));
    battle.choose('c', yes()).perform('c', "wait");
    assert_eq!((next_three(&mut battle), battle.count()), (['B', 'a', 'c'], 3));
}

#[test] // TA-018
fn a_delayer_that_declines_after_one_turn_is_asked_after_the_next() {
    let mut battle = two_wait();
    battle.perform('B', "wait").choose('a', no());
    battle.choose('c', yes()).perform('c', "wait");
    assert_eq!(comes_in(&battle), Some('a'), "after the turn of c");
    battle.choose('a', yes()).perform('a', "wait");
    assert_eq!(next_three(&mut battle), ['B', 'c', 'a']);
}

#[test] // TA-016
fn a_turn_is_delayed_at_its_start_and_not_after_a_free_action() {
    let mut battle = skirmish(&fragments(), "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.perform('a', "go_prone");
    assert_eq!(
        (battle.row('a').turn_state.actions(), battle.refused_action('a', "delay").rule.as_str()),
        (3, "TA-016")
    );
}

#[test] // TA-016, TA-018
fn a_combatant_that_has_come_in_does_not_delay_again() {
    let mut battle = skirmish(&fragments(), "a . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    battle.perform('a', "delay").perform('B', "wait").choose('a', yes());
    assert_eq!(battle.refused_action('a', "delay").rule.as_str(), "TA-016");
}

/// `a` pushes `B` over a drop of a height in feet.
fn pushed(units: [Unit; 2], first: bool) -> Skirmish {
    let faces: &[u16] = if first { &[20, 1, 15, 5, 1, 1] } else { &[1, 20, 15, 5] };
    let mut plan = crate::drawn::plan(warboard::grid::Shape::Square, "a B .");
    plan.elevation = vec![20, 20, 0];
    let board = warboard::grid::Board::new(plan).expect("a board");
    let [a, b] = units;
    let mut battle = skirmish(&fragments(), "a B .").on(board).unit('a', a).unit('B', b).rolls(faces);
    if !first {
        battle.perform('B', "wait");
    }
    battle.act_on('a', "push", 'B');
    battle
}

#[test] // TA-022, TA-136
fn no_combatant_has_a_reaction_before_its_first_turn() {
    let strong = || plain().stat(Stat::Strength, 40);
    let mut early = pushed([strong(), strong()], true);
    assert_eq!((altitude(&early), early.asked().0), (0, 'a'), "it has no reaction to catch hold with");
    early.all_rolled();
    let late = pushed([strong(), strong()], false);
    assert_eq!((late.asked().0, purpose(&late)), ('B', PickPurpose::CatchHold));
}
