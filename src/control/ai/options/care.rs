//! What a combatant does for itself and its allies: escaping from nets, putting out flames, drinking potions, first aid,
//! commands. Also killing the helpless when no enemy is near.

use super::gear::first_legal;
use crate::battle::{CombatantId, WeaponLocation, WeaponSlot};
use crate::content::action::{Action, Aim};
use crate::content::condition::Status;
use crate::content::effect::{Amount, Effect};
use crate::content::policy::{BleedingCollapse, Collapse, FatigueCollapse};
use crate::control::ai::model::Situation;
use crate::control::ai::value::condition_cost;
use crate::mechanics::{reach, status};
use crate::resolution::Act;

/// Tens of counts for which being free of a condition makes a difference.
const HORIZON: i32 = 3;
/// Cells within which an enemy prevents killing the helpless and helping the dying.
const NEAR: u16 = 10;
/// Value of commanding a companion: it gets three actions for one.
const COMMAND: i32 = 500;
const OWN_BLEEDING: i32 = 600;
const ALLY_BLEEDING: i32 = 300;

/// The best of escaping, healing and killing the helpless, with its score.
pub fn best_act(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let options = escape(situation).into_iter().chain(heal(situation)).chain(kill(situation));
    options.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

fn escape(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let hampers = |does: &Status| matches!(does, Status::Burns { .. } | Status::Caught { .. });
    let held = status::each(situation.game(), situation.actor).filter(|(_, cited)| hampers(&cited.does));
    let cost: i32 = held.map(|(condition, _)| condition_cost(situation, situation.actor, condition)).sum();
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
    let row = situation.row();
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

fn counts_to_use(situation: &Situation<'_>) -> i32 {
    let counts = |action: &Action| situation.duration(action, &Act::own(action.id));
    situation.catalogue.uses.iter().map(|action| counts(action)).min().unwrap_or(0)
}

fn kill(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let action = situation.catalogue.kill.as_ref()?;
    let game = situation.game();
    if situation.enemy_within(NEAR) || reach::is_engaged(game, situation.actor) {
        return None;
    }
    let mut helpless = game.enemies_of(situation.side()).filter(|row| status::is_helpless(game, row.id));
    helpless.find_map(|row| situation.scored_at(action, row.id, 1))
}

pub fn command(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let action = situation.catalogue.command.as_ref()?;
    let companions = situation.view.friends_of(situation.actor).map(|ally| ally.id);
    let mut able = companions.filter(|id| status::can_act(situation.game(), *id));
    able.find_map(|id| situation.scored_at(action, id, COMMAND))
}

/// First aid for a combatant that would die without it, with its score.
pub fn first_aid(situation: &Situation<'_>) -> Option<(Act, i32)> {
    match &situation.rules.policies.consciousness.collapse {
        Collapse::Fatigue(policy) => stabilise(situation, policy),
        Collapse::Bleeding(policy) => stop_bleeding(situation, policy),
    }
}

fn stop_bleeding(situation: &Situation<'_>, policy: &BleedingCollapse) -> Option<(Act, i32)> {
    let action = situation.catalogue.staunch.as_ref()?;
    let allies = situation.view.friends_of(situation.actor).map(|ally| (ally.id, ALLY_BLEEDING));
    let all = std::iter::once((situation.actor, OWN_BLEEDING)).chain(allies);
    let bleeds = |id| status::has_condition(situation.game(), id, policy.bleeding);
    all.filter(|(id, _)| bleeds(*id)).find_map(|(id, value)| situation.scored_at(action, id, value))
}

/// Stabilising a dying ally in an adjacent space, if no enemy is near.
fn stabilise(situation: &Situation<'_>, policy: &FatigueCollapse) -> Option<(Act, i32)> {
    let action = situation.catalogue.help.as_ref()?;
    let unconscious = situation.rules.policies.consciousness.unconscious;
    if situation.enemy_within(NEAR) {
        return None;
    }
    let near = situation.view.friends_of(situation.actor).filter(|ally| situation.distance_to(ally.id) <= 1);
    let needs_help = |id: CombatantId| {
        let has = |name| status::has_condition(situation.game(), id, name);
        has(policy.dying) && has(unconscious) && !has(policy.stable)
    };
    let ally = near.map(|ally| ally.id).find(|id| needs_help(*id))?;
    situation.scored_at(action, ally, 1)
}
