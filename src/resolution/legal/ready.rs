//! What may be readied.

use std::sync::Arc;

use super::ability::able;
use super::target::aimed;
use super::{arms, casting, validate};
use crate::battle::{CombatantId, Readied, Target, View};
use crate::content::action::{Action, Aim, Does, Gait};
use crate::content::policy::{ReadyPolicy, WatchFor, WatchedTrigger};
use crate::content::refusal::Refusal;
use crate::mechanics::{Game, reach, weightless};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

/// Whether an action may be readied for a trigger: a single action, and a trigger of these rules (TA-118, TA-119).
/// Whether it is possible then is checked when the trigger comes.
pub(super) fn may(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    readied: &Readied,
    by: &Action,
) -> Result<(), Refusal> {
    let refuse = |why: String| Err(Refusal::new(why, by.rule));
    let Some(policy) = &rules.policies.ready else { return refuse("these rules have no readied actions".to_owned()) };
    if !policy.watch(readied.watch).is_some_and(is_open) {
        return refuse(format!("cannot watch for {}", readied.watch));
    }
    let Some(action) = rules.actions.get(readied.act.action) else {
        return refuse(format!("there is no action {}", readied.act.action));
    };
    if !is_single(policy, action) {
        return refuse(format!("{} takes more than one action", action.name));
    }
    able(view, rules, who, action)?;
    if let (Target::Cast(cast), Does::Cast(spell)) = (&readied.act.target, &action.does)
        && cast.at == Target::Whoever
        && action.aim == Aim::Enemy
    {
        return casting::may_spend(view, rules, who, (&readied.act, cast.energy), (spell, action));
    }
    if readied.act.target == Target::Whoever {
        let at_enemies = action.aim == Aim::Enemy && !matches!(action.does, Does::Cast(_));
        return if at_enemies { arms::fit(view, who, &readied.act, action) } else { refuse(open_words(action)) };
    }
    aimed(view, rules, who, &readied.act, action)?;
    arms::fit(view, who, &readied.act, action)
}

fn open_words(action: &Action) -> String {
    format!("{} does not target an enemy", action.name)
}

/// Whether actions may be readied for a trigger. Charges are met by setting a weapon instead.
fn is_open(watch: &WatchedTrigger) -> bool {
    !matches!(watch.on, WatchFor::Charges { .. })
}

/// Whether an action is a single action and does not ready another.
fn is_single(policy: &ReadyPolicy, action: &Action) -> bool {
    action.actions() == 1 && action.id != policy.action
}

/// Actions that could be readied but need a target first: a path, a friend, a place.
pub fn actions_to_ready(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<Arc<Action>> {
    let game = Game::new(view, rules.book());
    let Some(policy) = &rules.policies.ready else { return Vec::new() };
    let aimed = |action: &Action| matches!(action.aim, Aim::Path | Aim::Ally | Aim::Friend | Aim::Point | Aim::Door);
    let known = |action: &Action| match &action.does {
        Does::Cast(_) => view.row(who).sheet.spells.contains(&action.id),
        Does::Move(Gait::PushOff(_)) => weightless::policy(game).is_some(),
        Does::Move(gait) => crate::mechanics::movement::may_use_gait(game, who, *gait).is_ok(),
        _ => true,
    };
    let may = |action: &&Arc<Action>| {
        is_single(policy, action) && aimed(action) && known(action) && able(view, rules, who, action).is_ok()
    };
    rules.actions.iter().filter(may).cloned().collect()
}

/// The ways in which readying is listed: every action on whichever enemy triggers it and every possible action on
/// oneself, for every trigger.
pub(super) fn candidates(view: View<'_>, rules: &Ruleset, who: CombatantId, by: &Action) -> Vec<Act> {
    let Some(policy) = &rules.policies.ready else { return Vec::new() };
    let single = rules.actions.iter().filter(|action| is_single(policy, action));
    let acts = single.flat_map(|action| match action.aim {
        _ if matches!(action.does, Does::Cast(_)) => {
            let enemy = matches!(action.aim, Aim::Enemy);
            let act = casting::usual_casting(view, rules, who, action, Target::Whoever);
            act.filter(|_| enemy).into_iter().collect()
        }
        Aim::Enemy => {
            let weapons = arms::weapons(view, who, action);
            let used: Vec<_> = if weapons.is_empty() { vec![None] } else { weapons.into_iter().map(Some).collect() };
            let act = |weapon| Act { action: action.id, target: Target::Whoever, weapon };
            used.into_iter().map(act).collect()
        }
        // Actions without a use now, such as standing up while standing, would only fill the list.
        Aim::Own => {
            Some(Act::own(action.id)).filter(|act| validate::still(view, rules, who, act).is_ok()).into_iter().collect()
        }
        _ => Vec::new(),
    });
    let acts: Vec<Act> = acts.collect();
    let has_reach = !reach::melee_slots(view, who).is_empty();
    let watched = policy
        .watches
        .iter()
        .filter(|watch| is_open(watch) && (watch.on != WatchFor::StepsIntoReach || has_reach))
        .flat_map(|watch| acts.iter().map(move |act| (watch.id, act.clone())));
    let ready = |(watch, act)| Act { target: Target::Ready(Box::new(Readied { watch, act })), ..Act::own(by.id) };
    watched.map(ready).collect()
}
