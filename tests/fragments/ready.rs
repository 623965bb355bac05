//! Rounds of three actions: reactions, and actions made ready for a trigger.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Casting, CombatantId, Readied, WeaponSlot};
use warboard::content::Name;
use warboard::content::advantage::AdvantageKind;
use warboard::content::spell::Components;
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::control::orders::{Habit, Order, OrderScope, Orders, Question};
use warboard::grid::Cell;
use warboard::mechanics::Game;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target, legal};

/// `a` acts before `B`; the dice come after those of initiative.
fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&fragments(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// Making an act ready for a trigger.
fn ready(watch: &str, act: Act) -> Act {
    let readied = Readied { watch: Name::new(watch), act };
    Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }
}

/// An attack with the first weapon on whoever triggers it.
fn attack() -> Act {
    Act { action: Name::new("attack"), target: Target::Whoever, weapon: Some(WeaponSlot(0)) }
}

fn let_go() -> Choice {
    Choice::React(Name::new("ready"))
}

/// Who is asked to let go of what it made ready, and because of whom.
fn asked_to_let_go(battle: &Skirmish) -> Option<(char, CombatantId)> {
    let (who, asks) = battle.asked();
    match asks {
        Asks::React { to, options } => {
            assert_eq!(options, [Name::new("ready")]);
            Some((who, to))
        }
        _ => None,
    }
}

#[test] // TA-118, TA-119
fn making_ready_takes_two_actions_and_names_one_action_and_one_trigger() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack()));
    assert_eq!(battle.row('a').turn_state.actions, 1);
    let kept = battle.row('a').ready.0.clone().expect("an action made ready");
    assert_eq!((kept.watch.as_str(), kept.act), ("steps_into_reach", attack()));
    let again = ready("moves", attack());
    assert_eq!(refusal(&mut battle, again), "TA-014", "two of one action left");
}

#[test] // TA-118, TA-119
fn only_a_single_action_and_a_known_trigger_can_be_made_ready() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    let nested = ready("moves", attack());
    assert_eq!(refusal(&mut battle, ready("moves", nested)), "TA-118", "readying takes two");
    assert_eq!(refusal(&mut battle, ready("moves", Act::own("go_prone"))), "TA-118", "a free action");
    assert_eq!(refusal(&mut battle, ready("at_dawn", attack())), "TA-118");
    assert_eq!(refusal(&mut battle, ready("moves", Act::own("no_such_action"))), "TA-118");
    let open = Act { target: Target::Whoever, ..Act::own("dodge") };
    assert_eq!(refusal(&mut battle, ready("moves", open)), "TA-118", "a dodge is aimed at nobody");
    let away = Act { weapon: Some(WeaponSlot(7)), ..attack() };
    assert_eq!(refusal(&mut battle, ready("moves", away)), "TA-033", "no such weapon");
    assert_eq!(refusal(&mut battle, attack()), "TA-033", "outside of readying a target is named");
}

#[test] // TA-025, TA-119, TA-G43
fn one_who_steps_into_reach_is_struck_at_once_and_goes_on_if_it_can() {
    let mut battle = duel("a . . . B", plain(), plain().stat(Stat::Strength, 5), &[15, 4]);
    battle.act('a', ready("steps_into_reach", attack())).own('a', "wait");
    battle.walk('B', &[(3, 0), (2, 0), (1, 0)]);
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    assert_eq!(battle.cell('B'), (1, 0), "the step into reach is taken, and nothing before it triggers");
    let before = battle.row('B').vitals.hit_points;
    battle.choose('a', let_go());
    assert_eq!(battle.row('B').vitals.hit_points, before - 4);
    assert_eq!(battle.row('a').turn_state.reactions, 1, "it costs no reaction");
    assert_eq!(battle.row('a').ready.0, None);
    assert_eq!((battle.asked(), battle.row('B').turn_state.actions), (('B', Asks::Act), 2));
    battle.walk('B', &[(2, 0)]);
    battle.walk('B', &[(1, 0)]);
    assert_eq!(battle.asked(), ('B', Asks::Act), "it is let go once");
    battle.all_rolled();
}

#[test] // TA-025
fn one_who_falls_on_the_way_goes_no_further() {
    let strong = plain().stat(Stat::Strength, 9);
    let mut battle = skirmish(&fragments(), ". . . . . C\na . . . B .")
        .unit('a', strong)
        .unit('B', plain())
        .unit('C', plain())
        .rolls(&[20, 15, 1, 15, 4]);
    battle.act('a', ready("steps_into_reach", attack())).own('a', "wait");
    battle.walk('B', &[(3, 1), (2, 1), (1, 1), (1, 0)]);
    battle.choose('a', let_go());
    assert!(battle.has('B', "incapacitated"));
    assert_eq!(battle.cell('B'), (1, 1));
    assert!(battle.events().iter().any(|event| matches!(event, BattleEvent::MoveStopped { .. })));
}

