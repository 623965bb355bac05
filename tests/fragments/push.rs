//! Pushes: distance, the pusher that follows, and obstacles.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Size, Unit};
use warboard::mechanics::attack::Degree;
use warboard::resolution::{Act, BattleEvent, PickPurpose};

/// A battle in which `a` pushes `B` on a map; others are plain units.
fn pushed(map: &str, units: &[(char, Unit)], dice: &[u16]) -> Skirmish {
    let rules = fragments();
    let plan = units.iter().fold(skirmish(&rules, map), |plan, (mark, unit)| plan.unit(*mark, unit.clone()));
    let first = (0..units.len() as u16).map(|at| 20 - at);
    let mut battle = plan.rolls(&first.chain(dice.iter().copied()).collect::<Vec<_>>());
    battle.act_on('a', "push", 'B');
    battle
}

fn two() -> Vec<(char, Unit)> {
    vec![('a', plain()), ('B', plain())]
}

fn both(battle: &Skirmish) -> ((i16, i16), (i16, i16)) {
    (battle.cell('a'), battle.cell('B'))
}

/// The rules of forced movements.
fn displaced(events: &[BattleEvent]) -> Vec<&'static str> {
    let rule = |event: &BattleEvent| match event {
        BattleEvent::Displaced { rule, .. } => Some(rule.as_str()),
        _ => None,
    };
    events.iter().filter_map(rule).collect()
}

#[test] // TA-092, TA-G07, TA-G08
fn a_failed_push_moves_neither_combatant() {
    let mut battle = pushed("a B . . .", &two(), &[9, 10]);
    assert_eq!(both(&battle), ((0, 0), (1, 0)));
    let roll = checks(&battle.events()).remove(0);
    assert_eq!((roll.degree, roll.rival.is_some(), roll.rule.as_str()), (Degree::Failure, true, "TA-092"));
    battle.all_rolled();
}

#[test] // TA-093, TA-095
fn a_push_moves_the_target_five_feet_and_the_pusher_follows() {
    let mut battle = pushed("a B . . .", &two(), &[10, 10]);
    assert_eq!(both(&battle), ((1, 0), (2, 0)));
    assert_eq!(displaced(&battle.events()), ["TA-093"]);
    assert_eq!((battle.asked().0, battle.row('a').turn_state.actions()), ('a', 2), "following takes no action");
    battle.all_rolled();
}

#[test] // TA-094, TA-095, TA-G26
fn a_critical_push_covers_up_to_fifteen_feet_as_the_pusher_chooses() {
    let map = "a B . . . .";
    let mut far = pushed(map, &two(), &[20, 10]);
    assert_eq!(both(&far), ((1, 0), (2, 0)));
    assert_eq!(purpose(&far), PickPurpose::PushFurther);
    far.choose('a', yes()).choose('a', yes());
    assert_eq!(both(&far), ((3, 0), (4, 0)), "15 feet");
    let mut near = pushed(map, &two(), &[20, 10]);
    near.choose('a', no());
    assert_eq!(both(&near), ((1, 0), (2, 0)));
}

#[test] // TA-G26
fn the_push_goes_straight_away_from_the_pusher() {
    let battle = pushed("a . .\n. B .\n. . .", &two(), &[10, 10]);
    assert_eq!(both(&battle), ((1, 1), (2, 2)));
}

#[test] // TA-096, TA-G26
fn the_pusher_goes_no_further_than_its_speed() {
    let slow = vec![('a', plain().rate(5)), ('B', plain())];
    let battle = pushed("a B . . . .", &slow, &[20, 10]);
    assert_eq!(both(&battle), ((1, 0), (2, 0)));
    assert_eq!(battle.asked().1, warboard::resolution::Asks::Act, "no question: it could not follow");
    // Out of rough ground a step takes 10 feet.
    let rules = fragments();
    let map = "a , B . .";
    let mut rough = skirmish(&rules, map).unit('a', plain().rate(5)).unit('B', plain()).rolls(&[20, 1, 10, 10]);
    rough.walk('a', &[(1, 0)]).act_on('a', "push", 'B');
    assert_eq!(both(&rough), ((1, 0), (2, 0)));
}

#[test] // TA-G26, TA-222, TA-223
fn a_combatant_that_cannot_move_cannot_push_but_can_be_pushed() {
    let rules = fragments();
    let begin = || skirmish(&rules, "a B . . .").unit('a', plain()).unit('B', plain()).rolls(&[20, 1, 10, 10]);
    let mut stuck = begin();
    stuck.afflict('a', "entangled").act_on('a', "push", 'B');
    assert_eq!(both(&stuck), ((0, 0), (1, 0)));
    let mut target = begin();
    target.afflict('B', "entangled").act_on('a', "push", 'B');
    assert_eq!(both(&target), ((1, 0), (2, 0)));
}

