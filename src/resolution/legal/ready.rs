//! What may be readied.

use std::sync::Arc;

use super::ability::Proposal;
use super::gear::weapons_or_none;
use super::{casting, validate};
use crate::battle::{CombatantId, Readied, Target, View};
use crate::content::{Action, Aim, Does, Gait, ReadyPolicy, Refusal, WatchFor, WatchedTrigger};
use crate::mechanics::{movement, reach, weightless};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

impl Proposal<'_> {
    /// Whether an action may be readied for a trigger of these rules: a single action, or any where it pays its own costs (TA-118,
    /// TA-119, HD-249).
    /// Whether the action is possible then is checked when the trigger comes.
    pub(super) fn may_ready(&self, Readied { watch, act }: &Readied) -> Result<(), Refusal> {
        let refuse = |why: String| Err(self.refusal(why));
        let Some(policy) = &self.game.policies.ready else {
            return Err(self.refusal("these rules have no readied actions"));
        };
        if !policy.watch(*watch).is_some_and(is_open) {
            return refuse(format!("cannot watch for {watch}"));
        }
        let Some(action) = self.rules.actions.get(act.action) else {
            return refuse(format!("there is no action {}", act.action));
        };
        if !may_be_readied(policy, action) {
            return refuse(format!("{} cannot be readied", action.name));
        }
        let readied = Proposal { action, ..*self };
        readied.able()?;
        match (&act.target, &action.does, action.aim) {
            (Target::Cast(cast), Does::Cast(spell), Aim::Enemy) if cast.at == Target::Whoever => {
                return readied.may_spend(spell, act, cast.energy);
            }
            (Target::Whoever, Does::Cast(_), _) => {}
            (Target::Whoever, _, Aim::Enemy) => return readied.fits(act),
            (Target::Whoever, ..) => {}
            _ => {
                readied.aimed(act)?;
                return readied.fits(act);
            }
        }
        refuse(format!("{} does not target an enemy", action.name))
    }

    /// The acts offered for readying: every action on whichever enemy triggers it and every possible action on
    /// oneself, for every trigger.
    pub(super) fn readied(&self) -> Vec<Act> {
        let Proposal { game, rules, who, .. } = *self;
        let Some(policy) = &game.policies.ready else { return Vec::new() };
        let single = rules.actions.iter().filter(|action| may_be_readied(policy, action));
        let acts = single.flat_map(|action| match action.aim {
            _ if matches!(action.does, Does::Cast(_)) => {
                let act = casting::usual_casting(game.view, rules, who, action, Target::Whoever);
                act.filter(|_| action.aim == Aim::Enemy).into_iter().collect()
            }
            Aim::Enemy => {
                let act = |weapon| Act { action: action.id, target: Target::Whoever, weapon, part: None };
                weapons_or_none(game.view, who, action).into_iter().map(act).collect()
            }
            // Actions without a use now, such as standing up while standing, would only fill the list.
            Aim::Own => {
                let act = Some(Act::own(action.id));
                act.filter(|act| validate::still(game.view, rules, who, act).is_ok()).into_iter().collect()
            }
            _ => Vec::new(),
        });
        let acts: Vec<Act> = acts.collect();
        let has_reach = !reach::melee_slots(game.view, who).is_empty();
        let mut watches: Vec<&WatchedTrigger> = policy.watches.iter().filter(|watch| is_open(watch)).collect();
        watches.retain(|watch| watch.on != WatchFor::StepsIntoReach || has_reach);
        let watched = watches.into_iter().flat_map(|watch| acts.iter().map(|act| (watch.id, act.clone())));
        let ready = |(watch, act)| Target::Ready(Box::new(Readied { watch, act }));
        watched.map(|watched| Act { target: ready(watched), ..Act::own(self.action.id) }).collect()
    }
}

/// Whether actions may be readied for a trigger. Charges are met by setting a weapon instead.
fn is_open(watch: &WatchedTrigger) -> bool {
    !matches!(watch.on, WatchFor::Charges { .. })
}

fn may_be_readied(policy: &ReadyPolicy, action: &Action) -> bool {
    let ends_turns = matches!(action.does, Does::Wait | Does::Delay | Does::HandOver);
    let fits = if policy.pays { !ends_turns && !action.is_only_offered() } else { action.actions() == 1 };
    fits && action.id != policy.action
}

/// Actions that could be readied but need a target first: a path, a friend, a place.
pub fn actions_to_ready(view: View<'_>, rules: &Ruleset, who: CombatantId) -> Vec<Arc<Action>> {
    let Some(policy) = &rules.policies.ready else { return Vec::new() };
    let may = |action: &&Arc<Action>| {
        let proposal = Proposal::new(view, rules, who, action);
        let known = match &action.does {
            Does::Cast(_) => view.row(who).sheet.spells.contains(&action.id),
            Does::Move(Gait::PushOff(_)) => weightless::policy(proposal.game).is_some(),
            Does::Move(gait) => movement::may_use_gait(proposal.game, who, *gait).is_ok(),
            _ => true,
        };
        let aimed = matches!(action.aim, Aim::Path | Aim::Ally | Aim::Friend | Aim::Point | Aim::Door);
        may_be_readied(policy, action) && aimed && known && proposal.able().is_ok()
    };
    rules.actions.iter().filter(may).cloned().collect()
}
