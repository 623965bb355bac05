//! What a combatant does for itself: escaping from nets, putting out flames, drinking potions. Also killing the helpless when
//! no enemy is near.

use super::gear::first_legal;
use crate::battle::{WeaponLocation, WeaponSlot};
use crate::content::action::{Action, Aim};
use crate::content::condition::{Condition, Status};
use crate::content::effect::{Amount, Effect};
use crate::control::ai::model::Situation;
use crate::control::ai::value::condition_cost;
use crate::mechanics::{reach, status};
use crate::resolution::Act;

/// Tens of counts for which being free of a condition makes a difference.
const HORIZON: i32 = 3;
/// Cells within which an enemy counts as near.
const NEAR: u16 = 10;

/// The best of escaping, healing and killing the helpless, with its score.
pub fn best_act(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let options = escape(situation).into_iter().chain(heal(situation)).chain(kill(situation));
    options.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Escaping from a net or the like, or putting out flames.
fn escape(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let cost: i32 = status::each(situation.game(), situation.actor)
        .filter(|(_, cited)| matches!(cited.does, Status::Burns { .. } | Status::Caught { .. }))
        .map(|(condition, _): (&Condition, _)| condition_cost(situation, situation.actor, condition))
        .sum();
    if cost <= 0 {
        return None;
    }
    situation.catalogue.frees.iter().find_map(|action| {
        let act = match action.aim {
            Aim::Own => Act::own(action.id),
            _ => Act::at(action.id, situation.actor, None),
        };
        if !situation.is_legal(&act) {
            return None;
        }
        // A check may fail.
        let divisor = if action.check().is_some() { 2 } else { 1 };
        let score = cost * HORIZON * 100 / situation.duration(action, &act) / divisor;
        Some((act, score))
    })
}

/// Drinking a potion when badly hurt, or drawing it first.
fn heal(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let own = situation.own();
    if own.effective_hp * 2 >= own.max_effective_hp {
        return None;
    }
    let row = situation.view.row(situation.actor);
    let slots = (0..).map(WeaponSlot).zip(&row.sheet.weapons);
    let mut slots =
        slots.filter(|(slot, _)| matches!(row.arms.place(*slot), WeaponLocation::InHand | WeaponLocation::Carried));
    slots.find_map(|(slot, entry)| {
        let healed = entry.item.as_ref()?.does.iter().find_map(|cited| match &cited.does {
            Effect::Heal(Amount::Dice(dice)) => Some(dice.mean_times_two() * 50),
            _ => None,
        })?;
        let value = healed * own.value_per_hp() / 100;
        let (first, later) = match first_legal(situation, &situation.catalogue.uses, slot) {
            Some(used) => (used, 0),
            None => (first_legal(situation, &situation.catalogue.draws, slot)?, counts_to_use(situation)),
        };
        let counts = situation.duration(first.0, &first.1) + later;
        Some((first.1, value * 100 / counts))
    })
}

/// Counts that it takes to use an item that has been drawn.
fn counts_to_use(situation: &Situation<'_>) -> i32 {
    let counts = |action: &Action| situation.duration(action, &Act::own(action.id));
    situation.catalogue.uses.iter().map(|action| counts(action)).min().unwrap_or(0)
}

/// Killing a helpless enemy while no other is near.
fn kill(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let action = situation.catalogue.kill.as_ref()?;
    let game = situation.game();
    let safe = situation.enemies().all(|enemy| situation.distance_to(enemy.id) > NEAR);
    if !safe || reach::is_engaged(game, situation.actor) {
        return None;
    }
    let helpless = game.enemies_of(situation.side()).filter(|row| status::is_helpless(game, row.id));
    let mut acts = helpless.map(|row| Act::at(action.id, row.id, None));
    let act = acts.find(|act| situation.is_legal(act))?;
    Some((act, 1))
}
