//! Whether a combatant can take an action now, whatever the target. Answers shared by many actions are cached.

use std::borrow::Cow;
use std::cell::RefCell;

use super::cost::Cost;
use super::requirement;
use crate::battle::{Act, CombatantId, View};
use crate::content::{Action, Check, CheckRoll, Displacement, Does, Effect, Forbidden, Gait, Refusal, Requirement};
use crate::mechanics::{Game, attack, mount, status};
use crate::resolution::act::Occasion;
use crate::rules::Ruleset;

/// An action that a combatant considers.
#[derive(Copy, Clone)]
pub(super) struct Proposal<'a> {
    pub(super) game: Game<'a>,
    pub(super) rules: &'a Ruleset,
    pub(super) who: CombatantId,
    pub(super) action: &'a Action,
    pub(super) occasion: Occasion,
}

impl<'a> Proposal<'a> {
    pub(super) fn new(view: View<'a>, rules: &'a Ruleset, who: CombatantId, action: &'a Action) -> Proposal<'a> {
        Proposal { game: Game::new(view, rules.book()), rules, who, action, occasion: Occasion::OwnTurn }
    }

    /// The same action on another occasion.
    pub(super) fn on(self, occasion: Occasion) -> Proposal<'a> {
        Proposal { occasion, ..self }
    }

    /// A refusal by the rule of the action.
    pub(super) fn refusal(&self, why: impl Into<Cow<'static, str>>) -> Refusal {
        Refusal::new(why, self.action.rule)
    }

    /// Refuses with this reason unless it holds.
    pub(super) fn require(&self, holds: bool, why: &'static str) -> Result<(), Refusal> {
        if holds { Ok(()) } else { Err(self.refusal(why)) }
    }

    fn allows(&self, what: Forbidden) -> Result<(), Refusal> {
        status::forbids(self.game, self.who, what).map_or(Ok(()), Err)
    }

    /// Whether the actor can take the action, whatever the target.
    pub(super) fn able(&self) -> Result<(), Refusal> {
        self.acts()?;
        self.is_free()?;
        self.delays()?;
        self.commanded()?;
        self.fights(effort(self.action))
    }

    /// Whether a mount does this under a rider: all can move and end their turns.
    fn commanded(&self) -> Result<(), Refusal> {
        match self.action.does {
            Does::Move(_) | Does::Wait | Does::HandOver => Ok(()),
            _ => mount::may_act(self.game, self.who),
        }
    }

    fn acts(&self) -> Result<(), Refusal> {
        let Some(row) = self.game.find(self.who) else { return Err(self.refusal("there is no such combatant")) };
        if row.gone || !status::is_conscious(self.game, self.who) {
            return Err(Refusal::new("is out of the fight", self.game.policies.consciousness.unconscious_rule));
        }
        self.allows(Forbidden::Act)
    }

    /// Whether an actor busy with a preparation may do this: it may walk, continue, or give up.
    fn is_free(&self) -> Result<(), Refusal> {
        if goes_with_preparing(self.action) { Ok(()) } else { self.allows(Forbidden::AllButPreparing) }
    }

    /// Whether an actor that wants to delay has a turn of its own.
    fn delays(&self) -> Result<(), Refusal> {
        let commander = self.game.row(self.who).turn_state.commander;
        let (Does::Delay, Some(_)) = (&self.action.does, commander) else { return Ok(()) };
        let Some(turns) = self.game.policies.turn.in_rounds() else { return Ok(()) };
        let rule = turns.command.as_ref().map_or(self.action.rule, |command| command.together_rule);
        Err(Refusal::new("acts on its commander's turn", rule))
    }

    fn fights(&self, effort: Effort) -> Result<(), Refusal> {
        match effort {
            Effort::Fight => attack::may_attack(self.game, self.who),
            Effort::Cast => self.allows(Forbidden::Attack),
            Effort::Enter => self.allows(Forbidden::Move),
            Effort::None => Ok(()),
        }
    }

    /// Whether the actor can pay what the action costs.
    pub(super) fn affordable(&self) -> Result<(), Refusal> {
        Cost::check(self.game, self.who, self.action, self.occasion)
    }

