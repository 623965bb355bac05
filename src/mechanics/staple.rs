//! Where somebody could be pinned to a wall, and with what.

use crate::battle::{CombatantId, Place, View, WeaponSlot};
use crate::content::gear::{DamageType, WeaponProperty};
use crate::grid::{Cell, Direction};

/// Degrees to either side of straight behind that still count as behind: on squares the cells that one facing the
/// attacker has at its back, on hexagons likewise (TC-441, G-55).
const BEHIND: u16 = 60;

/// Whether something that a weapon could stick in stands behind a target as its attacker sees it: ground that cannot be
/// entered, a closed door or a barrier (TC-371). Behind one who shares the attacker's space is every side of it.
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

/// Somebody's weapons that stick through what another wears.
pub fn pinned_by<'a>(view: View<'a>, who: CombatantId, target: CombatantId) -> impl Iterator<Item = WeaponSlot> + 'a {
    let row = view.row(who);
    let held = (0..).map(WeaponSlot).zip(&row.arms.weapons).zip(&row.sheet.weapons);
    let stuck = held.filter(move |((_, held), entry)| {
        held.place == Place::Stuck(target) && !entry.weapon.has(WeaponProperty::Entangles)
    });
    stuck.map(|((slot, _), _)| slot)
}

/// Whether a weapon is one that sticks: it pierces, and is no part of the body (TC-372).
pub fn pierces(view: View<'_>, who: CombatantId, slot: Option<WeaponSlot>) -> bool {
    let used = slot.and_then(|slot| view.row(who).sheet.weapon(slot));
    used.is_some_and(|entry| entry.weapon.harm == DamageType::Piercing && !entry.weapon.has(WeaponProperty::Natural))
}
