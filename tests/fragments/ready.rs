//! Reactions, and actions readied for a trigger.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Casting, CombatantId, Readied, WeaponSlot};
use warboard::content::{AdvantageKind, Components, Name, Stat, Unit};
use warboard::control::orders::{Habit, Order, OrderScope, Orders, Question};
use warboard::grid::Cell;
use warboard::mechanics::Game;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Target, legal};

/// A battle in which `a` acts before `B`; `dice` follow the initiative.
fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&fragments(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// The act of readying an act for a trigger.
fn ready(watch: &str, act: Act) -> Act {
    let readied = Readied { watch: Name::new(watch), act };
    Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }
}

/// A readied attack with the first weapon on the combatant that triggers it.
fn attack() -> Act {
    Act { action: Name::new("attack"), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None }
}

fn let_go() -> Choice {
    Choice::React(Name::new("ready"))
}

/// The combatant asked to release its readied action, and the one that triggered it.
fn asked_to_let_go(battle: &Skirmish) -> Option<(char, CombatantId)> {
    let (who, asks) = battle.asked();
    match asks {
        Asks::React { to, options, .. } => {
            assert_eq!(options, [Name::new("ready")]);
            Some((who, to))
        }
        _ => None,
    }
}

#[test] // TA-118, TA-119
fn readying_costs_two_actions_and_names_one_action_and_one_trigger() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack()));
    assert_eq!(battle.row('a').turn_state.actions(), 1);
    let kept = battle.row('a').ready.0.clone().expect("an action made ready");
    assert_eq!((kept.watch.as_str(), kept.act), ("steps_into_reach", attack()));
    let again = ready("moves", attack());
    assert_eq!(refusal(&mut battle, again), "TA-014", "two of one action left");
}

#[test] // TA-118, TA-119
fn only_a_single_action_and_a_known_trigger_can_be_readied() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    let nested = ready("moves", attack());
    assert_eq!(refusal(&mut battle, ready("moves", nested)), "TA-118", "readying takes two");
    assert_eq!(refusal(&mut battle, ready("moves", Act::own("go_prone"))), "TA-118", "a free action");
    assert_eq!(refusal(&mut battle, ready("at_dawn", attack())), "TA-118");
    assert_eq!(refusal(&mut battle, ready("moves", Act::own("no_such_action"))), "TA-118");
    let open = Act { target: Target::Whoever, ..Act::own("dodge") };
    assert_eq!(refusal(&mut battle, ready("moves", open)), "TA-118", "a dodge has no target");
    let away = Act { weapon: Some(WeaponSlot(7)), ..attack() };
    assert_eq!(refusal(&mut battle, ready("moves", away)), "TA-033", "no such weapon");
    assert_eq!(refusal(&mut battle, attack()), "TA-033", "outside of readying a target is named");
}

#[test] // TA-025, TA-119, TA-G43
fn a_mover_that_steps_into_reach_is_struck_at_once_and_continues_if_it_can() {
    let mut battle = duel("a . . . B", plain(), plain().stat(Stat::Strength, 5), &[15, 4]);
    battle.act('a', ready("steps_into_reach", attack())).perform('a', "wait");
    battle.walk('B', &[(3, 0), (2, 0), (1, 0)]);
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    assert_eq!(battle.cell('B'), (1, 0), "the step into reach is taken, and nothing before it triggers");
    let before = battle.row('B').vitals.hit_points;
    battle.choose('a', let_go());
    assert_eq!(battle.row('B').vitals.hit_points, before - 4);
    assert_eq!(battle.row('a').turn_state.reactions(), 1, "it costs no reaction");
    assert_eq!(battle.row('a').ready.0, None);
    assert_eq!((battle.asked(), battle.row('B').turn_state.actions()), (('B', Asks::Act), 2));
    battle.walk('B', &[(2, 0)]);
    battle.walk('B', &[(1, 0)]);
    assert_eq!(battle.asked(), ('B', Asks::Act), "it is let go once");
    battle.all_rolled();
}

#[test] // TA-025
fn a_mover_felled_on_the_way_goes_no_further() {
    let strong = plain().stat(Stat::Strength, 9);
    let mut battle = skirmish(&fragments(), ". . . . . C\na . . . B .")
        .unit('a', strong)
        .unit('B', plain())
        .unit('C', plain())
        .rolls(&[20, 15, 1, 15, 4]);
    battle.act('a', ready("steps_into_reach", attack())).perform('a', "wait");
    battle.walk('B', &[(3, 1), (2, 1), (1, 1), (1, 0)]);
    battle.choose('a', let_go());
    assert!(battle.has('B', "incapacitated"));
    assert_eq!(battle.cell('B'), (1, 1));
    assert!(battle.events().iter().any(|event| matches!(event, BattleEvent::MoveStopped { .. })));
}

