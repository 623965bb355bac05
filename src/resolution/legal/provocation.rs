//! What provokes reactions: the steps of a path, and the declaration of an act.

use super::is_of_kind;
use super::reaction::{Provoked, concerns, may_take, provoked_of};
use crate::battle::{CombatantId, View};
use crate::content::{Action, Does, Effect, Gait, Name, Reaction, ReactionFilter, Response, Trigger, Who};
use crate::grid::Cell;
use crate::mechanics::attack::Mode;
use crate::mechanics::{Game, cover, line, sight};
use crate::resolution::act::Act;
use crate::resolution::cause::WindowCause;
use crate::rules::Ruleset;

/// The reactions that a path may provoke if it is taken by this gait, as far as the reactors notice the mover.
pub fn provoked_by_path(
    view: View<'_>,
    rules: &Ruleset,
    mover: CombatantId,
    gait: Gait,
    path: &[Cell],
) -> Vec<Provoked> {
    let is_of_gait = |reaction: &Reaction| {
        let filter = &reaction.filter;
        !filter.forced && (filter.gaits.is_empty() || filter.gaits.contains(&gait))
    };
    let mut found = provoked_of((view, rules), mover, path, is_of_gait);
    let own = view.footprint(mover);
    found.retain(|provoked| {
        let there = view.with(mover, own.at(provoked.at));
        let reaction = rules.policies.reaction(provoked.reaction);
        let sees =
            |reaction: &Reaction| notices(Game::new(there, rules.book()), &reaction.filter, (provoked.by, mover));
        reaction.is_some_and(sees)
    });
    found
}

/// The reactions that the declaration of an act in a turn of its actor may provoke, with the combatants that may take them. Those
/// that let a combatant do anything it could do in a turn are left out.
pub fn provoked_by_act(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Vec<(CombatantId, Name)> {
    let declared = Trigger::ActionDeclared;
    let cause = WindowCause { act: Some(act.clone()), target: act.aimed_at(), ..WindowCause::by(who, declared) };
    let all = rules.policies.reactions.iter();
    let reactions = all.filter(|reaction| {
        reaction.on.moment() == Some(declared)
            && reaction.does != Response::AnyAct
            && reaction.filter.taken_as.is_empty()
            && reaction.filter.rolled.is_empty()
            && is_about(view, rules, &reaction.filter, &cause)
            && is_of_trigger(view, rules, reaction.on, &cause)
    });
    let mut found = Vec::new();
    for reaction in reactions {
        let able = view.present().map(|row| row.id).filter(|by| {
            *by != who
                && concerns(view, reaction, *by, who)
                && notices(Game::new(view, rules.book()), &reaction.filter, (*by, who))
                && may_take(view, rules, reaction, (*by, who))
        });
        found.extend(able.map(|by| (by, reaction.id)));
    }
    found.sort_by_key(|(by, _)| *by);
    found
}

/// Whether the act of a cause is one of those that a filter names: by its id, its kind or its tags.
pub(in crate::resolution) fn is_about(
    view: View<'_>,
    rules: &Ruleset,
    filter: &ReactionFilter,
    cause: &WindowCause,
) -> bool {
    let action = || rules.actions.get(cause.act.as_ref()?.action);
    (filter.actions.is_empty() || cause.act.as_ref().is_some_and(|act| filter.actions.contains(&act.action)))
        && (filter.kinds.is_empty() || is_of_kind(view, rules, cause, &filter.kinds))
        && (filter.tags.is_empty() || action().is_some_and(|action| action.has_tag(&filter.tags)))
        && !action().is_some_and(|action| action.has_tag(&filter.unless_tags))
}

/// Whether the act of a cause is one that a trigger is about.
pub(in crate::resolution) fn is_of_trigger(
    view: View<'_>,
    rules: &Ruleset,
    trigger: Trigger,
    cause: &WindowCause,
) -> bool {
    let action = || rules.actions.get(cause.act.as_ref()?.action);
    match trigger {
        Trigger::Casts => action().is_some_and(|action| matches!(action.does, Does::Cast(_))),
        Trigger::StandsUp => action().is_some_and(|action| stands_up(view, rules, action, cause.by)),
        _ => true,
    }
}

/// Whether a combatant notices another as a filter asks: it sees it and knows where it is, and has a clear line to it.
pub(in crate::resolution) fn notices(
    game: Game<'_>,
    filter: &ReactionFilter,
    (who, by): (CombatantId, CombatantId),
) -> bool {
    let hidden = || {
        let policy = game.policies.sight.as_ref();
        policy.is_some_and(|policy| sight::is_hidden(game.view, policy, by, who))
    };
    let is_uncovered =
        || cover::modifier_against(game, who, by, Mode::Melee).is_none_or(|(_, modifier)| modifier.amount == 0);
    (!filter.sees || !hidden() && line::sees(game, who, by)) && (!filter.uncovered || is_uncovered())
}

/// Whether an action ends the stance of the fallen that its actor is in.
fn stands_up(view: View<'_>, rules: &Ruleset, action: &Action, by: CombatantId) -> bool {
    let fallen = rules.policies.consciousness.falls;
    let rises = |does: &Effect| match does {
        Effect::LeaveStance => true,
        Effect::TakeStance(stance) => *stance != fallen,
        Effect::Lose { who: Who::Actor, condition } => *condition == fallen,
        _ => false,
    };
    view.row(by).stance.held == Some(fallen)
        && match &action.does {
            Does::LeaveStance => true,
            Does::TakeStance(stance) => *stance != fallen,
            Does::Effects(effects) | Does::AtEnd { effects, .. } => effects.iter().any(|cited| rises(&cited.does)),
            _ => false,
        }
}
