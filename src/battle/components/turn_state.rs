//! Turn state of a combatant.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{CombatantId, WeaponSlot};
use crate::content::Name;

/// A point in time: a half-second count, or a round.
pub type Count = i32;

/// Stage of a combatant's turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub enum TurnStage {
    /// Between turns.
    #[default]
    Over,
    /// Begun; nothing done yet.
    Fresh,
    /// Begun; something has been done.
    Used,
    /// Begun and delayed: it may be taken after another combatant's turn.
    Delayed,
}

/// Turn order and turn budget of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct TurnState {
    /// Time of its next turn; `None` if it has none.
    pub next: Option<Count>,
    /// Initiative, in round-based systems.
    pub initiative: i16,
    /// Sort key within a round, lowest first.
    pub place: i32,
    /// Stage of its turn.
    pub stage: TurnStage,
    /// Of several commanders, the one that commanded it last; its turn follows that combatant's.
    pub commander: Option<CombatantId>,
    /// Round in which it was last commanded; 0 if never.
    pub commanded: Count,
    /// Round or count of its last turn.
    pub started: Count,
    /// Earliest count at which it can wake, if it has fallen asleep.
    pub rests_until: Count,
    /// Whether it only rolls to wake after long rests, because it was dying in this sleep and has been stabilized.
    pub long_rests: bool,
    /// Id of its last action.
    pub last: Option<Name>,
    /// Target of its last action, or the combatant it moved towards.
    pub last_target: Option<CombatantId>,
    /// Weapon of its last attack.
    pub last_weapon: Option<WeaponSlot>,
    /// Number of turns it has begun.
    pub turns: u16,
    /// Actions left in this turn.
    pub actions: u8,
    /// Reactions left.
    pub reactions: u8,
}

impl TurnState {
    /// Whether its turn is delayed.
    pub fn is_delaying(&self) -> bool {
        self.stage == TurnStage::Delayed
    }

    /// Whether its turn has begun and not ended, including delayed turns.
    pub fn is_open(&self) -> bool {
        self.stage != TurnStage::Over
    }
}
