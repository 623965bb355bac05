//! Carried things: which can be dropped or broken, and what they bear.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Place, Thing, View, WeaponSlot};
use crate::content::gear::WeaponProperty;
use crate::content::policy::ThingPolicy;

/// Things of one combatant.
pub type Things = SmallVec<[Thing; 4]>;

/// The weapons that a combatant holds or carries, those in hand first; parts of its body are none.
pub fn weapons(view: View<'_>, id: CombatantId) -> Things {
    let row = view.row(id);
    let at = |place: Place| {
        let slots = row.sheet.weapons.iter().enumerate().map(|(at, held)| (WeaponSlot(at as u8), held));
        slots.filter(move |(slot, held)| {
            let part = held.weapon.has(WeaponProperty::Natural) || row.sheet.unarmed == Some(*slot);
            !part && row.arms.place(*slot) == place
        })
    };
    at(Place::InHand).chain(at(Place::Carried)).map(|(slot, _)| Thing::Weapon(slot)).collect()
}

/// Everything of a combatant that can be broken: its weapons, its shield and the armour it wears (TA-G39).
pub fn breakable(view: View<'_>, id: CombatantId) -> Things {
    let row = view.row(id);
    let mut things = weapons(view, id);
    if row.arms.shield {
        things.push(Thing::Shield);
    }
    if row.sheet.armor.is_some() && !row.arms.armor_is_broken() {
        things.push(Thing::Armor);
    }
    things
}

/// The hit points that a thing has left.
pub fn hit_points(view: View<'_>, policy: &ThingPolicy, id: CombatantId, thing: Thing) -> u8 {
    let arms = &view.row(id).arms;
    match thing {
        Thing::Weapon(slot) => arms.weapons.get(usize::from(slot.0)).map_or(0, |held| held.durability),
        Thing::Shield => arms.wear.shield.unwrap_or(policy.hit_points),
        Thing::Armor => arms.wear.armor.unwrap_or(policy.hit_points),
    }
}
