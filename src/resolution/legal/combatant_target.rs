//! Whether a combatant is a valid target and its position is known.

use crate::battle::{CombatantId, Detection, View};
use crate::content::action::{Action, Aim};
use crate::content::refusal::Refusal;
use crate::mechanics::{Game, sight};
use crate::resolution::act::Target;
use crate::rules::Ruleset;

pub(super) fn wrong_aim(action: &Action) -> Refusal {
    let what = match action.aim {
        Aim::Own => "yourself only",
        Aim::Enemy => "an enemy",
        Aim::Ally => "a friend",
        Aim::Friend => "a friend or yourself",
        Aim::Path => "a path",
        Aim::Door => "a door",
        Aim::Ground => "breakable ground",
        Aim::Facing => "a facing",
        Aim::CarriedWeapon => "a carried weapon",
        Aim::GroundWeapon => "a weapon on the ground",
        Aim::Ready => "an action and its trigger",
        Aim::Point => "a place",
        Aim::Spell => "your own active spell",
        Aim::Known => "a known spell",
    };
    Refusal::new(format!("{} needs {what} as its target", action.name), action.rule)
}

/// Whether the target is a combatant of the right kind, at a known or guessed position.
pub(super) fn at_combatant_or_guess(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    at: &Target,
    action: &Action,
) -> Result<(), Refusal> {
    match (action.aim, at) {
        (_, Target::Combatant(target)) => {
            at_combatant(view, who, *target, action)?;
            placed(view, rules, who, *target)
        }
        (Aim::Enemy, Target::Guess { who: target, cell }) => {
            at_combatant(view, who, *target, action)?;
            guessed(view, rules, who, *target, *cell)
        }
        _ => Err(wrong_aim(action)),
    }
}

pub(super) fn at_combatant(
    view: View<'_>,
    who: CombatantId,
    target: CombatantId,
    action: &Action,
) -> Result<(), Refusal> {
    let Some(row) = view.find(target).filter(|row| !row.gone) else {
        return Err(Refusal::new("the target is gone", action.rule));
    };
    let enemy = row.side != view.row(who).side;
    let own = target == who && action.aim != Aim::Friend;
    if own || enemy != (action.aim == Aim::Enemy) { Err(wrong_aim(action)) } else { Ok(()) }
}

/// Whether the actor knows where its target is.
pub(super) fn placed(view: View<'_>, rules: &Ruleset, who: CombatantId, target: CombatantId) -> Result<(), Refusal> {
    match rules.policies.sight.as_ref().filter(|policy| sight::is_hidden(view, policy, target, who)) {
        Some(policy) => Err(Refusal::new("the target's position is unknown: guess a space", policy.guess_rule)),
        None => Ok(()),
    }
}

/// Whether the position of a target may be guessed: it is known to be there, but not where.
pub(super) fn guessed(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    target: CombatantId,
    cell: crate::grid::Cell,
) -> Result<(), Refusal> {
    let Some(policy) = &rules.policies.sight else {
        return Err(Refusal::new("there is no hiding under these rules", rules.policies.board.rule));
    };
    let why = match sight::visibility(Game::new(view, rules.book()), who, target) {
        Detection::Hidden if view.board().contains(cell) => return Ok(()),
        Detection::Hidden => "there is no such space",
        Detection::Undetected => "the target is unknown",
        Detection::Seen | Detection::Concealed => "the target's position is known",
    };
    Err(Refusal::new(why, policy.guess_rule))
}
