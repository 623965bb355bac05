//! Weapons, items, shields and doors: drawn, put away, dropped, picked up, worn, opened, and taken from the target.

mod knocked;
mod wear;

pub(crate) use wear::{exposed, may_spare};

use smallvec::SmallVec;

use crate::battle::{CombatantId, GearPiece, Held, Light, LightFrom, View, WeaponLocation, WeaponSlot};
use crate::content::{CitedEffect, Effect, ItemFate, Name};
use crate::grid::{Cell, Direction};
use crate::mechanics::{grapple, items, terrain};
use crate::resolution::act::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt, Target};
use crate::resolution::event::{BattleEvent, Facts, Outfit};
use crate::resolution::frame::{Acting, Deciding, Frame};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Changes weapons, items, shields and doors by an effect. Nothing happens if the act does not name one.
pub(crate) fn change(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
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
        (Effect::SpendInHand(kind), _) => {
            let used = items::in_hand(inputs.view, who, *kind);
            events.extend(used.map(|slot| BattleEvent::WeaponDropped { who, slot, cell: None, rule }));
        }
        (Effect::Shine { radius, on_ground }, _) => {
            let ground = LightFrom::Cell(inputs.view.footprint(who).anchor);
            let light = Light { from: if *on_ground { ground } else { LightFrom::Bearer(who) }, radius: *radius };
            events.push(BattleEvent::OutfitChanged { who, now: Outfit::Light(light), rule });
        }
        (Effect::Shield { on }, _) => {
            let now = if *on { Outfit::Shield } else { Outfit::NoShield };
            events.push(BattleEvent::OutfitChanged { who, now, rule });
        }
        (Effect::PickUp, Target::Weapon(slot)) => {
            let entry = inputs.view.row(who).sheet.weapon(*slot);
            entry.into_iter().for_each(|entry| pick_up(effect, entry.weapon.id, inputs, events));
        }
        (Effect::PickUp, Target::Found(weapon)) => pick_up(effect, *weapon, inputs, events),
        (Effect::MoveDoor { open }, Target::Cell(cell)) => move_door(effect, (*cell, *open), inputs, events),
        (Effect::Item(ItemFate::Dropped), _) => {
            let below = inputs.view.footprint(effect.target).anchor;
            let arms = &inputs.view.row(effect.target).arms;
            if effect.item == Some(GearPiece::Shield) && arms.shield {
                let (who, now) = (effect.target, Outfit::LostShield(below));
                events.push(BattleEvent::OutfitChanged { who, now, rule });
            }
            events.extend(meant(effect, inputs).map(|slot| lost(effect, slot, Some(below))));
        }
        (Effect::Item(ItemFate::Stolen), _) => {
            events.extend(meant(effect, inputs).into_iter().flat_map(|slot| taken(effect, slot, inputs)));
        }
        (Effect::DropUsed, _) => {
            let row = inputs.view.row(who);
            let held =
                |slot: &WeaponSlot| row.sheet.is_removable(*slot) && row.arms.place(*slot) == WeaponLocation::InHand;
            let cell = Some(inputs.view.footprint(who).anchor);
            let used = effect.act.weapon.filter(held);
            events.extend(used.map(|slot| BattleEvent::WeaponDropped { who, slot, cell, rule }));
        }
        (Effect::Wear { who, by }, _) => wear::of_subject(effect, *who, *by, inputs, events),
        _ => {}
    }
}

/// Opens or closes a door, unless it was moved in the same moment or its cell is occupied.
fn move_door(effect: &PlannedEffect, (cell, open): (Cell, bool), inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, action, rule) = (effect.actor, effect.act.action, effect.rule);
    events.push(match terrain::may_move_door(inputs.view, cell, open) {
        Ok(()) => BattleEvent::DoorMoved { who, cell, open, rule },
        Err(why) => BattleEvent::ActionAbandoned { who, action, why: why.to_owned(), rule },
    });
}

/// The effects of an action. Where it uses an item, the item's effects take that place, and the item may be used up.
pub(crate) fn used(acting: &Acting, effects: &[CitedEffect], inputs: &Inputs<'_>) -> Vec<CitedEffect> {
    let sheet = &inputs.view.row(acting.actor).sheet;
    let item = match acting.act.target {
        Target::Weapon(slot) => sheet.weapon(slot).and_then(|entry| entry.item.as_ref()),
        _ => None,
    };
    let mut all = Vec::with_capacity(effects.len());
    for effect in effects {
        match item.filter(|_| effect.does == Effect::UseItem) {
            Some(item) => {
                all.extend(item.does.iter().cloned());
                let spent = CitedEffect { does: Effect::SpendItem, rule: effect.rule };
                all.extend(item.spent.then_some(spent));
            }
            None => all.push(effect.clone()),
        }
    }
    all
}

/// The target's weapon that an effect is about, if it still has it; if none was named, the first in hand.
pub(crate) fn meant(effect: &PlannedEffect, inputs: &Inputs<'_>) -> Option<WeaponSlot> {
    match effect.item {
        Some(thing @ GearPiece::Weapon(slot)) => {
            items::weapons(inputs.view, effect.target).contains(&thing).then_some(slot)
        }
        Some(_) => None,
        None => grapple::droppable_weapons(inputs.view, effect.target).next(),
    }
}

