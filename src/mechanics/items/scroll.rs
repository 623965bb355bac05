//! Scrolls: possession, reading and reading time (Time Count: TC-270).

use crate::battle::{Act, CombatantId, View, WeaponLocation, WeaponSlot};
use crate::content::action::{Action, Does};
use crate::content::item::{Item, ItemKind};
use crate::content::speed::ActionSpeed;
use crate::content::{Name, Rule};

/// Spells on scrolls in hand.
pub fn spells<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = Name> + 'a {
    in_hand(view, who).map(|(_, spell, _)| spell)
}

/// The scroll in hand that contains a spell.
pub fn held(view: View<'_>, who: CombatantId, spell: Name) -> Option<WeaponSlot> {
    in_hand(view, who).find(|(_, written, _)| *written == spell).map(|(slot, ..)| slot)
}

/// Whether the scroll that an act reads is in hand.
pub fn may_read(view: View<'_>, who: CombatantId, act: &Act) -> bool {
    let held = |slot: WeaponSlot| view.row(who).arms.place(slot) == WeaponLocation::InHand;
    read(view, who, act).is_some() && act.weapon.is_some_and(held)
}

/// The rule of the scroll that an act reads its spell from; `None` if it reads no scroll. Used-up scrolls count as well
/// (TC-270).
pub fn read(view: View<'_>, who: CombatantId, act: &Act) -> Option<Rule> {
    let meant = |slot: WeaponSlot, spell: Name| act.weapon == Some(slot) && spell == act.action;
    scrolls(view, who).find(|(slot, spell, _)| meant(*slot, *spell)).map(|(.., item)| item.rule)
}

/// Duration of an act. Reading a scroll takes the casting time of its spell (TC-270).
pub fn speed<'a>(view: View<'_>, who: CombatantId, act: &Act, action: &'a Action) -> &'a ActionSpeed {
    let Does::Cast(spell) = &action.does else { return &action.speed };
    let time = spell.incantation.as_ref().map(|incantation| &incantation.time);
    time.filter(|_| read(view, who, act).is_some()).unwrap_or(&action.speed)
}

/// Scrolls carried but not in hand, with their spells.
pub fn put_away<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = (WeaponSlot, Name)> + 'a {
    let row = view.row(who);
    let carried = scrolls(view, who).filter(|(slot, ..)| row.arms.place(*slot) == WeaponLocation::Carried);
    carried.map(|(slot, spell, _)| (slot, spell))
}

fn in_hand<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = (WeaponSlot, Name, &'a Item)> + 'a {
    let row = view.row(who);
    scrolls(view, who).filter(|(slot, ..)| row.arms.place(*slot) == WeaponLocation::InHand)
}

fn scrolls<'a>(view: View<'a>, who: CombatantId) -> impl Iterator<Item = (WeaponSlot, Name, &'a Item)> + 'a {
    view.row(who).sheet.slots().filter_map(|(slot, entry)| {
        let item = entry.item.as_deref()?;
        match item.kind {
            ItemKind::Scroll(spell) => Some((slot, spell, item)),
            _ => None,
        }
    })
}
