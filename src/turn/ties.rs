//! The order of combatants with equal initiative: at the beginning of a battle, and of one whose initiative changes or that
//! joins later (FS-009, FS-G07, PR-011).

use std::cmp::Ordering;

use super::initiative::{self, EQUALS, ROOM};
use crate::battle::{CombatantId, Row, Sheet};
use crate::content::{TieKey, Ties, TiesLeft};
use crate::dice::Dice;

/// Puts combatants of equal initiative in order. They are given in the order of the scenario.
pub fn arrange<'a>(
    ties: &Ties,
    tied: &mut [(i16, CombatantId)],
    sheet: impl Fn(CombatantId) -> &'a Sheet,
    dice: &mut Dice,
) {
    match ties {
        Ties::Listed => {}
        Ties::Random { .. } => shuffle(tied, dice),
        Ties::By { keys, then, .. } => {
            let order =
                |one: &(i16, CombatantId), other: &(i16, CombatantId)| compare(keys, sheet(one.1), sheet(other.1));
            tied.sort_by(order);
            if *then == TiesLeft::Random {
                tied.chunk_by_mut(|one, other| order(one, other).is_eq()).for_each(|equal| shuffle(equal, dice));
            }
        }
    }
}

/// The place of a combatant that gets an initiative during the battle, first, and the new places of others that make room
/// for it. Without keys it comes behind all that have the same initiative already. No two combatants get the same place:
/// they would take their turns together. `places` are all combatants with their present places.
pub fn placed(
    ties: &Ties,
    (who, initiative): (CombatantId, i16),
    places: &[(&Row, i32)],
    dice: &mut Dice,
) -> Vec<(CombatantId, i32)> {
    let Ties::By { keys, then, .. } = ties else {
        return vec![(who, initiative::key_behind(initiative, who, places))];
    };
    let equals = initiative::equals(initiative, who, places);
    let own = places.iter().find(|(row, _)| row.id == who).map(|(row, _)| &row.sheet);
    let order = |other: &Row| own.map_or(Ordering::Less, |own| compare(keys, &other.sheet, own));
    let from = equals.iter().rposition(|(other, _)| order(other).is_lt()).map_or(0, |last| last + 1);
    let tied = equals[from..].iter().take_while(|(other, _)| order(other).is_eq()).count();
    let at = from
        + match then {
            TiesLeft::Listed => tied,
            TiesLeft::Random => dice.pick(tied + 1),
        };
    if let Some(place) = between(initiative::turn_key(initiative, 0), &equals, at) {
        return vec![(who, place)];
    }
    let mut order: Vec<CombatantId> = equals.iter().map(|(row, _)| row.id).collect();
    order.insert(at, who);
    let mut places: Vec<(CombatantId, i32)> =
        (0..).zip(order).map(|(rank, other)| (other, initiative::turn_key(initiative, rank))).collect();
    places[..=at].rotate_right(1);
    places
}

/// A free place before the combatant at an index, and behind the one before it.
fn between(first: i32, equals: &[(&Row, i32)], at: usize) -> Option<i32> {
    let before = at.checked_sub(1).map(|last| equals[last].1);
    let Some(next) = equals.get(at).map(|(_, place)| *place) else {
        return Some(before.map_or(first, |last| last + ROOM)).filter(|place| *place < first + EQUALS);
    };
    let before = before.unwrap_or(first - 1);
    (next - before > 1).then(|| before + (next - before) / 2)
}

/// Which of two combatants comes first.
fn compare(keys: &[TieKey], one: &Sheet, other: &Sheet) -> Ordering {
    let by = |key: &TieKey| match key {
        TieKey::Highest(stat) => other.stat(*stat).cmp(&one.stat(*stat)),
        TieKey::With(quality) => other.has(*quality).cmp(&one.has(*quality)),
    };
    keys.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

/// Orders tied combatants at random.
fn shuffle(tied: &mut [(i16, CombatantId)], dice: &mut Dice) {
    for at in 0..tied.len().saturating_sub(1) {
        tied.swap(at, at + dice.pick(tied.len() - at));
    }
}
