//! What the hands of a combatant hold: weapons, the shield, other combatants.

use smallvec::SmallVec;

use super::{Arms, HandSet, Link, Row, Vitals, WeaponLocation, WeaponSlot};

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
        HandUse::with_vitals(row, &row.vitals, links)
    }

    /// The hands as [`HandUse::of`] gives them, with the wounds that a combatant had at another time.
    pub fn with_vitals(row: &Row, vitals: &Vitals, links: &[Link]) -> HandUse {
        let (sheet, arms) = (&row.sheet, &row.arms);
        let own = links.iter().filter(|link| link.holder == row.id);
        let holds = own.fold(HandSet::default(), |taken, link| taken.with(link.hands));
        let all = HandSet::all(sheet.hands).without(vitals.parts.useless_hands());
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
