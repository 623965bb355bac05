//! Weapons, items, shields and doors: drawn, put away, dropped, picked up, worn, opened.

use crate::battle::{Light, LightFrom};
use crate::content::effect::{Effect, ItemFate, Who};
use crate::grid::Cell;
use crate::mechanics::{reach, terrain};
use crate::resolution::act::Target;
use crate::resolution::event::{BattleEvent, Outfit};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::items;
use crate::resolution::step::Inputs;

/// Changes weapons, items, shields and doors by an effect. Nothing happens if the act does not name one.
pub(crate) fn change(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, rule) = (effect.actor, effect.rule);
    match (&effect.does, &effect.act.target) {
        (Effect::Draw, Target::Weapon(slot)) => events.push(BattleEvent::WeaponDrawn { who, slot: *slot, rule }),
        (Effect::Sheathe, Target::Weapon(slot)) => events.push(BattleEvent::WeaponSheathed { who, slot: *slot, rule }),
        (Effect::DropItem, Target::Weapon(slot)) => {
            let cell = Some(inputs.view.footprint(who).anchor);
            events.push(BattleEvent::WeaponDropped { who, slot: *slot, cell, rule });
        }
        (Effect::SpendItem, Target::Weapon(slot)) => {
            events.push(BattleEvent::WeaponDropped { who, slot: *slot, cell: None, rule });
        }
        (Effect::SpendItem, Target::Cast(_)) => {
            events.extend(effect.act.weapon.map(|slot| BattleEvent::WeaponDropped { who, slot, cell: None, rule }));
        }
        (Effect::Shine { feet }, _) => {
            let light = Light { from: LightFrom::Bearer(who), radius: *feet };
            events.push(BattleEvent::OutfitChanged { who, now: Outfit::Light(light), rule });
        }
        (Effect::Shield { on }, _) => {
            let now = if *on { Outfit::Shield } else { Outfit::NoShield };
            events.push(BattleEvent::OutfitChanged { who, now, rule });
        }
        (Effect::PickUp, Target::Weapon(slot)) => {
            let entry = inputs.view.row(who).sheet.weapon(*slot);
            entry.into_iter().for_each(|entry| items::pick_up(effect, entry.weapon.id, inputs, events));
        }
        (Effect::PickUp, Target::Found(weapon)) => items::pick_up(effect, *weapon, inputs, events),
        (Effect::MoveDoor { open }, Target::Cell(cell)) => move_door(effect, (*cell, *open), inputs, events),
        (Effect::Item(ItemFate::Dropped), _) => item(effect, inputs, events),
        (Effect::Wear { who, by }, _) => wear(effect, *who, *by, inputs, events),
        _ => {}
    }
}

/// Opens or closes a door, unless it was moved in the same moment or its cell is occupied.
fn move_door(effect: &PlannedEffect, (cell, open): (Cell, bool), inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, action, rule) = (effect.actor, effect.act.action, effect.rule);
    events.push(match terrain::may_move_door(inputs.view, cell, open) {
        Ok(()) => BattleEvent::DoorMoved { who, cell, open, rule },
        Err(why) => BattleEvent::ActionAbandoned { who, action, why: why.to_owned(), rule },
    });
}

/// A weapon of the target falls to its feet.
fn item(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(slot) = items::meant(effect, inputs) else { return };
    let cell = Some(inputs.view.footprint(effect.target).anchor);
    events.push(BattleEvent::WeaponDropped { who: effect.target, slot, cell, rule: effect.rule });
}

/// Wears the weapon the actor used, or the target's item.
fn wear(effect: &PlannedEffect, whose: Who, by: u8, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let who = effect.subject(whose);
    let used = || effect.act.weapon.or_else(|| reach::usable_slots(inputs.view, who).first().copied());
    match (whose, effect.item) {
        (Who::Target, Some(thing)) => items::wear(effect, thing, by, inputs, events),
        (Who::Target, None) => {}
        (Who::Actor, _) => used().into_iter().for_each(|slot| items::worn(who, slot, by, effect, inputs, events)),
    }
}
