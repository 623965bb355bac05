//! Sprints over several counts: the cost of checks, and repeated rolls.

use std::sync::Arc;

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{Gait, RollDice, SprintReroll, Stat, Unit};
use warboard::control::{Controller, Strength, Tactician};
use warboard::grid::Cell;
use warboard::mechanics::Game;
use warboard::mechanics::movement::allowance;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, PickPurpose};
use warboard::rules::Ruleset;

/// A unit slow enough for twenty counts of sprinting to fit on a board.
fn slow() -> Unit {
    base_unit().rate(5).stat(Stat::HitPoints, 20).stat(Stat::Constitution, 2)
}

/// `a` begins a sprint from the poised stance: after the initiative follow the roll to sprint, its check
/// and these dice. It continues until another prompt opens, it stops, or twenty-one counts have passed.
fn sprint(rules: &Arc<Ruleset>, a: Unit, dice: &[u16]) -> Skirmish {
    let lane = format!("a{}\n{}B", " .".repeat(70), ". ".repeat(70));
    let faces: Vec<u16> = [1, 1].iter().chain(dice).copied().collect();
    let mut battle = skirmish(rules, &lane).unit('a', a).unit('B', idle()).rolls(&faces);
    battle.perform('a', "take_poised");
    go(&mut battle, "sprint");
    let goes_on = |battle: &Skirmish| battle.has('a', "sprinting") && battle.row('a').momentum.counts < 21;
    while goes_on(&battle) && matches!(battle.asked().1, Asks::Act) {
        go(&mut battle, "sprint");
    }
    battle
}

/// Moves one count straight ahead, as far as possible.
fn go(battle: &mut Skirmish, action: &str) {
    let rules = battle.battle().setup().rules.clone();
    let gait = if action == "sprint" { Gait::Sprint } else { Gait::Run };
    let (x, y) = battle.cell('a');
    let cells = allowance(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), gait) as i16;
    battle.act('a', Act::along(action, (1..=cells).map(|step| Cell::new(x + step, y)).collect()));
}

/// The rules of all fatigue gained.
fn tiring(events: &[BattleEvent]) -> Vec<(i16, &'static str)> {
    let tired = events.iter().filter_map(|event| match event {
        BattleEvent::FatigueGained { amount, rule, .. } => Some((*amount, rule.as_str())),
        _ => None,
    });
    tired.collect()
}

#[test] // TC-195, TC-192, TC-193
fn a_failed_sprint_check_costs_fatigue_like_that_of_a_run() {
    for (roll, tired) in [(18, vec![]), (13, vec![(1, "TC-195")]), (12, vec![(2, "TC-195")])] {
        let mut battle = sprint(&time_count(), slow(), &[10, roll, 20]);
        let events = battle.events();
        assert_eq!(checks(&events)[1].rule.as_str(), "TC-192");
        assert_eq!(tiring(&events), tired, "{roll} + 2 against 20");
    }
    let mut battle = sprint(&time_count(), slow(), &[10, 20, 14]);
    let again = checks(&battle.events()).pop().expect("a check");
    assert!(terms(&again.bonus).contains(&("checks before".to_owned(), -2, "TC-193")));
    assert_eq!((again.margin, battle.row('a').vitals.fatigue), (-6, 2));
}

#[test] // TC-191, TC-189
fn a_sprinter_that_makes_a_check_may_roll_the_sprint_again() {
    // 5 feet faster; the check at the start; the check after twenty counts; and the sprint again.
    for (answer, dice, feet) in [(no(), vec![], 5), (yes(), vec![20], 15), (yes(), vec![10], 5)] {
        let faces: Vec<u16> = [10, 20, 20].into_iter().chain(dice).collect();
        let mut battle = sprint(&time_count(), slow(), &faces);
        assert_eq!((battle.asked().0, purpose(&battle)), ('a', PickPurpose::SprintAgain));
        assert_eq!(battle.row('a').momentum.counts, 20, "not at the check that goes with the beginning");
        battle.events();
        battle.choose('a', answer.clone());
        assert_eq!(battle.row('a').momentum.sprint_bonus, feet);
        assert!(battle.has('a', "sprinting"));
        let rolled = checks(&battle.events());
        let cited: Vec<&str> = rolled.iter().map(|rolled| rolled.rule.as_str()).collect();
        assert_eq!(cited, vec!["TC-191"; faces.len() - 3]);
        go(&mut battle, "sprint");
        battle.all_rolled();
    }
}

#[test] // TC-191, TC-187
fn the_new_result_counts_even_where_it_ends_the_sprint() {
    let mut battle = sprint(&time_count(), slow(), &[15, 20, 20, 9]);
    assert_eq!(battle.row('a').momentum.sprint_bonus, 10);
    battle.choose('a', yes());
    assert_eq!(battle.row('a').momentum.sprint_bonus, 0);
    assert!(battle.has('a', "running") && !battle.has('a', "sprinting"));
    let here = battle.cell('a').0;
    let onward = Act::along("sprint", vec![Cell::new(here + 1, 0)]);
    assert_eq!(refusal(&mut battle, onward), "TC-171", "it has to run first");
    go(&mut battle, "run");
    battle.all_rolled();
}

#[test] // TC-191
fn a_ruleset_may_forbid_rolling_the_sprint_again() {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.movement.running.as_mut().expect("there is running").sprint.reroll = SprintReroll::Never;
    let mut battle = sprint(&Arc::new(rules), slow(), &[10, 20, 20]);
    assert_eq!(battle.row('a').momentum.counts, 21);
    go(&mut battle, "sprint");
    battle.all_rolled();
}

