//! The end of the damage pipeline: the pools that lose points, wounds by severity, and wards.

use super::{AppliedDamage, PendingDamage};
use crate::battle::Vitals;
use crate::content::{
    BodyParts, ConsciousnessPolicy, DamagePolicy, HealthModel, Label, LosingPool, Name, Rule, Rulebook, StepKind,
    WoundSlots,
};
use crate::mechanics::health;

/// The pools after the loss of points: bonus points first, then healed and normal ones, never below 0 (TC-114).
pub fn losing(mut vitals: Vitals, points: i16) -> Vitals {
    let pools = [&mut vitals.bonus, &mut vitals.invigoration, &mut vitals.hit_points];
    pools.into_iter().fold(points, |left, pool| lower(pool, left));
    vitals
}

/// Lowers a pool, at most to 0. Returns the points that it could not lose.
fn lower(pool: &mut i16, points: i16) -> i16 {
    let lost = points.clamp(0, (*pool).max(0));
    *pool -= lost;
    points - lost
}

/// A ward absorbs what it can of the damage, as a term of it. Returns the points that are left.
pub(super) fn ward(policy: &DamagePolicy, kind: Name, points: i16, rule: Rule, hurt: &mut AppliedDamage) -> i16 {
    let Some(at) = policy.wards.iter().position(|known| known.id == kind) else { return points };
    let Some(ward) = hurt.vitals.wards.0.get_mut(at) else { return points };
    let absorbed = ward.absorb(points, policy.wards[at].once);
    hurt.amount.add_if(Label::Named(kind), -absorbed, rule);
    points - absorbed
}

/// One pool loses points. Returns those that it could not lose.
pub(super) fn lose(
    policy: &ConsciousnessPolicy,
    (pool, rule): (LosingPool, Rule),
    blow: &PendingDamage,
    points: i16,
    hurt: &mut AppliedDamage,
) -> i16 {
    let vitals = &mut hurt.vitals;
    match pool {
        LosingPool::Bonus => return lower(&mut vitals.bonus, points),
        LosingPool::Invigoration => return lower(&mut vitals.invigoration, points),
        LosingPool::HitPoints => return lower(&mut vitals.hit_points, points),
        LosingPool::HitPointsBelowZero => vitals.hit_points = vitals.hit_points.saturating_sub(points.max(0)),
        LosingPool::Fatigue => {
            let points = points.max(0);
            vitals.fatigue = vitals.fatigue.saturating_add(points);
            hurt.fatigue = hurt.fatigue.saturating_add(points);
            hurt.nonlethal = true;
        }
        LosingPool::Part => {
            let HealthModel::Parts(body) = &policy.collapse else { return points };
            let at = body.index(blow.traits.part);
            vitals.parts.left[at] = vitals.parts.left[at].saturating_sub(points.max(0));
            hurt.pools.add_if(Label::Named(body.parts[at].id), -points.max(0), rule);
        }
        LosingPool::Slot => {
            let HealthModel::Slots(wounds) = &policy.collapse else { return points };
            let before = health::lasting(vitals);
            wound(wounds, blow, (points, rule), hurt);
            hurt.wounds = before - health::lasting(&hurt.vitals);
        }
    }
    0
}

/// One wound of the level that the damage reaches, changed by how the hit is made; where no slot is empty, it becomes worse
/// until it finds one (HD-009, HD-019, HD-020). Below the lightest level there is no wound.
fn wound(wounds: &WoundSlots, blow: &PendingDamage, (points, rule): (i16, Rule), hurt: &mut AppliedDamage) {
    let Some(base) = wounds.levels.iter().rposition(|level| level.least <= points) else { return };
    let (number, last) = (|level: usize| level as i16 + 1, wounds.levels.len() - 1);
    hurt.severity.add(Label::Level, number(base), wounds.levels[base].least_rule);
    let changed = (number(base) + i16::from(blow.traits.severity)).min(number(last));
    hurt.severity.add_if(Label::Severity, changed - number(base), blow.rule);
    let most = blow.spared.filter(|spared| i16::from(spared.level) < changed);
    let changed = most.map_or(changed, |spared| {
        let level = i16::from(spared.level);
        hurt.severity.add(Label::Chosen, level - changed, spared.rule);
        level
    });
    if let Ok(level) = usize::try_from(changed - 1) {
        fill(wounds, level, rule, hurt);
    }
}

