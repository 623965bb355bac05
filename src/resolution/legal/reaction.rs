//! Reactions: which combatants may take them now, and with which acts.

use super::ability::Proposal;
use super::cost::Cost;
use super::gear::weapon_for;
use super::{offers, requirement, validate};
use crate::battle::{CombatantId, Link, View};
use crate::content::{Aim, Does, Forbidden, Gait, Name, Near, PoolId, Reaction, Reactors, Refusal, Response, Trigger};
use crate::grid::Cell;
use crate::mechanics::{Game, attack, grapple, mount, movement, reach, status};
use crate::resolution::act::{Act, Occasion};
use crate::rules::Ruleset;

impl Proposal<'_> {
    /// The reaction by which the act is taken, if it is one.
    fn reaction(&self) -> Option<(&Reaction, CombatantId)> {
        let Occasion::Reaction { reaction, to } = self.occasion else { return None };
        self.game.policies.reaction(reaction).map(|known| (known, to))
    }

    /// Whether another action or a reaction leads to the action by name.
    pub(super) fn is_offered(&self) -> bool {
        match self.occasion {
            Occasion::OwnTurn => false,
            Occasion::Reaction { .. } => self.reaction().is_none_or(|(known, _)| known.offers(self.action.id)),
            Occasion::Free | Occasion::Completion | Occasion::FollowUp => true,
        }
    }

    /// Whether the actor is able to take the action on this occasion, and can pay for it, whatever the target.
    pub(super) fn is_possible(&self) -> Result<(), Refusal> {
        self.able()?;
        if let Some((known, _)) = self.reaction() {
            let ends_turns = matches!(self.action.does, Does::Wait | Does::Delay | Does::HandOver);
            let open = known.offers(self.action.id) || known.does == Response::AnyAct && !ends_turns;
            let refused = || Refusal::new(format!("not possible as {}", known.name.to_lowercase()), known.rule);
            open.then_some(()).ok_or_else(refused)?;
        }
        self.affordable()
    }

    /// Whether the act answers the combatant that caused the reaction, where the reaction names the action.
    pub(super) fn answers(&self, act: &Act) -> Result<(), Refusal> {
        let Some((known, to)) = self.reaction().filter(|(known, _)| known.offers(act.action)) else { return Ok(()) };
        match act.aimed_at() {
            Some(at) if at != to && self.action.aim == Aim::Enemy && !known.at_any => {
                Err(Refusal::new("a reaction is aimed at the combatant that caused it", known.rule))
            }
            _ => Ok(()),
        }
    }
}

/// Whether a combatant can take a reaction, whatever its cause: it can act, and its initiative is high enough.
fn is_able(game: Game<'_>, reaction: &Reaction, who: CombatantId, by: CombatantId) -> bool {
    (!reaction.outranks || mount::initiative(game, who) > mount::initiative(game, by))
        && reaction.initiative.is_none_or(|least| game.row(who).turn_state.initiative >= least)
        && status::can_act(game, who)
        && status::forbids(game, who, Forbidden::React).is_none()
        && !reaction.filter.unless.iter().any(|condition| status::has_condition(game, who, *condition))
        && !reaction.filter.unless_cause.iter().any(|condition| status::has_condition(game, by, *condition))
}

/// Whether the cause is where the reaction needs it.
fn is_near(game: Game<'_>, reaction: &Reaction, who: CombatantId, by: CombatantId) -> bool {
    match reaction.filter.near {
        None => true,
        Some(Near::MeleeReach) => reach::threatens(game, who, by),
        Some(Near::WeaponReach) => {
            let mut slots = reach::usable_slots(game.view, who).into_iter();
            slots.any(|slot| attack::possible_mode(game, who, slot, by).is_some())
        }
    }
}

