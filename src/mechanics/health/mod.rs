//! Health: the points a combatant has left, and when it is down or dead. Everything outside the damage pipeline and the
//! procedures that change pools asks here, whatever the [`HealthModel`] of the rule system stores.

use crate::battle::Vitals;
use crate::content::{ConsciousnessPolicy, HealthModel};

/// Points left before the combatant is out of the fight, temporary ones included; 0 or less if none are left.
pub fn remaining(vitals: &Vitals) -> i16 {
    vitals.current()
}

/// Points left without temporary ones, which end with the battle.
pub fn lasting(vitals: &Vitals) -> i16 {
    vitals.hit_points
}

/// Points of an unhurt combatant.
pub fn maximum(vitals: &Vitals) -> i16 {
    vitals.maximum
}

/// Points left in thousandths of the maximum: from 0 up, above 1000 with temporary points.
pub fn fraction(vitals: &Vitals) -> i32 {
    i32::from(remaining(vitals).max(0)) * 1000 / i32::from(maximum(vitals).max(1))
}

/// Points lost that healing restores.
pub fn lost(vitals: &Vitals) -> i16 {
    vitals.maximum - vitals.hit_points - vitals.invigoration
}

/// Fatigue gathered; 0 where the rule system has none.
pub fn fatigue(vitals: &Vitals) -> i16 {
    vitals.fatigue
}

/// Points left less the fatigue gathered.
pub fn vigour(vitals: &Vitals) -> i16 {
    remaining(vitals).saturating_sub(vitals.fatigue)
}

/// Whether temporary points beyond the maximum are left.
pub fn has_bonus(vitals: &Vitals) -> bool {
    vitals.bonus > 0
}

/// Whether no points are left.
pub fn is_spent(vitals: &Vitals) -> bool {
    remaining(vitals) <= 0
}

/// Whether a combatant has less than before: fewer points, or more fatigue.
pub fn worse_than(now: &Vitals, before: &Vitals) -> bool {
    remaining(now) < remaining(before) || now.fatigue > before.fatigue
}

/// Whether a combatant is dead: without hit points (TC-107), or with bleeding at minus its maximum (TA-218).
pub fn is_dead(policy: &ConsciousnessPolicy, vitals: &Vitals) -> bool {
    match policy.collapse {
        HealthModel::Fatigue(_) => is_spent(vitals),
        HealthModel::Bleeding(_) => vitals.hit_points <= vitals.maximum.saturating_neg(),
    }
}

/// Whether a combatant is out of the fight by its points alone, dead or not.
pub fn is_down(policy: &ConsciousnessPolicy, vitals: &Vitals) -> bool {
    match policy.collapse {
        HealthModel::Fatigue(_) => is_dead(policy, vitals),
        HealthModel::Bleeding(_) => is_spent(vitals),
    }
}

/// Points that a combatant without any can still lose before it dies; 0 as long as it has some left.
pub fn spare(policy: &ConsciousnessPolicy, vitals: &Vitals) -> i16 {
    match policy.collapse {
        HealthModel::Bleeding(_) if is_spent(vitals) => vitals.maximum,
        _ => 0,
    }
}

/// Whether the rule system has fatigue.
pub fn has_fatigue(policy: &ConsciousnessPolicy) -> bool {
    matches!(policy.collapse, HealthModel::Fatigue(_))
}

/// Points left of the maximum, such as `7/20`.
pub fn of_maximum(vitals: &Vitals) -> String {
    format!("{}/{}", remaining(vitals), maximum(vitals))
}
