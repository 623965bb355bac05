use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::impairment::{self, Impairment};
use super::roll::lift;
use crate::battle::{CombatantId, Sheet, View, Vitals, WeaponSlot};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::DamageType;
use crate::content::policy::{DamagePolicy, Rulebook, ThresholdPolicy, WoundPolicy};
use crate::content::venom::Pool;
use crate::content::{Name, Rule};

/// A hit whose damage is known and has not been taken yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blow {
    pub by: CombatantId,
    pub target: CombatantId,
    /// The action it is part of.
    pub action: Name,
    /// What it was dealt with.
    pub weapon: Option<WeaponSlot>,
    /// The kind of harm.
    pub harm: DamageType,
    /// The damage before damage reduction.
    pub amount: Breakdown,
    /// It only tires.
    pub nonlethal: bool,
    /// The pool it goes to, whatever the threshold and damage reduction; `None` for all that strikes from outside.
    pub straight: Option<Pool>,
    /// The rule that deals it.
    pub rule: Rule,
}

/// Damage that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hurt {
    pub target: CombatantId,
    pub by: CombatantId,
    pub action: Name,
    /// The damage and its terms, damage reduction included.
    pub amount: Breakdown,
    /// The threshold of pain it met.
    pub threshold: Breakdown,
    /// How much became fatigue.
    pub fatigue: i16,
    /// How much was lost from hit points.
    pub wounds: i16,
    pub nonlethal: bool,
    /// What it impairs, if it does.
    pub impairs: Option<Impairment>,
    /// The pools afterwards.
    pub vitals: Vitals,
    /// The rule of the split.
    pub rule: Rule,
}

/// What all the blows of one moment do, in their order.
///
/// Each meets the threshold as it was before the first; the pools run on from blow to blow, and every hit wears the
/// threshold by its part (TC-068 to TC-070). A blow on somebody who is not in the battle does nothing.
pub fn settle(view: View<'_>, book: Rulebook<'_>, blows: &[Blow]) -> Vec<Hurt> {
    let mut pools: SmallVec<[(CombatantId, Vitals); 4]> = SmallVec::new();
    let mut hurts = Vec::with_capacity(blows.len());
    for blow in blows {
        let Some(row) = view.find(blow.target) else { continue };
        let known = pools.iter().position(|(target, _)| *target == blow.target);
        let at = known.unwrap_or_else(|| {
            pools.push((blow.target, row.vitals));
            pools.len() - 1
        });
        let mut hurt = take(&book.policies.damage, &row.sheet, &row.vitals, &pools[at].1, blow);
        hurt.impairs = impairment::of(view, book, blow, &hurt, blows);
        pools[at].1 = hurt.vitals;
        hurts.push(hurt);
    }
    hurts
}

/// One blow on pools that earlier blows of the same moment have already changed. The threshold decides what is borne as
/// fatigue (TC-044); what is nonlethal only tires, and wears the threshold all the same (TC-089, TC-090).
fn take(policy: &DamagePolicy, sheet: &Sheet, declared: &Vitals, now: &Vitals, blow: &Blow) -> Hurt {
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
    let (target, by, action, nonlethal) = (blow.target, blow.by, blow.action, blow.nonlethal);
    Hurt { target, by, action, amount, threshold: met, fatigue, wounds, nonlethal, impairs: None, vitals, rule }
}

/// Harm from within: every point goes to its pool, and no threshold is met or worn (TC-498). What poison has taken is
/// remembered (TC-497).
pub fn drained(pool: Pool, now: &Vitals, blow: &Blow) -> Hurt {
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
    let (target, by, action, threshold) = (blow.target, blow.by, blow.action, Breakdown::new());
    Hurt { target, by, action, amount, threshold, fatigue, wounds, nonlethal: false, impairs: None, vitals, rule }
}

/// A blow of which every point is lost from hit points, down to below 0.
fn lost(amount: Breakdown, now: &Vitals, blow: &Blow, rule: Rule) -> Hurt {
    let wounds = amount.total();
    let vitals = Vitals { hit_points: now.hit_points.saturating_sub(wounds), ..*now };
    let (target, by, action, threshold) = (blow.target, blow.by, blow.action, Breakdown::new());
    Hurt { target, by, action, amount, threshold, fatigue: 0, wounds, nonlethal: false, impairs: None, vitals, rule }
}

/// Whether anything is left of the damage of a hit after the target's damage reduction.
pub fn wounds(view: View<'_>, book: Rulebook<'_>, blow: &Blow) -> bool {
    view.find(blow.target).is_some_and(|row| reduced(&book.policies.damage, &row.sheet, &blow.amount).total() > 0)
}

/// The damage of a hit after damage reduction, which alone can bring it to 0 (TC-042, TC-043, G-46).
fn reduced(policy: &DamagePolicy, sheet: &Sheet, amount: &Breakdown) -> Breakdown {
    let mut amount = amount.clone();
    lift(policy, &mut amount);
    if let Some(reduction) = policy.reduction {
        let off = sheet.stat(reduction.stat).min(amount.total()).max(0);
        amount.add_if(Label::Stat(reduction.stat), -off, reduction.rule);
    }
    amount
}

/// The threshold of pain of a combatant as it stands: never below 0 (TC-067, TC-070, G-22).
pub fn threshold(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Breakdown {
    let row = view.row(id);
    match &book.policies.damage.wounds {
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

/// How far the threshold is worn after one more hit: never further than to 0.
fn worn(policy: &ThresholdPolicy, sheet: &Sheet, vitals: &Vitals) -> i16 {
    let furthest = sheet.stat(policy.stat).max(vitals.worn);
    vitals.worn.saturating_add(policy.wear).min(furthest)
}

/// Whether the threshold of pain has come down to 0 (TC-071).
pub fn is_wounded(book: Rulebook<'_>, sheet: &Sheet, vitals: &Vitals) -> bool {
    match &book.policies.damage.wounds {
        WoundPolicy::Threshold(policy) => sheet.stat(policy.stat) <= vitals.worn,
        WoundPolicy::HitPoints { .. } => false,
    }
}
