//! Fatigue, fainting, waking, dying.

use crate::bodies::{policies, with_stats};
use warboard::battle::{Afflicted, Conditions, Vitals};
use warboard::content::{FatigueCollapse, HealthModel, Name, Stat};
use warboard::mechanics::consciousness::{self as awake, SleepState};
use warboard::mechanics::health;

fn collapse() -> FatigueCollapse {
    match policies().consciousness.collapse {
        HealthModel::Fatigue(policy) => policy,
        _ => panic!("fatigue overcomes these bodies"),
    }
}

fn pools(hit_points: i16, fatigue: i16) -> Vitals {
    Vitals { hit_points, fatigue, ..Vitals::fresh(20) }
}

#[test] // TC-117, G-01
fn fatigue_equal_to_hit_points_is_a_risk_and_more_requires_a_check() {
    assert!(!awake::is_at_risk(&pools(10, 9)));
    assert!(awake::is_at_risk(&pools(10, 10)));
    assert!(!awake::needs_check(&pools(10, 9), &pools(10, 10)));
    assert!(awake::needs_check(&pools(10, 9), &pools(10, 11)));
}

#[test] // TC-119
fn a_check_comes_with_every_fatigue_gained_and_every_hit_point_lost() {
    assert!(awake::needs_check(&pools(10, 11), &pools(10, 12)));
    assert!(awake::needs_check(&pools(10, 11), &pools(9, 11)));
    assert!(awake::needs_check(&pools(12, 11), &pools(10, 11)), "hit points fell below fatigue");
    assert!(!awake::needs_check(&pools(10, 13), &pools(10, 13)));
    assert!(!awake::needs_check(&pools(10, 13), &pools(12, 13)), "healing asks for none");
    assert!(!awake::needs_check(&pools(3, 13), &pools(0, 16)), "the dead are asked nothing");
}

#[test] // TC-120, TC-119
fn the_check_is_constitution_against_fatigue_less_hit_points() {
    let policy = collapse();
    let difficulty = awake::difficulty(&policy, &pools(10, 17));
    assert_eq!(difficulty.to_string(), "7 (fatigue +17 [TC-120], hit points -10 [TC-120])");
    let bonus = awake::bonus(&policy, &with_stats(&[(Stat::Constitution, 2)]));
    assert_eq!(bonus.to_string(), "2 (constitution +2 [TC-119])");
    assert_eq!(policies().rolls.check.dice.words(), "d20"); // G-08
}

#[test] // TC-113, TC-114, G-62
fn fatigue_is_compared_with_all_pools_of_hit_points() {
    let policy = collapse();
    let helped = Vitals { invigoration: 3, bonus: 4, ..pools(10, 17) };
    assert_eq!(awake::difficulty(&policy, &helped).total(), 0);
    assert!(awake::is_at_risk(&helped));
    assert!(!awake::is_dying(&policy, &helped));
}

#[test] // TC-118
fn twice_the_hit_points_in_fatigue_is_dying() {
    let policy = collapse();
    assert!(!awake::is_dying(&policy, &pools(10, 19)));
    assert!(awake::is_dying(&policy, &pools(10, 20)));
    assert!(!awake::is_dying(&policy, &pools(0, 20)), "dead, not dying");
}

#[test] // TC-107
fn no_hit_points_is_dead() {
    assert!(!health::is_dead(&policies().consciousness, &pools(1, 90)));
    assert!(health::is_dead(&policies().consciousness, &pools(0, 0)));
    assert!(!health::is_dead(&policies().consciousness, &Vitals { bonus: 1, ..pools(0, 0) }));
}

#[test] // TC-125
fn ten_counts_of_sleep_for_each_point_of_failure() {
    let policy = collapse();
    assert_eq!([1, 3, 12].map(|by| awake::sleep_counts(&policy, by)), [10, 30, 120]);
    assert_eq!(policy.again.to_string(), "d10"); // TC-127
}

#[test] // TC-126, G-24
fn the_dying_wake_only_once_they_are_stable() {
    let policy = collapse();
    let nothing = Conditions::default();
    assert_eq!(awake::sleep_state(&policy, &pools(10, 15), &nothing), SleepState::Light);
    assert_eq!(awake::sleep_state(&policy, &pools(10, 20), &nothing), SleepState::Dying);
    let mut helped = Conditions::default();
    helped.0.push(Afflicted::lasting(Name::new("stable"), 0));
    assert_eq!(awake::sleep_state(&policy, &pools(10, 20), &helped), SleepState::Helped);
    assert_eq!(awake::sleep_state(&policy, &pools(10, 15), &helped), SleepState::Light);
    assert_eq!(awake::sleep_state(&policy, &pools(0, 20), &helped), SleepState::Dying, "dead");
}
