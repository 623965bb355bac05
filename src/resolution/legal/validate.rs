//! Judges acts: legal, or refused with a reason.

use super::ability::Proposal;
use super::gear::weapon_for;
use super::requirement;
use crate::battle::{CombatantId, Momentum, ThingRef, View, WeaponSlot};
use crate::content::{Action, ActionReach, CitedRequirement, Does, Refusal};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{Game, movement, objects, reach, sight, space};
use crate::resolution::act::{Act, Choice, Occasion, Target};
use crate::rules::Ruleset;

/// An act found legal. Only [`validate`] makes one. Submitted with a choice, it saves judging the act again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidAct {
    act: Act,
    legality: Legality,
}

/// Cached legality: whose act, when it was checked, and what the check computed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Legality {
    pub(in crate::resolution) who: CombatantId,
    /// Revision of the battle when it was checked; `None` if checked in an imagined view, which is never current.
    pub(in crate::resolution) revision: Option<u64>,
    pub(in crate::resolution) computed: Computed,
}

/// Values computed while an act was checked, to be used again when it is carried out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Computed {
    /// None.
    Nothing,
    /// Momentum if the movement goes as planned.
    Walk(Momentum),
    /// How this weapon is used on this target.
    Aim(CombatantId, WeaponSlot, Mode),
}

/// Checks whether a combatant may declare an act in its turn.
///
/// # Errors
/// The reason, with its rule.
pub fn validate(view: View<'_>, rules: &Ruleset, who: CombatantId, act: Act) -> Result<ValidAct, Refusal> {
    let computed = judge(view, rules, who, &act, (Occasion::OwnTurn, Payment::Due))?;
    let revision = view.is_plain().then(|| view.changed().any);
    Ok(ValidAct { act, legality: Legality { who, revision, computed } })
}

impl ValidAct {
    /// The act itself.
    pub fn act(&self) -> &Act {
        &self.act
    }

    /// Its legality, if the choice is this act of this combatant and nothing has changed since it was checked.
    pub(in crate::resolution) fn current(&self, view: View<'_>, who: CombatantId, choice: &Choice) -> Option<Legality> {
        let same = matches!(choice, Choice::Act(act) if *act == self.act);
        Some(self.legality).filter(|legality| same && legality.is_current(who, view.changed().any))
    }
}

impl Legality {
    /// An act of a combatant found legal at a revision, with nothing computed.
    pub(in crate::resolution) fn at(who: CombatantId, revision: u64) -> Legality {
        Legality { who, revision: Some(revision), computed: Computed::Nothing }
    }

    /// Whether it is about this combatant and the battle is still at this revision.
    pub(in crate::resolution) fn is_current(self, who: CombatantId, revision: u64) -> bool {
        self.who == who && self.revision == Some(revision)
    }
}

/// Whether a combatant may declare an act in its turn.
///
/// # Errors
/// The reason, with its rule.
pub fn check(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    check_on(view, rules, who, act, Occasion::OwnTurn)
}

/// Whether a combatant may declare an act on an occasion.
///
/// # Errors
/// The reason, with its rule.
pub fn check_on(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    act: &Act,
    occasion: Occasion,
) -> Result<(), Refusal> {
    judge(view, rules, who, act, (occasion, Payment::Due)).map(drop)
}

/// Whether a combatant may carry out an act that it has declared in its turn and paid for.
///
/// # Errors
/// The reason, with its rule.
pub fn declared(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    judge(view, rules, who, act, (Occasion::OwnTurn, Payment::Made)).map(drop)
}

/// Whether the cost of an act counts when it is judged.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Payment {
    /// It must be paid.
    Due,
    /// It has been paid, or there is none.
    Made,
}

/// Whether a combatant may carry out an act that is offered, or a reaction: its cost does not count.
///
/// # Errors
/// The reason, with its rule.
pub fn still(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act) -> Result<(), Refusal> {
    judge(view, rules, who, act, (Occasion::Free, Payment::Made)).map(drop)
}

fn judge(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    act: &Act,
    (occasion, payment): (Occasion, Payment),
) -> Result<Computed, Refusal> {
    let Some(action) = rules.actions.get(act.action) else {
        let why = format!("{} has no action {}", rules.policies.name, act.action);
        return Err(Refusal::new(why, "".into()));
    };
    let proposal = Proposal::new(view, rules, who, action).on(occasion);
    match payment {
        Payment::Due => proposal.is_possible()?,
        Payment::Made => proposal.able()?,
    }
    if payment == Payment::Due {
        proposal.affordable_with(act)?;
    }
    proposal.answers(act)?;
    fitting(&proposal, act, |cited| requirement::met(&proposal, act, cited))
}

