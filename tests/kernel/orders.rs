//! Standing orders: habitual answers, and walks over several turns.

use std::sync::Arc;

use crate::skirmish::*;
use warboard::battle::{Facing, Side, WeaponSlot};
use warboard::content::{Action, Gait, Name, Trigger, Unit};
use warboard::control::Habit;
use warboard::control::orders::{Order, OrderScope, Orders, Question, WalkEnd, place_to_strike};
use warboard::grid::Cell;
use warboard::mechanics::Game;
use warboard::resolution::{Act, Asks, Choice, Pick, PickPurpose, Prompt, WindowCause};

const RIPOSTE: &str = "riposte";
const HALT: &str = "halt";

fn stood() -> Skirmish {
    skirmish(&time_count(), "a b . . .\nB . . . .")
        .unit('a', base_unit())
        .unit('b', base_unit())
        .unit('B', base_unit())
        .rolls(&[1, 1, 1])
}

fn prompt(battle: &Skirmish, mark: char, asks: Asks) -> Prompt {
    Prompt { who: battle.id(mark), asks }
}

fn reacts(battle: &Skirmish, mark: char) -> Prompt {
    let options = vec![Name::new(RIPOSTE), Name::new(HALT)];
    let cause = Box::new(WindowCause::by(battle.id('B'), Trigger::BeforeStep));
    prompt(battle, mark, Asks::React { to: battle.id('B'), options, cause })
}

fn react(name: &str) -> Question {
    Question::React(Name::new(name))
}

#[test]
fn a_reaction_is_asked_for_always_taken_or_never_taken_each_by_its_own_habit() {
    let battle = stood();
    let (view, rules) = (battle.snapshot().view(), &*battle.battle().setup().rules);
    let side = OrderScope::Side(Side(0));
    let asked = reacts(&battle, 'a');
    let mut orders = Orders::default();
    assert_eq!(orders.habitual(view, rules, &asked), None, "nothing was decided");
    orders.keep(side, react(RIPOSTE), Some(Habit::Never));
    assert_eq!(orders.habitual(view, rules, &asked), None, "the other reaction is still asked for");
    orders.keep(side, react(HALT), Some(Habit::Never));
    assert_eq!(orders.habitual(view, rules, &asked), Some(Choice::Pass));
    orders.keep(side, react(HALT), Some(Habit::Always));
    assert_eq!(orders.habitual(view, rules, &asked), Some(Choice::React(Name::new(HALT))));
    orders.keep(side, react(RIPOSTE), Some(Habit::Ask));
    assert_eq!(
        orders.habitual(view, rules, &asked),
        Some(Choice::React(Name::new(HALT))),
        "what is always taken is taken"
    );
    orders.forget_habits(|_| true);
    assert_eq!(orders.habitual(view, rules, &asked), None);
}

#[test]
fn a_habit_of_a_combatant_overrides_that_of_its_side() {
    let battle = stood();
    let (view, rules) = (battle.snapshot().view(), &*battle.battle().setup().rules);
    let mut orders = Orders::default();
    for name in [RIPOSTE, HALT] {
        orders.keep(OrderScope::Side(Side(0)), react(name), Some(Habit::Never));
    }
    orders.keep(OrderScope::One(battle.id('a')), react(RIPOSTE), Some(Habit::Ask));
    assert_eq!(orders.habitual(view, rules, &reacts(&battle, 'a')), None, "this one is asked");
    assert_eq!(orders.habitual(view, rules, &reacts(&battle, 'b')), Some(Choice::Pass), "the others are not");
    assert_eq!(orders.habitual(view, rules, &reacts(&battle, 'B')), None, "and the other side decides for itself");
    orders.keep(OrderScope::One(battle.id('a')), react(RIPOSTE), None);
    assert_eq!(orders.habitual(view, rules, &reacts(&battle, 'a')), Some(Choice::Pass));
}

