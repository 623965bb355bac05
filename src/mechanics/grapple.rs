//! Holds: who may wrestle, when a hold ends, and what hands are full of.

use super::space::{self, Crowding};
use super::{reach, status};
use crate::battle::{CombatantId, Link, Place, View, WeaponSlot};
use crate::content::action::Wielding;
use crate::content::condition::Forbidden;
use crate::content::gear::{Weapon, WeaponProperty};
use crate::content::policy::Rulebook;
use crate::content::refusal::Refusal;
use crate::content::unit::Trait;

/// Whether a combatant has the freedom of movement that wrestling needs.
///
/// # Errors
/// Refuses one who is immobile by anything but a hold, and one whose space is too full to fight in.
pub fn may_wrestle(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Result<(), Refusal> {
    let policy = &book.policies.grapple;
    let by_hold = |name| name == policy.held || Some(name) == policy.pinned;
    let mut fixed = status::each(view, book, id).filter(|(_, status)| status::forbids_it(status, Forbidden::Move));
    if let Some((condition, _)) = fixed.find(|(condition, _)| !by_hold(condition.id)) {
        let why = format!("cannot wrestle while {}", condition.name.to_lowercase());
        return Err(Refusal::new(why, policy.wrestle_rule));
    }
    match space::crowding(view, book, id) {
        Crowding::Packed { .. } => Err(Refusal::new("there is no room to wrestle", policy.wrestle_rule)),
        _ => Ok(()),
    }
}

/// Why a hold must end now; `None` if it may go on.
pub fn must_end(view: View<'_>, book: Rulebook<'_>, link: &Link) -> Option<Refusal> {
    let policy = &book.policies.grapple;
    let (Some(holder), Some(held)) = (view.find(link.holder), view.find(link.held)) else {
        return Some(Refusal::new("there is nobody to hold", policy.release_rule));
    };
    if holder.gone || held.gone || !status::is_conscious(view, book, link.holder) {
        return Some(Refusal::new("nobody holds on any more", policy.release_rule));
    }
    let apart = !reach::adjacent_or_sharing(view, book, link.holder, link.held);
    apart.then(|| Refusal::new("the two are no longer next to each other", policy.adjacent_rule))
}

/// The weapons in a combatant's hands, parts of its body not among them.
fn in_hands(view: View<'_>, id: CombatantId) -> impl Iterator<Item = &Weapon> {
    let row = view.row(id);
    let slots = row.sheet.weapons.iter().enumerate().map(|(at, held)| (WeaponSlot(at as u8), &*held.weapon));
    let grasped = slots.filter(|(slot, _)| row.arms.place(*slot) == Place::InHand && row.sheet.unarmed != Some(*slot));
    grasped.map(|(_, weapon)| weapon).filter(|weapon| !weapon.has(WeaponProperty::Natural))
}

/// Whether a combatant wields such a thing.
pub fn wields(view: View<'_>, id: CombatantId, thing: &Wielding) -> bool {
    match thing {
        Wielding::Weapon(hands) => in_hands(view, id).any(|weapon| weapon.hands == *hands),
        Wielding::TowerShield => {
            let row = view.row(id);
            row.arms.shield && row.sheet.shield.as_ref().is_some_and(|shield| shield.tower)
        }
    }
}

/// The hands of a combatant that hold neither weapon nor shield.
pub fn free_hands(view: View<'_>, id: CombatantId) -> u8 {
    let row = view.row(id);
    if row.sheet.has(Trait::NoHands) {
        return 0;
    }
    let weapons: u8 = in_hands(view, id).map(|weapon| weapon.hands.count()).fold(0, u8::saturating_add);
    2u8.saturating_sub(weapons).saturating_sub(u8::from(row.arms.shield))
}

/// The weapons a combatant holds that can be taken from it or fall: those in hand that are no part of its body.
pub fn loose_weapons<'a>(view: View<'a>, id: CombatantId) -> impl Iterator<Item = WeaponSlot> + use<'a> {
    let row = view.row(id);
    row.arms.in_hand().filter(move |slot| {
        let natural = row.sheet.weapon(*slot).is_none_or(|entry| entry.weapon.has(WeaponProperty::Natural));
        !natural && row.sheet.unarmed != Some(*slot)
    })
}
