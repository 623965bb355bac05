//! Pinning a target to a surface with a weapon (Time Count: TC-371, TC-372, TC-441, G-55).

use crate::battle::{CombatantId, View, WeaponLocation, WeaponSlot};
use crate::content::gear::{DamageType, WeaponProperty};
use crate::grid::{Cell, Direction};

/// Maximum deviation from straight behind, in degrees. Matches the rear cells of a combatant facing the attacker, on
/// squares and hexagons (TC-441, G-55).
const BEHIND: u16 = 60;

/// Whether a surface that a weapon can stick in is behind a target: impassable ground, a closed door or a barrier
/// (TC-371). For a target sharing the attacker's space all sides count.
pub fn has_surface_behind(view: View<'_>, attacker: CombatantId, target: CombatantId) -> bool {
    let (shape, body) = (view.shape(), view.footprint(target));
    let away = shape.direction_towards(view.footprint(attacker), body);
    let behind = |way: &Direction| away.is_none_or(|away| shape.turn(away, *way) <= BEHIND);
    let ways: Vec<Direction> = shape.directions().filter(behind).collect();
    body.cells(shape).iter().any(|cell| ways.iter().any(|way| is_surface(view, *cell, shape.step(*cell, *way))))
}

fn is_surface(view: View<'_>, from: Cell, to: Cell) -> bool {
    let board = view.board();
    let solid = || board.contains(to) && board.terrain(to).cost.is_none() && board.terrain(to).deep.is_none();
    board.barrier(from, to).is_some_and(|barrier| !barrier.passable) || solid()
}

/// Weapons of `who` that pin the target.
pub fn pinned_by<'a>(view: View<'a>, who: CombatantId, target: CombatantId) -> impl Iterator<Item = WeaponSlot> + 'a {
    let row = view.row(who);
    let held = (0..).map(WeaponSlot).zip(&row.arms.weapons).zip(&row.sheet.weapons);
    let stuck = held.filter(move |((_, held), entry)| {
        held.place == WeaponLocation::Stuck(target) && !entry.weapon.has(WeaponProperty::Entangles)
    });
    stuck.map(|((slot, _), _)| slot)
}

/// Whether a weapon can pin: it is piercing and not natural (TC-372).
pub fn pierces(view: View<'_>, who: CombatantId, slot: Option<WeaponSlot>) -> bool {
    let used = slot.and_then(|slot| view.row(who).sheet.weapon(slot));
    used.is_some_and(|entry| entry.weapon.harm == DamageType::Piercing && !entry.weapon.has(WeaponProperty::Natural))
}
