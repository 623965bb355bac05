//! The arithmetic of the damage pipeline: the steps that change the amount of a hit before any pool loses points. The
//! same changes serve hits, the odds and the AI, which computes in hundredths of a point.

use smallvec::SmallVec;

use super::{PendingDamage, short};
use crate::battle::{Row, Sheet};
use crate::content::{
    Breakdown, Covers, DamagePolicy, DamageStep, DamageTypes, HitFilter, HitTraits, Label, PercentOf, Resistance,
    ResistanceCount, Resists, Rule, StepKind, Trait,
};
use crate::mechanics::Game;

/// A hit as the damage pipeline sees it.
#[derive(Copy, Clone)]
pub struct Hit<'a> {
    /// Its types of damage.
    pub types: DamageTypes,
    /// How it hits.
    pub traits: &'a HitTraits,
    /// Whether the target has blocked it.
    pub blocked: bool,
    /// Whether it is nonlethal.
    pub nonlethal: bool,
    /// The margin by which its check exceeded the difficulty.
    pub margin: i16,
    /// Whether its target is below the surface of deep water.
    pub submerged: bool,
    /// Whether its target is on the side of the attacker.
    pub ally: bool,
    /// The height of its target above the ground, in the board's unit.
    pub above: i16,
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
    fn size(&self) -> i16 {
        match self.does {
            Arithmetic::AtLeast(size) | Arithmetic::Add(size) | Arithmetic::Subtract(size) => size,
            Arithmetic::Percent(by, _) => by,
        }
    }

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
    let mut changes = SmallVec::new();
    for step in policy.pipeline.iter().filter(|step| concerns(policy, &step.on, target, hit)) {
        match step.does {
            StepKind::Resistances { count, covers } => {
                resist(policy, (count, covers), &target.sheet, hit, &mut changes)
            }
            _ => {
                if let Some(change) = change(policy, step, &target.sheet, hit) {
                    changes.push(change);
                }
            }
        }
    }
    changes
}

/// Whether a step concerns a hit.
pub(super) fn concerns(policy: &DamagePolicy, filter: &HitFilter, target: &Row, hit: Hit<'_>) -> bool {
    let is_one = |of: &Trait| target.sheet.has(*of);
    is_met(policy, filter, hit)
        && filter.target_has.is_none_or(|condition| target.conditions.has(condition))
        && (filter.target_is.is_empty() || filter.target_is.iter().any(is_one))
        && !filter.target_is_not.iter().any(is_one)
}

/// Whether a step concerns a hit on an object, which has no conditions.
pub fn concerns_object(policy: &DamagePolicy, filter: &HitFilter, hit: Hit<'_>) -> bool {
    filter.target_has.is_none() && filter.target_is.is_empty() && is_met(policy, filter, hit)
}

fn is_met(policy: &DamagePolicy, filter: &HitFilter, hit: Hit<'_>) -> bool {
    let bypasses = |name| hit.traits.bypasses.contains(&name);
    (filter.types.is_empty() || policy.with_groups(hit.types).meets(filter.types))
        && filter.blocked.is_none_or(|blocked| blocked == hit.blocked)
        && filter.nonlethal.is_none_or(|nonlethal| nonlethal == hit.nonlethal)
        && filter.bypassing.is_none_or(bypasses)
        && !filter.not_bypassing.is_some_and(bypasses)
        && filter.submerged.is_none_or(|submerged| submerged == hit.submerged)
        && filter.ally.is_none_or(|ally| ally == hit.ally)
        && filter.above.is_none_or(|above| i32::from(hit.above) > i32::from(above))
}

fn change(policy: &DamagePolicy, step: &DamageStep, sheet: &Sheet, hit: Hit<'_>) -> Option<DamageChange> {
    let (label, does) = match &step.does {
        StepKind::Least => (Label::Minimum, Arithmetic::AtLeast(policy.least?.amount)),
        StepKind::Margin => (Label::Margin, Arithmetic::Add(hit.margin)),
        StepKind::Subtract { stat, half, below_zero } => {
            let whole = sheet.stat(*stat);
            let amount = if *half { whole - whole.div_euclid(2) } else { whole };
            let does = if *below_zero { Arithmetic::Add(-amount) } else { Arithmetic::Subtract(amount) };
            (Label::Stat(*stat), does)
        }
        StepKind::Pierce { armor } => {
            let points = i16::from(hit.traits.pierces).min(sheet.stat(*armor));
            return (points > 0).then_some(DamageChange {
                label: Label::Pierced,
                rule: step.rule,
                does: Arithmetic::Add(points),
            });
        }
        StepKind::Percent { by, of } => (Label::Percent(*by), Arithmetic::Percent(*by, *of)),
        StepKind::Resistances { .. } | StepKind::Ward(_) | StepKind::Threshold | StepKind::Lose(_) => return None,
    };
    Some(DamageChange { label, rule: step.rule, does })
}

/// Adds the vulnerabilities of a target to a hit, and then its resistances.
fn resist(
    policy: &DamagePolicy,
    (count, covers): (ResistanceCount, Covers),
    sheet: &Sheet,
    hit: Hit<'_>,
    changes: &mut SmallVec<[DamageChange; 4]>,
) {
    if sheet.resistances.is_empty() {
        return;
    }
    let (types, plain) = (policy.with_groups(hit.types), hit.types.without(policy.qualities));
    let concerns = |resistance: &&Resistance| resistance.concerns(types, plain, &policy.groups, covers);
    let mut weak: SmallVec<[DamageChange; 2]> = SmallVec::new();
    let mut strong: SmallVec<[DamageChange; 2]> = SmallVec::new();
    for resistance in sheet.resistances.iter().filter(concerns) {
        let rule = resistance.rule;
        match resistance.resists {
            Resists::Vulnerable(by) => {
                weak.push(DamageChange { label: Label::Vulnerability, rule, does: Arithmetic::Add(by) });
            }
            Resists::Points(by) => {
                strong.push(DamageChange { label: Label::Resistance, rule, does: Arithmetic::Subtract(by) });
            }
            Resists::Immune => {
                strong.push(DamageChange { label: Label::Immunity, rule, does: Arithmetic::Subtract(i16::MAX) });
            }
        }
    }
    for mut found in [weak, strong] {
        if count == ResistanceCount::Highest {
            // Of equal ones the first.
            found.sort_by_key(|change| std::cmp::Reverse(change.size()));
            found.truncate(1);
        }
        changes.extend(found);
    }
}

/// The damage of a hit after the steps that change its amount, each as a term.
pub(super) fn amount(game: Game<'_>, target: &Row, blow: &PendingDamage) -> Breakdown {
    let mut amount = blow.amount.clone();
    let rolled = i32::from(amount.total());
    for change in changes(&game.policies.damage, target, blow.hit(game.view)) {
        let difference = change.difference(i32::from(amount.total()), rolled, 1);
        amount.add_if(change.label, short(difference), change.rule);
    }
    amount
}
