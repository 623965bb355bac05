//! Which combatants can wrestle, when a hold ends, and pinning to a surface (Time Count: TC-371, TC-372, TC-441, G-55).

use crate::battle::{CombatantId, Link, LinkKind, View, WeaponLocation, WeaponSlot};
use crate::content::condition::Forbidden;
use crate::content::gear::{DamageType, WeaponProperty};
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Direction};
use crate::mechanics::space::Crowding;
use crate::mechanics::{Game, height, reach, space, status};

/// Whether a combatant has the freedom of movement needed for wrestling. Refuses combatants immobilized by anything but
/// a hold, and those in a space too crowded to fight in.
pub fn may_wrestle(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    let policy = &game.policies.grapple;
    let by_hold = |name| name == policy.held || Some(name) == policy.pinned;
    let mut fixed = status::each(game, id).filter(|(_, status)| status::forbids_it(status, Forbidden::Move));
    if let Some((condition, _)) = fixed.find(|(condition, _)| !by_hold(condition.id)) {
        let why = format!("cannot wrestle while {}", condition.name.to_lowercase());
        return Err(Refusal::new(why, policy.wrestle_rule));
    }
    match space::crowding(game, id) {
        Crowding::Packed { .. } => Err(Refusal::new("there is no room to wrestle", policy.wrestle_rule)),
        _ => Ok(()),
    }
}

/// The reason why a hold must end now; `None` if it can continue.
pub fn must_end(game: Game<'_>, link: &Link) -> Option<Refusal> {
    let policy = &game.policies.grapple;
    let (Some(holder), Some(held)) = (game.find(link.holder), game.find(link.held)) else {
        return Some(Refusal::new("there is no one to hold", policy.release_rule));
    };
    if holder.gone || held.gone || !status::is_conscious(game, link.holder) {
        return Some(Refusal::new("the holder has let go", policy.release_rule));
    }
    let (apart, why) = match link.kind {
        LinkKind::Grab => (!reach::adjacent_or_sharing(game, link.holder, link.held), "they are no longer adjacent"),
        LinkKind::Clinch => {
            let elsewhere = game.footprint(link.holder) != game.footprint(link.held);
            let above = height::cells_apart(game, link.holder, link.held) > 0;
            (elsewhere || above, "they no longer share a space")
        }
    };
    apart.then(|| Refusal::new(why, policy.adjacent_rule))
}

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
pub fn can_pin(view: View<'_>, who: CombatantId, slot: Option<WeaponSlot>) -> bool {
    let used = slot.and_then(|slot| view.row(who).sheet.weapon(slot));
    used.is_some_and(|entry| entry.weapon.harm == DamageType::Piercing && !entry.weapon.has(WeaponProperty::Natural))
}
