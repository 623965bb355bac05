//! Sprinting on in a battle: what the checks cost, and the sprint that is rolled once more.

#[path = "common/facts.rs"]
mod facts;
#[path = "common/skirmish.rs"]
mod skirmish;

use std::sync::Arc;

use facts::*;
use skirmish::*;
use warboard::battle::Side;
use warboard::content::action::Gait;
use warboard::content::policy::SprintReroll;
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::control::{Controller, Strength, Tactician};
use warboard::grid::Cell;
use warboard::mechanics::movement::allowance;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, PickPurpose};
use warboard::rules::Ruleset;

/// One who is so slow that twenty counts of sprinting fit on a board.
fn slow() -> Unit {
    dull().rate(5).stat(Stat::HitPoints, 20).stat(Stat::Constitution, 2)
}

/// `a` begins a sprint from the poised stance: after the initiative come the roll to sprint, the check that goes with
/// it, and these dice. It goes on until it is asked something else, stops, or has been at it for twenty-one counts.
fn sprint(rules: &Arc<Ruleset>, a: Unit, dice: &[u16]) -> Skirmish {
    let lane = format!("a{}\n{}B", " .".repeat(70), ". ".repeat(70));
    let faces: Vec<u16> = [1, 1].iter().chain(dice).copied().collect();
    let mut battle = skirmish(rules, &lane).unit('a', a).unit('B', idle()).rolls(&faces);
    battle.own('a', "take_poised");
    go(&mut battle, "sprint");
    let goes_on = |battle: &Skirmish| battle.has('a', "sprinting") && battle.row('a').momentum.counts < 21;
    while goes_on(&battle) && matches!(battle.asked().1, Asks::Act) {
        go(&mut battle, "sprint");
    }
    battle
}

/// One count straight on, as far as it goes.
fn go(battle: &mut Skirmish, action: &str) {
    let rules = battle.battle().setup.rules.clone();
    let gait = if action == "sprint" { Gait::Sprint } else { Gait::Run };
    let (x, y) = battle.cell('a');
    let cells = allowance(battle.snapshot().view(), rules.book(), battle.id('a'), gait) as i16;
    battle.act('a', Act::along(action, (1..=cells).map(|step| Cell::new(x + step, y)).collect()));
}

/// The rules by which fatigue came.
fn tiring(events: &[BattleEvent]) -> Vec<(i16, &'static str)> {
    let tired = events.iter().filter_map(|event| match event {
        BattleEvent::FatigueGained { amount, rule, .. } => Some((*amount, rule.as_str())),
        _ => None,
    });
    tired.collect()
}

#[test] // TC-195, TC-192, TC-193
fn a_failed_check_of_a_sprint_tires_like_that_of_a_run() {
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
fn a_sprinter_who_is_checked_may_roll_the_sprint_again() {
    // 5 feet faster; the check at the start; the check after twenty counts; and the sprint again.
    for (answer, dice, feet) in [(no(), vec![], 5), (yes(), vec![20], 15), (yes(), vec![10], 5)] {
        let faces: Vec<u16> = [10, 20, 20].into_iter().chain(dice).collect();
        let mut battle = sprint(&time_count(), slow(), &faces);
        assert_eq!((battle.asked().0, purpose(&battle)), ('a', PickPurpose::SprintAgain));
        assert_eq!(battle.row('a').momentum.counts, 20, "not at the check that goes with the beginning");
        battle.events();
        battle.choose('a', answer.clone());
        assert_eq!(battle.row('a').momentum.sprint_feet, feet);
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
    assert_eq!(battle.row('a').momentum.sprint_feet, 10);
    battle.choose('a', yes());
    assert_eq!(battle.row('a').momentum.sprint_feet, 0);
    assert!(battle.has('a', "running") && !battle.has('a', "sprinting"));
    let here = battle.cell('a').0;
    let onward = Act::along("sprint", vec![Cell::new(here + 1, 0)]);
    assert_eq!(refusal(&mut battle, onward), "TC-171", "it has to run first");
    go(&mut battle, "run");
    battle.all_rolled();
}

#[test] // TC-191
fn a_ruleset_may_let_the_first_sprint_stand() {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.movement.running.as_mut().expect("there is running").sprint.reroll = SprintReroll::Never;
    let mut battle = sprint(&Arc::new(rules), slow(), &[10, 20, 20]);
    assert_eq!(battle.row('a').momentum.counts, 21);
    go(&mut battle, "sprint");
    battle.all_rolled();
}

#[test] // TC-191, TC-183
fn who_is_stopped_has_nothing_to_roll_again() {
    let mut battle = sprint(&time_count(), slow().stat(Stat::HitPoints, 2), &[10, 20, 1]);
    assert!(battle.has('a', "fatigued"));
    assert!(matches!(battle.asked().1, Asks::Act));
    battle.all_rolled();
}

#[test] // TC-191
fn an_opponent_rolls_a_poor_sprint_again_and_keeps_a_good_one() {
    // 7 and a half feet on average.
    for (first, answer) in [(6, yes()), (16, no())] {
        let battle = sprint(&time_count(), slow().stat(Stat::Strength, 4), &[first, 20, 20]);
        let (setup, prompt) = (battle.battle().setup.clone(), battle.battle().prompt().expect("a question").clone());
        let mut opponent = Tactician::new(Side(0), 1, Strength::Hard);
        let chosen: Choice = opponent.answer(battle.snapshot().view(), &setup.rules, &setup, &prompt).choice;
        assert_eq!(chosen, answer);
    }
}

#[test] // G-08
fn a_ruleset_may_roll_three_dice_for_checks_that_are_no_attacks() {
    let mut rules = Ruleset::clone(&time_count());
    rules.policies.check_die = "3d6".parse().expect("dice");
    let mut battle = sprint(&Arc::new(rules), slow(), &[4, 3, 3, 6, 6, 6, 1, 2, 3]);
    let naturals: Vec<u16> = checks(&battle.events()).iter().map(|rolled| rolled.natural).collect();
    assert_eq!(naturals, [10, 18, 6]);
    assert_eq!(battle.row('a').vitals.fatigue, 2, "6 + 2 - 2 against 20");
    battle.all_rolled();
}
