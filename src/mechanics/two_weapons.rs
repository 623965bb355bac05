//! Fighting with a weapon in each hand, or with both fists.

use super::{grapple, reach};
use crate::battle::{CombatantId, View, WeaponSlot};
use crate::content::gear::{Hands, WeaponProperty};
use crate::content::speed::SpeedClass;

/// The two weapons with which a combatant can strike at once, each held in one hand (TC-474); its bare hands twice if it
/// holds no weapon and has two of them free (TC-482).
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

/// The unarmed strike of one who has two hands free and no other weapon.
fn fists(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    let row = view.row(id);
    let armed = row
        .arms
        .in_hand()
        .filter(|slot| row.sheet.unarmed != Some(*slot))
        .any(|slot| row.sheet.weapon(slot).is_some_and(|entry| !entry.weapon.has(WeaponProperty::Natural)));
    row.sheet.unarmed.filter(|_| !armed && grapple::free_hands(view, id) >= 2)
}

/// The slower speed class of the two weapons: the one that counts more often when both are rolled (TC-476).
pub fn slower(view: View<'_>, id: CombatantId) -> Option<SpeedClass> {
    let sheet = &view.row(id).sheet;
    let classes = pair(view, id)?.map(|slot| sheet.weapon(slot).map(|entry| entry.weapon.speed));
    classes.into_iter().flatten().max()
}

/// Whether a weapon is one of two in hand of which the other made the last attack (TC-477).
pub fn alternates(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let last = view.row(id).tempo.last_weapon;
    let Some(pair) = pair(view, id) else { return false };
    pair.contains(&slot) && last.is_some_and(|last| last != slot && pair.contains(&last))
}
