//! The effects of a rest between two battles.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Incanting, Momentum, Vitals};
use crate::content::{Breakdown, Rest, Rule};

/// A fact of the rest before a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant documents its fields")]
pub enum RestEvent {
    /// The combatants of the battle before took a rest.
    Taken { rest: Rest, rule: Rule },
    /// A combatant regained something, or a temporary pool ended (a negative amount).
    Recovered { who: CombatantId, of: Box<Recovery>, amount: Breakdown },
    /// A combatant that died in the battle before is absent.
    StayedAway { who: CombatantId, rule: Rule },
}

/// Something restored by a rest, with the state afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recovery {
    /// Hit points.
    HitPoints(Vitals),
    /// Fatigue.
    Fatigue(Vitals),
    /// Healed points that are lost before normal ones.
    Invigoration(Vitals),
    /// The penalty of earlier runs.
    RunPenalty(Momentum),
    /// Earlier attempts at spells that make the next ones harder.
    Spells(Incanting),
}

impl RestEvent {
    /// The combatant it concerns, if any.
    pub fn who(&self) -> Option<CombatantId> {
        match self {
            RestEvent::Taken { .. } => None,
            RestEvent::Recovered { who, .. } | RestEvent::StayedAway { who, .. } => Some(*who),
        }
    }
}