#[test] // TA-119
fn a_step_within_reach_does_not_enter_it_and_a_declined_trigger_is_offered_again() {
    let mut battle = duel("a B .\n. . .\n. . .", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack())).perform('a', "wait");
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
fn a_target_in_sight_is_shot_before_it_moves_and_one_out_of_sight_is_not() {
    let archer = || plain().weapon("shortbow").stat(Stat::Dexterity, 3);
    let map = "a . . . B .\n# # # . . .\n. . . C . .";
    let mut battle = skirmish(&fragments(), map)
        .unit('a', archer())
        .unit('B', plain())
        .unit('C', plain())
        .rolls(&[20, 1, 10, 15, 4]);
    battle.act('a', ready("moves", attack())).perform('a', "wait");
    battle.walk('C', &[(2, 2)]);
    assert_eq!(battle.asked(), ('C', Asks::Act), "behind the wall");
    battle.perform('C', "wait");
    battle.walk('B', &[(5, 0)]);
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    assert_eq!(battle.cell('B'), (4, 0), "it has not moved yet");
    battle.choose('a', let_go());
    assert_eq!(battle.row('B').vitals.hit_points, battle.row('B').vitals.maximum - 4);
    assert_eq!(battle.cell('B'), (5, 0), "and then moves");
    battle.all_rolled();
}

#[test] // TA-025, TA-119
fn a_readied_dodge_applies_to_the_attack_that_triggers_it() {
    let mut battle = duel("a B", plain(), plain(), &[10, 3]);
    battle.act('a', ready("attacks", Act::own("dodge"))).perform('a', "wait");
    battle.events();
    battle.act_on('B', "attack", 'a');
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    battle.choose('a', let_go());
    let roll = checks(&battle.events()).remove(0);
    assert_eq!((roll.edge.net(), roll.natural), (Some(AdvantageKind::Disadvantage), 3));
    battle.all_rolled();
}

#[test] // TA-025, TA-G43, TA-G52
fn a_target_that_steps_out_of_reach_in_time_is_not_attacked() {
    let mut battle = duel(". a B", plain(), plain(), &[]);
    let flee = Act::along("move", vec![Cell::new(0, 0)]);
    battle.act('a', ready("attacks", flee)).perform('a', "wait");
    battle.events();
    battle.act_on('B', "attack", 'a');
    battle.choose('a', let_go());
    assert_eq!(battle.cell('a'), (0, 0));
    let events = battle.events();
    assert!(events.iter().any(|event| matches!(event, BattleEvent::ActionAbandoned { .. })));
    assert!(checks(&events).is_empty());
    assert_eq!(battle.row('B').turn_state.actions(), 2, "the attempt is paid for");
    battle.perform('B', "wait");
    let onward = Act::along("move_on", vec![Cell::new(1, 0)]);
    assert_eq!(refusal(&mut battle, onward), "TA-056", "nothing of that movement is left");
}

#[test] // TA-119
fn an_attack_on_a_friend_is_a_trigger_too() {
    let mut battle = skirmish(&fragments(), "a B\n. c")
        .unit('a', plain())
        .unit('B', plain())
        .unit('c', plain())
        .rolls(&[20, 10, 1, 15, 2, 2]);
    battle.act('a', ready("attacks", attack())).perform('a', "wait");
    battle.act_on('B', "attack", 'c');
    assert_eq!(asked_to_let_go(&battle), Some(('a', battle.id('B'))));
    battle.choose('a', let_go());
    battle.all_rolled();
}

#[test] // TA-120, TA-G43
fn an_untriggered_readied_action_is_lost_as_the_next_turn_begins() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack())).perform('a', "wait").perform('B', "wait");
    assert_eq!((battle.asked().0, battle.row('a').ready.0.clone()), ('a', None));
    assert!(
        battle
            .events()
            .iter()
            .any(|event| matches!(event, BattleEvent::ReadyEnded { rule, .. } if rule.as_str() == "TA-120"))
    );
    battle.perform('a', "wait");
    battle.walk('B', &[(2, 0), (1, 0)]);
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test] // TA-G43, TA-257
fn a_combatant_that_cannot_act_releases_no_readied_action() {
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    battle.act('a', ready("steps_into_reach", attack())).perform('a', "wait");
    battle.afflict('a', "stunned");
    battle.walk('B', &[(2, 0), (1, 0)]);
    assert_eq!(battle.asked(), ('B', Asks::Act));
}

