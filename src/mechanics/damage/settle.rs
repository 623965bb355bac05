//! Applying damage to hit points and fatigue (Time Count: TC-042 to TC-044, TC-067 to TC-071, TC-089, TC-090, TC-497,
//! TC-498, G-22, G-46).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::impairment::{self, Impairment};
use super::roll::lift;
use crate::battle::{CombatantId, Sheet, Vitals, WeaponSlot};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::DamageType;
use crate::content::item::Pool;
use crate::content::policy::{DamagePolicy, Rulebook, ThresholdPolicy, WoundPolicy};
use crate::content::{Name, Rule};
use crate::mechanics::Game;

/// A hit whose damage is known but has not been applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingDamage {
    /// Attacker.
    pub by: CombatantId,
    /// Target.
    pub target: CombatantId,
    /// Action it is part of.
    pub action: Name,
    /// Weapon used.
    pub weapon: Option<WeaponSlot>,
    /// Damage type.
    pub harm: DamageType,
    /// Damage before damage reduction.
    pub amount: Breakdown,
    /// Whether it only causes fatigue.
    pub nonlethal: bool,
    /// Pool it reduces directly, ignoring threshold and damage reduction (poison and similar); `None` for ordinary
    /// hits.
    pub straight: Option<Pool>,
    /// Rule that causes it.
    pub rule: Rule,
}

/// Damage that has been applied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedDamage {
    /// Target.
    pub target: CombatantId,
    /// Attacker.
    pub by: CombatantId,
    /// Action it was part of.
    pub action: Name,
    /// Final damage with its terms, including damage reduction.
    pub amount: Breakdown,
    /// Threshold of pain that applied.
    pub threshold: Breakdown,
    /// Amount converted to fatigue.
    pub fatigue: i16,
    /// Amount lost from hit points.
    pub wounds: i16,
    /// Whether it only caused fatigue.
    pub nonlethal: bool,
    /// Impairment caused, if any.
    pub impairs: Option<Impairment>,
    /// Hit points and fatigue afterwards.
    pub vitals: Vitals,
    /// Rule for the split between fatigue and wounds.
    pub rule: Rule,
}

/// Applies simultaneous hits in order.
///
/// All of them use the threshold as it was before the first. Hit points and fatigue carry over from hit to hit, and
/// every hit reduces the threshold for later ones (TC-068 to TC-070). Hits on combatants outside the battle are
/// ignored.
pub fn settle(game: Game<'_>, blows: &[PendingDamage]) -> Vec<AppliedDamage> {
    let mut pools: SmallVec<[(CombatantId, Vitals); 4]> = SmallVec::new();
    let mut hurts = Vec::with_capacity(blows.len());
    for blow in blows {
        let Some(row) = game.find(blow.target) else { continue };
        let known = pools.iter().position(|(target, _)| *target == blow.target);
        let at = known.unwrap_or_else(|| {
            pools.push((blow.target, row.vitals));
            pools.len() - 1
        });
        let mut hurt = take(&game.policies.damage, &row.sheet, &row.vitals, &pools[at].1, blow);
        hurt.impairs = impairment::of(game, blow, &hurt, blows);
        pools[at].1 = hurt.vitals;
        hurts.push(hurt);
    }
    hurts
}

/// Applies one hit after earlier simultaneous hits. Damage up to the threshold becomes fatigue (TC-044). Nonlethal
/// damage only causes fatigue, but still reduces the threshold (TC-089, TC-090).
fn take(policy: &DamagePolicy, sheet: &Sheet, declared: &Vitals, now: &Vitals, blow: &PendingDamage) -> AppliedDamage {
    if let Some(pool) = blow.straight {
        return drained(pool, now, blow);
    }
    let amount = reduced(policy, sheet, &blow.amount);
    let wounds_policy = match &policy.wounds {
        WoundPolicy::Threshold(threshold) => threshold,
        WoundPolicy::HitPoints { rule } => return lost(amount, now, blow, *rule),
    };
    let met = met_threshold(wounds_policy, sheet, declared);
    let (dealt, borne) = (amount.total(), met.total());
    let (fatigue, rule) = if blow.nonlethal {
        (dealt, policy.nonlethal_rule.unwrap_or(wounds_policy.within_rule))
    } else if dealt > borne {
        (borne, wounds_policy.above_rule)
    } else {
        (dealt, wounds_policy.within_rule)
    };
    let wounds = dealt - fatigue;
    let vitals = Vitals {
        fatigue: now.fatigue.saturating_add(fatigue),
        worn: worn(wounds_policy, sheet, now),
        ..now.losing(wounds)
    };
    let nonlethal = blow.nonlethal;
    AppliedDamage { threshold: met, fatigue, wounds, nonlethal, ..applied(blow, amount, vitals, rule) }
}