/// A wound of a severity, from 1 for the lightest, whatever protects the combatant with these pools (HD-G25); `None` where wounds
/// have no severity.
pub fn wounded(book: Rulebook<'_>, now: &Vitals, blow: &PendingDamage, severity: i16) -> Option<AppliedDamage> {
    let HealthModel::Slots(wounds) = &book.policies.consciousness.collapse else { return None };
    let level = usize::try_from(severity - 1).ok()?.min(wounds.levels.len().checked_sub(1)?);
    let mut hurt = super::applied(blow, blow.amount.clone(), *now, blow.rule);
    hurt.severity.add(Label::Level, level as i16 + 1, blow.rule);
    let before = health::lasting(now);
    fill(wounds, level, blow.rule, &mut hurt);
    hurt.wounds = before - health::lasting(&hurt.vitals);
    Some(hurt)
}

/// Fills a slot of a level, counted from 0, or of the next worse level with an empty one (HD-020).
fn fill(wounds: &WoundSlots, level: usize, rule: Rule, hurt: &mut AppliedDamage) {
    let last = wounds.levels.len() - 1;
    let track = &mut hurt.vitals.wounds;
    let found = (level..=last).find(|level| track.filled[*level] < track.slots[*level]).unwrap_or(last);
    track.filled[found] = track.filled[found].saturating_add(1);
    hurt.severity.add_if(Label::Overflow, found as i16 - level as i16, wounds.overflow_rule);
    hurt.pools.add(Label::Named(wounds.levels[found].id), -1, rule);
}

/// The pools of a combatant after damage to a part of its body, by its index, that the steps before have reduced already.
pub fn after_loss(policy: &DamagePolicy, mut vitals: Vitals, part: usize, damage: i16) -> Vitals {
    let mut left = damage;
    let steps = policy
        .pipeline
        .iter()
        .filter_map(|step| if let StepKind::Lose(pools) = &step.does { Some(pools) } else { None });
    for pool in steps.flatten() {
        match pool {
            LosingPool::Bonus => left -= left.min(vitals.bonus.max(0)),
            LosingPool::Invigoration => left -= left.min(vitals.invigoration.max(0)),
            LosingPool::HitPoints => {
                let taken = left.min(vitals.hit_points.max(0));
                (vitals.hit_points, left) = (vitals.hit_points - taken, left - taken);
            }
            LosingPool::Part => {
                vitals.parts.left[part] = vitals.parts.left[part].saturating_sub(left);
                left = 0;
            }
            LosingPool::HitPointsBelowZero | LosingPool::Slot => left = 0,
            // Hits of no special kind are not nonlethal.
            LosingPool::Fatigue => {}
        }
    }
    vitals
}

/// Points that a part of the body loses, by its index, whatever protects it; never below minus its points at full health, if it is
/// `limited` (PR-259).
pub fn part_lost(
    body: &BodyParts,
    (now, blow): (&Vitals, &PendingDamage),
    (part, limited): (usize, bool),
) -> AppliedDamage {
    let mut hurt = super::applied(blow, blow.amount.clone(), *now, blow.rule);
    let least = if limited { now.parts.most[part].saturating_neg() } else { i16::MIN };
    let left = now.parts.left[part].saturating_sub(blow.amount.total()).max(least.min(now.parts.left[part]));
    hurt.wounds = now.parts.left[part] - left;
    hurt.pools.add_if(Label::Named(body.parts[part].id), -hurt.wounds, blow.rule);
    hurt.vitals.parts.left[part] = left;
    hurt
}
