//! Movement in battle: shared and contested spaces, low rates, difficult ground, runs and sprints.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Breakdown, Size, Stat, Trait};
use warboard::grid::Cell;
use warboard::mechanics::Game;
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::space::{Crowding, crowding};
use warboard::resolution::{Act, BattleEvent, PickPurpose};

fn path(action: &str, cells: &[(i16, i16)]) -> Act {
    Act::along(action, cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}

fn ways(battle: &mut Skirmish, cells: &[(i16, i16)]) -> &'static str {
    refusal(battle, path("move", cells))
}

/// Rules by which movements were stopped.
fn stops(events: &[BattleEvent]) -> Vec<&'static str> {
    let stopped = events.iter().filter_map(|event| match event {
        BattleEvent::MoveStopped { rule, .. } => Some(rule.as_str()),
        _ => None,
    });
    stopped.collect()
}

#[test] // TC-155, TC-163, TC-164, TC-165, G-49
fn friends_let_each_other_through_and_enemies_do_not() {
    let rules = time_count();
    let map = "a b B\n. c .";
    let mut battle = skirmish(&rules, map)
        .unit('a', base_unit().rate(40))
        .unit('b', idle())
        .unit('B', idle())
        .unit('c', idle().with_trait(Trait::FillsSpace))
        .rolls(&[1, 1, 1, 1]);
    assert_eq!(ways(&mut battle, &[(1, 0), (2, 0)]), "TC-155");
    battle.walk('a', &[(1, 0)]);
    assert_eq!(battle.cell('a'), battle.cell('b'), "it may stay with a friend");
    assert_eq!(ways(&mut battle, &[(1, 1)]), "TC-164");
}

#[test] // TC-155, TC-163
fn a_fifth_body_does_not_fit() {
    let rules = time_count();
    let mut plan = skirmish(&rules, "a b\nc d\n. e\n. B").unit('B', idle());
    for mark in ['a', 'b', 'c', 'd', 'e'] {
        plan = plan.unit(mark, base_unit());
    }
    // Initiative, then the order in which the three equally fast combatants enter.
    let mut battle = plan.rolls(&[1, 1, 2, 1, 1, 1, 1, 1]);
    for mark in ['a', 'c', 'd'] {
        battle.walk(mark, &[(1, 0)]);
    }
    battle.perform('e', "wait");
    for _ in 0..3 {
        let mark = battle.asked().0;
        if purpose_of(&battle) == Some(PickPurpose::EnterAnyway) {
            battle.choose(mark, yes())
        } else {
            &mut battle
        };
    }
    assert_eq!([battle.cell('a'), battle.cell('c'), battle.cell('d')], [(1, 0); 3]);
    while battle.asked().0 != 'e' {
        let mark = battle.asked().0;
        battle.wait(mark);
    }
    battle.walk('e', &[(1, 1)]);
    while battle.asked().0 != 'e' {
        let mark = battle.asked().0;
        battle.wait(mark);
    }
    assert_eq!(ways(&mut battle, &[(1, 0)]), "TC-163");
}

fn purpose_of(battle: &Skirmish) -> Option<PickPurpose> {
    match battle.asked().1 {
        warboard::resolution::Asks::Pick { purpose, .. } => Some(purpose),
        _ => None,
    }
}

#[test] // TC-165, TC-166, TC-167, TC-158, TC-159
fn halflings_fight_freely_under_a_troll() {
    let rules = time_count();
    let small = || base_unit().size(Size::Small);
    let mut battle = skirmish(&rules, "a T .\nb . .\nc . .")
        .unit('T', idle().size(Size::Large))
        .unit('a', small())
        .unit('b', small())
        .unit('c', small().stat(Stat::Initiative, -20))
        .rolls(&[1, 1, 1, 1, 1]);
    battle.walk('a', &[(1, 0)]).walk('b', &[(1, 0)]);
    if purpose_of(&battle).is_some() {
        battle.choose('b', yes());
    }
    assert_eq!((battle.cell('a'), battle.cell('b')), ((1, 0), (1, 0)), "the troll cannot refuse");
    let free = |battle: &Skirmish, mark| {
        let rules = time_count();
        crowding(Game::new(battle.snapshot().view(), rules.book()), battle.id(mark)) == Crowding::Free
    };
    assert!(free(&battle, 'a') && free(&battle, 'b') && free(&battle, 'T'));
    while battle.count() < 25 {
        let mark = battle.asked().0;
        battle.wait(mark);
    }
    while battle.asked().0 != 'c' {
        let mark = battle.asked().0;
        battle.wait(mark);
    }
    battle.walk('c', &[(0, 1)]);
    while battle.asked().0 != 'c' {
        let mark = battle.asked().0;
        battle.wait(mark);
    }
    assert_eq!(ways(&mut battle, &[(1, 0)]), "TC-163", "two of them and no more");
}

