//! Spells: which to prepare and when, and whom to help with them.

use super::appraise::{appraise, of_success};
use super::mind::Mind;
use super::{gear, screens};
use crate::battle::{CombatantId, Target};
use crate::content::action::{Action, Aim, Does};
use crate::content::effect::{Amount, Effect};
use crate::content::policy::TurnOrder;
use crate::content::spell::{Incant, Spell};
use crate::mechanics::{incantation, magic, scroll};
use crate::resolution::{Act, legal};
use crate::turn::speed;

/// One in so many spells that are prepared for later works.
const HOPE: i32 = 4;

/// What one who is preparing a spell does: it goes on, unless the spell could hardly be cast any more.
pub(super) fn busy(mind: &Mind<'_>) -> Option<Act> {
    let policy = incantation::policy(mind.book())?;
    let spell = mind.view.row(mind.who).incanting.under_way()?;
    let action = mind.rules.actions.get(spell.spell)?;
    let difficulty = incantation::difficulty(mind.view, policy, mind.who, action, spell).total();
    let hopeless = difficulty - incantation::bonus(mind.view, policy, mind.who).total() > 18;
    let gives_up = |does: &Does| match does {
        Does::Effects(effects) => effects.iter().any(|effect| effect.does == Effect::Incant(Incant::Abandon)),
        _ => false,
    };
    let wanted = |action: &&std::sync::Arc<Action>| match hopeless {
        true => gives_up(&action.does),
        false => action.does == Does::KeepPreparing,
    };
    mind.rules.actions.iter().find(wanted).map(|action| Act::own(action.id))
}

/// Spells to prepare, and prepared ones to cast on friends and on places, each with its value per hundred counts. Those
/// on enemies are weighed with everything else that is done to them.
pub(super) fn options(mind: &Mind<'_>) -> Vec<(Act, i32)> {
    let Some(policy) = incantation::policy(mind.book()) else { return Vec::new() };
    let mut options = from_scrolls(mind);
    options.extend(taken_out(mind));
    let row = mind.view.row(mind.who);
    let known = row.sheet.spells.iter().filter_map(|spell| mind.rules.actions.get(*spell));
    if let Some(ready) = row.incanting.ready() {
        let ready = known.filter(|action| action.id == ready.spell && action.aim != Aim::Enemy);
        options.extend(ready.filter_map(|action| best(mind, action)).filter(|(act, _)| may(mind, act)));
        return options;
    }
    let prepare = |action: &std::sync::Arc<Action>| {
        let value = best(mind, action).map_or_else(|| hoped(mind, action), |(_, value)| value);
        let act = Act { target: Target::Known(action.id), ..Act::own(policy.action) };
        let counts = counts(mind, action)?;
        // One who prepares cannot react: it is no time for it while an enemy can come.
        let value = if reached_within(mind, counts) { value / 4 } else { value };
        may(mind, &act).then_some((act, value * 100 / (counts + 1)))
    };
    options.extend(known.filter_map(prepare).filter(|(_, score)| *score > 0));
    options
}

/// Spells to read from scrolls in hand for friends and for places.
fn from_scrolls(mind: &Mind<'_>) -> Vec<(Act, i32)> {
    let written = scroll::spells(mind.view, mind.who).filter_map(|spell| mind.rules.actions.get(spell));
    let read = |action: &std::sync::Arc<Action>| {
        let (act, value) = best(mind, action)?;
        may(mind, &act).then(|| (act.clone(), value * 100 / mind.time(action, &act)))
    };
    written.filter(|action| action.aim != Aim::Enemy).filter_map(read).collect()
}

/// Scrolls to take out, each worth what it does once it is read too, by the time of both.
fn taken_out(mind: &Mind<'_>) -> Vec<(Act, i32)> {
    let ways = scroll::put_away(mind.view, mind.who).filter_map(|(slot, spell)| {
        let (action, (draw, first)) =
            (mind.rules.actions.get(spell)?, gear::possible(mind, &mind.catalogue.draws, slot)?);
        let value = best(mind, action).map_or_else(|| hoped(mind, action), |(_, value)| value);
        let read = Act { weapon: Some(slot), ..Act::own(action.id) };
        let time = mind.time(draw, &first) + mind.time(action, &read);
        Some((first, value * 100 / time))
    });
    ways.filter(|(_, score)| *score > 0).collect()
}

fn may(mind: &Mind<'_>, act: &Act) -> bool {
    legal::check(mind.view, mind.rules, mind.who, act).is_ok()
}