/// Whether a combatant may take a reaction to another where both are now: it is able to, can pay, and has a legal act.
pub(in crate::resolution) fn may_take(
    view: View<'_>,
    rules: &Ruleset,
    reaction: &Reaction,
    (who, by): (CombatantId, CombatantId),
) -> bool {
    let game = Game::new(view, rules.book());
    if !is_able(game, reaction, who, by) || !is_near(game, reaction, who, by) {
        return false;
    }
    let met = |cited| requirement::met_by_reactor(game, who, by, cited).is_ok();
    let pays = || reaction.moves_free.is_some() || Cost::of_prices(game, who, &reaction.costs, reaction.rule).is_ok();
    if !pays() || !reaction.requires.iter().all(met) {
        return false;
    }
    let occasion = Occasion::Reaction { reaction: reaction.id, to: by };
    match &reaction.does {
        Response::Act(action) => act_of(view, rules, *action, (who, by))
            .is_some_and(|act| validate::check_on(view, rules, who, &act, occasion).is_ok()),
        Response::OneOf(named) => {
            let asked = if reaction.asks_for.is_empty() { named } else { &reaction.asks_for };
            offers::has_act(view, rules, who, occasion, Some(asked))
        }
        Response::AnyAct => offers::has_act(view, rules, who, occasion, None),
    }
}

/// The combatants that could interrupt an act that another declares in its turn, with the points of initiative that it costs them:
/// those of higher initiative that can act and have anything to do it with (HD-164, HD-167).
pub fn interrupters(view: View<'_>, rules: &Ruleset, by: CombatantId) -> Vec<(CombatantId, i16)> {
    let game = Game::new(view, rules.book());
    let declared = |reaction: &&Reaction| reaction.on == Trigger::ActionDeclared && reaction.does == Response::AnyAct;
    let Some(reaction) = rules.policies.reactions.iter().find(declared) else { return Vec::new() };
    let able = view.present().map(|row| row.id).filter(|who| *who != by && concerns(view, reaction, *who, by));
    let able = able.filter(|who| {
        let has_points = game.row(*who).turn_state.pools.left(PoolId::ACTIONS) > 0;
        is_able(game, reaction, *who, by)
            && (has_points || movement::cells_in_pool(game, *who, Gait::Walk).is_some_and(|cells| cells > 0))
    });
    let price = reaction.costs.iter().filter(|price| price.is_initiative()).map(|price| i16::from(price.points)).sum();
    let mut able: Vec<(CombatantId, i16)> = able.map(|who| (who, price)).collect();
    able.sort_by_key(|(who, _)| (std::cmp::Reverse(game.row(*who).turn_state.initiative), *who));
    able
}

/// The act with which a reaction takes an action that needs no choice: at the combatant that caused it, or at the reactor.
pub fn act_of(view: View<'_>, rules: &Ruleset, action: Name, (who, by): (CombatantId, CombatantId)) -> Option<Act> {
    let action = rules.actions.get(action)?;
    let act = match action.aim {
        Aim::Enemy | Aim::Ally | Aim::Friend => Act::at(action.id, by, None),
        Aim::Own => Act::own(action.id),
        _ => return None,
    };
    if let Does::Cast(_) = action.does {
        return super::usual_casting(view, rules, who, action, act.target.clone());
    }
    Some(Act { weapon: weapon_for(view, who, &act, action), ..act })
}

/// A step of a path that provokes a reaction.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Provoked {
    /// Index of the step.
    pub step: usize,
    /// Where the mover is then: before or after the step.
    pub at: Cell,
    /// The combatant that may react.
    pub by: CombatantId,
    /// Its reaction.
    pub reaction: Name,
}

/// The reactions that a path may provoke with all others where they are now, step by step, also those to the rider of the mover.
pub fn provoked(view: View<'_>, rules: &Ruleset, mover: CombatantId, path: &[Cell]) -> Vec<Provoked> {
    provoked_of((view, rules), mover, path, |_| true)
}