#[test] // TC-166, TC-167, TC-168, TC-169, G-03
fn friends_in_one_space_hinder_each_other() {
    let rules = time_count();
    let plan = skirmish(&rules, "a b c\n. B .")
        .unit('a', base_unit())
        .unit('b', idle())
        .unit('c', base_unit())
        .unit('B', idle());
    let mut battle = plan.rolls(&[1, 1, 6, 1]);
    battle.walk('a', &[(1, 0)]);
    let (a, b) = (battle.id('a'), battle.id('B'));
    let (game, mut strike) = (Game::new(battle.snapshot().view(), rules.book()), Breakdown::new());
    attack::add_to_hit(game, (a, warboard::battle::WeaponSlot(0)), b, Mode::Melee, &mut strike);
    assert!(terms(&strike).contains(&("crowded space".to_owned(), -4, "TC-167")));
    while battle.asked().0 == 'a' {
        battle.wait('a');
    }
    battle.walk('c', &[(1, 0)]);
    if purpose_of(&battle).is_some() {
        battle.choose('c', yes());
    }
    assert_eq!((battle.asked().0, refused_at(&mut battle, "strike", 'B')), ('a', "TC-168"));
    let game = Game::new(battle.snapshot().view(), rules.book());
    assert_eq!(attack::defence(game, b, a, None, Mode::Melee).0, Stat::Passive);
}

#[test] // TC-148, TC-151, TC-153, TC-154
fn the_faster_enters_first_and_a_friend_may_then_stay_out() {
    let rules = time_count();
    for (answer, cell, stopped) in [(yes(), (1, 0), vec![]), (no(), (0, 0), vec!["TC-154"])] {
        let mut battle = skirmish(&rules, "a . b\n. . .\n. B .")
            .unit('a', base_unit())
            .unit('b', base_unit().rate(25))
            .unit('B', idle())
            .rolls(&[1, 1, 1]);
        battle.walk('a', &[(1, 0)]).walk('b', &[(1, 0)]);
        assert_eq!((battle.asked().0, purpose(&battle)), ('a', PickPurpose::EnterAnyway), "b was there first");
        assert_eq!(battle.cell('b'), (1, 0));
        battle.choose('a', answer);
        assert_eq!((battle.cell('a'), stops(&battle.events())), (cell, stopped));
        assert_eq!(battle.count(), 6, "that count is spent either way");
        battle.all_rolled();
    }
}

#[test] // TC-149, TC-150, TC-152, TC-155
fn dexterity_and_then_chance_decide_between_equally_fast_movers() {
    let rules = time_count();
    let race = |dexterity: i16, dice: &[u16]| {
        let mut battle = skirmish(&rules, "a . B\n. . .")
            .unit('a', base_unit())
            .unit('B', base_unit().stat(Stat::Dexterity, dexterity))
            .rolls(dice);
        battle.walk('a', &[(1, 0)]).walk('B', &[(1, 0)]);
        let stopped = stops(&battle.events());
        battle.all_rolled();
        (battle.cell('a'), battle.cell('B'), stopped)
    };
    assert_eq!(race(1, &[1, 1]), ((0, 0), (1, 0), vec!["TC-155"]), "an enemy allows no entry");
    assert_eq!(race(-1, &[1, 1]), ((1, 0), (2, 0), vec!["TC-155"]));
    assert_eq!(race(0, &[1, 1, 1]), ((1, 0), (2, 0), vec!["TC-155"]));
    assert_eq!(race(0, &[1, 1, 2]), ((0, 0), (1, 0), vec!["TC-155"]));
}