#[test]
fn yes_and_no_and_facings_have_habits_and_a_choice_of_defence_has_none() {
    let battle = stood();
    let (view, rules) = (battle.snapshot().view(), &*battle.battle().setup().rules);
    let side = OrderScope::Side(Side(0));
    let mut orders = Orders::default();
    let keeps = |options: Vec<Pick>| prompt(&battle, 'a', Asks::Pick { purpose: PickPurpose::KeepHold, options });
    orders.keep(side, Question::Pick(PickPurpose::KeepHold), Some(Habit::Never));
    assert_eq!(orders.habitual(view, rules, &keeps(vec![Pick::Yes, Pick::No])), Some(Choice::Pick(Pick::No)));
    assert_eq!(
        orders.habitual(view, rules, &keeps(vec![Pick::Yes])),
        None,
        "an answer that is not offered is never given"
    );
    let faced = Facing::Towards(battle.id('B'));
    let faces = prompt(&battle, 'a', Asks::Face { options: vec![Facing::AllAround, faced] });
    orders.keep(side, Question::Face, Some(Habit::Always));
    assert_eq!(orders.habitual(view, rules, &faces), Some(Choice::Face(faced)));
    orders.keep(side, Question::Face, Some(Habit::Never));
    assert_eq!(orders.habitual(view, rules, &faces), Some(Choice::Face(Facing::AllAround)));
    let defence = Asks::Pick { purpose: PickPurpose::Defence, options: vec![Pick::Action(Name::new("parry"))] };
    assert!(Question::in_asks(&defence).is_empty());
}

#[test]
fn habits_survive_serialization() {
    let battle = stood();
    let mut orders = Orders::default();
    orders.keep(OrderScope::One(battle.id('b')), react(HALT), Some(Habit::Always));
    orders.keep(
        OrderScope::Side(Side(1)),
        Question::Pick(PickPurpose::FollowUp(Name::new("strike"))),
        Some(Habit::Never),
    );
    let text = ron::to_string(orders.habits()).expect("habits can be written");
    let read = ron::from_str(&text).expect("and read");
    assert_eq!(Orders::keeping(read), orders);
}

fn movement(gait: Gait) -> Arc<Action> {
    let does = warboard::content::action::Does::Move(gait);
    let rules = time_count();
    rules.actions.iter().find(|action| action.does == does).expect("a movement").clone()
}

/// Lets `a` follow its orders and all others wait, until the orders end.
fn follow(battle: &mut Skirmish, orders: &mut Orders) -> WalkEnd {
    for _ in 0..200 {
        let (mark, asks) = battle.asked();
        let order = match mark {
            'a' => {
                let asked = prompt(battle, mark, asks);
                orders.answer(battle.snapshot().view(), &time_count(), battle.snapshot().view(), &asked)
            }
            _ => Order::Given(Choice::Act(Act::own("wait"))),
        };
        match order {
            Order::Given(choice) => drop(battle.choose(mark, choice)),
            Order::Halted(end) => return end,
            Order::Silent => panic!("the walker was forgotten"),
        }
    }
    panic!("the walk never ends");
}

fn sent(map: &str, goal: (i16, i16), unit: Unit) -> (Skirmish, Orders) {
    let mut plan = skirmish(&time_count(), map).unit('a', unit);
    for other in ['b', 'B'].into_iter().filter(|other| map.contains(*other)) {
        plan = plan.unit(other, base_unit());
    }
    let battle = plan.limit(400).seeded(3);
    let mut orders = Orders::default();
    let (view, goal) = (battle.snapshot().view(), Cell::new(goal.0, goal.1));
    orders.send(Game::new(view, time_count().book()), battle.id('a'), &movement(Gait::Walk), goal);
    (battle, orders)
}

