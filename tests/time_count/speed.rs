//! Speed factors: the time that actions take.

use crate::bodies::turns;
use warboard::content::speed::ActionSpeed::{self, Class, Counts, HalfWeapon, Nothing, Weapon};
use warboard::content::speed::SpeedClass::{self, Fast, Free, Rapid, Sedentary, Slow, Standard, Swift};
use warboard::content::speed::SpeedMode::{Fixed, Random};
use warboard::content::{Breakdown, CountTurns, Label, Name};
use warboard::dice::Dice;
use warboard::turn::speed::{speed_factor, speed_span};

fn plain() -> Breakdown {
    Breakdown::new()
}

fn modified(amount: i16) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::Fumble, amount, Name::new("TC-060"));
    sum
}

/// The counts of an action of a combatant with fixed speed factors.
fn fixed(turns: &CountTurns, speed: ActionSpeed, weapon: SpeedClass, steps: i16, modifiers: &Breakdown) -> i16 {
    let mut dice = Dice::scripted(Vec::new());
    let took = speed_factor(turns, &speed, Some(weapon), Fixed, steps, modifiers, &mut dice);
    assert_eq!(dice.fault(), None);
    took.total()
}

#[test] // T6: TC-216, TC-218, TC-219, TC-220, TC-221, TC-222, TC-223, TC-224, TC-225, TC-226
fn every_class_has_its_row() {
    let turns = turns();
    let rows =
        [(0, 0, 0), (2, 1, 4), (4, 3, 6), (6, 4, 9), (9, 7, 12), (12, 9, 16), (15, 11, 20), (18, 13, 24), (22, 17, 28)];
    for (class, (counts, fewest, most)) in SpeedClass::ALL.into_iter().zip(rows) {
        assert_eq!(fixed(&turns, Class(class), Standard, 0, &plain()), counts, "{}", class.word());
        assert_eq!(speed_span(&turns, &Class(class), None, Fixed, 0), (counts as u16, counts as u16));
        assert_eq!(speed_span(&turns, &Class(class), None, Random, 0), (fewest, most), "{}", class.word());
    }
}

#[test] // T6
fn every_fixed_number_is_the_mean_of_its_roll_rounded_down() {
    for row in turns().speeds {
        assert_eq!(i32::from(row.fixed), row.random.mean_times_two() / 2, "{}", row.class.word());
    }
}

#[test] // TC-227, TC-228
fn speed_factors_are_rolled_or_fixed_by_mode() {
    let mut dice = Dice::scripted(vec![4]);
    let took = speed_factor(&turns(), &Weapon(0), Some(Standard), Random, 0, &plain(), &mut dice);
    assert_eq!(took.to_string(), "10 (speed factor +10 [TC-222])");
    let took = speed_factor(&turns(), &Weapon(0), Some(Standard), Fixed, 0, &plain(), &mut dice);
    assert_eq!((took.total(), dice.unused().len(), dice.fault()), (9, 0, None));
}

#[test] // TC-214, TC-262, E2
fn a_dagger_takes_twelve_counts_and_a_long_sword_sixteen() {
    let turns = turns();
    assert_eq!(6 + fixed(&turns, Weapon(0), Fast, 0, &plain()), 12);
    assert_eq!(7 + fixed(&turns, Weapon(0), Standard, 0, &plain()), 16);
}

#[test] // TC-230, TC-370, TC-524
fn no_step_makes_an_action_faster_than_rapid() {
    let turns = turns();
    assert_eq!(fixed(&turns, Weapon(-1), Standard, 0, &plain()), 6);
    assert_eq!(fixed(&turns, Weapon(-1), Rapid, 0, &plain()), 2);
    assert_eq!(fixed(&turns, Class(Swift), Standard, -7, &plain()), 2);
    let took = speed_factor(&turns, &Weapon(-1), Some(Rapid), Fixed, 0, &plain(), &mut Dice::scripted(Vec::new()));
    assert_eq!(took.terms()[1].rule, Name::new("TC-230"));
}

#[test] // TC-233, TC-234
fn each_step_slower_than_the_slowest_class_adds_four() {
    let turns = turns();
    assert_eq!(fixed(&turns, Weapon(1), Slow, 0, &plain()), 15);
    assert_eq!(fixed(&turns, Class(Sedentary), Standard, 1, &plain()), 26);
    assert_eq!(fixed(&turns, Class(Slow), Standard, 6, &plain()), 34);
    assert_eq!(speed_span(&turns, &Class(Sedentary), None, Random, 2), (25, 36));
}

#[test] // TC-231
fn no_modifier_lowers_a_speed_factor_below_one() {
    let turns = turns();
    let mut dice = Dice::scripted(Vec::new());
    let took = speed_factor(&turns, &Class(Rapid), None, Fixed, 0, &modified(-5), &mut dice);
    assert_eq!(took.to_string(), "1 (speed factor +2 [TC-219], fumble -5 [TC-060], never less +4 [TC-231])");
}

#[test] // TC-060, TC-232
fn steps_of_class_come_before_modifiers() {
    assert_eq!(fixed(&turns(), Weapon(-3), Fast, 0, &modified(3)), 5, "rapid, not rapid after the delay");
}

#[test] // TC-218, G-70
fn free_actions_take_no_time_however_slowed_the_actor_is() {
    let turns = turns();
    assert_eq!(fixed(&turns, Class(Free), Standard, 3, &plain()), 0);
    assert_eq!(fixed(&turns, Class(Free), Standard, 0, &modified(-2)), 0);
    let mut dice = Dice::scripted(Vec::new());
    assert!(speed_factor(&turns, &Nothing, None, Random, 2, &plain(), &mut dice).terms().is_empty());
}

#[test] // TC-268, G-21
fn a_feint_takes_half_the_counts_of_the_weapon_rounded_down() {
    let turns = turns();
    assert_eq!(fixed(&turns, HalfWeapon, Standard, 0, &plain()), 4);
    assert_eq!(fixed(&turns, HalfWeapon, Rapid, 0, &plain()), 1);
    let mut dice = Dice::scripted(vec![1]);
    assert_eq!(speed_factor(&turns, &HalfWeapon, Some(Rapid), Random, 0, &plain(), &mut dice).total(), 1);
    assert_eq!(speed_span(&turns, &HalfWeapon, Some(Standard), Random, 0), (3, 6));
}

#[test] // TC-147, G-35, G-40, G-70
fn moving_and_waiting_take_one_count_and_one_more_for_each_step_slower() {
    let turns = turns();
    assert_eq!(fixed(&turns, Counts(1), Standard, 0, &plain()), 1);
    assert_eq!(fixed(&turns, Counts(1), Standard, 2, &plain()), 3);
    assert_eq!(fixed(&turns, Counts(1), Standard, -2, &plain()), 1);
}

#[test] // TC-266, G-53
fn an_action_may_have_its_own_speed_roll() {
    let net = ActionSpeed::Roll { random: "1d8+5".parse().expect("dice"), fixed: 9 };
    let turns = turns();
    assert_eq!(fixed(&turns, net, Standard, 0, &plain()), 9);
    assert_eq!(speed_span(&turns, &net, None, Random, 1), (7, 14));
}