#[test] // TC-155, TC-212, G-96
fn a_space_that_an_enemy_leaves_is_free_on_the_next_count() {
    for order in [['a', 'B'], ['B', 'a']] {
        let plan = order.iter().fold(skirmish(&time_count(), "a B . ."), |plan, mark| plan.unit(*mark, base_unit()));
        let mut battle = plan.rolls(&[1, 1]);
        for mark in order {
            if mark == 'a' {
                assert_eq!(ways(&mut battle, &[(1, 0)]), "TC-155", "{order:?}: the declaration of B is not known");
                battle.wait('a')
            } else {
                battle.walk('B', &[(2, 0)])
            };
        }
        assert_eq!(battle.cell('B'), (2, 0));
        for mark in order {
            if mark == 'a' {
                battle.walk('a', &[(1, 0)])
            } else {
                battle.wait('B')
            };
        }
        assert_eq!(battle.cell('a'), (1, 0), "{order:?}");
    }
}

#[test] // TC-143, TC-145, TC-146, G-35
fn a_slow_mover_cannot_move_on_its_third_count() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a . . . . B").unit('a', base_unit().rate(15)).unit('B', idle()).rolls(&[1, 1]);
    battle.walk('a', &[(1, 0)]).walk('a', &[(2, 0)]);
    assert_eq!(ways(&mut battle, &[(3, 0)]), "TC-140");
    battle.walk('a', &[]);
    assert_eq!((battle.cell('a'), battle.count()), ((2, 0), 8), "the count passes");
    battle.walk('a', &[(3, 0)]).walk('a', &[(4, 0)]);
    assert_eq!(battle.count(), 10, "and the cycle begins again");
}

#[test] // G-36, TC-134, TC-145
fn movement_unspent_on_heavy_ground_carries_over_within_one_movement() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a , , B").unit('a', base_unit()).unit('B', idle()).rolls(&[1, 1]);
    assert_eq!(ways(&mut battle, &[(1, 0)]), "TC-140");
    battle.walk('a', &[]).walk('a', &[(1, 0)]);
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((1, 0), 0));
    battle.walk('a', &[]).wait('a');
    assert_eq!(ways(&mut battle, &[(2, 0)]), "TC-140", "another action ends the movement and what it had saved");
}

const LANE: &str =
    "a . . . . . . . . . . . . . . . . . . . . . . . . B\n. . . . . . . . . . . . . . . . . . . . . . . . . .";

/// `a` walks straight east for four counts.
fn built_up(a: warboard::content::unit::Unit, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&rules, LANE).unit('a', a).unit('B', idle()).rolls(&faces);
    assert_eq!(refusal(&mut battle, path("run", &[(1, 0)])), "TC-170");
    for x in 1..=4 {
        battle.walk('a', &[(x, 0)]);
    }
    battle.events();
    battle
}

#[test] // TC-170, TC-173, TC-174, TC-176, TC-179, TC-097
fn a_run_follows_four_counts_straight_on() {
    let mut battle = built_up(base_unit(), &[20]);
    assert_eq!(refusal(&mut battle, path("run", &[(5, 0), (6, 0), (7, 0)])), "TC-140", "30 feet: two cells first");
    battle.act('a', path("run", &[(5, 0), (6, 0)]));
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((rolled.action.as_str(), rolled.difficulty.total()), ("keep_running", 20));
    assert!(battle.has('a', "running"));
    let rules = time_count();
    let (stat, _) = attack::defence(
        Game::new(battle.snapshot().view(), rules.book()),
        battle.id('B'),
        battle.id('a'),
        None,
        Mode::Melee,
    );
    assert_eq!(stat, Stat::Passive);
    battle.act('a', path("run", &[(7, 1)]));
    assert_eq!(
        refusal(&mut battle, path("run", &[(8, 1)])),
        "TC-176",
        "straightening out would be a second turn, too soon"
    );
    battle.all_rolled();
}

#[test] // TC-173, TC-180, TC-198
fn another_action_ends_the_run_but_not_what_it_cost() {
    let mut battle = built_up(base_unit(), &[20, 20]);
    battle.act('a', path("run", &[(5, 0), (6, 0)])).wait('a');
    assert!(!battle.has('a', "running"));
    assert_eq!((battle.row('a').momentum.counts, battle.row('a').momentum.checks), (0, 1));
    for x in 7..=10 {
        battle.walk('a', &[(x, 0)]);
    }
    battle.act('a', path("run", &[(11, 0)]));
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert!(terms(&rolled.bonus).contains(&("checks before".to_owned(), -1, "TC-180")));
    battle.all_rolled();
}

