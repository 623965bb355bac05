//! What a combatant does for its equipment, itself and its allies: drawing, picking up and going back for weapons, escaping
//! from nets, putting out flames, drinking potions, first aid, commands. Also killing the helpless when no enemy is near.

use std::sync::Arc;

use crate::battle::{CombatantId, SheetWeapon, WeaponLocation, WeaponSlot};
use crate::content::{
    Action, Aim, Amount, BleedingCollapse, Does, Effect, FatigueCollapse, HealthModel, Name, Requirement, Status,
    WeaponProperty,
};
use crate::control::ai::model::{Situation, usual_defence, weapon_damage_rate};
use crate::control::ai::options::treatment;
use crate::control::ai::value::condition_cost;
use crate::grid::Cell;
use crate::mechanics::{reach, status};
use crate::resolution::act::Target;
use crate::resolution::{Act, legal};
use crate::rules::picked_up_weapon;

/// Counts for which a better weapon makes a difference.
const ARMED: i32 = 30;
/// Tens of counts for which being free of a condition makes a difference.
const HORIZON: i32 = 3;
/// Cells within which an enemy prevents killing the helpless and helping the dying.
const NEAR: u16 = 10;
/// Value of commanding a companion: it gets three actions for one.
const COMMAND: i32 = 500;
/// Value of stopping one's own bleeding, and that of an ally.
const OWN_BLEEDING: i32 = 600;
const ALLY_BLEEDING: i32 = 300;

fn damage_rate_of(situation: &Situation<'_>, slot: WeaponSlot) -> i32 {
    let sheet = &situation.row().sheet;
    sheet
        .weapon(slot)
        .map_or(0, |entry| weapon_damage_rate(situation.rules, sheet, entry, usual_defence(situation.rules)))
}

/// The best way to get a better weapon in hand (draw, pick up, pull out), with its score.
pub fn arm(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let row = situation.row();
    let now = situation.slots().iter().map(|slot| usefulness(situation, *slot)).max().unwrap_or(0);
    let slots = (0..row.sheet.weapons.len() as u8).map(WeaponSlot).filter(|slot| row.sheet.unarmed != Some(*slot));
    let actions = |slot| match row.arms.place(slot) {
        WeaponLocation::Carried => situation.catalogue.draws.as_slice(),
        WeaponLocation::Gone => situation.catalogue.pick_up.as_slice(),
        _ => &[],
    };
    let own = slots.flat_map(|slot| {
        actions(slot).iter().map(move |action| (usefulness(situation, slot), action, Target::Weapon(slot)))
    });
    let found_use = |name: Name| {
        picked_up_weapon(situation.rules, &row.own, name).map_or(0, |entry| present_use(situation, &entry))
    };
    let lying = situation.catalogue.pick_up.iter().flat_map(|action| {
        let names = legal::items_here(situation.view, situation.actor).into_iter();
        names.map(move |name| (found_use(name), action, Target::Found(name)))
    });
    let tried = own.chain(lying).filter_map(|(usefulness, action, target)| {
        let gain = usefulness - now;
        let act = Act { action: action.id, target, weapon: None, part: None };
        if gain <= 0 || !situation.is_legal(&act) {
            return None;
        }
        let score = gain * ARMED / 10 * situation.enemy_hp_value / situation.duration(action, &act);
        Some((act, score))
    });
    let all = tried.chain(pull_out(situation, now));
    all.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The value of drawing or picking up a weapon out of turn, for a combatant that has no better one in hand.
pub fn armed(situation: &Situation<'_>, action: &Action, act: &Act) -> i32 {
    let Target::Weapon(slot) = act.target else { return 0 };
    let takes = |does: &Effect| matches!(does, Effect::Draw | Effect::PickUp);
    if !matches!(&action.does, Does::Effects(all) if all.iter().any(|cited| takes(&cited.does))) {
        return 0;
    }
    let now = situation.slots().iter().map(|slot| usefulness(situation, *slot)).max().unwrap_or(0);
    let gain = (usefulness(situation, slot) - now).max(0);
    gain * ARMED / 10 * situation.enemy_hp_value / situation.duration(action, act)
}

/// Pulling out a weapon that pins an enemy to a wall, if it is better than the one in hand.
fn pull_out(situation: &Situation<'_>, now: i32) -> Option<(Act, i32)> {
    let pulls = |action: &&Arc<Action>| action.requires.iter().any(|it| it.needs == Requirement::TargetPinnedByActor);
    let action = situation.catalogue.checks.iter().find(pulls)?;
    let weapons = &situation.row().arms.weapons;
    (0..).map(WeaponSlot).zip(weapons).find_map(|(slot, held)| {
        let WeaponLocation::Stuck(pinned) = held.place else { return None };
        let (gain, act) = (usefulness(situation, slot) - now, Act::at(action.id, pinned, None));
        let can = gain > 0 && situation.is_legal(&act);
        // The check may fail.
        can.then(|| (act.clone(), gain * ARMED / 20 * situation.enemy_hp_value / situation.duration(action, &act)))
    })
}

pub fn first_legal<'m>(
    situation: &Situation<'m>,
    actions: &'m [Arc<Action>],
    slot: WeaponSlot,
) -> Option<(&'m Arc<Action>, Act)> {
    actions.iter().find_map(|action| {
        let act = Act { action: action.id, target: Target::Weapon(slot), weapon: None, part: None };
        situation.is_legal(&act).then_some((action, act))
    })
}

