//! The kinds of action to which reactions and standing orders may be limited.

use super::gear::weapon_for;
use crate::battle::{Act, View};
use crate::content::{ActKind, Action, Check, Does};
use crate::mechanics::{Game, attack};
use crate::resolution::cause::WindowCause;
use crate::rules::Ruleset;

/// Whether what a combatant does, declares or rolls for is of one of these kinds.
pub fn is_of_kind(view: View<'_>, rules: &Ruleset, cause: &WindowCause, kinds: &[ActKind]) -> bool {
    let Some(act) = &cause.act else { return cause.gait.is_some() && kinds.contains(&ActKind::Movement) };
    let Some(action) = rules.actions.get(act.action) else { return false };
    kinds.iter().any(|kind| match kind {
        ActKind::Attack => action.check().is_some_and(Check::is_attack),
        ActKind::WeaponAttack => action.is_weapon_attack(),
        ActKind::Melee => mode(view, rules, cause, (act, action)) == Some(attack::Mode::Melee),
        ActKind::Ranged => mode(view, rules, cause, (act, action)) == Some(attack::Mode::Ranged),
        ActKind::Spell => matches!(action.does, Does::Cast(_)),
        ActKind::Movement => matches!(action.does, Does::Move(_)),
    })
}

/// The mode of an attack with a weapon.
fn mode(view: View<'_>, rules: &Ruleset, cause: &WindowCause, (act, action): (&Act, &Action)) -> Option<attack::Mode> {
    let target = cause.target.filter(|_| action.is_weapon_attack())?;
    let slot = act.weapon.or_else(|| weapon_for(view, cause.by, act, action))?;
    attack::possible_mode(Game::new(view, rules.book()), cause.by, slot, target)
}