#[test] // TC-173
fn walking_on_ends_the_run_too() {
    let mut battle = built_up(base_unit(), &[20]);
    battle.act('a', path("run", &[(5, 0), (6, 0)])).walk('a', &[(7, 0)]);
    assert!(!battle.has('a', "running"));
}

#[test] // TC-181, TC-182, TC-184, TC-185, G-20, G-75
fn a_run_costs_fatigue_and_never_knocks_out() {
    for (roll, fatigue) in [(20, 0), (15, 1), (14, 2)] {
        let mut battle = built_up(base_unit(), &[roll]);
        battle.act('a', path("run", &[(5, 0)]));
        assert_eq!(battle.row('a').vitals.fatigue, fatigue);
        assert!(battle.has('a', "running"));
    }
    let mut battle = built_up(base_unit().stat(Stat::HitPoints, 2), &[1]);
    battle.act('a', path("run", &[(5, 0)]));
    assert_eq!(battle.row('a').vitals.fatigue, 1, "one below its hit points");
    assert!(battle.has('a', "fatigued") && !battle.has('a', "running"));
    assert_eq!(refusal(&mut battle, path("run", &[(6, 0)])), "G-20");
    battle.all_rolled();
}

#[test] // TC-171, TC-186, TC-187, TC-188, TC-190, TC-194
fn a_sprint_follows_four_counts_of_running() {
    let run = |dice: &[u16]| {
        let mut battle = built_up(base_unit(), dice);
        for cells in [&[(5, 0), (6, 0)][..], &[(7, 0)], &[(8, 0), (9, 0)]] {
            battle.act('a', path("run", cells));
        }
        assert_eq!(refusal(&mut battle, path("sprint", &[(10, 0)])), "TC-171");
        battle.act('a', path("run", &[(10, 0)])).act('a', path("sprint", &[(11, 0), (12, 0)]));
        battle
    };
    let mut battle = run(&[20, 10]);
    assert!(battle.has('a', "sprinting") && !battle.has('a', "running"));
    battle.act('a', path("sprint", &[(13, 0), (14, 0)]));
    assert_eq!(battle.cell('a'), (14, 0), "35 feet: at least 5 more than running");
    battle.all_rolled();
    let mut battle = run(&[20, 9]);
    assert!(battle.has('a', "running") && !battle.has('a', "sprinting"), "it never began");
    battle.all_rolled();
}

#[test] // TC-172, TC-196, TC-417
fn a_poised_sprinter_makes_both_checks_at_once() {
    let rules = time_count();
    let mut battle = skirmish(&rules, LANE).unit('a', base_unit()).unit('B', idle()).rolls(&[1, 1, 15, 20]);
    battle.perform('a', "take_poised").act('a', path("sprint", &[(1, 0), (2, 0)]));
    let events = battle.events();
    let actions: Vec<String> = checks(&events).iter().map(|rolled| rolled.action.to_string()).collect();
    assert_eq!(actions, ["start_sprinting", "keep_running"]);
    assert_eq!(checks(&events)[1].rule.as_str(), "TC-192");
    assert!(battle.has('a', "sprinting"));
    battle.all_rolled();
}

#[test] // TC-173, TC-335, TC-297
fn a_shoved_or_held_runner_stops_running() {
    let rules = time_count();
    let map = "a . . . . . . .\n. . . . . C . .";
    let mut battle = skirmish(&rules, map)
        .unit('a', base_unit())
        .unit('C', base_unit().stat(Stat::Initiative, -4))
        .rolls(&[1, 1, 12, 20]);
    for x in 1..=4 {
        battle.walk('a', &[(x, 0)]);
    }
    // Both act on count 9.
    battle.act('a', path("run", &[(5, 0), (6, 0)])).act_on('C', "grab", 'a');
    assert!(battle.has('a', "grabbed") && !battle.has('a', "running"));
    assert_eq!(battle.row('a').momentum.counts, 0);
    battle.all_rolled();
}
