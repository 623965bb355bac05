//! Items that are knocked out of the hands of a combatant and fly off in random directions (PR-311 to PR-315).

use smallvec::SmallVec;

use super::{end, lost, taken};
use crate::battle::{GearPiece, View};
use crate::mechanics::{grapple, items, reach};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Facts, Outfit};
use crate::resolution::frame::Deciding;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, StepResult};

/// Asks an actor with a free hand whether it takes the first weapon; all other items fly off.
pub(super) fn step(deciding: Deciding, items: u8, inputs: &mut Inputs<'_>) -> StepResult {
    let pieces = pieces(&deciding.effect, items, inputs.view);
    let weapon = pieces.iter().position(|piece| matches!(piece, GearPiece::Weapon(_)));
    let free = grapple::free_hands(inputs.view, deciding.effect.actor) > 0;
    let answer = inputs.answer.take();
    if answer.is_none() && free && weapon.is_some() {
        return deciding.ask(PickPurpose::TakeIt, vec![Pick::Take, Pick::No]);
    }
    let takes = weapon.filter(|_| matches!(answer, Some(Choice::Pick(Pick::Take))));
    let mut events = Vec::new();
    for (at, piece) in pieces.into_iter().enumerate() {
        match piece {
            GearPiece::Weapon(slot) if takes == Some(at) => events.extend(taken(&deciding.effect, slot, inputs)),
            _ => fly_off(&deciding.effect, piece, inputs, &mut events),
        }
    }
    StepResult::done(events)
}

/// The items that are knocked away: the chosen one first, then others that the target holds.
fn pieces(effect: &PlannedEffect, items: u8, view: View<'_>) -> SmallVec<[GearPiece; 2]> {
    let held = items::held(view, effect.target);
    let chosen = effect.item.filter(|piece| held.contains(piece));
    let others = held.iter().copied().filter(|piece| Some(*piece) != chosen);
    chosen.into_iter().chain(others).take(items.into()).collect()
}

/// An item flies off in a random direction, as far as the roll says in whole cells.
fn fly_off(effect: &PlannedEffect, piece: GearPiece, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (view, target) = (inputs.view, effect.target);
    let cells = reach::cells(inputs.book(), effect.farther);
    let ways: SmallVec<[_; 8]> = view.shape().directions().collect();
    let cell = match cells {
        0 => view.footprint(target).anchor,
        _ => end(view, target, ways[inputs.dice.pick(ways.len())], cells),
    };
    events.push(match piece {
        GearPiece::Weapon(slot) => lost(effect, slot, Some(cell)),
        GearPiece::Shield | GearPiece::Armor => {
            BattleEvent::OutfitChanged { who: target, now: Outfit::LostShield(cell), rule: effect.rule }
        }
    });
}