/// The reactions that a path may provoke, as far as they count.
pub(super) fn provoked_of(
    (view, rules): (View<'_>, &Ruleset),
    mover: CombatantId,
    path: &[Cell],
    counts: impl Fn(&Reaction) -> bool,
) -> Vec<Provoked> {
    let mut found = Vec::new();
    let of_steps = |reaction: &Reaction| reaction.is_at(Trigger::BeforeStep) || reaction.is_at(Trigger::AfterStep);
    if !rules.policies.reactions.iter().any(|reaction| of_steps(reaction) && counts(reaction)) {
        return found;
    }
    let mut here = view.footprint(mover);
    for (step, cell) in path.iter().enumerate() {
        let to = here.at(*cell);
        let before = [Some(mover), view.rider_of(mover)].into_iter().flatten();
        let before = before.map(|who| (Trigger::BeforeStep, who, here, to));
        for (point, who, place, other) in before.chain([(Trigger::AfterStep, mover, to, here)]) {
            let (there, elsewhere) = (view.with(who, place), view.with(who, other));
            let to_steps =
                |reaction: &&Reaction| reaction.on.moment().is_some() && reaction.is_at(point) && counts(reaction);
            let reactions = || rules.policies.reactions.iter().filter(to_steps);
            for by in view.present().map(|row| row.id).filter(|id| *id != who) {
                let may = reactions().filter(|reaction| {
                    concerns(view, reaction, by, who)
                        && fits_step(rules, (reaction, point), (by, who), (there, elsewhere))
                        && may_take(there, rules, reaction, (by, who))
                });
                found.extend(may.map(|reaction| Provoked { step, at: place.anchor, by, reaction: reaction.id }));
            }
        }
        here = to;
    }
    found
}

/// Whether a reaction to a movement or a declaration is one of this combatant, as far as sides decide it.
pub(super) fn concerns(view: View<'_>, reaction: &Reaction, who: CombatantId, by: CombatantId) -> bool {
    let enemies = view.row(who).side != view.row(by).side;
    match reaction.who {
        Reactors::Enemies => enemies,
        Reactors::Allies => !enemies,
        Reactors::Anyone | Reactors::Everyone => true,
        Reactors::Target | Reactors::Winner => false,
    }
}

/// Whether a step is one to which the reaction may be taken at this point: `there` is the battle when it is asked, `elsewhere` at
/// the other end of the step.
pub(in crate::resolution) fn fits_step(
    rules: &Ruleset,
    (reaction, point): (&Reaction, Trigger),
    (who, by): (CombatantId, CombatantId),
    (there, elsewhere): (View<'_>, View<'_>),
) -> bool {
    let threatens = |view| reach::threatens(Game::new(view, rules.book()), who, by);
    let closer = |view| reach::is_closer_than_reach(Game::new(view, rules.book()), who, by);
    let flanked = |view| crate::mechanics::flanking::is_flanked(Game::new(view, rules.book()), who);
    let held = |view: View<'_>| {
        let together = |hold: &Link| grapple::must_end(Game::new(view, rules.book()), hold).is_none();
        view.hold(who, by).is_some_and(together)
    };
    match reaction.on {
        Trigger::LeavesReach if reaction.filter.leaves_hold => {
            held(there) && !held(elsewhere) && !grapple::companions(there, by).contains(&who)
        }
        Trigger::LeavesReach | Trigger::EntersReach => threatens(there) && !threatens(elsewhere),
        Trigger::BeforeStep if point == Trigger::AfterStep => threatens(there) && !threatens(elsewhere),
        Trigger::Approaches => threatens(elsewhere) && !threatens(there),
        Trigger::ClosesIn => closer(elsewhere) && !closer(there),
        Trigger::ComesCloser => {
            let distance = |view| reach::distance_between(Game::new(view, rules.book()), who, by);
            closer(elsewhere) && distance(elsewhere) < distance(there)
        }
        Trigger::NewlyFlanked => flanked(there) && !flanked(elsewhere),
        _ => true,
    }
}
