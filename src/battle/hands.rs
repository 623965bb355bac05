//! Hands by number, and the weapon, shield or combatant that each holds.

use bevy::prelude::Reflect;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::{Arms, Link, Row, WeaponLocation, WeaponSlot};

/// Some of the hands of one combatant. Hand 0 is the main hand; a combatant has at most eight.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub struct HandSet(u8);

impl HandSet {
    /// The hands of a combatant that has this many.
    pub fn all(many: u8) -> HandSet {
        HandSet(1u8.checked_shl(many.into()).map_or(u8::MAX, |above| above - 1))
    }

    /// The number of hands.
    pub fn len(self) -> u8 {
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
        self.without(self.first(self.len().saturating_sub(many)))
    }
}

/// The hands of one combatant and what they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandUse {
    /// Its hands.
    pub all: HandSet,
    /// The hands of each weapon and item, indexed by [`WeaponSlot`]; none for those not in hand and parts of the body.
    pub weapons: SmallVec<[HandSet; 4]>,
    /// The hand of the shield.
    pub shield: HandSet,
    /// The hands that keep hold of other combatants, where holds take a particular hand ([`Link::hands`]).
    pub holds: HandSet,
}

impl HandUse {
    /// The hands of a combatant: those in [`Arms`], and for the rest the first free hands in the order of the sheet, the
    /// last free hand for the shield.
    pub fn of(row: &Row, links: &[Link]) -> HandUse {
        let (sheet, arms) = (&row.sheet, &row.arms);
        let own = links.iter().filter(|link| link.holder == row.id);
        let holds = own.fold(HandSet::default(), |taken, link| taken.with(link.hands));
        let all = HandSet::all(sheet.hands);
        let mut hands = HandUse { all, weapons: arms.grips.clone(), shield: arms.shield_grip, holds };
        hands.weapons.resize(arms.weapons.len(), HandSet::default());
        for (slot, entry) in sheet.slots().take(arms.weapons.len()) {
            let at = usize::from(slot.0);
            let is_held = arms.place(slot) == WeaponLocation::InHand && sheet.is_removable(slot);
            if is_held && hands.weapons[at].is_empty() {
                hands.weapons[at] = hands.free().first(entry.weapon.hands.count());
            }
        }
        if arms.shield && hands.shield.is_empty() {
            hands.shield = hands.free().last(1);
        }
        hands
    }

    /// The hands that hold nothing.
    pub fn free(&self) -> HandSet {
        let weapons = self.weapons.iter().fold(HandSet::default(), |taken, hands| taken.with(*hands));
        self.all.without(weapons).without(self.shield).without(self.holds)
    }

    /// The hands of a weapon.
    pub fn of_weapon(&self, slot: WeaponSlot) -> HandSet {
        self.weapons.get(usize::from(slot.0)).copied().unwrap_or_default()
    }
}

impl Arms {
    /// Forgets the hands of what is no longer in hand.
    pub(crate) fn let_go(&mut self) {
        for (grip, held) in self.grips.iter_mut().zip(&self.weapons) {
            if held.place != WeaponLocation::InHand {
                *grip = HandSet::default();
            }
        }
        if !self.shield {
            self.shield_grip = HandSet::default();
        }
    }
}