#[test] // TC-191, TC-183
fn a_stopped_sprinter_has_nothing_to_roll_again() {
    let mut battle = sprint(&time_count(), slow().stat(Stat::HitPoints, 2), &[10, 20, 1]);
    assert!(battle.has('a', "fatigued"));
    assert!(matches!(battle.asked().1, Asks::Act));
    battle.all_rolled();
}

#[test] // TC-191
fn the_computer_opponent_rolls_a_poor_sprint_again_and_keeps_a_good_one() {
    // 7 and a half feet on average.
    for (first, answer) in [(6, yes()), (16, no())] {
        let battle = sprint(&time_count(), slow().stat(Stat::Strength, 4), &[first, 20, 20]);
        let (setup, prompt) = (battle.battle().setup().clone(), battle.battle().prompt().expect("a question").clone());
        let mut opponent = Tactician::new(Side(0), 1, Strength::Hard);
        let chosen: Choice = opponent.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice;
        assert_eq!(chosen, answer);
    }
}

#[test] // G-08
fn a_ruleset_may_roll_three_dice_for_checks_other_than_attacks() {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.rolls.check.dice = RollDice::RollOver("3d6".parse().expect("dice"));
    let mut battle = sprint(&Arc::new(rules), slow(), &[4, 3, 3, 6, 6, 6, 1, 2, 3]);
    let naturals: Vec<i16> = checks(&battle.events()).iter().map(|rolled| rolled.natural).collect();
    assert_eq!(naturals, [10, 18, 6]);
    assert_eq!(battle.row('a').vitals.fatigue, 2, "6 + 2 - 2 against 20");
    battle.all_rolled();
}

/// Cells covered on the first counts of a sprint that begins from the poised stance with this roll, each as far as
/// possible.
fn cells_sprinted(rate: u16, roll: u16, counts: usize) -> Vec<i16> {
    let lane = format!("a{}\n{}B", " .".repeat(70), ". ".repeat(70));
    let fit = base_unit().rate(rate).stat(Stat::HitPoints, 20).stat(Stat::Strength, 4);
    let mut battle = skirmish(&time_count(), &lane).unit('a', fit).unit('B', idle()).rolls(&[1, 1, roll, 20]);
    battle.perform('a', "take_poised");
    let mut cells = Vec::new();
    for _ in 0..counts {
        let before = battle.cell('a').0;
        let action = if battle.has('a', "running") { "run" } else { "sprint" };
        go(&mut battle, action);
        cells.push(battle.cell('a').0 - before);
    }
    battle.all_rolled();
    cells
}

#[test] // TC-186, TC-187, TC-188, TC-189, TC-190, TC-141, TC-174
fn the_first_count_of_a_sprint_uses_its_check() {
    // The check, Strength 4 counted in, against 10; base 20 counts as 35, 25, or is a run of 30.
    assert_eq!(cells_sprinted(20, 16, 4), [3, 2, 3, 2], "20: 50 feet");
    assert_eq!(cells_sprinted(20, 6, 4), [2, 2, 1, 2], "10: base 25, so 35 feet");
    assert_eq!(cells_sprinted(20, 5, 4), [2, 1, 2, 1], "9: it runs 30 feet");
    assert_eq!(cells_sprinted(5, 6, 4), [1, 1, 0, 1], "10: base 10, so 15 feet");
    assert_eq!(cells_sprinted(5, 5, 4), [0, 1, 0, 0], "9: it runs 5 feet");
}

#[test] // TC-188, TC-147, G-36
fn movement_of_a_sprint_beyond_the_declared_path_is_kept() {
    let lane = format!("a{}\n{}B", " .".repeat(70), ". ".repeat(70));
    let fit = base_unit().stat(Stat::Strength, 4).stat(Stat::HitPoints, 20);
    let mut battle = skirmish(&time_count(), &lane).unit('a', fit).unit('B', idle()).rolls(&[1, 1, 16, 20]);
    battle.perform('a', "take_poised").act('a', Act::along("sprint", vec![Cell::new(1, 0)]));
    assert_eq!((battle.cell('a'), battle.row('a').momentum.unspent), ((1, 0), 2), "3 of the row less the one");
    let five = Act::along("sprint", (2..=6).map(|x| Cell::new(x, 0)).collect());
    assert_eq!(refusal(&mut battle, five), "TC-140", "2 and 2, not 5");
    go(&mut battle, "sprint");
    assert_eq!(battle.cell('a'), (5, 0));
    battle.all_rolled();
}

#[test] // TC-148, TC-188
fn a_sprinter_enters_a_space_before_those_it_outruns_on_its_first_count() {
    // `a` runs at 30 feet and `b` at 35; once the check adds 15 feet to the base, `a` is the faster.
    let map = "a . . . b\n. . . . B";
    let poised = |unit: Unit| unit.stat(Stat::Strength, 4).stat(Stat::HitPoints, 20);
    let battle = skirmish(&time_count(), map).unit('a', poised(base_unit())).unit('b', poised(base_unit().rate(25)));
    let mut battle = battle.unit('B', idle()).rolls(&[1, 1, 1, 16, 20]);
    battle.perform('a', "take_poised").perform('b', "take_poised");
    let way = |action: &str, cells: &[i16]| Act::along(action, cells.iter().map(|x| Cell::new(*x, 0)).collect());
    battle.act('a', way("sprint", &[1, 2])).act('b', way("run", &[3, 2]));
    assert_eq!(purpose(&battle), PickPurpose::EnterAnyway);
    assert_eq!(battle.asked().0, 'b', "the slower one finds the space taken");
}
