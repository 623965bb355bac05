//! Stances: which are worth their time, and when to leave them.

use super::effects::weight;
use super::mind::Mind;
use crate::content::Name;
use crate::content::action::{Action, Does};
use crate::content::condition::{Condition, Forbidden, Status};
use crate::content::effect::{Effect, Who};
use crate::resolution::{Act, legal};

/// Counts for which a stance counts.
const AHEAD: i32 = 14;

/// What holding a stance costs its bearer in ten counts; negative if it helps.
fn cost(mind: &Mind<'_>, condition: &Condition) -> i32 {
    let benefits = condition.stance.iter().flat_map(|stance| &stance.benefits);
    condition.does.iter().chain(benefits).map(|cited| weight(mind, mind.who, &cited.does)).sum()
}

fn held<'a>(mind: &Mind<'a>) -> Option<(Name, &'a Condition)> {
    let name = mind.view.row(mind.who).stance.held?;
    mind.rules.conditions.get(name).map(|condition| (name, &**condition))
}

/// Leaving the stance one is in, with its score, if it does more harm than good. `fighting` says whether there is
/// anybody to attack now.
pub fn leave(mind: &Mind<'_>, fighting: bool) -> Option<(Act, i32)> {
    let (_, condition) = held(mind)?;
    let cost = cost(mind, condition);
    let idle_parry = !fighting && keeps_from_attacking(condition);
    if cost <= 0 && !idle_parry {
        return None;
    }
    let acts = mind.catalogue.leaving.iter().map(|action| (action, Act::own(action.id)));
    let legal = |act: &Act| legal::check(mind.view, mind.rules, mind.who, act).is_ok();
    let (action, act) = acts.into_iter().find(|(_, act)| legal(act))?;
    let score = cost.max(1) * AHEAD / 10 * 100 / if action.is_free() { 1 } else { mind.time(action, &act) };
    Some((act, score))
}

fn keeps_from_attacking(condition: &Condition) -> bool {
    let forbids = |does: &Status| matches!(does, Status::Forbid(things) if things.contains(&Forbidden::Attack) || things.contains(&Forbidden::Move));
    condition.does.iter().any(|cited| forbids(&cited.does))
}

/// The stance most worth taking up, with its score; none while one is held.
pub fn take(mind: &Mind<'_>) -> Option<(Act, i32)> {
    if mind.view.row(mind.who).stance.held.is_some() {
        return None;
    }
    let tried = mind.catalogue.stances.iter().filter_map(|action| {
        let Does::TakeStance(name) = action.does else { return None };
        let condition = mind.rules.conditions.get(name)?;
        let act = Act::own(action.id);
        let time = mind.time(action, &act);
        let gain = -cost(mind, condition);
        // Guarding alone wins nothing: somebody else must do the fighting.
        if keeps_from_attacking(condition) && mind.friends().next().is_none() {
            return None;
        }
        if gain <= 0 || legal::check(mind.view, mind.rules, mind.who, &act).is_err() {
            return None;
        }
        let score = gain * (AHEAD - time).max(1) / 10 * 100 / (AHEAD + time);
        Some((act, score))
    });
    tried.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Getting up from a stance that does more harm than good, with what a turn without it is worth more.
pub fn rise(mind: &Mind<'_>) -> Option<(Act, i32)> {
    let (_, condition) = held(mind)?;
    let gain = cost(mind, condition) * mind.span() / 10;
    let acts = mind.catalogue.leaving.iter().map(|action| Act::own(action.id));
    let act = acts.into_iter().find(|act| legal::check(mind.view, mind.rules, mind.who, act).is_ok())?;
    Some((act, gain.max(0)))
}

/// The condition that an action gives the one who does it.
pub fn given(action: &Action) -> Option<Name> {
    let Does::Effects(effects) = &action.does else { return None };
    effects.iter().find_map(|effect| match effect.does {
        Effect::Gain { who: Who::Actor, condition } => Some(condition),
        _ => None,
    })
}