#[test] // TA-119
fn a_step_within_reach_is_no_step_into_it_and_what_is_passed_up_is_asked_again() {
    let mut battle = duel("a B .\n. . .\n. . .", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack())).own('a', "wait");
    battle.walk('B', &[(1, 1)]);
    assert_eq!(battle.asked(), ('B', Asks::Act), "it was in reach all the time");
    battle.walk('B', &[(2, 2), (1, 1)]);
    assert!(asked_to_let_go(&battle).is_some());
    battle.pass('a');
    assert_eq!(battle.asked(), ('B', Asks::Act));
    battle.walk('B', &[(2, 2), (1, 1)]);
    assert!(asked_to_let_go(&battle).is_some(), "another trigger");
}

#[test] // TA-119, TA-025, TA-G30
fn one_in_sight_is_shot_before_it_moves_and_one_out_of_sight_is_not() {
    let archer = || plain().weapon("shortbow").stat(Stat::Dexterity, 3);
    let map = "a . . . B .\n# # # . . .\n. . . C . .";
    let mut battle = skirmish(&fragments(), map)
        .unit('a', archer())
        .unit('B', plain())
        .unit('C', plain())
        .rolls(&[20, 1, 10, 15, 4]);
    battle.act('a', ready("moves", attack())).own('a', "wait");
    battle.walk('C', &[(2, 2)]);
    assert_eq!(battle.asked(), ('C', Asks::Act), "behind the wall");
    battle.own('C', "wait");
    battle.walk('B', &[(5, 0)]);
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    assert_eq!(battle.cell('B'), (4, 0), "it has not moved yet");
    battle.choose('a', let_go());
    assert_eq!(battle.row('B').vitals.hit_points, battle.row('B').vitals.maximum - 4);
    assert_eq!(battle.cell('B'), (5, 0), "and then moves");
    battle.all_rolled();
}

#[test] // TA-025, TA-119
fn a_dodge_made_ready_meets_the_attack_that_sets_it_off() {
    let mut battle = duel("a B", plain(), plain(), &[10, 3]);
    battle.act('a', ready("attacks", Act::own("dodge"))).own('a', "wait");
    battle.events();
    battle.does('B', "attack", 'a');
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    battle.choose('a', let_go());
    let roll = checks(&battle.events()).remove(0);
    assert_eq!((roll.edge.net(), roll.natural), (Some(AdvantageKind::Disadvantage), 3));
    battle.all_rolled();
}

#[test] // TA-025, TA-G43, TA-G52
fn one_who_steps_out_of_reach_in_time_is_not_attacked() {
    let mut battle = duel(". a B", plain(), plain(), &[]);
    let flee = Act::along("move", vec![Cell::new(0, 0)]);
    battle.act('a', ready("attacks", flee)).own('a', "wait");
    battle.events();
    battle.does('B', "attack", 'a');
    battle.choose('a', let_go());
    assert_eq!(battle.cell('a'), (0, 0));
    let events = battle.events();
    assert!(events.iter().any(|event| matches!(event, BattleEvent::ActionAbandoned { .. })));
    assert!(checks(&events).is_empty());
    assert_eq!(battle.row('B').turn_state.actions, 2, "the attempt is paid for");
    battle.own('B', "wait");
    let onward = Act::along("move_on", vec![Cell::new(1, 0)]);
    assert_eq!(refusal(&mut battle, onward), "TA-056", "nothing of that movement is left");
}

#[test] // TA-119
fn an_attack_on_a_friend_sets_it_off_as_well() {
    let mut battle = skirmish(&fragments(), "a B\n. c")
        .unit('a', plain())
        .unit('B', plain())
        .unit('c', plain())
        .rolls(&[20, 10, 1, 15, 2, 2]);
    battle.act('a', ready("attacks", attack())).own('a', "wait");
    battle.does('B', "attack", 'c');
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    battle.choose('a', let_go());
    battle.all_rolled();
}

#[test] // TA-120, TA-G43
fn what_was_not_set_off_is_lost_as_the_next_turn_begins() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack())).own('a', "wait").own('B', "wait");
    assert_eq!((battle.asked().0, battle.row('a').ready.0.clone()), ('a', None));
    assert!(
        battle
            .events()
            .iter()
            .any(|event| matches!(event, BattleEvent::ReadyEnded { rule, .. } if rule.as_str() == "TA-120"))
    );
    battle.own('a', "wait");
    battle.walk('B', &[(2, 0), (1, 0)]);
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test] // TA-G43, TA-257
fn one_who_cannot_act_lets_nothing_go() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack())).own('a', "wait");
    battle.afflict('a', "stunned");
    battle.walk('B', &[(2, 0), (1, 0)]);
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test] // TA-024, TA-G22
fn a_reaction_is_no_normal_action_so_nobody_strikes_at_those_who_pass() {
    let mut battle = duel("a B .\n. . .", plain(), plain(), &[]);
    assert_eq!((battle.row('a').turn_state.reactions, battle.row('B').turn_state.reactions), (1, 0));
    battle.own('a', "wait");
    assert_eq!(
        (battle.row('a').turn_state.reactions, battle.row('B').turn_state.reactions),
        (1, 1),
        "both have had a turn begin"
    );
    battle.walk('B', &[(2, 0), (1, 1), (2, 1)]);
    assert_eq!(battle.asked(), ('B', Asks::Act), "no attack of opportunity");
}

