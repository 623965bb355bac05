//! Grabs and clinches: which combatants can wrestle, when holds end, shared movement, and occupied hands.
//!
//! Both rule systems; clinches in one space are Fragments (TA-117, TA-226 to TA-236, TA-G54).

mod hold;

pub use hold::{can_pin, has_surface_behind, may_wrestle, must_end, pinned_by};

use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, Link, LinkKind, View, WeaponLocation, WeaponSlot};
use crate::content::action::Wielding;
use crate::content::gear::{Weapon, WeaponProperty};
use crate::content::unit::Trait;

/// Combatants that share a space with this one by a hold, as holder or held.
pub fn partners(view: View<'_>, id: CombatantId) -> impl Iterator<Item = CombatantId> {
    let tied = view.links().iter().filter(|link| link.kind == LinkKind::Clinch);
    let others = tied.filter_map(move |link| match id {
        _ if link.holder == id => Some(link.held),
        _ if link.held == id => Some(link.holder),
        _ => None,
    });
    others.filter(move |other| !view.row(*other).gone)
}

/// All combatants connected with this one by clinches, even indirectly, by number. They move together (TA-229, TA-236).
pub fn clinched(view: View<'_>, id: CombatantId) -> SmallVec<[CombatantId; 2]> {
    let mut found = SmallVec::new();
    if view.links().is_empty() {
        return found;
    }
    let mut open: SmallVec<[CombatantId; 4]> = smallvec![id];
    while let Some(one) = open.pop() {
        for other in partners(view, one) {
            if other != id && !found.contains(&other) {
                found.push(other);
                open.push(other);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether a clinch connects a combatant with a larger one (TA-227, TA-234, TA-G54).
pub fn is_smaller(view: View<'_>, id: CombatantId) -> bool {
    let size = view.row(id).sheet.size;
    partners(view, id).any(|other| view.row(other).sheet.size.above(size) > 0)
}

/// Number of arms (or natural weapons) occupied by clinches: one for each held target, one for being held (TA-226,
/// TA-233).
fn bound(view: View<'_>, id: CombatantId) -> u8 {
    let clinches = |link: &&Link| link.kind == LinkKind::Clinch;
    let holding = view.holds_by(id).filter(clinches).count();
    let held = view.holds_on(id).filter(clinches).count().min(1);
    u8::try_from(holding + held).unwrap_or(u8::MAX)
}

/// Whether a weapon cannot be used because of a clinch. The first weapons are kept; at least one natural weapon always
/// remains usable, so that a held combatant can fight for its freedom (TA-226, TA-233, TA-232).
pub fn is_weapon_blocked(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    if view.links().is_empty() {
        return false;
    }
    let (row, busy) = (view.row(id), bound(view, id));
    let natural =
        |slot: &WeaponSlot| row.sheet.weapon(*slot).is_some_and(|held| held.weapon.has(WeaponProperty::Natural));
    if natural(&slot) {
        let before = (0..slot.0).map(WeaponSlot).filter(natural).count();
        return row.sheet.has(Trait::NoHands) && before > 0 && before + usize::from(busy) >= natural_weapons(view, id);
    }
    let hands = |slot: WeaponSlot| row.sheet.weapon(slot).map_or(0, |held| held.weapon.hands.count());
    let grasped = row.arms.in_hand().filter(|other| *other <= slot && row.sheet.is_removable(*other));
    busy > 0 && hands(slot) > 0 && grasped.map(hands).sum::<u8>().saturating_add(busy) > ARMS
}

/// Whether the shield arm is occupied by a hold because all other arms are full.
pub fn is_shield_blocked(view: View<'_>, id: CombatantId) -> bool {
    let busy = bound(view, id);
    let usable = view.row(id).arms.in_hand().filter(|slot| !is_weapon_blocked(view, id, *slot));
    let hands = usable.filter_map(|slot| view.row(id).sheet.weapon(slot)).map(|held| held.weapon.hands.count());
    busy > 0 && hands.sum::<u8>().saturating_add(busy) >= ARMS
}

/// Number of arms of a combatant with hands.
const ARMS: u8 = 2;

fn natural_weapons(view: View<'_>, id: CombatantId) -> usize {
    let sheet = &view.row(id).sheet;
    let slots = sheet.slots().filter(|(slot, _)| sheet.unarmed != Some(*slot));
    slots.filter(|(_, held)| held.weapon.has(WeaponProperty::Natural)).count()
}

/// Whether a hand or natural weapon is free for grabbing (TA-117).
pub fn has_free_grip(view: View<'_>, id: CombatantId) -> bool {
    free_hands(view, id) > 0 || natural_weapons(view, id) > usize::from(bound(view, id))
}

fn in_hands(view: View<'_>, id: CombatantId) -> impl Iterator<Item = &Weapon> {
    let row = view.row(id);
    let is_held = move |slot| row.arms.place(slot) == WeaponLocation::InHand && row.sheet.is_removable(slot);
    row.sheet.slots().filter(move |(slot, _)| is_held(*slot)).map(|(_, held)| &*held.weapon)
}

/// Whether a combatant wields equipment of this kind.
pub fn wields(view: View<'_>, id: CombatantId, thing: &Wielding) -> bool {
    match thing {
        Wielding::Weapon(hands) => in_hands(view, id).any(|weapon| weapon.hands == *hands),
        Wielding::TowerShield => {
            let row = view.row(id);
            row.arms.shield && row.sheet.shield.as_ref().is_some_and(|shield| shield.tower)
        }
    }
}

/// Number of hands holding neither weapon nor shield.
pub fn free_hands(view: View<'_>, id: CombatantId) -> u8 {
    let row = view.row(id);
    if row.sheet.has(Trait::NoHands) {
        return 0;
    }
    let weapons: u8 = in_hands(view, id).map(|weapon| weapon.hands.count()).fold(0, u8::saturating_add);
    ARMS.saturating_sub(weapons).saturating_sub(u8::from(row.arms.shield)).saturating_sub(bound(view, id))
}

/// Weapons in hand that can be dropped or taken away, excluding natural weapons.
pub fn droppable_weapons<'a>(view: View<'a>, id: CombatantId) -> impl Iterator<Item = WeaponSlot> + use<'a> {
    let row = view.row(id);
    row.arms.in_hand().filter(move |slot| row.sheet.is_removable(*slot))
}
