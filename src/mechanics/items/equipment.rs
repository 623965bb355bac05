//! Carried equipment: what can be dropped, picked up or broken. Used by both rule systems; breaking follows TA-G39.

use smallvec::SmallVec;

use crate::battle::{CombatantId, GearPiece, GroundItem, View, WeaponLocation, WeaponSlot};
use crate::content::Name;
use crate::content::policy::ThingPolicy;

/// Equipment of one combatant.
pub type GearPieces = SmallVec<[GearPiece; 4]>;

/// Weapons that a combatant holds or carries, those in hand first. Excludes natural weapons.
pub fn weapons(view: View<'_>, id: CombatantId) -> GearPieces {
    let row = view.row(id);
    let at = |place: WeaponLocation| {
        let slots = row.sheet.slots().map(|(slot, _)| slot);
        slots.filter(move |slot| row.sheet.is_removable(*slot) && row.arms.place(*slot) == place)
    };
    at(WeaponLocation::InHand).chain(at(WeaponLocation::Carried)).map(GearPiece::Weapon).collect()
}

/// The slot for a weapon being picked up: that of a lost weapon of the same kind, otherwise a new slot.
pub fn slot_for(view: View<'_>, id: CombatantId, weapon: Name) -> WeaponSlot {
    let row = view.row(id);
    let lost = |at: &usize| {
        let slot = WeaponSlot(*at as u8);
        row.sheet.weapons[*at].weapon.id == weapon && row.arms.place(slot) == WeaponLocation::Gone
    };
    let many = row.sheet.weapons.len();
    WeaponSlot((0..many).find(lost).unwrap_or(many) as u8)
}

/// The first weapon of a kind on the ground in a combatant's space.
pub fn on_ground_here(view: View<'_>, id: CombatantId, weapon: Name) -> Option<GroundItem> {
    all_on_ground_here(view, id).find(|item| item.weapon == weapon).copied()
}

/// All items on the ground in a combatant's space.
pub fn all_on_ground_here(view: View<'_>, id: CombatantId) -> impl Iterator<Item = &GroundItem> {
    let here = view.footprint(id);
    view.field().items.iter().filter(move |item| here.contains(view.shape(), item.cell))
}

/// All equipment that can be broken: weapons, shield and worn armour (TA-G39).
pub fn breakable(view: View<'_>, id: CombatantId) -> GearPieces {
    let row = view.row(id);
    let mut pieces = weapons(view, id);
    if row.arms.shield {
        pieces.push(GearPiece::Shield);
    }
    if row.sheet.armor.is_some() && !row.arms.armor_is_broken() {
        pieces.push(GearPiece::Armor);
    }
    pieces
}

/// Remaining hit points of a piece of equipment.
pub fn hit_points(view: View<'_>, policy: &ThingPolicy, id: CombatantId, thing: GearPiece) -> u8 {
    let arms = &view.row(id).arms;
    match thing {
        GearPiece::Weapon(slot) => arms.weapons.get(usize::from(slot.0)).map_or(0, |held| held.durability),
        GearPiece::Shield => arms.wear.shield.unwrap_or(policy.hit_points),
        GearPiece::Armor => arms.wear.armor.unwrap_or(policy.hit_points),
    }
}