#[test]
fn a_walk_continues_to_its_goal_around_obstacles() {
    let (mut battle, mut orders) = sent("a . b . . .\n. . . . # .\n. . . . . B", (4, 0), base_unit());
    assert_eq!(orders.walks().map(|(_, walking)| walking.goal).collect::<Vec<_>>(), [Cell::new(4, 0)]);
    assert_eq!(follow(&mut battle, &mut orders), WalkEnd::Arrived);
    assert_eq!(battle.cell('a'), (4, 0));
    assert_eq!(orders.walks().count(), 0);
    assert_eq!(WalkEnd::Arrived.words(battle.id('a'), Game::new(battle.snapshot().view(), time_count().book())), None);
}

#[test]
fn a_walk_stops_where_an_enemy_can_strike_and_names_it() {
    let (mut battle, mut orders) = sent("a . . . . B .\n. . . . . . .", (6, 0), base_unit());
    let end = follow(&mut battle, &mut orders);
    assert_eq!(end, WalkEnd::Threatened(battle.id('B')));
    assert_eq!(battle.cell('a').0, 4, "next to the enemy, and no further");
    let words = end.words(battle.id('a'), Game::new(battle.snapshot().view(), time_count().book()));
    assert_eq!(words.as_deref(), Some("B is now in reach of a"));
}

#[test] // TC-155
fn a_walk_to_strike_does_not_end_in_the_space_of_a_friend() {
    let marks = ['a', 'c', 'B'].map(|mark| (mark, base_unit()));
    let plan =
        marks.into_iter().fold(skirmish(&time_count(), "a c B\n. . ."), |plan, (mark, unit)| plan.unit(mark, unit));
    let battle = plan.rolls(&[1, 1, 1]);
    let strike = Act::at("strike", battle.id('B'), Some(WeaponSlot(0)));
    let place =
        place_to_strike(Game::new(battle.snapshot().view(), time_count().book()), battle.id('a'), Gait::Walk, &strike);
    assert_eq!(place, Some(Cell::new(1, 1)), "beside it");
}

#[test] // TC-155, TC-167
fn a_walker_that_shares_its_cell_goes_on_to_a_free_one_before_it_strikes() {
    let (mut battle, mut orders) = sent("a b . B", (0, 0), base_unit().weapon("long_spear"));
    let (rules, strike) = (time_count(), Act::at("strike", battle.id('B'), Some(WeaponSlot(0))));
    let walk = movement(Gait::Walk);
    orders.send_to_strike(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), &walk, strike.clone());
    let mut cells = Vec::new();
    for _ in 0..40 {
        let (mark, asks) = battle.asked();
        let asked = prompt(&battle, mark, asks);
        let (view, rules) = (battle.snapshot().view(), &*battle.battle().setup().rules);
        let choice = match (mark, orders.answer(view, rules, view, &asked)) {
            ('a', Order::Given(choice)) => choice,
            ('a', other) => panic!("{other:?} at {:?}", battle.cell('a')),
            _ => Choice::Act(Act::own("wait")),
        };
        if choice == Choice::Act(strike.clone()) {
            assert_eq!(battle.cell('a'), (2, 0));
            return assert!(cells.contains(&(1, 0)), "it has been where b is, in reach of B: {cells:?}");
        }
        battle.choose(mark, choice);
        cells.push(battle.cell('a'));
    }
    panic!("it never strikes");
}

#[test] // G-36
fn an_order_to_strike_follows_its_target_and_strikes_once() {
    let (mut battle, mut orders) = sent("a . . . . . B .", (0, 0), base_unit());
    let rules = time_count();
    let strike = Act::at("strike", battle.id('B'), Some(WeaponSlot(0)));
    orders.send_to_strike(
        Game::new(battle.snapshot().view(), rules.book()),
        battle.id('a'),
        &movement(Gait::Walk),
        strike.clone(),
    );
    assert_eq!(orders.walks().map(|(_, walking)| walking.goal).collect::<Vec<_>>(), [Cell::new(5, 0)]);
    let mut moved = false;
    for _ in 0..60 {
        let (mark, asks) = battle.asked();
        let asked = prompt(&battle, mark, asks);
        let choice = match mark {
            'a' => match orders.answer(battle.snapshot().view(), &rules, battle.snapshot().view(), &asked) {
                Order::Given(choice) => choice,
                other => panic!("{other:?} at {:?}", battle.cell('a')),
            },
            _ if !moved => {
                moved = true;
                Choice::Act(Act::along(movement(Gait::Walk).id, vec![Cell::new(7, 0)]))
            }
            _ => Choice::Act(Act::own("wait")),
        };
        let struck = choice == Choice::Act(strike.clone());
        battle.choose(mark, choice);
        if struck {
            assert_eq!(battle.cell('a'), (6, 0), "beside where the other went");
            return assert_eq!(orders.walks().count(), 0, "one blow, and the order is done");
        }
    }
    panic!("it never strikes");
}

