//! The combatants that may react to a cause, in the order of the ruleset, and the limits of their reactions.

use crate::battle::{CombatantId, View};
use crate::content::{Name, Reaction, ReactionFilter, ReactionLimit, ReactionOrder, Reactors, TakenAs, Trigger};
use crate::mechanics::{flanking, movement};
use crate::resolution::event::DecidedCheck;
use crate::resolution::frame::{Station, Window, WindowCause};
use crate::resolution::legal;
use crate::resolution::procedure::action::{amendment, ready};
use crate::resolution::step::{Inputs, Reacted, Remember};

/// The first combatant that may react and was not asked yet, with its options.
pub(super) fn next(window: &Window, inputs: &Inputs<'_>) -> Option<(CombatantId, Vec<Name>)> {
    let could = |who| inputs.watches.of(who).has(window.cause.point) || inputs.view.row(who).ready.0.is_some();
    let unasked = |who: &CombatantId| could(*who) && !window.answered.contains(who) && !window.cause.busy.contains(who);
    let may = |who: CombatantId| Some((who, options(window, who, inputs))).filter(|(_, options)| !options.is_empty());
    let mut all = inputs.view.present().map(|row| row.id).filter(unasked);
    match inputs.rules.policies.reaction_order {
        ReactionOrder::Listed => all.find_map(may),
        ReactionOrder::Initiative => {
            let mut ordered: Vec<CombatantId> = all.collect();
            ordered.sort_by_key(|who| (inputs.view.row(*who).turn_state.place, *who));
            ordered.into_iter().find_map(may)
        }
        ReactionOrder::TargetFirst => {
            let target = window.cause.target.filter(unasked).filter(|who| !inputs.view.row(*who).gone);
            target.and_then(may).or_else(|| all.find_map(may))
        }
    }
}

/// The reactions that a combatant may take, and the id by which it releases its readied action.
fn options(window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> Vec<Name> {
    let reactions = inputs.rules.policies.reactions.iter().filter(|reaction| reaction.is_at(window.cause.point));
    let usable = reactions.filter(|reaction| may(reaction, window, who, inputs));
    let released = ready::released(window, who, inputs).map(|(policy, _)| policy.action);
    usable.map(|reaction| reaction.id).chain(released).collect()
}

/// Whether a combatant may take a reaction now. Cheap tests come first.
fn may(reaction: &Reaction, window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let (view, rules, cause) = (inputs.view, inputs.rules, &window.cause);
    concerns(reaction, cause, who, view)
        && within_limit(reaction, who, cause.by, inputs)
        && fits(reaction, window, who, inputs)
        && legal::may_take(view, rules, reaction, (who, cause.opponent_of(who)))
        && reaction.then.iter().all(|amends| amendment::can_amend(*amends, window, who, inputs))
}

/// Whether a reaction to this cause is one of this combatant.
fn concerns(reaction: &Reaction, cause: &WindowCause, who: CombatantId, view: View<'_>) -> bool {
    let enemies = || view.row(who).side != view.row(cause.by).side;
    match reaction.who {
        Reactors::Target => cause.target == Some(who) && who != cause.by,
        Reactors::Enemies => enemies(),
        Reactors::Allies => who != cause.by && !enemies(),
        Reactors::Anyone => who != cause.by,
        Reactors::Winner => cause.winner() == Some(who),
        Reactors::Everyone => who != cause.by || cause.forced,
    }
}

/// Whether the cause is one to which the reaction may be taken.
fn fits(reaction: &Reaction, window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let (cause, filter) = (&window.cause, &reaction.filter);
    let is_declared = window.cause.point == Trigger::ActionDeclared;
    let protects = || cause.target.is_some_and(|target| inputs.view.row(target).side == inputs.view.row(who).side);
    (!is_declared || filter.hears(cause.taken_as))
        && legal::is_about(inputs.view, inputs.rules, filter, cause)
        && (filter.gaits.is_empty() || cause.gait.is_some_and(|gait| filter.gaits.contains(&gait)))
        && (!filter.forced || cause.forced)
        && (filter.rolled.is_empty() || is_rolled_so(filter, cause))
        && (!filter.protects || protects())
        && legal::notices(inputs.game(), filter, (who, cause.by))
        && legal::is_of_trigger(inputs.view, inputs.rules, reaction.on, cause)
        && match reaction.on {
            Trigger::NewlyFlanked if !cause.flanked.is_empty() => {
                cause.flanked.contains(&who) && flanking::is_flanked(inputs.game(), who)
            }
            Trigger::LeavesReach
            | Trigger::EntersReach
            | Trigger::Approaches
            | Trigger::ClosesIn
            | Trigger::ComesCloser
            | Trigger::NewlyFlanked => fits_step(reaction, cause, who, inputs),
            Trigger::BeforeStep if cause.point == Trigger::AfterStep => {
                // A forced movement has no gait.
                cause.gait.is_some() && fits_step(reaction, cause, who, inputs)
            }
            _ => true,
        }
}

fn fits_step(reaction: &Reaction, cause: &WindowCause, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let (view, pair) = (inputs.view, (who, cause.by));
    let Some(elsewhere) = other_end(cause, view) else { return false };
    let fits = |elsewhere| legal::fits_step(inputs.rules, (reaction, cause.point), pair, (view, elsewhere));
    if cause.carried.is_empty() {
        return fits(elsewhere);
    }
    let before = |(who, from): &(CombatantId, Station)| (*who, from.at, from.altitude);
    let places: Vec<_> = cause.carried.iter().map(before).collect();
    fits(elsewhere.over(&view.with_others_at(&places)))
}

fn is_rolled_so(filter: &ReactionFilter, cause: &WindowCause) -> bool {
    let fits = |check: DecidedCheck| {
        let won = check.winner == cause.by;
        filter.rolled.iter().all(|limit| limit.fits(check.natural, check.margin, won))
    };
    cause.check.is_some_and(fits)
}

/// The battle with the mover at the other end of its step.
fn other_end<'a>(cause: &WindowCause, view: View<'a>) -> Option<View<'a>> {
    match (cause.from, cause.to) {
        (Some(Station { at, altitude }), _) => Some(view.with(cause.by, at).lifted(cause.by, altitude)),
        (None, Some(to)) => Some(view.with(cause.by, view.footprint(cause.by).at(to))),
        (None, None) => None,
    }
}

