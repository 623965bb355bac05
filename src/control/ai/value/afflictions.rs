//! The cost of afflictions.

use crate::battle::CombatantId;
use crate::content::{Affliction, Name, Suffering};
use crate::control::ai::model::Situation;

/// One level of an affliction that wounds is worth this part of its bearer.
const WOUND_SHARE: i32 = 12;
/// One level of an affliction that tires or slows is worth this part of its bearer.
const WEARINESS_SHARE: i32 = 40;

/// The cost of an affliction of a severity for its bearer: the harm of a failed check or two, in shares of its value.
pub fn affliction_cost(situation: &Situation<'_>, bearer: CombatantId, known: &Affliction, level: i16) -> i32 {
    let share = match known.check.map(|check| check.fails) {
        Some(Suffering::Wound) => WOUND_SHARE,
        Some(Suffering::Fatigue(_)) | None => WEARINESS_SHARE,
    };
    situation.combatants.get(bearer).value * i32::from(level.clamp(1, 6)) / share
}

/// The cost of a condition of a severity for its bearer, if it is an affliction.
pub fn cost_of(situation: &Situation<'_>, bearer: CombatantId, condition: Name, level: u8) -> i32 {
    let known = situation.rules.conditions.get(condition).and_then(|known| known.affliction.as_ref());
    known.map_or(0, |known| affliction_cost(situation, bearer, known, level.into()))
}
