//! Carried things: which can be dropped or broken, and what they bear.

use smallvec::SmallVec;

use crate::battle::{CombatantId, GroundItem, Place, Thing, View, WeaponSlot};
use crate::content::Name;
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

/// The slot in which a combatant has a weapon that it takes: that of the same weapon it has lost, or else a new one.
pub fn slot_for(view: View<'_>, id: CombatantId, weapon: Name) -> WeaponSlot {
    let row = view.row(id);
    let lost = |at: &usize| {
        let slot = WeaponSlot(*at as u8);
        row.sheet.weapons[*at].weapon.id == weapon && row.arms.place(slot) == Place::Gone
    };
    let many = row.sheet.weapons.len();
    WeaponSlot((0..many).find(lost).unwrap_or(many) as u8)
}

/// The first thing of a kind that lies where a combatant stands.
pub fn lying_here(view: View<'_>, id: CombatantId, weapon: Name) -> Option<GroundItem> {
    all_here(view, id).find(|item| item.weapon == weapon).copied()
}

/// Everything that lies where a combatant stands.
pub fn all_here(view: View<'_>, id: CombatantId) -> impl Iterator<Item = &GroundItem> {
    let here = view.footprint(id);
    view.field().items.iter().filter(move |item| here.contains(view.shape(), item.cell))
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
