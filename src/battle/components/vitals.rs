//! Hit points, fatigue and energy.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Hit points, fatigue and energy of a combatant.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(Component)]
pub struct Vitals {
    /// Normal hit points left.
    pub hit_points: i16,
    /// Maximum of the normal hit points.
    pub maximum: i16,
    /// Healed points, lost before normal ones.
    pub invigoration: i16,
    /// Temporary points beyond the maximum (TC-113), lost first.
    pub bonus: i16,
    /// Fatigue gathered.
    pub fatigue: i16,
    /// Part of the lost hit points that poison took.
    pub poison_wounds: i16,
    /// Part of the fatigue that poison caused.
    pub poison_fatigue: i16,
    /// Points by which the threshold of pain is reduced.
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

    /// Whether no hit points are left in all pools together, or the normal ones are negative.
    pub(in crate::battle) fn is_spent(&self) -> bool {
        self.current() <= 0 || self.hit_points < 0
    }

    /// The pools after the loss of `points`: bonus points first, then healed ones, then normal ones, never below 0
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
