use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{CombatantId, WeaponSlot};
use crate::content::Name;

/// A moment of the battle: a half-second count, or a round.
pub type Count = i32;

/// How far a combatant is with its turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub enum TurnStage {
    /// The last turn has ended, and the next has not begun.
    #[default]
    Over,
    /// It has begun, and nothing has been done in it.
    Fresh,
    /// Something has been done in it.
    Used,
    /// It is delayed: it has begun, and may be taken after the turn of another.
    Delayed,
}

/// Where a combatant stands in time.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Tempo {
    /// When it acts next; `None` while it cannot.
    pub next: Option<Count>,
    /// Initiative in systems that have rounds.
    pub initiative: i16,
    /// Its place within a round, smallest first.
    pub place: i32,
    /// How far it is with its turn.
    pub stage: TurnStage,
    /// The one whose turns start its own, of those under whose command it is: the last who commanded it.
    pub commander: Option<CombatantId>,
    /// The round in which it was commanded last; 0 before that.
    pub commanded: Count,
    /// The round (or count) in which its turn started last.
    pub started: Count,
    /// The count until which it sleeps at least, if it has fallen asleep.
    pub rests_until: Count,
    /// Whether it tries to wake only after long rests: it was dying in this sleep, and was helped.
    pub long_rests: bool,
    /// The action it took last.
    pub last: Option<Name>,
    /// At whom that was aimed, or towards whom it moved.
    pub last_target: Option<CombatantId>,
    /// The weapon of its last attack.
    pub last_weapon: Option<WeaponSlot>,
    /// How many turns it has begun.
    pub turns: u16,
    /// Actions left in this turn.
    pub actions: u8,
    /// Reactions left.
    pub reactions: u8,
}

impl Tempo {
    /// Whether its turn is delayed.
    pub fn is_delaying(&self) -> bool {
        self.stage == TurnStage::Delayed
    }

    /// Whether its turn has begun and not ended: it is being taken, or is delayed.
    pub fn is_open(&self) -> bool {
        self.stage != TurnStage::Over
    }
}
