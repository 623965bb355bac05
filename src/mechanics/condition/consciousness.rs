//! Falling unconscious, dying and waking up. Time Count compares fatigue with hit points (TC-107, TC-117 to TC-130,
//! G-01, G-24).

use crate::battle::{Conditions, Row, Sheet, Vitals};
use crate::content::{Breakdown, FatigueCollapse, Label, Rulebook, StableLasts};
use crate::mechanics::health;

/// Difficulty of staying awake or waking up: fatigue minus current hit points (TC-120, TC-126).
pub fn difficulty(policy: &FatigueCollapse, vitals: &Vitals) -> Breakdown {
    let (hit_points, rule) = (health::remaining(vitals).saturating_neg(), policy.difficulty_rule);
    Breakdown::of([(Label::Fatigue, vitals.fatigue, rule), (Label::HitPoints, hit_points, rule)])
}

/// Bonus to rolls for staying awake or waking up. No natural roll succeeds or fails automatically (TC-119, TC-128).
pub fn bonus(policy: &FatigueCollapse, sheet: &Sheet) -> Breakdown {
    Breakdown::of([(Label::Stat(policy.stat), sheet.stat(policy.stat), policy.check_rule)])
}

/// Bonus to rolls for staying awake, reduced by impairments (TC-121).
pub fn bonus_to_stay_awake(policy: &FatigueCollapse, book: Rulebook<'_>, row: &Row) -> Breakdown {
    let mut sum = bonus(policy, &row.sheet);
    let Some(impairments) = book.policies.damage.impairments() else { return sum };
    for kind in &impairments.kinds {
        let (level, each) = (row.conditions.level(kind.condition), impairments.awake);
        sum.add_if(Label::Named(kind.condition), each.amount.saturating_mul(level), each.rule);
    }
    sum
}

/// Whether a living combatant has at least as much fatigue as hit points (TC-117).
pub fn is_at_risk(vitals: &Vitals) -> bool {
    !health::is_spent(vitals) && vitals.fatigue >= health::remaining(vitals)
}

/// Whether a living combatant is dying of fatigue, awake or not (TC-118).
pub fn is_dying(policy: &FatigueCollapse, vitals: &Vitals) -> bool {
    !health::is_spent(vitals) && vitals.fatigue >= health::remaining(vitals).saturating_mul(policy.dying_times)
}

/// Whether a change for the worse leaves more fatigue than hit points, which needs a check (TC-119, G-01).
pub fn needs_check(before: &Vitals, after: &Vitals) -> bool {
    health::worse_than(after, before) && !health::is_spent(after) && after.fatigue > health::remaining(after)
}

/// Counts until the first check to wake, after failing to stay awake by `failed_by` (TC-125).
pub fn sleep_counts(policy: &FatigueCollapse, failed_by: i16) -> i32 {
    i32::from(policy.counts_per_point) * i32::from(failed_by.max(1))
}

/// How a sleeping combatant can wake.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SleepState {
    /// Rolls to wake every few counts.
    Light,
    /// Dying or dead: no rolls to wake.
    Dying,
    /// Dying but stabilized: rolls to wake after long rests.
    Helped,
}

/// How a combatant that falls asleep can wake. A dying one rolls only once it is stable (TC-126, TC-130, G-24).
pub fn sleep_state(policy: &FatigueCollapse, vitals: &Vitals, conditions: &Conditions) -> SleepState {
    if health::is_spent(vitals) { SleepState::Dying } else { sleep_of(policy, is_dying(policy, vitals), conditions) }
}

/// How a combatant can wake according to its stored conditions, whatever its hit points and fatigue are now.
pub fn stored_sleep_state(policy: &FatigueCollapse, conditions: &Conditions) -> SleepState {
    sleep_of(policy, conditions.has(policy.dying), conditions)
}

fn sleep_of(policy: &FatigueCollapse, dying: bool, conditions: &Conditions) -> SleepState {
    match dying {
        false => SleepState::Light,
        true if conditions.has(policy.stable) => SleepState::Helped,
        true => SleepState::Dying,
    }
}

/// Whether a stabilized combatant remains stable (G-24).
pub fn stays_stable(policy: &FatigueCollapse, vitals: &Vitals) -> bool {
    policy.stable_lasts == StableLasts::ForGood || is_dying(policy, vitals)
}