/// The damage rate of a weapon at the present distance from enemies.
fn usefulness(situation: &Situation<'_>, slot: WeaponSlot) -> i32 {
    let sheet = &situation.row().sheet;
    let Some(entry) = sheet.weapon(slot) else { return 0 };
    // An unarmed combatant cannot react to attacks either.
    let unarmed = entry.weapon.has(WeaponProperty::Natural) && sheet.unarmed == Some(slot);
    if unarmed { damage_rate_of(situation, slot) * 2 / 3 } else { present_use(situation, entry) }
}

fn present_use(situation: &Situation<'_>, entry: &SheetWeapon) -> i32 {
    let damage_rate =
        weapon_damage_rate(situation.rules, &situation.row().sheet, entry, usual_defence(situation.rules));
    let is_ranged = entry.weapon.melee.is_none();
    let in_place = situation.enemy_within(if is_ranged { 1 } else { 4 }) != is_ranged;
    if in_place { damage_rate } else { damage_rate * 2 / 3 }
}

pub fn lost_weapon(situation: &Situation<'_>) -> Option<Cell> {
    let row = situation.row();
    let now = situation.slots().iter().map(|slot| damage_rate_of(situation, *slot)).max().unwrap_or(0);
    let slots = (0..row.sheet.weapons.len() as u8).map(WeaponSlot);
    let gone = slots
        .filter(|slot| row.arms.place(*slot) == WeaponLocation::Gone && damage_rate_of(situation, *slot) > now * 3 / 2);
    let ids: Vec<_> = gone.filter_map(|slot| row.sheet.weapon(slot)).map(|entry| entry.weapon.id).collect();
    let here = situation.here();
    let items = situation.view.field().items.iter().filter(|item| ids.contains(&item.weapon));
    let nearest = items.map(|item| (situation.apart(here, item.cell.into()), item.cell)).min();
    nearest.filter(|(apart, _)| *apart <= 6).map(|(_, cell)| cell)
}

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
    let counts = |action: &Arc<Action>| situation.duration(action, &Act::own(action.id));
    let counts_to_use = || situation.catalogue.uses.iter().map(counts).min().unwrap_or(0);
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
            None => (first_legal(situation, &situation.catalogue.draws, slot)?, counts_to_use()),
        };
        let counts = situation.duration(first.0, &first.1) + later;
        Some((first.1, value * 100 / counts))
    })
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

pub fn first_aid(situation: &Situation<'_>) -> Option<(Act, i32)> {
    match &situation.rules.policies.consciousness.collapse {
        HealthModel::Fatigue(policy) => stabilise(situation, policy),
        HealthModel::Bleeding(policy) => stop_bleeding(situation, policy),
        HealthModel::Slots(_) | HealthModel::Parts(_) => treatment::best(situation),
        HealthModel::AtZero(_) => None,
    }
}

fn stop_bleeding(situation: &Situation<'_>, policy: &BleedingCollapse) -> Option<(Act, i32)> {
    let action = situation.catalogue.staunch.as_ref()?;
    let allies = situation.view.friends_of(situation.actor).map(|ally| (ally.id, ALLY_BLEEDING));
    let all = std::iter::once((situation.actor, OWN_BLEEDING)).chain(allies);
    let bleeds = |id| status::has_condition(situation.game(), id, policy.bleeding);
    all.filter(|(id, _)| bleeds(*id)).find_map(|(id, value)| situation.scored_at(action, id, value))
}

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