#[test] // TA-097, TA-098, TA-G26
fn a_wall_or_the_edge_deals_damage_per_five_feet_and_knocks_prone() {
    let mut edge = pushed("a B", &two(), &[10, 10, 4]);
    let events = edge.events();
    let hurt = damage_taken(&events).remove(0);
    assert_eq!((hurt.amount.total(), hurt.amount.terms()[0].rule.as_str()), (4, "TA-097"));
    assert!(edge.has('B', "prone"));
    let fell = events.iter().any(|event| {
        matches!(event, BattleEvent::StanceTaken { rule, stance, .. } if rule.as_str() == "TA-098" && stance.held.is_some())
    });
    assert!(fell);
    edge.all_rolled();
    let mut wall = pushed("a B #", &two(), &[10, 10, 4]);
    assert_eq!(damage(&wall.events()), [4]);
    wall.all_rolled();
}

#[test] // TA-094, TA-097
fn a_critical_push_against_a_wall_deals_damage_for_the_remaining_distance() {
    let mut at_once = pushed("a B #", &two(), &[20, 10, 1, 2, 3]);
    assert_eq!(damage(&at_once.events()), [6], "15 feet not travelled");
    at_once.all_rolled();
    let mut later = pushed("a B . #", &two(), &[20, 10, 5, 6]);
    assert_eq!((both(&later), damage(&later.events())), (((1, 0), (2, 0)), vec![]));
    later.choose('a', yes());
    assert_eq!(damage(&later.events()), [11]);
    assert!(later.has('B', "prone"));
    later.all_rolled();
    let mut spared = pushed("a B . #", &two(), &[20, 10]);
    spared.choose('a', no());
    assert!(!spared.has('B', "prone"));
    spared.all_rolled();
}

#[test] // TA-G26, TA-097
fn bodies_no_larger_stop_a_push_and_larger_ones_act_as_walls() {
    let third = |size: Size, dice: &[u16]| {
        let units = [('a', plain()), ('B', plain()), ('C', plain().size(size))];
        let mut battle = pushed("a B C . .\n. . . . .", &units, dice);
        let dealt = damage(&battle.events());
        battle.all_rolled();
        (both(&battle), dealt, battle.has('B', "prone"))
    };
    assert_eq!(third(Size::Medium, &[10, 10]), (((0, 0), (1, 0)), vec![], false));
    assert_eq!(third(Size::Small, &[10, 10]), (((0, 0), (1, 0)), vec![], false));
    assert_eq!(third(Size::Large, &[10, 10, 3]), (((0, 0), (1, 0)), vec![3], true));
}

#[test] // TA-083, TA-095, TA-G26
fn a_pusher_with_reach_moves_up_to_the_target() {
    let long = vec![('a', plain().weapon("long_spear")), ('B', plain())];
    let battle = pushed("a . B . . .", &long, &[10, 10]);
    assert_eq!(both(&battle), ((2, 0), (3, 0)));
    // It may pass a friend on its way, though that gives the target cover.
    let between = vec![('a', plain().weapon("long_spear")), ('c', plain()), ('B', plain())];
    let battle = pushed("a c B . . .", &between, &[10, 10, 1]);
    assert_eq!(both(&battle), ((2, 0), (3, 0)));
}

#[test] // TA-G26
fn a_pusher_with_reach_that_cannot_move_up_stays() {
    let slow = vec![('a', plain().weapon("long_spear").rate(5)), ('B', plain())];
    let battle = pushed("a . B . . .", &slow, &[10, 10]);
    assert_eq!(both(&battle), ((0, 0), (3, 0)));
}

#[test] // TA-095, TA-G26
fn a_pusher_whose_way_is_blocked_goes_round_or_stays() {
    // Large: 2 by 2. The passage ahead is one square high.
    let giant = vec![('a', plain().size(Size::Large)), ('B', plain())];
    let map = "a . B . .\n. . # # #";
    let mut battle = pushed(map, &giant, &[10, 10]);
    assert_eq!(both(&battle), ((0, 0), (2, 0)), "it could not stay adjacent");
    assert_eq!(displaced(&battle.events()), Vec::<&str>::new());
}

#[test] // TA-083, TA-082
fn a_push_has_the_reach_of_a_melee_attack() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a . B . .").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    let act = Act::at("push", battle.id('B'), None);
    assert_eq!(refusal(&mut battle, act), "TA-092");
}