/// Counts that the preparation of a spell usually takes.
fn counts(mind: &Mind<'_>, action: &Action) -> Option<i32> {
    let (Does::Cast(spell), TurnOrder::Counts(turns)) = (&action.does, &mind.rules.policies.turn) else { return None };
    let time = &spell.incantation.as_ref()?.time;
    let (least, most) = speed::speed_span(turns, time, None, mind.view.row(mind.who).sheet.speed, 0);
    Some((i32::from(least) + i32::from(most)).div_euclid(2).max(1))
}

/// Whether an enemy could strike within so many counts.
fn reached_within(mind: &Mind<'_>, counts: i32) -> bool {
    mind.foes().any(|foe| {
        let far = i32::from(mind.distance(foe.id)) - i32::from(foe.reach);
        foe.ready + far.max(0) * 4 / foe.pace.max(1) < counts
    })
}

/// The best use of a spell from here, and its value.
fn best(mind: &Mind<'_>, action: &Action) -> Option<(Act, i32)> {
    let Does::Cast(spell) = &action.does else { return None };
    if spell.lays().is_some() {
        return screens::best(mind, (spell, action));
    }
    let friends = || std::iter::once(mind.who).chain(mind.friends().map(|friend| friend.id));
    let at: Vec<(Target, i32)> = match action.aim {
        Aim::Friend | Aim::Ally => {
            friends().map(|friend| (Target::Combatant(friend), helped(mind, spell, friend))).collect()
        }
        Aim::Enemy => {
            mind.foes().map(|foe| (Target::Combatant(foe.id), harmed(mind, (spell, action), foe.id))).collect()
        }
        Aim::Point => mind.foes().map(|foe| over(mind, (spell, action), foe.id)).collect(),
        _ => Vec::new(),
    };
    let usable = at.into_iter().filter(|(at, _)| magic::reaches(mind.view, mind.book(), mind.who, spell.least, at));
    let (at, value) = usable.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    let act = legal::usual_casting(mind.view, mind.rules, mind.who, action, at)?;
    (value > 0).then_some((act, value))
}

/// What a spell against enemies is worth before any of them can be hit with it: a part of what it does if it works, as
/// they may never come where it would.
fn hoped(mind: &Mind<'_>, action: &Action) -> i32 {
    let Does::Cast(spell) = &action.does else { return 0 };
    let Some(check) = spell.attack.as_ref().filter(|_| matches!(action.aim, Aim::Enemy | Aim::Point)) else { return 0 };
    let worth = |foe: CombatantId| {
        let act = legal::usual_casting(mind.view, mind.rules, mind.who, action, Target::Combatant(foe));
        act.map_or(0, |act| of_success(mind, &act, action, check, foe))
    };
    mind.foes().map(|foe| worth(foe.id)).max().map_or(0, |worth| worth / HOPE)
}

/// What a spell's attack on one enemy is worth.
fn harmed(mind: &Mind<'_>, (spell, action): (&Spell, &Action), target: CombatantId) -> i32 {
    let act = legal::usual_casting(mind.view, mind.rules, mind.who, action, Target::Combatant(target));
    let worth = act.zip(spell.attack.as_ref());
    worth.map_or(0, |(act, check)| appraise(mind, &act, action, check, target, true).value)
}

/// What a spell around an enemy is worth: harm to all enemies there, less that to friends.
fn over(mind: &Mind<'_>, (spell, action): (&Spell, &Action), foe: CombatantId) -> (Target, i32) {
    let middle = Target::Cell(mind.view.footprint(foe).anchor);
    let act = legal::usual_casting(mind.view, mind.rules, mind.who, action, middle.clone());
    let targets = act.map(|act| magic::targets(mind.view, mind.book(), &act)).unwrap_or_default();
    let side = mind.side();
    let worth = targets.iter().map(|target| {
        let value = harmed(mind, (spell, action), *target);
        if mind.folk.get(*target).side == side { -2 * value.max(0) } else { value }
    });
    (middle, worth.sum())
}

/// What a spell does for a friend: what it heals of what is lost.
fn helped(mind: &Mind<'_>, spell: &Spell, friend: CombatantId) -> i32 {
    let (vitals, one) = (mind.view.row(friend).vitals, mind.folk.get(friend));
    let lost = i32::from(vitals.maximum - vitals.hit_points - vitals.invigoration + vitals.fatigue).max(0) * 100;
    let mean = |amount: &Amount| if let Amount::Dice(dice) = amount { dice.mean_times_two() * 50 } else { 0 };
    let points: i32 = spell
        .effects
        .iter()
        .map(|effect| match &effect.does {
            Effect::Heal(amount) => mean(amount).min(lost),
            Effect::Bolster { amount, .. } if vitals.bonus == 0 => mean(amount) / 3,
            _ => 0,
        })
        .sum();
    one.worth * points / one.life.max(100)
}
