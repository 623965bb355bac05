//! Which combatants could attack which others in melee. Both rule systems; distance includes height (TA-G34).

use smallvec::SmallVec;

use super::height;
use crate::battle::{CombatantId, SheetWeapon, View, WeaponLocation, WeaponSlot};
use crate::content::{Forbidden, Rulebook, WeaponProperty};
use crate::grid::{Cell, burst_around, distance};
use crate::mechanics::{Game, attack, grapple, line, mount, space, status};

/// Weapon slots of one combatant.
pub type WeaponSlots = SmallVec<[WeaponSlot; 4]>;

/// Melee reach with a weapon, in the board's unit: natural reach plus the weapon's reach beyond one cell, if it is for melee.
pub fn melee_reach(game: Game<'_>, id: CombatantId, slot: WeaponSlot) -> u16 {
    let weapon = game.row(id).sheet.weapon(slot);
    if weapon.is_some_and(|held| held.weapon.has(WeaponProperty::Reach)) {
        return game.row(id).sheet.reach.saturating_mul(2);
    }
    let longer = weapon.and_then(|held| held.weapon.melee).unwrap_or(0).saturating_sub(game.policies.board.cell);
    game.row(id).sheet.reach.saturating_add(longer)
}

/// Melee reach with the longest weapon carried, in hand or not, in the board's unit.
pub fn longest_reach(game: Game<'_>, id: CombatantId) -> u16 {
    let sheet = &game.row(id).sheet;
    let longest = sheet.weapons.iter().filter_map(|held| held.weapon.melee).max().unwrap_or(0);
    sheet.reach.saturating_add(longest.saturating_sub(game.policies.board.cell))
}

/// Feet converted to whole cells, rounded down.
pub fn cells(book: Rulebook<'_>, length: u16) -> u16 {
    length / book.policies.board.cell.max(1)
}

/// Distance between two combatants in cells, including height (TA-G34); 0 if they share a cell. Where holds count as
/// adjacent, all that they connect are at most one cell apart. A rider may count as farther away (HD-393).
pub fn distance_between(game: Game<'_>, from: CombatantId, to: CombatantId) -> u16 {
    let along = distance(game.shape(), game.policies.board.distance, game.footprint(from), game.footprint(to));
    let apart = along.max(height::cells_apart(game, from, to));
    if game.links().is_empty() { apart } else { distance_by_links(game, from, to, apart) }
}

/// The distance between two combatants that are this far apart, as holds and mounts change it.
#[inline(never)]
fn distance_by_links(game: Game<'_>, from: CombatantId, to: CombatantId, apart: u16) -> u16 {
    if apart > 1 && game.policies.grapple.near.is_some() && grapple::are_joined(game.view, from, to) {
        return 1;
    }
    apart.saturating_add(mount::farther(game, from, to))
}

/// Distance between two combatants in the board's unit.
pub fn measured_distance(game: Game<'_>, a: CombatantId, b: CombatantId) -> u32 {
    u32::from(distance_between(game, a, b)) * u32::from(game.policies.board.cell)
}

/// Whether two combatants are at most `most` apart, in the board's unit; 0 means that they share a cell.
pub fn within(game: Game<'_>, from: CombatantId, to: CombatantId, most: u16) -> bool {
    distance_between(game, from, to) <= cells(game.book(), most)
}

/// Whether a target is in melee reach of a weapon and not behind a wall.
pub fn in_melee_reach(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, target: CombatantId) -> bool {
    let Some(held) = game.row(attacker).sheet.weapon(slot).filter(|held| held.weapon.melee.is_some()) else {
        return false;
    };
    let apart = distance_between(game, attacker, target);
    apart <= cells(game.book(), melee_reach(game, attacker, slot))
        && (apart > 1 || !held.weapon.has(WeaponProperty::Reach))
        && line::has_line(game, game.footprint(attacker), game.footprint(target))
}

/// Whether two combatants are adjacent or share a cell, with no wall between them.
pub fn touches(game: Game<'_>, a: CombatantId, b: CombatantId) -> bool {
    space::adjacent_or_sharing(game, a, b) && line::has_line(game, game.footprint(a), game.footprint(b))
}

/// Usable weapons: in hand or natural, and not blocked by a hold. Excludes the unarmed strike.
fn armed_slots(view: View<'_>, id: CombatantId) -> impl Iterator<Item = (WeaponSlot, &SheetWeapon)> {
    let row = view.row(id);
    row.sheet.slots().filter(move |(slot, held)| {
        let ready = || row.arms.place(*slot) == WeaponLocation::InHand || held.weapon.has(WeaponProperty::Natural);
        row.sheet.unarmed != Some(*slot)
            && held.item.is_none()
            && ready()
            && !grapple::is_weapon_blocked(view, id, *slot)
    })
}

