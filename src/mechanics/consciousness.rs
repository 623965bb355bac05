//! When wounds take somebody out of the fight, and how they come back.

use super::damage;
use crate::battle::{Conditions, Row, Sheet, Vitals};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::{Collapse, ConsciousnessPolicy, FatigueCollapse, Rulebook, StableLasts};

/// What must be reached to stay awake or to wake: fatigue less current hit points (TC-120, TC-126).
pub fn difficulty(policy: &FatigueCollapse, vitals: &Vitals) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::Fatigue, vitals.fatigue, policy.difficulty_rule);
    sum.add(Label::HitPoints, vitals.current().saturating_neg(), policy.difficulty_rule);
    sum
}

/// What is added to the roll to stay awake or to wake; no face of the die decides by itself (TC-119, TC-128).
pub fn bonus(policy: &FatigueCollapse, sheet: &Sheet) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::Stat(policy.stat), sheet.stat(policy.stat), policy.check_rule);
    sum
}

/// What is added to the roll to stay awake: every impairment makes it harder (TC-121).
pub fn staying(policy: &FatigueCollapse, book: Rulebook<'_>, row: &Row) -> Breakdown {
    let mut sum = bonus(policy, &row.sheet);
    let Some(impairments) = damage::impairments(book) else { return sum };
    for kind in &impairments.kinds {
        let (level, each) = (row.conditions.level(kind.condition), impairments.awake);
        sum.add_if(Label::Named(kind.condition), each.amount.saturating_mul(level), each.rule);
    }
    sum
}

/// Whether a body is dead: its last hit point is lost (TC-107), or, where bodies bleed, as many below 0 as it had at most
/// (TA-218).
pub fn is_dead(policy: &ConsciousnessPolicy, vitals: &Vitals) -> bool {
    match policy.collapse {
        Collapse::Fatigue(_) => is_spent(vitals),
        Collapse::Bleeding(_) => vitals.hit_points <= vitals.maximum.saturating_neg(),
    }
}

/// Whether no hit point is left.
pub fn is_spent(vitals: &Vitals) -> bool {
    vitals.current() <= 0
}

/// Whether one who lives has fatigue equal to its hit points or above them (TC-117).
pub fn is_at_risk(vitals: &Vitals) -> bool {
    !is_spent(vitals) && vitals.fatigue >= vitals.current()
}

/// Whether one who lives has so much fatigue that it is dying, awake or not (TC-118).
pub fn is_dying(policy: &FatigueCollapse, vitals: &Vitals) -> bool {
    !is_spent(vitals) && vitals.fatigue >= vitals.current().saturating_mul(policy.dying_times)
}

/// Whether a change of the pools asks for a check to stay awake (TC-119, G-01).
///
/// It does when fatigue is above hit points and either fatigue was gained or hit points were lost.
pub fn needs_check(before: &Vitals, after: &Vitals) -> bool {
    let worse = after.fatigue > before.fatigue || after.current() < before.current();
    worse && !is_spent(after) && after.fatigue > after.current()
}

/// Counts before the first check to wake, for one who failed to stay awake by so much (TC-125).
pub fn sleep_counts(policy: &FatigueCollapse, failed_by: i16) -> i32 {
    i32::from(policy.counts_per_point) * i32::from(failed_by.max(1))
}

/// How a sleeper stands to waking.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Sleep {
    /// It makes checks to wake every few counts.
    Light,
    /// It is dying, or dead, and makes none.
    Dying,
    /// It is dying and stable, and makes checks after long rests.
    Helped,
}

/// How one who is asleep, or falls asleep now, stands to waking: the dying make checks only once they are stable (TC-126,
/// TC-130, G-24).
pub fn sleep(policy: &FatigueCollapse, vitals: &Vitals, conditions: &Conditions) -> Sleep {
    if is_spent(vitals) { Sleep::Dying } else { sleep_of(policy, is_dying(policy, vitals), conditions) }
}

/// The same as its marks were last set, before the pools changed.
pub fn sleep_as_marked(policy: &FatigueCollapse, conditions: &Conditions) -> Sleep {
    sleep_of(policy, conditions.has(policy.dying), conditions)
}

fn sleep_of(policy: &FatigueCollapse, dying: bool, conditions: &Conditions) -> Sleep {
    match dying {
        false => Sleep::Light,
        true if conditions.has(policy.stable) => Sleep::Helped,
        true => Sleep::Dying,
    }
}

/// Whether one who was made stable still is (G-24).
pub fn stays_stable(policy: &FatigueCollapse, vitals: &Vitals) -> bool {
    match policy.stable_lasts {
        StableLasts::WhileDying => is_dying(policy, vitals),
        StableLasts::ForGood => true,
    }
}
