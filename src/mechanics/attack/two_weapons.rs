//! Fighting with two weapons or both fists (Time Count: TC-474, TC-476, TC-477, TC-482).

use crate::battle::{CombatantId, View, WeaponSlot};
use crate::content::gear::Hands;
use crate::content::speed::SpeedClass;
use crate::mechanics::{grapple, reach};

/// The two one-handed weapons that a combatant can use together (TC-474). Without weapons, the unarmed strike twice if
/// two hands are free (TC-482).
pub fn pair(view: View<'_>, id: CombatantId) -> Option<[WeaponSlot; 2]> {
    let row = view.row(id);
    let one_handed = |slot: &WeaponSlot| {
        let held = row.sheet.weapon(*slot).map(|entry| &entry.weapon);
        held.is_some_and(|weapon| weapon.melee.is_some() && matches!(weapon.hands, Hands::Light | Hands::One))
    };
    let mut held = reach::usable_slots(view, id).into_iter().filter(|slot| row.sheet.unarmed != Some(*slot));
    let mut in_hand = held.by_ref().filter(one_handed);
    match (in_hand.next(), in_hand.next()) {
        (Some(first), Some(second)) => Some([first, second]),
        _ => fists(view, id).map(|fist| [fist, fist]),
    }
}

/// The unarmed strike, if two hands are free and no weapon is in hand.
fn fists(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    let row = view.row(id);
    let armed = row.arms.in_hand().any(|slot| row.sheet.is_removable(slot));
    row.sheet.unarmed.filter(|_| !armed && grapple::free_hands(view, id) >= 2)
}

/// Speed class for using both weapons: the slower of the two (TC-476).
pub fn slower_class(view: View<'_>, id: CombatantId) -> Option<SpeedClass> {
    let sheet = &view.row(id).sheet;
    let classes = pair(view, id)?.map(|slot| sheet.weapon(slot).map(|entry| entry.weapon.speed));
    classes.into_iter().flatten().max()
}

/// Whether a weapon is one of two in hand and the other one made the last attack (TC-477).
pub fn alternates(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let last = view.row(id).turn_state.last_weapon;
    let Some(pair) = pair(view, id) else { return false };
    pair.contains(&slot) && last.is_some_and(|last| last != slot && pair.contains(&last))
}