    /// Whether the actor can pay what the action costs with the weapon of the act, or with an overrun on the way, where that matters.
    pub(super) fn affordable_with(&self, act: &Act) -> Result<(), Refusal> {
        if let Does::Move(gait) = self.action.does
            && self.occasion == Occasion::OwnTurn
        {
            return Cost::affordable_with_push(self.game, self.who, self.action, gait);
        }
        if !self.action.is_priced_by_weapon() || act.weapon.is_none() {
            return Ok(());
        }
        Cost::of_action(self.game, self.who, (self.action, act.weapon), self.occasion).map(drop)
    }
}

/// Effort that an action demands of its actor, whatever the target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Effort {
    Fight,
    Cast,
    /// Entering another space.
    Enter,
    None,
}

fn effort(action: &Action) -> Effort {
    match action.check().map(|check| check.roll) {
        Some(CheckRoll::Weapon | CheckRoll::BothWeapons | CheckRoll::Unarmed) => Effort::Fight,
        None if action.reach.is_of_weapon() => Effort::Fight,
        // A held combatant may free itself even if it cannot attack.
        Some(CheckRoll::Attribute(_)) if !requires(action, &Requirement::HeldByTarget) => Effort::Fight,
        _ if matches!(action.does, Does::Cast(_) | Does::Control | Does::Prepare) => Effort::Cast,
        _ if action.check().is_some_and(enters) => Effort::Enter,
        _ => Effort::None,
    }
}

pub(super) fn requires(action: &Action, what: &Requirement) -> bool {
    action.requires.iter().any(|cited| cited.needs == *what)
}

/// Whether a check takes the actor into another space.
fn enters(check: &Check) -> bool {
    check.effects().any(|does| *does == Effect::Displace(Displacement::Enter))
}

/// Whether an action is possible during a preparation.
fn goes_with_preparing(action: &Action) -> bool {
    requires(action, &Requirement::Preparing) || matches!(action.does, Does::Move(Gait::Walk) | Does::Wait)
}

/// Cached answers of [`AbilityCache::may`] about one combatant. Valid while nothing changes.
#[derive(Debug, Default)]
pub struct AbilityCache {
    asked: RefCell<Vec<(Part, bool)>>,
    met: RefCell<Vec<(Requirement, bool)>>,
}

/// Answers shared by many actions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Part {
    Acts,
    Free,
    Fights(Effort),
}

impl AbilityCache {
    /// Empties the cache: for another combatant, or after a change.
    pub fn forget(&mut self) {
        self.asked.get_mut().clear();
        self.met.get_mut().clear();
    }

    /// Whether a combatant may take an action in its turn at some target: the part of [`check`](super::check) that does not
    /// depend on the target.
    pub fn may(&self, view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> bool {
        let proposal = Proposal::new(view, rules, who, action);
        let effort = effort(action);
        cached(&self.asked, &Part::Acts, || proposal.acts().is_ok())
            && (goes_with_preparing(action) || cached(&self.asked, &Part::Free, || proposal.is_free().is_ok()))
            && cached(&self.asked, &Part::Fights(effort), || proposal.fights(effort).is_ok())
            && proposal.delays().is_ok()
            && proposal.commanded().is_ok()
            && proposal.affordable().is_ok()
            && self.meets(&proposal)
    }

    /// Whether the requirements on the actor alone are met.
    fn meets(&self, proposal: &Proposal<'_>) -> bool {
        let action = proposal.action;
        action.requires.iter().filter(|cited| cited.needs.is_of_actor()).all(|cited| {
            let met = || requirement::met(proposal, &Act::own(action.id), cited).is_ok();
            cached(&self.met, &cited.needs, met)
        })
    }
}

fn cached<K: PartialEq + Clone>(known: &RefCell<Vec<(K, bool)>>, key: &K, find_out: impl FnOnce() -> bool) -> bool {
    let found = known.borrow().iter().find(|(known, _)| known == key).map(|(_, found)| *found);
    found.unwrap_or_else(|| {
        let found = find_out();
        known.borrow_mut().push((key.clone(), found));
        found
    })
}