#[test] // TA-024, TA-G22
fn walking_past_an_enemy_with_a_reaction_provokes_no_attack() {
    let mut battle = duel("a B .\n. . .", plain(), plain(), &[]);
    assert_eq!((battle.row('a').turn_state.reactions(), battle.row('B').turn_state.reactions()), (1, 0));
    battle.perform('a', "wait");
    assert_eq!(
        (battle.row('a').turn_state.reactions(), battle.row('B').turn_state.reactions()),
        (1, 1),
        "both have had a turn begin"
    );
    battle.walk('B', &[(2, 0), (1, 1), (2, 1)]);
    assert_eq!(battle.asked(), ('B', Asks::Act), "no attack of opportunity");
}

#[test] // TA-120
fn standing_orders_release_readied_actions() {
    let mut battle = duel("a . . B", plain(), plain(), &[15, 4]);
    battle.act('a', ready("steps_into_reach", attack())).perform('a', "wait");
    battle.walk('B', &[(2, 0), (1, 0)]);
    let mut orders = Orders::default();
    let prompt = battle.battle().prompt().expect("a question").clone();
    let rules = battle.battle().setup().rules.clone();
    assert_eq!(orders.answer(battle.snapshot().view(), &rules, battle.snapshot().view(), &prompt), Order::Silent);
    orders.keep(OrderScope::One(battle.id('a')), Question::React(Name::new("ready")), Some(Habit::Always));
    let order = orders.answer(battle.snapshot().view(), &rules, battle.snapshot().view(), &prompt);
    let Order::Given(choice) = order else { panic!("{order:?}") };
    battle.choose('a', choice);
    assert_eq!(checks(&battle.events()).len(), 1);
}

#[test] // TA-119
fn readying_is_offered_for_every_single_action_and_trigger() {
    let battle = duel("a . . B", plain(), plain(), &[]);
    let rules = &battle.battle().setup().rules;
    let offers = legal::offers(battle.snapshot().view(), rules, battle.id('a'));
    let offer = offers.into_iter().find(|offer| offer.action.id.as_str() == "ready").expect("the action");
    let wanted = ready("attacks", attack());
    assert!(offer.acts.contains(&wanted), "{:?}", offer.acts);
    assert!(offer.acts.contains(&ready("moves", Act::own("dodge"))));
}

#[test] // TA-119, TA-025
fn a_step_into_range_triggers_the_action_readied_for_it() {
    // Fire has a range of 30 feet: the first step into it is the trigger, and no step within it afterwards.
    let map = "a . . . . . . . B";
    let mage = Unit { spells: vec!["fire_bolt".into()], ..plain().stat(Stat::Essence, 8) };
    let mut battle = duel(map, mage, plain().stat(Stat::Strength, 20), &[2, 3, 4]);
    let energy = Components { effect: 2, range: 1, area: 0, duration: 0 };
    let casting = Casting { energy, at: Target::Whoever };
    let bolt = Act { target: Target::Cast(Box::new(casting)), ..Act::own("fire_bolt") };
    battle.act('a', ready("steps_into_range", bolt)).perform('a', "wait");
    battle.walk('B', &[(7, 0), (6, 0), (5, 0)]);
    assert_eq!((asked_to_let_go(&battle), battle.cell('B')), (Some(('a', battle.id('B'))), (6, 0)));
    battle.choose('a', let_go());
    assert_eq!((battle.cell('B'), battle.row('B').vitals.hit_points), ((5, 0), 50 - 7), "it goes on");
    battle.all_rolled();
}

#[test] // TA-119
fn a_combatant_already_in_range_does_not_step_into_it() {
    let mut battle = duel("a . B .", plain().weapon("shortbow"), plain(), &[]);
    battle.act('a', ready("steps_into_range", attack())).perform('a', "wait");
    battle.walk('B', &[(3, 0)]);
    assert_eq!((asked_to_let_go(&battle), battle.cell('B')), (None, (3, 0)));
}

#[test] // TA-119, TA-204
fn a_combatant_that_comes_round_a_corner_steps_into_sight() {
    let map = ". . # .\na . # B\n. . # .\n. . . .";
    let mut battle = duel(map, plain().weapon("shortbow"), plain(), &[]);
    battle.act('a', ready("steps_into_sight", attack())).perform('a', "wait");
    battle.walk('B', &[(3, 2), (3, 3), (2, 3)]);
    let (who, by) = asked_to_let_go(&battle).expect("a combatant came into sight");
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
fn readying_to_stand_up_is_not_offered_to_the_standing() {
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
    assert!(offered(&battle), "offered to the prone");
}