/// Weapons usable in melee: in hand and natural ones, otherwise the unarmed strike.
pub fn melee_slots(view: View<'_>, id: CombatantId) -> WeaponSlots {
    let armed = armed_slots(view, id).filter(|(_, held)| held.weapon.melee.is_some());
    let mut slots: WeaponSlots = armed.map(|(slot, _)| slot).collect();
    if slots.is_empty() {
        slots.extend(view.row(id).sheet.unarmed);
    }
    slots
}

/// All usable weapons: in hand and natural ones, and the unarmed strike last.
pub fn usable_slots(view: View<'_>, id: CombatantId) -> WeaponSlots {
    armed_slots(view, id).map(|(slot, _)| slot).chain(view.row(id).sheet.unarmed).collect()
}

/// Whether the weapon of a slot can be used without drawing it.
pub fn is_usable(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let row = view.row(id);
    row.sheet.unarmed == Some(slot) || armed_slots(view, id).any(|(usable, _)| usable == slot)
}

/// Whether a weapon has at most this reach in melee, in the board's unit (HD-292).
pub fn reaches_at_most(view: View<'_>, id: CombatantId, slot: WeaponSlot, most: u16) -> bool {
    let melee = view.row(id).sheet.weapon(slot).and_then(|held| held.weapon.melee);
    melee.is_some_and(|reach| reach <= most)
}

/// The first usable melee weapon, excluding the unarmed strike.
pub fn wields_melee_weapon(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    armed_slots(view, id).find(|(_, held)| held.weapon.melee.is_some()).map(|(slot, _)| slot)
}

/// The first usable ranged or thrown weapon.
pub fn wields_ranged_weapon(view: View<'_>, id: CombatantId) -> Option<WeaponSlot> {
    let shoots = |held: &SheetWeapon| held.weapon.range.is_some() && !held.weapon.has(WeaponProperty::Entangles);
    armed_slots(view, id).find(|(_, held)| shoots(held)).map(|(slot, _)| slot)
}

/// Whether a combatant could make a melee attack on another right now.
pub fn threatens(game: Game<'_>, attacker: CombatantId, target: CombatantId) -> bool {
    threatens_if(game, attacker, target, || attack::can_attack(game, attacker))
}

/// Whether a combatant could make a melee attack on another, given a (cached) test whether it can attack at all.
pub fn threatens_if(game: Game<'_>, attacker: CombatantId, target: CombatantId, able: impl FnOnce() -> bool) -> bool {
    if attacker == target || game.row(attacker).gone || game.row(target).gone {
        return false;
    }
    let apart = distance_between(game, attacker, target);
    if apart > cells(game.book(), longest_reach(game, attacker)) {
        return false;
    }
    let near = |slot: &WeaponSlot| apart <= cells(game.book(), melee_reach(game, attacker, *slot));
    let slots = melee_slots(game.view, attacker);
    slots.iter().any(near)
        && able()
        && slots.iter().filter(|slot| near(slot)).any(|slot| !is_too_long(game, attacker, *slot))
        && line::has_line(game, game.footprint(attacker), game.footprint(target))
}

/// Whether a combatant is closer to an armed one than the reach of the longest melee weapon in its hands: nearer than the cells at the
/// edge of that reach (HD-G14).
pub fn is_closer_than_reach(game: Game<'_>, armed: CombatantId, other: CombatantId) -> bool {
    let longest = melee_slots(game.view, armed).iter().map(|slot| melee_reach(game, armed, *slot)).max();
    longest.is_some_and(|reach| distance_between(game, armed, other) < cells(game.book(), reach))
        && attack::can_attack(game, armed)
        && line::has_line(game, game.footprint(armed), game.footprint(other))
}

/// Whether a combatant is engaged: some enemy could make a melee attack on it right now.
pub fn is_engaged(game: Game<'_>, id: CombatantId) -> bool {
    game.enemies_of(game.row(id).side).any(|enemy| threatens(game, enemy.id, id))
}

fn is_too_long(game: Game<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    let long = game.row(id).sheet.weapon(slot).is_some_and(|held| held.weapon.has(WeaponProperty::Long));
    long && status::forbidding(game, id, Forbidden::LongWeapons).is_some()
}

/// The cells within a combatant's melee reach, sorted, without its own unless the reach is 0; empty if it cannot attack.
pub fn threatened_cells(game: Game<'_>, id: CombatantId) -> Vec<Cell> {
    let slots = melee_slots(game.view, id);
    let usable = slots.iter().filter(|slot| !is_too_long(game, id, **slot));
    let reach = usable.map(|slot| melee_reach(game, id, *slot)).max();
    let Some(reach) = reach.filter(|_| !game.row(id).gone && attack::can_attack(game, id)) else { return Vec::new() };
    let (shape, own, most) = (game.shape(), game.footprint(id), cells(game.book(), reach));
    let mut found = burst_around(game.board(), game.policies.board.distance, own, most);
    found.retain(|cell| (most == 0 || !own.contains(shape, *cell)) && line::has_line(game, own, (*cell).into()));
    found
}
