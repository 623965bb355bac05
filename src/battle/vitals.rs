use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// The pools that damage empties and fills.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Vitals {
    /// Normal hit points left.
    pub hit_points: i16,
    /// Most hit points it can have.
    pub maximum: i16,
    /// Healed points, lost before normal ones.
    pub invigoration: i16,
    /// Points beyond the maximum (TC-113), lost first of all.
    pub bonus: i16,
    /// Fatigue gathered.
    pub fatigue: i16,
    /// Hit points among those that are lost that poison took.
    pub poison_wounds: i16,
    /// Points of the fatigue that poison caused.
    pub poison_fatigue: i16,
    /// How far the threshold of pain is worn down.
    pub worn: i16,
    /// Energy left for spells.
    pub energy: i16,
}

impl Vitals {
    /// Fresh pools.
    pub fn fresh(maximum: i16) -> Vitals {
        Vitals { hit_points: maximum, maximum, ..Vitals::default() }
    }

    /// Current hit points, all pools together.
    pub fn current(&self) -> i16 {
        self.hit_points.saturating_add(self.invigoration).saturating_add(self.bonus)
    }

    /// Whether no hit point is left of any kind, or fewer than none of the normal ones.
    pub(super) fn is_spent(&self) -> bool {
        self.current() <= 0 || self.hit_points < 0
    }

    /// The pools after losing so many points: bonus points first, then healed ones, then normal ones, never below 0
    /// (TC-114).
    pub fn losing(mut self, mut points: i16) -> Vitals {
        for pool in [&mut self.bonus, &mut self.invigoration, &mut self.hit_points] {
            let lost = points.clamp(0, (*pool).max(0));
            *pool -= lost;
            points -= lost;
        }
        self
    }
}
