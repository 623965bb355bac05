//! How far bodies and weapons reach, and who could strike whom.

use smallvec::SmallVec;

use super::{attack, cover, grapple, height, status};
use crate::battle::{CombatantId, Place, SheetWeapon, View, WeaponSlot};
use crate::content::condition::Forbidden;
use crate::content::gear::WeaponProperty;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Distance, Footprint, distance};

/// Weapons of one combatant, by slot.
pub type Slots = SmallVec<[WeaponSlot; 4]>;

/// The natural reach of a combatant, in feet.
pub fn natural_reach(view: View<'_>, id: CombatantId) -> u16 {
    view.row(id).sheet.reach
}

/// How far a combatant reaches in melee with a weapon, in feet: its natural reach and what the weapon's reach has
/// above one cell. A weapon without a use in melee adds nothing.
pub fn melee_reach(view: View<'_>, book: Rulebook<'_>, id: CombatantId, slot: WeaponSlot) -> u16 {
    let weapon = view.row(id).sheet.weapon(slot);
    let longer = weapon.and_then(|held| held.weapon.melee).unwrap_or(0).saturating_sub(book.policies.board.feet);
    natural_reach(view, id).saturating_add(longer)
}

/// How far a combatant reaches in melee with the longest weapon it has, in hand or not, in feet.
pub fn longest_reach(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> u16 {
    let sheet = &view.row(id).sheet;
    let longest = sheet.weapons.iter().filter_map(|held| held.weapon.melee).max().unwrap_or(0);
    sheet.reach.saturating_add(longest.saturating_sub(book.policies.board.feet))
}

/// The whole cells in so many feet.
pub fn cells(book: Rulebook<'_>, feet: u16) -> u16 {
    feet / book.policies.board.feet.max(1)
}

/// The distance between two combatants in cells, the longest axis of it where height is one (TA-G34); 0 when they share
/// one.
pub fn distance_between(view: View<'_>, book: Rulebook<'_>, from: CombatantId, to: CombatantId) -> u16 {
    let along = distance(view.shape(), book.policies.board.distance, view.footprint(from), view.footprint(to));
    along.max(height::cells_apart(view, book, from, to))
}

/// Whether one combatant is within so many feet of another; within 0 feet are only those who share a cell.
pub fn within(view: View<'_>, book: Rulebook<'_>, from: CombatantId, to: CombatantId, feet: u16) -> bool {
    distance_between(view, book, from, to) <= cells(book, feet)
}

/// Whether a combatant reaches another in melee with a weapon: near enough, and with no wall between.
pub fn in_melee_reach(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    slot: WeaponSlot,
    target: CombatantId,
) -> bool {
    is_for_melee(view, attacker, slot)
        && within(view, book, attacker, target, melee_reach(view, book, attacker, slot))
        && cover::has_line(view, book, view.footprint(attacker), view.footprint(target))
}

/// Whether two combatants are next to each other or share a cell.
pub fn adjacent_or_sharing(view: View<'_>, book: Rulebook<'_>, a: CombatantId, b: CombatantId) -> bool {
    distance(view.shape(), Distance::DiagonalsCostOne, view.footprint(a), view.footprint(b)) <= 1
        && height::cells_apart(view, book, a, b) <= 1
}

/// Whether two combatants are next to each other or share a cell, with no wall between.
pub fn touches(view: View<'_>, book: Rulebook<'_>, a: CombatantId, b: CombatantId) -> bool {
    adjacent_or_sharing(view, book, a, b) && cover::has_line(view, book, view.footprint(a), view.footprint(b))
}

/// Whether a weapon can be used in melee.
fn is_for_melee(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    view.row(id).sheet.weapon(slot).is_some_and(|held| held.weapon.melee.is_some())
}

/// The weapons a combatant has in hand or as a part of its body and no hold keeps from use, the unarmed strike not
/// among them.
fn armed_slots(view: View<'_>, id: CombatantId) -> impl Iterator<Item = (WeaponSlot, &SheetWeapon)> {
    let row = view.row(id);
    let slots = row.sheet.weapons.iter().enumerate().map(|(at, held)| (WeaponSlot(at as u8), held));
    slots.filter(move |(slot, held)| {
        let ready = || row.arms.place(*slot) == Place::InHand || held.weapon.has(WeaponProperty::Natural);
        row.sheet.unarmed != Some(*slot) && held.item.is_none() && ready() && !grapple::is_bound(view, id, *slot)
    })
}

/// The weapons with which a combatant can strike in melee: those in hand and natural ones, or else the unarmed strike.
pub fn melee_slots(view: View<'_>, id: CombatantId) -> Slots {
    let mut slots = Slots::new();
    for (slot, _) in armed_slots(view, id).filter(|(_, held)| held.weapon.melee.is_some()) {
        slots.push(slot);
    }
    if slots.is_empty() {
        slots.extend(view.row(id).sheet.unarmed);
    }
    slots
}

/// All weapons a combatant can use: those in hand, natural ones, and the unarmed strike last.
pub fn usable_slots(view: View<'_>, id: CombatantId) -> Slots {
    let mut slots = Slots::new();
    for (slot, _) in armed_slots(view, id) {
        slots.push(slot);
    }
    slots.extend(view.row(id).sheet.unarmed);
    slots
}

/// Whether a combatant can use the weapon of a slot without drawing it.
pub fn is_usable(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let row = view.row(id);
    row.sheet.unarmed == Some(slot) || armed_slots(view, id).any(|(usable, _)| usable == slot)
}

/// The first melee weapon in hand or of the body; an unarmed strike is none.
pub fn wields_melee_weapon(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    armed_slots(view, id).find(|(_, held)| held.weapon.melee.is_some()).map(|(slot, _)| slot)
}

/// The first weapon in hand that shoots or is thrown.
pub fn wields_ranged_weapon(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    let shoots = |held: &SheetWeapon| held.weapon.range.is_some() && !held.weapon.has(WeaponProperty::Entangles);
    armed_slots(view, id).find(|(_, held)| shoots(held)).map(|(slot, _)| slot)
}

/// Whether a combatant could make a melee attack on another right now from where it stands.
pub fn threatens(view: View<'_>, book: Rulebook<'_>, attacker: CombatantId, target: CombatantId) -> bool {
    threatens_if(view, book, (attacker, target), || attack::hindrance(view, book, attacker).is_none())
}

/// The same where it is known, or found out by this, whether anything keeps the attacker from attacking at all.
pub fn threatens_if(
    view: View<'_>,
    book: Rulebook<'_>,
    (attacker, target): (CombatantId, CombatantId),
    may_attack: impl FnOnce() -> bool,
) -> bool {
    if attacker == target || view.row(attacker).gone || view.row(target).gone {
        return false;
    }
    let apart = distance_between(view, book, attacker, target);
    if apart > cells(book, longest_reach(view, book, attacker)) {
        return false;
    }
    let near = |slot: &WeaponSlot| apart <= cells(book, melee_reach(view, book, attacker, *slot));
    let slots = melee_slots(view, attacker);
    slots.iter().any(near)
        && may_attack()
        && slots.iter().filter(|slot| near(slot)).any(|slot| !is_too_long(view, book, attacker, *slot))
        && cover::has_line(view, book, view.footprint(attacker), view.footprint(target))
}

/// Whether one combatant is near enough to strike another in melee, whatever of its weapons it has in hand.
pub(super) fn may_reach(view: View<'_>, book: Rulebook<'_>, attacker: CombatantId, target: CombatantId) -> bool {
    distance_between(view, book, attacker, target) <= cells(book, longest_reach(view, book, attacker))
}

/// Whether an enemy could make a melee attack on a combatant right now: it is engaged in combat.
pub fn is_engaged(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    view.enemies_of(view.row(id).side).any(|enemy| threatens(view, book, enemy.id, id))
}

/// Whether a combatant cannot use a weapon because it is too long for its stance.
fn is_too_long(view: View<'_>, book: Rulebook<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let long = view.row(id).sheet.weapon(slot).is_some_and(|held| held.weapon.has(WeaponProperty::Long));
    long && status::forbidding(view, book, id, Forbidden::LongWeapons).is_some()
}

/// The cells that a combatant reaches in melee, in order, those it stands on left out unless it reaches no further.
/// Empty if it cannot attack.
pub fn threatened_cells(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Vec<Cell> {
    let slots = melee_slots(view, id);
    let usable = slots.iter().filter(|slot| !is_too_long(view, book, id, **slot));
    let Some(feet) = usable.map(|slot| melee_reach(view, book, id, *slot)).max() else {
        return Vec::new();
    };
    if view.row(id).gone || attack::hindrance(view, book, id).is_some() {
        return Vec::new();
    }
    let (footprint, most) = (view.footprint(id), cells(book, feet));
    let policy = book.policies.board.distance;
    let reached = |cell: &Cell| {
        let apart = distance(view.shape(), policy, footprint, (*cell).into());
        apart <= most && apart >= most.min(1) && cover::has_line(view, book, footprint, (*cell).into())
    };
    let mut found: Vec<Cell> = around(view, footprint, most).filter(reached).collect();
    found.sort_unstable();
    found
}

/// The cells of the board in a box around a footprint that leaves room for so many cells on each side.
fn around(view: View<'_>, footprint: Footprint, margin: u16) -> impl Iterator<Item = Cell> {
    let room = i16::try_from(margin).unwrap_or(i16::MAX).saturating_add(i16::from(footprint.across()));
    let (anchor, board) = (footprint.anchor, view.board());
    let span = move |middle: i16, end: u16| {
        let last = i16::try_from(end).unwrap_or(i16::MAX).saturating_sub(1);
        middle.saturating_sub(room).max(0)..=middle.saturating_add(room).min(last)
    };
    let columns = span(anchor.x, board.width());
    span(anchor.y, board.height()).flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}