/// Whether a combatant has not taken a reaction as often as it may.
fn within_limit(reaction: &Reaction, who: CombatantId, to: CombatantId, inputs: &Inputs<'_>) -> bool {
    if !is_counted(reaction) {
        return true;
    }
    let (round, turns) = (inputs.view.count(), inputs.view.row(to).turn_state.turns);
    let same_pool = |of: u16| !movement::is_pooled(inputs.game()) || of == turns;
    !inputs.memory.reacted.iter().any(|earlier| {
        (earlier.who, earlier.reaction) == (who, counted_as(reaction))
            && match reaction.limit {
                ReactionLimit::PerTrigger | ReactionLimit::Unlimited => false,
                ReactionLimit::PerMove => earlier.to == to && earlier.is_same_move && same_pool(earlier.turns),
                ReactionLimit::PerMoverTurn => earlier.to == to && earlier.turns == turns,
                ReactionLimit::PerRound => earlier.round == round,
                ReactionLimit::PerRoundAndCause => earlier.to == to && earlier.round == round,
            }
    })
}

/// Whether the uses of a reaction are counted, for a limit beyond its trigger.
fn is_counted(reaction: &Reaction) -> bool {
    !matches!(reaction.limit, ReactionLimit::PerTrigger | ReactionLimit::Unlimited)
}

/// The reaction whose uses are counted.
fn counted_as(reaction: &Reaction) -> Name {
    reaction.counts_with.unwrap_or(reaction.id)
}

/// Remembers that a combatant has used a reaction, where it has a limit.
pub(super) fn count(reaction: &Reaction, who: CombatantId, window: &Window, inputs: &mut Inputs<'_>) {
    if !is_counted(reaction) {
        return;
    }
    let to = window.cause.by;
    let (round, turns) = (inputs.view.count(), inputs.view.row(to).turn_state.turns);
    let reacted = Reacted { who, reaction: counted_as(reaction), to, turns, round, is_same_move: true };
    inputs.remember(Remember::Reacted(reacted));
}

impl ReactionFilter {
    /// Whether declarations on this occasion are among the causes.
    pub(super) fn hears(&self, taken_as: TakenAs) -> bool {
        if self.taken_as.is_empty() { taken_as == TakenAs::Turn } else { self.taken_as.contains(&taken_as) }
    }
}
