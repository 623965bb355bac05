//! Health: the points a combatant has left, and when it is down or dead. Everything outside the damage pipeline and the
//! procedures that change pools asks here, whatever the [`HealthModel`] of the rule system stores.
//!
//! Wounds by severity count as points as well: an empty slot of the lightest level is one point, one of the next two, and
//! so on. A combatant with pools of body parts has its hit points and the points of the part that is usually hit.

mod models;
pub mod stamina;

pub use models::{
    HealthPool, PassedThreshold, crossings, dies_at_zero, followed, healed_part, is_senseless, lost_by_the_down, marks,
    nonlethal, pools, times_down, treated_wound, unhurt, worst_part,
};

use crate::battle::{Vitals, WoundTrack};
use crate::content::{ConsciousnessPolicy, Fate, HealthModel};

/// Points left before the combatant is out of the fight, temporary ones and wards included; 0 or less if none are left.
#[inline]
pub fn remaining(vitals: &Vitals) -> i16 {
    let wards = vitals.wards.0.iter().fold(0, |sum: i16, ward| sum.saturating_add(ward.left));
    vitals.current().saturating_add(beyond_hit_points(vitals).0).saturating_add(wards)
}

/// Points left without temporary ones, which end with the battle.
pub fn lasting(vitals: &Vitals) -> i16 {
    vitals.hit_points.saturating_add(beyond_hit_points(vitals).0)
}

/// Hit points alone, of which a scenario may take some before the battle; 0 where there are none.
pub fn hit_points(vitals: &Vitals) -> i16 {
    vitals.hit_points
}

/// Points of an unhurt combatant.
pub fn maximum(vitals: &Vitals) -> i16 {
    vitals.maximum.saturating_add(beyond_hit_points(vitals).1)
}

/// Points left, and at full health, of wound slots and of the usual part of the body.
#[inline]
fn beyond_hit_points(vitals: &Vitals) -> (i16, i16) {
    match (vitals.wounds.is_unused(), vitals.parts.is_unused()) {
        (true, true) => (0, 0),
        (false, _) => of_slots(&vitals.wounds),
        (true, false) => {
            let (left, most) = vitals.parts.of_usual();
            (left.max(0), most)
        }
    }
}

fn of_slots(track: &WoundTrack) -> (i16, i16) {
    let worth = |count: u8, level: usize| i16::from(count).saturating_mul(level as i16 + 1);
    let slots = track.slots.iter().zip(&track.filled).enumerate();
    slots.fold((0, 0), |(left, most), (level, (slots, filled))| {
        (left + worth(slots.saturating_sub(*filled), level), most + worth(*slots, level))
    })
}

/// Points left in thousandths of the maximum: from 0 up, above 1000 with temporary points.
pub fn fraction(vitals: &Vitals) -> i32 {
    i32::from(remaining(vitals).max(0)) * 1000 / i32::from(maximum(vitals).max(1))
}

/// Points lost that healing restores.
pub fn lost(vitals: &Vitals) -> i16 {
    maximum(vitals) - lasting(vitals) - vitals.invigoration
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
#[inline]
pub fn is_spent(vitals: &Vitals) -> bool {
    remaining(vitals) <= 0
}

/// Whether a combatant has less than before: fewer points, or more fatigue.
pub fn worse_than(now: &Vitals, before: &Vitals) -> bool {
    remaining(now) < remaining(before) || now.fatigue > before.fatigue
}

/// The fate of a combatant by its points alone. Where fatigue fells, one without hit points is dead (TC-107); where it
/// bleeds, or only falls at 0, it dies at minus its maximum (TA-218, FS-G18).
#[inline]
pub fn fate(policy: &ConsciousnessPolicy, vitals: &Vitals) -> Fate {
    match &policy.collapse {
        HealthModel::Fatigue(_) if vitals.current() <= 0 => Fate::Dies,
        HealthModel::AtZero(_) if vitals.dies_at_zero && vitals.current() <= 0 => Fate::Dies,
        HealthModel::Bleeding(_) | HealthModel::AtZero(_) if vitals.hit_points <= vitals.maximum.saturating_neg() => {
            Fate::Dies
        }
        HealthModel::Bleeding(_) | HealthModel::AtZero(_) if vitals.current() <= 0 => Fate::Down,
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) | HealthModel::AtZero(_) => Fate::Stands,
        HealthModel::Slots(slots) => models::fate_of_wounds(slots, &vitals.wounds),
        HealthModel::Parts(body) => models::fate_of_parts(body, vitals),
    }
}

/// Whether a combatant is dead by its points.
#[inline]
pub fn is_dead(policy: &ConsciousnessPolicy, vitals: &Vitals) -> bool {
    fate(policy, vitals) == Fate::Dies
}

/// Whether a combatant is out of the fight by its points, dead or not.
#[inline]
pub fn is_down(policy: &ConsciousnessPolicy, vitals: &Vitals) -> bool {
    fate(policy, vitals) >= Fate::Down
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

/// Points left and the maximum: of hit points alone where the body has parts, whose points its figure shows.
pub fn buffer(vitals: &Vitals) -> (i16, i16) {
    let (beyond, most) = vitals.parts.of_usual();
    (remaining(vitals).saturating_sub(beyond.max(0)), maximum(vitals).saturating_sub(most))
}

/// Points left of the maximum, such as `7/20`, and the parts of the body that are hurt: `0/20, head 3/6`.
pub fn of_maximum(policy: &ConsciousnessPolicy, vitals: &Vitals) -> String {
    with_parts(policy, vitals, "")
}

/// Points left of the maximum in words, such as `7/20 hit points`, and the parts of the body that are hurt.
pub fn in_words(policy: &ConsciousnessPolicy, vitals: &Vitals) -> String {
    with_parts(policy, vitals, &format!(" {}", word(vitals)))
}

/// The word players read for the points.
pub fn word(vitals: &Vitals) -> &'static str {
    if vitals.wounds.is_unused() { "hit points" } else { "wound points" }
}

fn with_parts(policy: &ConsciousnessPolicy, vitals: &Vitals, unit: &str) -> String {
    let (left, most) = buffer(vitals);
    let parts = if matches!(policy.collapse, HealthModel::Parts(_)) { pools(policy, vitals) } else { Vec::new() };
    let hurt = parts.iter().filter(|pool| pool.left < pool.most);
    hurt.fold(format!("{left}/{most}{unit}"), |words, pool| {
        format!("{words}, {} {}/{}", pool.name.as_str().replace('_', " "), pool.left, pool.most)
    })
}