/// A hit after which its target has these points, without threshold, losses or impairment.
fn applied(blow: &PendingDamage, amount: Breakdown, vitals: Vitals, rule: Rule) -> AppliedDamage {
    AppliedDamage {
        target: blow.target,
        by: blow.by,
        action: blow.action,
        amount,
        threshold: Breakdown::new(),
        fatigue: 0,
        wounds: 0,
        nonlethal: false,
        impairs: None,
        vitals,
        rule,
    }
}

/// Internal damage: reduces one pool directly, ignoring the threshold (TC-498). Losses to poison are recorded (TC-497).
pub fn drained(pool: Pool, now: &Vitals, blow: &PendingDamage) -> AppliedDamage {
    let (amount, rule) = (blow.amount.clone(), blow.rule);
    let points = amount.total().max(0);
    let (fatigue, wounds, mut vitals) = match pool {
        Pool::Fatigue => (points, 0, Vitals { fatigue: now.fatigue.saturating_add(points), ..*now }),
        Pool::HitPoints => (0, points, now.losing(points)),
    };
    if blow.harm == DamageType::Poison {
        vitals.poison_wounds = vitals.poison_wounds.saturating_add(now.hit_points - vitals.hit_points);
        vitals.poison_fatigue = vitals.poison_fatigue.saturating_add(fatigue);
    }
    AppliedDamage { fatigue, wounds, ..applied(blow, amount, vitals, rule) }
}

/// Applies a hit entirely to hit points, which may become negative.
fn lost(amount: Breakdown, now: &Vitals, blow: &PendingDamage, rule: Rule) -> AppliedDamage {
    let wounds = amount.total();
    let vitals = Vitals { hit_points: now.hit_points.saturating_sub(wounds), ..*now };
    AppliedDamage { wounds, ..applied(blow, amount, vitals, rule) }
}

/// Whether a hit deals any damage after damage reduction.
pub fn wounds(game: Game<'_>, blow: &PendingDamage) -> bool {
    game.find(blow.target).is_some_and(|row| reduced(&game.policies.damage, &row.sheet, &blow.amount).total() > 0)
}

/// Damage after damage reduction, which alone can reduce it to 0 (TC-042, TC-043, G-46).
fn reduced(policy: &DamagePolicy, sheet: &Sheet, amount: &Breakdown) -> Breakdown {
    let mut amount = amount.clone();
    lift(policy, &mut amount);
    if let Some(reduction) = policy.reduction {
        let off = sheet.stat(reduction.stat).min(amount.total()).max(0);
        amount.add_if(Label::Stat(reduction.stat), -off, reduction.rule);
    }
    amount
}

/// Current threshold of pain of a combatant, at least 0 (TC-067, TC-070, G-22).
pub fn threshold(game: Game<'_>, id: CombatantId) -> Breakdown {
    let row = game.row(id);
    match &game.policies.damage.wounds {
        WoundPolicy::Threshold(policy) => met_threshold(policy, &row.sheet, &row.vitals),
        WoundPolicy::HitPoints { .. } => Breakdown::new(),
    }
}

fn met_threshold(policy: &ThresholdPolicy, sheet: &Sheet, vitals: &Vitals) -> Breakdown {
    let mut sum = match sheet.derived.get(policy.stat as usize) {
        Some(terms) if !terms.terms().is_empty() => terms.clone(),
        _ => {
            let mut base = Breakdown::new();
            base.add(Label::Stat(policy.stat), sheet.stat(policy.stat), policy.within_rule);
            base
        }
    };
    sum.add_if(Label::Worn, vitals.worn.saturating_neg(), policy.wear_rule);
    sum.add_if(Label::AtLeast, sum.total().min(0).saturating_neg(), policy.wear_rule);
    sum
}

/// Reduction of the threshold after one more hit, at most down to 0.
fn worn(policy: &ThresholdPolicy, sheet: &Sheet, vitals: &Vitals) -> i16 {
    let furthest = sheet.stat(policy.stat).max(vitals.worn);
    vitals.worn.saturating_add(policy.wear).min(furthest)
}

/// Whether the threshold of pain has been reduced to 0 (TC-071).
pub fn is_wounded(book: Rulebook<'_>, sheet: &Sheet, vitals: &Vitals) -> bool {
    match &book.policies.damage.wounds {
        WoundPolicy::Threshold(policy) => sheet.stat(policy.stat) <= vitals.worn,
        WoundPolicy::HitPoints { .. } => false,
    }
}
