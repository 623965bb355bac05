//! Afflictions: conditions with a severity and a number that checks against them must reach (HD-339, HD-340, HD-G24 to HD-G26).

use crate::battle::{Afflicted, Row};
use crate::content::{Affliction, Condition, Name, Table};

/// All afflictions of a combatant, oldest first.
pub fn all<'a>(
    conditions: &'a Table<Condition>,
    row: &'a Row,
) -> impl Iterator<Item = (&'a Afflicted, &'a Affliction)> + 'a {
    row.conditions.0.iter().filter_map(|held| Some((held, conditions.get(held.condition)?.affliction.as_ref()?)))
}

/// The affliction that a treatment is for: the worst instance of the one that is named, or of all. `None` if the combatant has no
/// such affliction.
pub fn treated<'a>(
    conditions: &'a Table<Condition>,
    row: &'a Row,
    named: Option<Name>,
) -> Option<(&'a Afflicted, &'a Affliction)> {
    let meant = all(conditions, row).filter(|(held, _)| named.is_none_or(|name| name == held.condition));
    // Of equal ones the oldest.
    meant.reduce(|worst, next| if next.0.level > worst.0.level { next } else { worst })
}

/// A treated or resisted affliction that is some steps lighter; `None` below the lightest (HD-344).
pub fn lighter(held: &Afflicted, steps: u16) -> Option<Afflicted> {
    let level = held.level.saturating_sub(i16::try_from(steps).unwrap_or(i16::MAX));
    let mut state = held.state;
    state.successes = 0;
    (level >= 1).then_some(Afflicted { level, state, ..*held })
}
