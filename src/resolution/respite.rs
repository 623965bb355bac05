//! What a rest between two battles does.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Incanting, Momentum, Vitals};
use crate::content::Rule;
use crate::content::breakdown::Breakdown;
use crate::content::rest::Rest;

/// A fact of the rest before a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RestEvent {
    Taken {
        rest: Rest,
        rule: Rule,
    },
    /// Something came back, or what lasts no longer is gone (a negative amount).
    Recovered {
        who: CombatantId,
        of: Box<Recovery>,
        amount: Breakdown,
    },
    /// One who died in the battle before is not in this one.
    StayedAway {
        who: CombatantId,
        rule: Rule,
    },
}

/// What came back in a rest, and what is so from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Recovery {
    HitPoints(Vitals),
    Fatigue(Vitals),
    /// Healed points that are lost before normal ones.
    Invigoration(Vitals),
    /// What checks of earlier runs cost.
    RunPenalty(Momentum),
    /// Tries of spells that count for the next.
    Spells(Incanting),
}

impl RestEvent {
    /// Whom it concerns.
    pub fn who(&self) -> Option<CombatantId> {
        match self {
            RestEvent::Taken { .. } => None,
            RestEvent::Recovered { who, .. } | RestEvent::StayedAway { who, .. } => Some(*who),
        }
    }
}
