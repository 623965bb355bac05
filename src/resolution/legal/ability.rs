//! Whether a combatant can do anything of this kind now, whatever the target.

use super::preparation;
use crate::battle::{CombatantId, View};
use crate::content::action::{Action, CheckRoll, Does, Requirement};
use crate::content::condition::Forbidden;
use crate::content::effect::{Displacement, Effect};
use crate::content::policy::TurnOrder;
use crate::content::refusal::Refusal;
use crate::mechanics::{Game, attack, status};
use crate::rules::Ruleset;

/// Whether the actor can do anything of this kind, whatever the target.
pub(super) fn able(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    acts(view, rules, who, action)?;
    preparation::is_free_for(view, rules, who, action)?;
    delays(view, rules, who, action)?;
    fights(view, rules, who, Effort::of(action))
}

/// Whether a combatant can act at all.
pub(super) fn acts(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    let game = Game::new(view, rules.book());
    let Some(row) = view.find(who) else { return Err(Refusal::new("there is no such combatant", action.rule)) };
    if row.gone || !status::is_conscious(game, who) {
        return Err(Refusal::new("is out of the fight", rules.policies.consciousness.unconscious_rule));
    }
    status::forbids(game, who, Forbidden::Act).map_or(Ok(()), Err)
}

/// Whether a combatant that wants to delay has a turn of its own.
pub(super) fn delays(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Result<(), Refusal> {
    let commander = view.row(who).turn_state.commander;
    let (Does::Delay, Some(_), TurnOrder::Rounds(turns)) = (&action.does, commander, &rules.policies.turn) else {
        return Ok(());
    };
    let rule = turns.command.as_ref().map_or(turns.delay_rule, |command| command.together_rule);
    Err(Refusal::new("acts on its commander's turn", rule))
}

/// Kind of effort that an action demands of its actor, whatever the target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// Attacking.
    Fight,
    /// Casting.
    Cast,
    /// Entering another space.
    Enter,
    /// Nothing special.
    None,
}

impl Effort {
    pub(super) fn of(action: &Action) -> Effort {
        match action.check().map(|check| check.roll) {
            Some(CheckRoll::Weapon | CheckRoll::BothWeapons | CheckRoll::Unarmed) => Effort::Fight,
            None if action.reach.is_of_weapon() => Effort::Fight,
            Some(CheckRoll::Attribute(_)) if !gets_free(action) => Effort::Fight,
            _ if matches!(action.does, Does::Cast(_) | Does::Control | Does::Prepare) => Effort::Cast,
            _ if enters(action) => Effort::Enter,
            _ => Effort::None,
        }
    }
}

/// Whether the actor is capable of this effort.
pub(super) fn fights(view: View<'_>, rules: &Ruleset, who: CombatantId, effort: Effort) -> Result<(), Refusal> {
    let game = Game::new(view, rules.book());
    let forbids = |thing| status::forbids(game, who, thing).map_or(Ok(()), Err);
    match effort {
        Effort::Fight => attack::may_attack(game, who),
        Effort::Cast => forbids(Forbidden::Attack),
        Effort::Enter => forbids(Forbidden::Move),
        Effort::None => Ok(()),
    }
}

/// Whether enough actions of the turn are left.
pub(super) fn enough_actions(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    action: &Action,
) -> Result<(), Refusal> {
    let TurnOrder::Rounds(turns) = &rules.policies.turn else { return Ok(()) };
    let (takes, left) = (action.actions(), view.row(who).turn_state.actions);
    if takes <= left {
        return Ok(());
    }
    Err(Refusal::new(format!("needs {takes} actions, {left} left"), turns.actions_rule))
}

/// Whether a held combatant uses the action against its holder: allowed even if it cannot attack.
pub(super) fn gets_free(action: &Action) -> bool {
    action.requires.iter().any(|cited| cited.needs == Requirement::HeldByTarget)
}

/// Whether an action takes the actor into another space.
pub(super) fn enters(action: &Action) -> bool {
    let mut effects = action.check().into_iter().flat_map(|check| &check.ladder).flat_map(|rung| &rung.effects);
    effects.any(|effect| effect.does == Effect::Displace(Displacement::Enter))
}