#[test]
fn a_walk_without_a_path_stops_at_once() {
    let (mut battle, mut orders) = sent("a # . . . B", (2, 0), base_unit());
    assert_eq!(follow(&mut battle, &mut orders), WalkEnd::Blocked);
    assert_eq!(battle.cell('a'), (0, 0));
}

#[test]
fn a_run_is_not_stopped_by_its_own_gait_or_by_its_own_fatigue() {
    let map = "a . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . B";
    let (mut battle, mut orders) = sent(map, (10, 0), base_unit());
    assert_eq!(follow(&mut battle, &mut orders), WalkEnd::Arrived);
    let view = battle.snapshot().view();
    orders.send(Game::new(view, time_count().book()), battle.id('a'), &movement(Gait::Run), Cell::new(40, 0));
    let end = follow(&mut battle, &mut orders);
    assert!(matches!(end, WalkEnd::Arrived | WalkEnd::Blocked), "only its own breath may stop it: {end:?}");
    assert!(battle.cell('a').0 > 20, "it ran on for many counts: {:?}", battle.cell('a'));
}

#[test]
fn orders_other_than_movement_do_not_exist() {
    let battle = stood();
    let strike = time_count().actions.get(Name::new("strike")).expect("an attack").clone();
    let mut orders = Orders::default();
    orders.send(Game::new(battle.snapshot().view(), time_count().book()), battle.id('a'), &strike, Cell::new(2, 0));
    assert_eq!(orders.walks().count(), 0);
}

/// `a` stands by; `B` begins a number of cells away and approaches unless it waits too.
fn stands_by(gap: usize, comes: bool) -> (WalkEnd, i32) {
    let map = format!("a{} B", " .".repeat(gap));
    let mut battle = skirmish(&time_count(), &map).unit('a', base_unit()).unit('B', base_unit()).limit(400).seeded(3);
    let (rules, mut orders) = (time_count(), Orders::default());
    let wait = rules.actions.get(Name::new("wait")).expect("a wait").clone();
    let begun = battle.count();
    orders.watch(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), &wait);
    assert_eq!(orders.watches().count(), 1);
    for _ in 0..200 {
        let (mark, asks) = battle.asked();
        let x = battle.cell('B').0;
        let choice = match mark {
            'a' => match orders.answer(
                battle.snapshot().view(),
                &rules,
                battle.snapshot().view(),
                &prompt(&battle, mark, asks),
            ) {
                Order::Given(choice) => choice,
                Order::Halted(end) => return (end, battle.count() - begun),
                Order::Silent => panic!("it was forgotten"),
            },
            _ if comes && x > 1 => Choice::Act(Act::along("move", vec![Cell::new(x - 1, 0)])),
            _ => Choice::Act(Act::own("wait")),
        };
        battle.choose(mark, choice);
    }
    panic!("it never ends");
}

#[test] // G-40
fn standing_by_waits_count_by_count_until_an_event() {
    assert_eq!(stands_by(8, false), (WalkEnd::Waited, 10));
    let (end, counts) = stands_by(4, true);
    assert!(matches!(end, WalkEnd::Threatened(_)) && counts < 10, "{end:?} after {counts}");
}
