//! Changes of what combatants hold, carry and wear.

use super::Battlefield;
use super::apply::edit;
use crate::battle::{Arms, CombatantId, GearPiece, GroundItem, HandUse, Held, WeaponLocation, WeaponSlot};
use crate::content::Name;
use crate::grid::Cell;
use crate::rules::{sheet_under_conditions, with_form, with_weapon};

pub(super) fn put(battle: &mut Battlefield, who: CombatantId, slot: WeaponSlot, place: WeaponLocation) {
    change_weapon(battle, who, slot, |held| held.place = place);
}

/// Changes what is in the hands of a combatant: everything else stays in the same hand.
pub(super) fn edit_hands(battle: &mut Battlefield, who: CombatantId, change: impl FnOnce(&mut Arms)) {
    let Some(row) = battle.snapshot.rows.get(who.index()) else { return };
    let hands = HandUse::of(row, &battle.snapshot.links);
    edit::<Arms>(battle, who, |arms| {
        (arms.grips, arms.shield_grip) = (hands.weapons, hands.shield);
        change(arms);
        arms.let_go();
    });
}

fn change_weapon(battle: &mut Battlefield, who: CombatantId, slot: WeaponSlot, change: impl FnOnce(&mut Held)) {
    edit_hands(battle, who, |arms| {
        if let Some(held) = arms.weapons.get_mut(usize::from(slot.0)) {
            change(held);
        }
    });
}

pub(super) fn drop_weapon(battle: &mut Battlefield, who: CombatantId, slot: WeaponSlot, cell: Option<Cell>) {
    let Some(row) = battle.snapshot.rows.get(who.index()) else { return };
    let durability = row.arms.weapons.get(usize::from(slot.0)).map_or(0, |held| held.durability);
    let weapon = row.sheet.weapon(slot).map(|entry| (entry.weapon.id, entry.weapon.magic, entry.weapon.hardness));
    put(battle, who, slot, WeaponLocation::Gone);
    if let (Some(cell), Some((weapon, magic, hardness))) = (cell, weapon) {
        battle.around().field.items.push(GroundItem { cell, weapon, durability, magic, hardness });
    }
}

pub(super) fn take_weapon(
    battle: &mut Battlefield,
    (who, slot): (CombatantId, WeaponSlot),
    weapon: Name,
    from: Option<Cell>,
    now: Held,
) {
    let items = &mut battle.around().field.items;
    if let Some(at) = items.iter().position(|item| Some(item.cell) == from && item.weapon == weapon) {
        items.remove(at);
    }
    let Some(row) = battle.snapshot.rows.get_mut(who.index()) else { return };
    if row.sheet.weapon(slot).is_none() {
        row.own = with_weapon(&battle.rules, &row.own, weapon);
        row.sheet = sheet_under_conditions(&battle.rules, &row.own, &row.conditions, &row.arms);
    }
    edit_hands(battle, who, |arms| match arms.weapons.get_mut(usize::from(slot.0)) {
        Some(held) => *held = now,
        None => arms.weapons.push(now),
    });
    refit(battle, who);
}

pub(super) fn transform(battle: &mut Battlefield, who: CombatantId, slot: WeaponSlot, weapon: Name) {
    let Some(row) = battle.snapshot.rows.get_mut(who.index()) else { return };
    row.own = with_form(&battle.rules, &row.own, slot, weapon);
    row.sheet = sheet_under_conditions(&battle.rules, &row.own, &row.conditions, &row.arms);
    edit_hands(battle, who, |_| {});
}

pub(super) fn wear(battle: &mut Battlefield, who: CombatantId, slot: WeaponSlot, durability: u8) {
    change_weapon(battle, who, slot, |held| {
        held.durability = durability;
        if durability == 0 {
            held.place = WeaponLocation::Broken;
        }
    });
    refit(battle, who);
}

pub(super) fn harm_thing(battle: &mut Battlefield, who: CombatantId, thing: GearPiece, left: u8) {
    match thing {
        GearPiece::Weapon(slot) => wear(battle, who, slot, left),
        GearPiece::Armor => edit::<Arms>(battle, who, |arms| arms.wear.armor = Some(left)),
        GearPiece::Shield => edit_hands(battle, who, |arms| {
            arms.wear.shield = Some(left);
            arms.shield &= left > 0;
        }),
    }
    refit(battle, who);
}

pub(super) fn leave_useless(battle: &mut Battlefield, who: CombatantId, thing: GearPiece, left: u8) {
    match thing {
        GearPiece::Weapon(slot) => change_weapon(battle, who, slot, |held| {
            *held = Held { place: WeaponLocation::Broken, durability: left };
        }),
        GearPiece::Armor => edit::<Arms>(battle, who, |arms| {
            (arms.wear.armor, arms.wear.useless_armor) = (Some(left), true);
        }),
        GearPiece::Shield => edit_hands(battle, who, |arms| {
            (arms.wear.shield, arms.wear.useless_shield) = (Some(left), true);
            arms.shield = false;
        }),
    }
    refit(battle, who);
}

/// Makes the sheet of a combatant again whose gear has changed, where broken gear changes it.
fn refit(battle: &mut Battlefield, who: CombatantId) {
    let broken = battle.rules.policies.things.as_ref().and_then(|things| things.broken);
    let Some(row) = battle.snapshot.rows.get_mut(who.index()).filter(|_| broken.is_some()) else { return };
    row.sheet = sheet_under_conditions(&battle.rules, &row.own, &row.conditions, &row.arms);
}
