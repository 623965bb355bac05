//! Sets of hands, by number.

use bevy::prelude::Reflect;
use serde::{Deserialize, Serialize};

/// Some of the hands of one combatant. Hand 0 is the main hand; a combatant has at most eight.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct HandSet(u8);

impl HandSet {
    /// The hands of a combatant that has this many.
    pub fn all(many: u8) -> HandSet {
        HandSet(1u8.checked_shl(many.into()).map_or(u8::MAX, |above| above - 1))
    }

    /// One hand alone.
    pub fn number(hand: u8) -> HandSet {
        HandSet(1u8.checked_shl(hand.into()).unwrap_or(0))
    }

    /// The number of hands.
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Whether a hand is among them.
    pub fn has(self, hand: u8) -> bool {
        hand < 8 && self.0 & (1 << hand) != 0
    }

    /// The numbers of the hands, the main hand first.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |hand| self.has(*hand))
    }

    /// The hands of both sets.
    pub fn with(self, more: HandSet) -> HandSet {
        HandSet(self.0 | more.0)
    }

    /// The hands that are not in the other set.
    pub fn without(self, others: HandSet) -> HandSet {
        HandSet(self.0 & !others.0)
    }

    /// The hands that are in both sets.
    pub fn shared_with(self, others: HandSet) -> HandSet {
        HandSet(self.0 & others.0)
    }

    /// The first hands, at most this many.
    pub fn first(self, many: u8) -> HandSet {
        self.numbers().take(many.into()).fold(HandSet::default(), |found, hand| HandSet(found.0 | 1 << hand))
    }

    /// The last hands, at most this many.
    pub fn last(self, many: u8) -> HandSet {
        self.without(self.first(self.count().saturating_sub(many)))
    }
}