/// Asks a combatant that has won a weapon whether to take it, fling it away or let it fall.
pub(crate) fn step(deciding: Deciding, inputs: &mut Inputs<'_>) -> StepResult {
    if let Effect::Item(ItemFate::KnockedAway { items }) = deciding.effect.does {
        return knocked::step(deciding, items, inputs);
    }
    if let Effect::Wear { .. } = deciding.effect.does {
        return wear::step(deciding, inputs);
    }
    let (Effect::Item(fate), Some(slot)) = (&deciding.effect.does, meant(&deciding.effect, inputs)) else {
        return StepResult::nothing();
    };
    let may_take = grapple::free_hands(inputs.view, deciding.effect.actor) > 0;
    match (*fate, inputs.answer.take()) {
        (_, Some(Choice::Pick(Pick::Take))) => StepResult::done(taken(&deciding.effect, slot, inputs)),
        (_, Some(Choice::Cell(cell))) => StepResult::done(vec![lost(&deciding.effect, slot, Some(cell))]),
        (ItemFate::TakenOrFlung { .. }, None) if may_take => {
            deciding.ask(PickPurpose::TakeOrFling, vec![Pick::Take, Pick::Fling])
        }
        (ItemFate::TakenOrFlung { distance }, _) => fling_to(deciding, distance, inputs),
        (_, None) if may_take => deciding.ask(PickPurpose::TakeIt, vec![Pick::Take, Pick::No]),
        _ => {
            let here = inputs.view.footprint(deciding.effect.target).anchor;
            StepResult::done(vec![lost(&deciding.effect, slot, Some(here))])
        }
    }
}

/// The target loses a weapon. Without a cell it does not fall to the ground.
pub(super) fn lost(effect: &PlannedEffect, slot: WeaponSlot, cell: Option<Cell>) -> BattleEvent {
    BattleEvent::WeaponDropped { who: effect.target, slot, cell, rule: effect.rule }
}

/// The actor takes the target's weapon: in hand, or carried if too few hands are free.
pub(super) fn taken(effect: &PlannedEffect, slot: WeaponSlot, inputs: &Inputs<'_>) -> Facts {
    let (view, who, rule, mut events) = (inputs.view, effect.actor, effect.rule, vec![lost(effect, slot, None)]);
    let theirs = view.row(effect.target);
    if let Some((entry, held)) = theirs.sheet.weapon(slot).zip(theirs.arms.weapons.get(usize::from(slot.0))) {
        let wields = grapple::free_hands(view, who) >= entry.weapon.hands.count();
        let now = Held { place: if wields { WeaponLocation::InHand } else { WeaponLocation::Carried }, ..*held };
        let (weapon, slot) = (entry.weapon.id, items::slot_for(view, who, entry.weapon.id));
        events.push(BattleEvent::WeaponTaken { who, slot, weapon, from: None, now, rule });
    }
    events
}

/// Picks up an item, if it still lies where the actor stands (TC-251).
pub(crate) fn pick_up(effect: &PlannedEffect, weapon: Name, inputs: &Inputs<'_>, events: &mut Facts) {
    let (view, who, rule) = (inputs.view, effect.actor, effect.rule);
    let Some(item) = items::on_ground_here(view, who, weapon) else {
        let (action, why) = (effect.act.action, "it is no longer there".to_owned());
        return events.push(BattleEvent::ActionAbandoned { who, action, why, rule });
    };
    let (slot, now) =
        (items::slot_for(view, who, weapon), Held { place: WeaponLocation::InHand, durability: item.durability });
    events.push(BattleEvent::WeaponTaken { who, slot, weapon, from: Some(item.cell), now, rule });
}

fn fling_to(deciding: Deciding, distance: u16, inputs: &mut Inputs<'_>) -> StepResult {
    let who = deciding.effect.actor;
    let reach = distance / inputs.rules.policies.board.cell.max(1);
    let cells = ends(inputs.view, deciding.effect.target, reach).to_vec();
    let asks = Asks::Cell { purpose: CellPurpose::Fling, cells };
    StepResult::silent(NextStep::Ask(Frame::Deciding(Box::new(deciding)), Prompt { who, asks }))
}

/// Where an item lands that flies this many cells straight from a body, in each direction. Walls stop it.
fn ends(view: View<'_>, from: CombatantId, cells: u16) -> SmallVec<[Cell; 8]> {
    let mut found: SmallVec<[Cell; 8]> = SmallVec::new();
    for direction in view.shape().directions() {
        let cell = end(view, from, direction, cells);
        if !found.contains(&cell) {
            found.push(cell);
        }
    }
    found.sort_unstable();
    found
}

/// Where an item lands that flies this many cells straight from a body. Walls stop it.
pub(super) fn end(view: View<'_>, from: CombatantId, direction: Direction, cells: u16) -> Cell {
    let (board, shape, body) = (view.board(), view.shape(), view.footprint(from));
    let mut cell = body.anchor;
    // From a large body the distance counts from its edge.
    for _ in 0..cells + u16::from(body.across()) - 1 {
        if board.step_cost(1, cell, direction).is_none() {
            break;
        }
        cell = shape.step(cell, direction);
    }
    cell
}
