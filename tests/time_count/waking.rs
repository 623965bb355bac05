//! Checks to wake: of light sleepers, of dying combatants after help, and of healed ones.

use std::sync::Arc;

use crate::facts::*;
use crate::incanting::*;
use crate::skirmish::*;
use warboard::content::{HealthModel, StableLasts, Stat};
use warboard::resolution::{Asks, Choice};
use warboard::rules::Ruleset;

/// `C` has prepared a spell that mends, `D` another; at count 35 `a` strikes `B` with bare hands, which tires it by 3 and
/// this strength.
fn struck(rules: &Arc<Ruleset>, strength: i16, dice: &[u16]) -> Skirmish {
    let faces = [1, 1, 1, 1, 12, 3].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(rules, "a B C\n. D .")
        .unit('a', base_unit().unarmed().stat(Stat::Strength, strength).stat(Stat::Initiative, -30))
        .unit('B', idle())
        .unit('C', wizard())
        .unit('D', wizard().stat(Stat::Initiative, -1))
        .rolls(&faces);
    prepared_among(&mut battle);
    until(&mut battle, 'a');
    assert_eq!(battle.count(), 35);
    battle.strike('a', 'B');
    settle(&mut battle, 35);
    battle.events();
    battle
}

/// `C` and `D` prepare, each in its turn.
fn prepared_among(battle: &mut Skirmish) {
    while ['C', 'D'].iter().any(|mark| battle.row(*mark).incanting.ready().is_none()) {
        let mark = battle.asked().0;
        let incanting = &battle.row(mark).incanting;
        match (incanting.spell.is_none(), incanting.ready().is_none()) {
            (true, _) => battle.act(mark, prepare("mend")),
            (false, true) => battle.perform(mark, "keep_preparing"),
            (false, false) => battle.wait(mark),
        };
    }
}

fn answer_facings(battle: &mut Skirmish) {
    while let (mark, Asks::Face { .. }) = battle.asked() {
        battle.choose(mark, Choice::Face(warboard::battle::Facing::AllAround));
    }
}

/// Lets every combatant wait until it is the turn of `mark`, or until a count.
fn until(battle: &mut Skirmish, mark: char) {
    answer_facings(battle);
    while battle.asked().0 != mark {
        let other = battle.asked().0;
        battle.wait(other);
        answer_facings(battle);
    }
}

fn until_count(battle: &mut Skirmish, mark: char, count: i32) {
    until(battle, mark);
    while battle.count() < count {
        battle.wait(mark);
        until(battle, mark);
    }
}

/// Lets the other combatants of the count wait, so that its actions take effect.
fn settle(battle: &mut Skirmish, count: i32) {
    answer_facings(battle);
    while battle.count() == count && battle.asked().0 != 'B' {
        let other = battle.asked().0;
        battle.wait(other);
        answer_facings(battle);
    }
}

/// `a` strikes `B` again.
fn strikes(battle: &mut Skirmish) {
    until(battle, 'a');
    let count = battle.count();
    battle.strike('a', 'B');
    settle(battle, count);
}

/// `mark` mends `B`, and others may still declare; the count on which it does.
fn begins_to_mend(battle: &mut Skirmish, mark: char) -> i32 {
    until(battle, mark);
    let (b, count) = (battle.id('B'), battle.count());
    battle.act(mark, on("mend", b));
    count
}

/// `mark` heals `B`, which has lost no hit points, so that all healing removes fatigue.
fn mends(battle: &mut Skirmish, mark: char) {
    let count = begins_to_mend(battle, mark);
    settle(battle, count);
}

/// `mark` sees to `B`; the count on which it does.
fn stabilises(battle: &mut Skirmish, mark: char) -> i32 {
    until(battle, mark);
    let count = battle.count();
    battle.act_on(mark, "stabilise", 'B');
    settle(battle, count);
    count
}

#[test] // TC-118, TC-125, TC-126
fn a_sleeper_healed_out_of_dying_wakes_when_its_sleep_ends() {
    // Fatigue 20 against 10: the check fails by 5, so it sleeps 50 counts.
    let mut battle = struck(&time_count(), 17, &[5, 4, 4, 2]);
    assert!(battle.has('B', "dying") && battle.has('B', "unconscious"));
    assert!(wakings_due(&battle).is_empty(), "the dying do not wake");
    mends(&mut battle, 'C');
    assert_eq!((battle.row('B').vitals.fatigue, battle.has('B', "dying")), (12, false));
    assert_eq!(wakings_due(&battle), [35 + 50], "10 counts for each point it failed by");
    until(&mut battle, 'B');
    assert_eq!(battle.count(), 85);
    battle.all_rolled();
}

#[test] // TC-125, TC-126, TC-127
fn a_sleeper_healed_after_its_sleep_tries_to_wake_at_once_and_periodically() {
    let mut battle = struck(&time_count(), 17, &[5, 4, 4, 1, 7, 2]);
    until_count(&mut battle, 'C', 100);
    battle.events();
    mends(&mut battle, 'C');
    let rolled = checks(&battle.events());
    assert_eq!(rolled.last().map(|rolled| (rolled.action.as_str(), rolled.margin)), Some(("wake", -1)));
    assert_eq!(wakings_due(&battle), [100 + 7]);
    until(&mut battle, 'B');
    assert_eq!(battle.count(), 107);
    battle.all_rolled();
}

#[test] // TC-125, TC-126, TC-212
fn two_healers_cause_one_check() {
    // Fatigue 28 against 10, failed by 17: 2 and 8 points on one count bring it to 18.
    let mut battle = struck(&time_count(), 25, &[1, 1, 1, 4, 4, 8]);
    let counts = ['C', 'D'].map(|mark| begins_to_mend(&mut battle, mark));
    assert_eq!(counts[0], counts[1], "both act at once");
    settle(&mut battle, counts[0]);
    assert_eq!((battle.row('B').vitals.fatigue, wakings_due(&battle)), (18, vec![35 + 170]));
    until(&mut battle, 'B');
    assert_eq!(battle.count(), 205);
    battle.all_rolled();
}

