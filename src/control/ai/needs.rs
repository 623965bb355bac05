//! What somebody does for its own sake: it drinks a potion, puts out flames, gets out of a net; and what is done to the
//! helpless when nobody threatens.

use super::effects::burden;
use super::gear::possible;
use super::mind::Mind;
use crate::battle::{WeaponLocation, WeaponSlot};
use crate::content::action::{Action, Aim};
use crate::content::condition::{Condition, Status};
use crate::content::effect::{Amount, Effect};
use crate::mechanics::{reach, status};
use crate::resolution::{Act, legal};

/// Tens of counts for which it counts to be rid of something.
const AHEAD: i32 = 3;
/// Cells within which an enemy may soon be here.
const NEAR: u16 = 10;

/// What the one who decides needs to be rid of, or to have, with its score; the best of it.
pub fn look_after(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let options = frees(mind).into_iter().chain(heals(mind)).chain(kills(mind));
    options.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Getting out of what holds it, or putting out what burns.
fn frees(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let cost: i32 = status::all(mind.view, mind.book(), mind.who)
        .into_iter()
        .filter(|(_, cited)| matches!(cited.does, Status::Burns { .. } | Status::Caught { .. }))
        .map(|(condition, _): (&Condition, _)| burden(mind, mind.who, condition))
        .sum();
    if cost <= 0 {
        return None;
    }
    mind.catalogue.frees.iter().find_map(|action| {
        let act = match action.aim {
            Aim::Own => Act::own(action.id),
            _ => Act::at(action.id, mind.who, None),
        };
        legal::check(mind.view, mind.rules, mind.who, &act).ok()?;
        // A check may fail.
        let share = if action.check().is_some() { 2 } else { 1 };
        let score = cost * AHEAD * 100 / mind.time(action, &act) / share;
        Some((act, score))
    })
}

/// Drinking a potion when badly hurt, or taking it out first.
fn heals(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let me = mind.me();
    if me.life * 2 >= me.full {
        return None;
    }
    let row = mind.view.row(mind.who);
    let slots = (0..).map(WeaponSlot).zip(&row.sheet.weapons);
    slots
        .filter(|(slot, _)| matches!(row.arms.place(*slot), WeaponLocation::InHand | WeaponLocation::Carried))
        .find_map(|(slot, entry)| {
            let healed = entry.item.as_ref()?.does.iter().find_map(|cited| match &cited.does {
                Effect::Heal(Amount::Dice(dice)) => Some(dice.mean_times_two() * 50),
                _ => None,
            })?;
            let value = healed * me.price() / 100;
            let (first, more) = match possible(mind, &mind.catalogue.uses, slot) {
                Some(used) => (used, 0),
                None => (possible(mind, &mind.catalogue.draws, slot)?, time_of_use(mind)),
            };
            let time = mind.time(first.0, &first.1) + more;
            Some((first.1, value * 100 / time))
        })
}

/// Counts that it takes to use what was taken out first.
fn time_of_use(mind: &Mind<'_>) -> i32 {
    let time = |action: &Action| mind.time(action, &Act::own(action.id));
    mind.catalogue.uses.iter().map(|action| time(action)).min().unwrap_or(0)
}

/// Making an end of one who is helpless, where no enemy is near.
fn kills(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let action = mind.catalogue.kill.as_ref()?;
    let calm = mind.folk.foes(mind.side()).all(|foe| !foe.fit || mind.distance(foe.id) > NEAR);
    if !calm || reach::is_engaged(mind.view, mind.book(), mind.who) {
        return None;
    }
    let helpless = mind.view.enemies_of(mind.side()).filter(|row| status::is_helpless(mind.view, mind.book(), row.id));
    let mut acts = helpless.map(|row| Act::at(action.id, row.id, None));
    let act = acts.find(|act| legal::check(mind.view, mind.rules, mind.who, act).is_ok())?;
    Some((act, 1))
}
