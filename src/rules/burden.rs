//! What the conditions of a combatant change about its numbers, as terms that name them.

use crate::battle::{Conditions, Sheet};
use crate::content::Rule;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::condition::{Condition, Status};
use crate::content::stat::{Stat, Stats};
use crate::content::table::Table;
use crate::mechanics::status;

/// What lies on the stats of a body.
#[derive(Clone, Debug, Default)]
pub(super) struct Burdens {
    all: Vec<Burden>,
    /// What lies on each base stat, floors counted.
    on_base: Vec<(Stat, Breakdown)>,
}

#[derive(Clone, Debug)]
struct Burden {
    stat: Stat,
    change: Change,
    label: Label,
    rule: Rule,
}

#[derive(Copy, Clone, Debug)]
enum Change {
    /// So much more, and not below the second number.
    By(i16, Option<i16>),
    /// To this number.
    To(i16),
}

impl Burdens {
    /// What these conditions change.
    pub(super) fn of(conditions: &Table<Condition>, held: &Conditions, own: &Stats) -> Burdens {
        let mut all = Vec::new();
        for (at, afflicted) in held.0.iter().enumerate() {
            let again = held.0[..at].iter().any(|earlier| earlier.condition == afflicted.condition);
            if let Some(condition) = conditions.get(afflicted.condition).filter(|_| !again) {
                all.extend(burdens(condition, status::multiplicity(condition, held)));
            }
        }
        // What sets a number counts after what changes it.
        all.sort_by_key(|burden| matches!(burden.change, Change::To(_)));
        let mut burdens = Burdens { all, on_base: Vec::new() };
        for stat in Stat::ALL {
            let mut sum = Breakdown::new();
            sum.add(Label::Stat(stat), own.get(stat), "".into());
            burdens.lay(stat, &mut sum);
            let mut lies = Breakdown::new();
            sum.terms().iter().skip(1).for_each(|term| lies.add(term.label, term.amount, term.rule));
            if !lies.terms().is_empty() {
                burdens.on_base.push((stat, lies));
            }
        }
        burdens
    }

    /// What lies on a base stat, with its terms.
    pub(super) fn on(&self, stat: Stat) -> Option<&Breakdown> {
        self.on_base.iter().find(|(of, _)| *of == stat).map(|(_, lies)| lies)
    }

    /// Adds what lies on a stat to the sum that makes it.
    pub(super) fn lay(&self, stat: Stat, sum: &mut Breakdown) {
        for burden in self.all.iter().filter(|burden| burden.stat == stat) {
            let now = sum.total();
            let amount = match burden.change {
                Change::By(amount, Some(least)) if amount < 0 => amount.max(least.saturating_sub(now)).min(0),
                Change::By(amount, _) => amount,
                Change::To(value) => value.saturating_sub(now),
            };
            sum.add_if(burden.label, amount, burden.rule);
        }
    }
}

/// What a condition lays on stats when it does everything so many times.
fn burdens(condition: &Condition, times: i16) -> impl Iterator<Item = Burden> + '_ {
    condition.does.iter().filter_map(move |cited| {
        let (stat, change) = match cited.does {
            Status::Stat { stat, amount, least } => (stat, Change::By(amount.saturating_mul(times), least)),
            Status::StatIs { stat, value } => (stat, Change::To(value)),
            _ => return None,
        };
        Some(Burden { stat, change, label: Label::Named(condition.id), rule: cited.rule })
    })
}

/// Whether any of these conditions changes a number of its bearer.
pub(super) fn burden(conditions: &Table<Condition>, held: &Conditions) -> bool {
    let changes = |status: &Status| matches!(status, Status::Stat { .. } | Status::StatIs { .. });
    let known = held.0.iter().filter_map(|afflicted| conditions.get(afflicted.condition));
    known.flat_map(|condition| &condition.does).any(|cited| changes(&cited.does))
}

/// The base stats of a sheet with what lies on them.
pub(super) fn laid(own: &Sheet, burdens: &Burdens) -> Stats {
    let mut stats = own.stats.clone();
    for (stat, lies) in &burdens.on_base {
        stats.set(*stat, own.stats.get(*stat).saturating_add(lies.total()));
    }
    stats
}