#[test] // TC-130, TC-126, G-24
fn a_sleeper_that_becomes_dying_has_no_check_until_it_is_helped() {
    // Fatigue 15 against 10 fails by 1; the next blow makes it 30, and 2d10 are 5 minutes.
    let mut battle = struck(&time_count(), 12, &[4, 12, 3, 2, 3]);
    assert_eq!(wakings_due(&battle), [35 + 10]);
    strikes(&mut battle);
    assert!(battle.has('B', "dying"));
    assert!(wakings_due(&battle).is_empty(), "the check that was due is off");
    let helped = stabilises(&mut battle, 'C');
    assert_eq!(wakings_due(&battle), [helped + 5 * 120], "2d10 minutes after the help");
    // A second stabilisation has no effect: nothing is rolled.
    stabilises(&mut battle, 'D');
    assert_eq!(wakings_due(&battle), [helped + 5 * 120]);
    battle.all_rolled();
}

#[test] // TC-130
fn a_stabilised_sleeper_keeps_its_long_rest_when_healed() {
    let mut battle = struck(&time_count(), 17, &[5, 2, 3, 4, 4]);
    let helped = stabilises(&mut battle, 'C');
    mends(&mut battle, 'D');
    assert!(!battle.has('B', "dying") && !battle.has('B', "stable"));
    assert_eq!(wakings_due(&battle), [helped + 5 * 120]);
    battle.all_rolled();
}

#[test] // TC-130, G-24
fn a_stabilised_and_healed_sleeper_tries_again_after_minutes() {
    // Fatigue 12 against 10 when the long rest is over: 1 fails by 1, and 1d6 are 3 minutes.
    let mut battle = struck(&time_count(), 17, &[5, 2, 3, 4, 4, 1, 3]);
    let helped = stabilises(&mut battle, 'C');
    mends(&mut battle, 'D');
    battle.events();
    until_count(&mut battle, 'C', helped + 5 * 120);
    let rolled = checks(&battle.events()).pop().expect("a check to wake");
    assert_eq!((rolled.action.as_str(), rolled.margin, rolled.rule.as_str()), ("wake", -1, "TC-130"));
    assert_eq!(wakings_due(&battle), [helped + 5 * 120 + 3 * 120]);
    battle.all_rolled();
}

#[test] // TC-125, TC-126, G-64
fn a_combatant_that_begins_asleep_is_prone_and_tries_to_wake() {
    // It rolls no initiative; without fatigue its first check wakes it.
    let battle = skirmish(&time_count(), "a . . B C").unit('a', base_unit()).unit('B', base_unit()).unit('C', idle());
    let mut battle = battle.with_condition('B', "unconscious").rolls(&[1, 1, 1]);
    assert!(battle.has('B', "unconscious") && battle.has('B', "prone"));
    assert_eq!((wakings_due(&battle), battle.row('B').turn_state.next), (vec![10], None));
    while battle.asked().0 == 'a' {
        battle.wait('a');
    }
    assert_eq!((battle.asked().0, battle.count(), battle.has('B', "unconscious")), ('B', 10, false));
    battle.all_rolled();
}

#[test] // TC-126, TC-130, G-24
fn a_sleeper_healed_and_dying_again_needs_help_again() {
    for (lasts, stable, due) in [(StableLasts::WhileDying, false, 0), (StableLasts::ForGood, true, 1)] {
        let mut rules = Ruleset::clone(&time_count());
        let HealthModel::Fatigue(policy) = &mut rules.policies.consciousness.collapse else { panic!("fatigue") };
        policy.stable_lasts = lasts;
        // Stabilised; healed to fatigue 12; struck again, to 32; with the ruling switched a long rest begins again.
        let again: &[u16] = if stable { &[1, 1] } else { &[] };
        let dice: Vec<u16> = [5, 2, 3, 4, 4, 12, 3].iter().chain(again).copied().collect();
        let mut battle = struck(&Arc::new(rules), 17, &dice);
        stabilises(&mut battle, 'C');
        mends(&mut battle, 'D');
        strikes(&mut battle);
        assert_eq!((battle.has('B', "stable"), wakings_due(&battle).len()), (stable, due), "{lasts:?}");
        assert!(battle.has('B', "dying"));
        battle.all_rolled();
    }
}

#[test] // TC-125, TC-126
fn a_light_sleeper_damaged_and_healed_keeps_one_check() {
    // Fatigue 15, then 30, then 22 and 14 after both have mended.
    let mut battle = struck(&time_count(), 12, &[4, 12, 3, 4, 4, 4, 4]);
    strikes(&mut battle);
    mends(&mut battle, 'C');
    assert!(wakings_due(&battle).is_empty());
    mends(&mut battle, 'D');
    assert_eq!((battle.row('B').vitals.fatigue, wakings_due(&battle)), (14, vec![35 + 10]));
}

#[test] // TC-119, TC-122, TC-261
fn a_dying_combatant_that_is_awake_stays_stable_only_while_dying() {
    let mut battle = struck(&time_count(), 17, &[20, 4, 4]);
    assert!(battle.has('B', "dying") && !battle.has('B', "unconscious"));
    stabilises(&mut battle, 'C');
    assert!(battle.has('B', "stable"));
    assert!(wakings_due(&battle).is_empty(), "it is awake");
    mends(&mut battle, 'D');
    assert!(!battle.has('B', "stable") && !battle.has('B', "dying"));
    battle.all_rolled();
}