#[test] // TA-120
fn standing_orders_let_go_by_themselves() {
    let mut battle = duel("a . . B", plain(), plain(), &[15, 4]);
    battle.act('a', ready("steps_into_reach", attack())).own('a', "wait");
    battle.walk('B', &[(2, 0), (1, 0)]);
    let mut orders = Orders::default();
    let prompt = battle.battle().prompt().expect("a question").clone();
    let rules = battle.battle().setup().rules.clone();
    assert_eq!(
        orders.answer(Game::new(battle.snapshot().view(), rules.book()), battle.snapshot().view(), &prompt),
        Order::Silent
    );
    orders.keep(OrderScope::One(battle.id('a')), Question::React(Name::new("ready")), Some(Habit::Always));
    let order = orders.answer(Game::new(battle.snapshot().view(), rules.book()), battle.snapshot().view(), &prompt);
    let Order::Given(choice) = order else { panic!("{order:?}") };
    battle.choose('a', choice);
    assert_eq!(checks(&battle.events()).len(), 1);
}

#[test] // TA-119
fn the_list_of_ways_offers_every_single_action_for_every_trigger() {
    let battle = duel("a . . B", plain(), plain(), &[]);
    let rules = &battle.battle().setup().rules;
    let offers = legal::offers(battle.snapshot().view(), rules, battle.id('a'));
    let offer = offers.into_iter().find(|offer| offer.action.id.as_str() == "ready").expect("the action");
    let wanted = ready("attacks", attack());
    assert!(offer.acts.contains(&wanted), "{:?}", offer.acts);
    assert!(offer.acts.contains(&ready("moves", Act::own("dodge"))));
}

#[test] // TA-119, TA-025
fn one_who_steps_into_range_is_met_with_what_was_made_ready_for_that() {
    // Fire goes 30 feet: the first step into it sets it off, and no step within it afterwards.
    let map = "a . . . . . . . B";
    let mage = Unit { spells: vec!["fire_bolt".into()], ..plain().stat(Stat::Essence, 8) };
    let mut battle = duel(map, mage, plain().stat(Stat::Strength, 20), &[2, 3, 4]);
    let energy = Components { effect: 2, range: 1, area: 0, duration: 0 };
    let casting = Casting { energy, at: Target::Whoever };
    let bolt = Act { target: Target::Cast(Box::new(casting)), ..Act::own("fire_bolt") };
    battle.act('a', ready("steps_into_range", bolt)).own('a', "wait");
    battle.walk('B', &[(7, 0), (6, 0), (5, 0)]);
    assert_eq!((asked_to_let_go(&battle), battle.cell('B')), (Some(('a', battle.id('B'))), (6, 0)));
    battle.choose('a', let_go());
    assert_eq!((battle.cell('B'), battle.row('B').vitals.hit_points), ((5, 0), 50 - 7), "it goes on");
    battle.all_rolled();
}

#[test] // TA-119
fn one_who_is_in_range_already_does_not_step_into_it() {
    let mut battle = duel("a . B .", plain().weapon("shortbow"), plain(), &[]);
    battle.act('a', ready("steps_into_range", attack())).own('a', "wait");
    battle.walk('B', &[(3, 0)]);
    assert_eq!((asked_to_let_go(&battle), battle.cell('B')), (None, (3, 0)));
}

#[test] // TA-119, TA-204
fn one_who_comes_round_a_corner_steps_into_sight() {
    let map = ". . # .\na . # B\n. . # .\n. . . .";
    let mut battle = duel(map, plain().weapon("shortbow"), plain(), &[]);
    battle.act('a', ready("steps_into_sight", attack())).own('a', "wait");
    battle.walk('B', &[(3, 2), (3, 3), (2, 3)]);
    let (who, by) = asked_to_let_go(&battle).expect("somebody came into sight");
    let seen = |at: (i16, i16)| {
        let view = battle.snapshot().view();
        let there = view.with(by, Cell::new(at.0, at.1).into());
        warboard::mechanics::cover::cover(Game::new(there, fragments().book()), battle.id(who), by).seen
    };
    let way = [(3, 1), (3, 2), (3, 3), (2, 3)];
    let first = way.iter().position(|at| seen(*at)).expect("a way into sight");
    assert_eq!((battle.cell('B'), seen(way[first - 1])), (way[first], false), "at the first step that is seen");
}

#[test] // TA-118, TA-055
fn nobody_who_stands_is_offered_to_make_ready_to_stand_up() {
    let battle = duel("a . . B", plain(), plain(), &[]);
    let offered = |battle: &Skirmish| {
        let offers = legal::offers(battle.snapshot().view(), &battle.battle().setup().rules, battle.id('a'));
        let readied =
            |act: &Act| matches!(&act.target, Target::Ready(ready) if ready.act.action.as_str() == "stand_up");
        offers.iter().flat_map(|offer| &offer.acts).any(readied)
    };
    assert!(!offered(&battle));
    let mut battle = battle;
    battle.choose('a', Choice::Act(Act::own("go_prone")));
    assert!(offered(&battle), "one who lies may");
}
