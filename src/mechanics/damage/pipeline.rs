//! The arithmetic of the damage pipeline: the steps that change the amount of a hit before any pool loses points. The
//! same changes serve hits, the odds and the AI, which computes in hundredths of a point.

use smallvec::SmallVec;

use super::{PendingDamage, short};
use crate::battle::{Row, Sheet};
use crate::content::{Breakdown, DamagePolicy, DamageStep, HitFilter, HitTraits, Label, PercentOf, Rule, StepKind};

/// A hit as the damage pipeline sees it.
#[derive(Copy, Clone)]
pub struct Hit<'a> {
    /// How it hits.
    pub traits: &'a HitTraits,
    /// Whether the target has blocked it.
    pub blocked: bool,
    /// The margin by which its check exceeded the difficulty.
    pub margin: i16,
}

/// A change of the damage of a hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DamageChange {
    label: Label,
    rule: Rule,
    does: Arithmetic,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Arithmetic {
    AtLeast(i16),
    Add(i16),
    /// At most down to 0.
    Subtract(i16),
    Percent(i16, PercentOf),
}

impl DamageChange {
    /// The difference to the damage so far. Damage is in parts of a point, of which a point has `point`.
    pub fn difference(&self, so_far: i32, rolled: i32, point: i32) -> i32 {
        match self.does {
            Arithmetic::AtLeast(least) => (i32::from(least) * point - so_far).max(0),
            Arithmetic::Add(amount) => i32::from(amount) * point,
            Arithmetic::Subtract(amount) => -(i32::from(amount) * point).min(so_far).max(0),
            Arithmetic::Percent(by, of) => {
                let whole = if of == PercentOf::Rolled { rolled } else { so_far };
                (whole.max(0) * i32::from(by)).div_euclid(100)
            }
        }
    }
}

/// Damage in parts of a point after these changes, at least 0.
pub fn changed(changes: &[DamageChange], rolled: i32, point: i32) -> i32 {
    let add = |so_far: i32, change: &DamageChange| so_far + change.difference(so_far, rolled, point);
    changes.iter().fold(rolled, add).max(0)
}

/// The changes of the amount of a hit, in the order of the pipeline.
pub fn changes(policy: &DamagePolicy, target: &Row, hit: Hit<'_>) -> SmallVec<[DamageChange; 4]> {
    let steps = policy.pipeline.iter().filter(|step| concerns(&step.on, target, hit));
    steps.filter_map(|step| change(policy, step, &target.sheet, hit)).collect()
}

/// Whether a step concerns a hit.
pub(super) fn concerns(filter: &HitFilter, target: &Row, hit: Hit<'_>) -> bool {
    let bypasses = |name| hit.traits.bypasses.contains(&name);
    filter.blocked.is_none_or(|blocked| blocked == hit.blocked)
        && filter.bypassing.is_none_or(bypasses)
        && !filter.not_bypassing.is_some_and(bypasses)
        && filter.target_has.is_none_or(|condition| target.conditions.has(condition))
}

fn change(policy: &DamagePolicy, step: &DamageStep, sheet: &Sheet, hit: Hit<'_>) -> Option<DamageChange> {
    let (label, does) = match &step.does {
        StepKind::Least => (Label::Minimum, Arithmetic::AtLeast(policy.least)),
        StepKind::Margin => (Label::Margin, Arithmetic::Add(hit.margin)),
        StepKind::Subtract { stat, half, below_zero } => {
            let whole = sheet.stat(*stat);
            let amount = if *half { whole - whole.div_euclid(2) } else { whole };
            let does = if *below_zero { Arithmetic::Add(-amount) } else { Arithmetic::Subtract(amount) };
            (Label::Stat(*stat), does)
        }
        StepKind::Percent { by, of } => (Label::Percent(*by), Arithmetic::Percent(*by, *of)),
        StepKind::Threshold | StepKind::Lose(_) => return None,
    };
    Some(DamageChange { label, rule: step.rule, does })
}

/// The damage of a hit after the steps that change its amount, each as a term.
pub(super) fn amount(policy: &DamagePolicy, target: &Row, blow: &PendingDamage) -> Breakdown {
    let mut amount = blow.amount.clone();
    let rolled = i32::from(amount.total());
    for change in changes(policy, target, blow.hit()) {
        let difference = change.difference(i32::from(amount.total()), rolled, 1);
        amount.add_if(change.label, short(difference), change.rule);
    }
    amount
}
