//! The effect of conditions on stats, as labelled terms, and on resistances.

use smallvec::SmallVec;

use crate::battle::{Conditions, Sheet};
use crate::content::{Breakdown, Condition, Label, Resistance, Resists, Rule, Stat, Stats, Status, Table};
use crate::mechanics::status;

/// All changes that a combatant's conditions and its broken gear make to its stats.
#[derive(Clone, Debug, Default)]
pub(super) struct ConditionModifiers {
    all: Vec<StatModifier>,
    /// The total change of each base stat, including minimums.
    on_base: Vec<(Stat, Breakdown)>,
}

#[derive(Clone, Debug)]
struct StatModifier {
    stat: Stat,
    change: Change,
    label: Label,
    rule: Rule,
}

#[derive(Copy, Clone, Debug)]
enum Change {
    /// Adds an amount, but does not lower the stat below the given minimum.
    By(i16, Option<i16>),
    /// Raises the stat to a value, if it is lower.
    AtLeast(i16),
    /// Sets the stat to a value.
    To(i16),
}

impl ConditionModifiers {
    /// The changes by conditions, after these changes by broken gear.
    pub(super) fn of(
        conditions: &Table<Condition>,
        held: &Conditions,
        of_gear: SmallVec<[(Stat, i16, Rule); 4]>,
        own: &Stats,
    ) -> ConditionModifiers {
        let gear = |(stat, amount, rule)| {
            let change = Change::By(amount, None);
            StatModifier { stat, change, label: Label::Broken, rule }
        };
        let mut all: Vec<StatModifier> = of_gear.into_iter().map(gear).collect();
        for (at, afflicted) in held.0.iter().enumerate() {
            let again = held.0[..at].iter().any(|earlier| earlier.condition == afflicted.condition);
            if let Some(condition) = conditions.get(afflicted.condition).filter(|_| !again) {
                all.extend(modifiers(condition, held));
            }
        }
        // Changes that raise a stat to a value apply after those that add to it, and those that set it last.
        all.sort_by_key(|modifier| match modifier.change {
            Change::By(..) => 0,
            Change::AtLeast(_) => 1,
            Change::To(_) => 2,
        });
        let mut modifiers = ConditionModifiers { all, on_base: Vec::new() };
        let mut changed: Vec<Stat> = modifiers.all.iter().map(|modifier| modifier.stat).collect();
        changed.sort_unstable();
        changed.dedup();
        for stat in changed {
            let mut sum = Breakdown::new();
            sum.add(Label::Stat(stat), own.get(stat), "".into());
            modifiers.apply(stat, &mut sum);
            let mut modifier = Breakdown::new();
            sum.terms().iter().skip(1).for_each(|term| modifier.add(term.label, term.amount, term.rule));
            if !modifier.terms().is_empty() {
                modifiers.on_base.push((stat, modifier));
            }
        }
        modifiers
    }

    pub(super) fn on(&self, stat: Stat) -> Option<&Breakdown> {
        self.on_base.iter().find(|(of, _)| *of == stat).map(|(_, modifier)| modifier)
    }

    pub(super) fn apply(&self, stat: Stat, sum: &mut Breakdown) {
        for modifier in self.all.iter().filter(|modifier| modifier.stat == stat) {
            let now = sum.total();
            let amount = match modifier.change {
                Change::By(amount, Some(least)) if amount < 0 => amount.max(least.saturating_sub(now)).min(0),
                Change::By(amount, _) => amount,
                Change::AtLeast(value) => value.saturating_sub(now).max(0),
                Change::To(value) => value.saturating_sub(now),
            };
            sum.add_if(modifier.label, amount, modifier.rule);
        }
    }
}

/// The changes made by a condition that is held.
fn modifiers(condition: &Condition, held: &Conditions) -> impl Iterator<Item = StatModifier> {
    let times = status::multiplicity(condition, held);
    let of_it = held.0.iter().filter(|afflicted| afflicted.condition == condition.id);
    let level = of_it.map(|afflicted| afflicted.level).max().unwrap_or(0);
    condition.does.iter().filter_map(move |cited| {
        let (stat, change) = match cited.does {
            Status::Stat { stat, amount, least } => (stat, Change::By(amount.saturating_mul(times), least)),
            Status::AtLeastLevel(stat) => (stat, Change::AtLeast(level)),
            Status::StatIs { stat, value } => (stat, Change::To(value)),
            _ => return None,
        };
        Some(StatModifier { stat, change, label: Label::Named(condition.id), rule: cited.rule })
    })
}

/// The resistances of a combatant under its conditions: its own and those that conditions give, lowered by others (PR-112).
pub(super) fn resistances(conditions: &Table<Condition>, held: &Conditions, own: &Sheet) -> Vec<Resistance> {
    let mut all = own.resistances.clone();
    let mut lowered: i16 = 0;
    for (at, afflicted) in held.0.iter().enumerate() {
        let again = held.0[..at].iter().any(|earlier| earlier.condition == afflicted.condition);
        let Some(condition) = conditions.get(afflicted.condition).filter(|_| !again) else { continue };
        for cited in &condition.does {
            match &cited.does {
                Status::Resists(resistance) => all.push(resistance.clone()),
                Status::LowersResistances(by) => {
                    let times = status::multiplicity(condition, held);
                    lowered = lowered.saturating_add(by.saturating_mul(times));
                }
                _ => {}
            }
        }
    }
    for resistance in &mut all {
        if let Resists::Points(points) = &mut resistance.resists {
            *points = points.saturating_sub(lowered).max(0);
        }
    }
    all
}

pub(super) fn any(conditions: &Table<Condition>, held: &Conditions) -> bool {
    let changes = |status: &Status| {
        matches!(
            status,
            Status::Stat { .. }
                | Status::StatIs { .. }
                | Status::AtLeastLevel(_)
                | Status::Resists(_)
                | Status::LowersResistances(_)
        )
    };
    let known = held.0.iter().filter_map(|afflicted| conditions.get(afflicted.condition));
    known.flat_map(|condition| &condition.does).any(|cited| changes(&cited.does))
}

pub(super) fn modified_stats(own: &Sheet, modifiers: &ConditionModifiers) -> Stats {
    let mut stats = own.stats.clone();
    for (stat, modifier) in &modifiers.on_base {
        stats.set(*stat, own.stats.get(*stat).saturating_add(modifier.total()));
    }
    stats
}