/// Whether a combatant that [may take an action](super::AbilityCache::may) may take it at this target: the part of [`check`]
/// that depends on the target.
///
/// # Errors
/// The reason, with its rule.
pub fn may_aim(view: View<'_>, rules: &Ruleset, who: CombatantId, act: &Act, action: &Action) -> Result<(), Refusal> {
    let proposal = Proposal::new(view, rules, who, action);
    proposal.affordable_with(act)?;
    let unasked = |cited: &CitedRequirement| match cited.needs.is_of_actor() {
        true => Ok(()),
        false => requirement::met(&proposal, act, cited),
    };
    fitting(&proposal, act, unasked).map(drop)
}

fn fitting(
    proposal: &Proposal<'_>,
    act: &Act,
    met: impl Fn(&CitedRequirement) -> Result<(), Refusal>,
) -> Result<Computed, Refusal> {
    let Proposal { game, who, action, .. } = *proposal;
    proposal.aimed(act)?;
    act.part.map_or(Ok(()), |part| proposal.at_part(act, part))?;
    action.requires.iter().try_for_each(met)?;
    proposal.fits(act)?;
    let Does::Move(gait) = action.does else { return in_reach(proposal, act) };
    let Some((gait, path)) = act.movement(gait) else { return Err(proposal.wrong_aim()) };
    movement::may_move_now(game, who)?;
    let unknown = sight::unknown_to(game, game.row(who).side);
    let known = Game { view: game.view.without(&unknown), ..game };
    let momentum = movement::walk(known, who, gait, path)?;
    if let (Some(policy), Target::Charge { path, at }) = (&action.charge, &act.target) {
        movement::check_charge(known, who, (path, *at), act.weapon, policy)?;
    }
    if gait.overruns() {
        let body = game.footprint(who);
        let barred = path.iter().any(|cell| space::is_blocked(game, who, body.at(*cell)));
        proposal.require(barred, "no enemy is in the way: just walk")?;
    }
    Ok(Computed::Walk(momentum))
}

/// Whether the target is in reach of the action and its weapon.
fn in_reach(proposal: &Proposal<'_>, act: &Act) -> Result<Computed, Refusal> {
    if let Some(thing) = act.thing() {
        return object_in_reach(proposal, act, thing).map(|()| Computed::Nothing);
    }
    let Some(target) = act.aimed_at() else { return Ok(Computed::Nothing) };
    let game = Game { view: act.imagined(proposal.game.view), ..proposal.game };
    let proposal = Proposal { game, ..*proposal };
    let (who, action) = (proposal.who, proposal.action);
    let near = match action.reach {
        ActionReach::Any => true,
        ActionReach::Adjacent => reach::touches(game, who, target),
        ActionReach::Closing if matches!(proposal.occasion, Occasion::Reaction { .. } | Occasion::Free) => true,
        ActionReach::Melee | ActionReach::Closing => proposal.is_in_melee(act, target),
        ActionReach::WeaponWithin(most) => reach::within(game, who, target, most),
        ActionReach::Weapon => true,
    };
    proposal.require(near, "out of reach")?;
    if !matches!(action.reach, ActionReach::Weapon | ActionReach::WeaponWithin(_)) {
        return Ok(Computed::Nothing);
    }
    let slot = weapon_for(game.view, who, act, action).ok_or_else(|| proposal.refusal("out of reach"))?;
    let mode = attack::mode(game, who, slot, target)?;
    let known = matches!(act.target, Target::Combatant(_));
    Ok(if known { Computed::Aim(target, slot, mode) } else { Computed::Nothing })
}

/// Whether an object is in reach of the action and its weapon.
fn object_in_reach(proposal: &Proposal<'_>, act: &Act, thing: ThingRef) -> Result<(), Refusal> {
    let Proposal { game, who, action, .. } = *proposal;
    let gone = || proposal.refusal("there is no such object");
    let object = objects::find(game, thing).ok_or_else(gone)?;
    let aimed = objects::aimed_cell(game, who, &object).ok_or_else(gone)?;
    let in_melee = |slot: WeaponSlot| objects::in_melee_reach(game, who, slot, &aimed);
    let near = match action.reach {
        ActionReach::Any | ActionReach::Weapon => true,
        ActionReach::Adjacent => aimed.seen && aimed.distance <= game.policies.board.cell.into(),
        ActionReach::Melee | ActionReach::Closing => {
            let slot = weapon_for(game.view, who, act, action).or(game.row(who).sheet.unarmed);
            slot.is_some_and(in_melee)
        }
        ActionReach::WeaponWithin(most) => aimed.distance <= most.into(),
    };
    proposal.require(near, "out of reach")?;
    if !action.reach.is_of_weapon() {
        return Ok(());
    }
    let slot = weapon_for(game.view, who, act, action).ok_or_else(|| proposal.refusal("out of reach"))?;
    objects::mode(game, who, slot, &aimed).map(drop)
}
