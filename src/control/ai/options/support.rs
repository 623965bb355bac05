//! Helping allies: commands, first aid.

use crate::battle::CombatantId;
use crate::content::policy::{BleedingCollapse, Collapse, FatigueCollapse};
use crate::control::ai::model::Situation;
use crate::mechanics::status;
use crate::resolution::Act;

/// Value of commanding a companion: it gets three actions for one.
const COMMAND: i32 = 500;
/// Value of stopping one's own bleeding.
const OWN_BLEEDING: i32 = 600;
/// Value of stopping an ally's bleeding.
const ALLY_BLEEDING: i32 = 300;
/// Cells within which no enemy may be for stabilising an ally.
const SAFE_DISTANCE: u16 = 10;

/// Commanding a companion that can act, with its score.
pub fn command(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let action = situation.catalogue.command.as_ref()?;
    let can_act = |id| status::can_act(situation.game(), id);
    let mut companions = situation.view.friends_of(situation.actor).map(|ally| ally.id).filter(|id| can_act(*id));
    companions.find_map(|id| {
        let act = Act::at(action.id, id, None);
        situation.is_legal(&act).then_some((act, COMMAND))
    })
}

/// First aid for a combatant that would die without it, with its score.
pub fn first_aid(situation: &Situation<'_>) -> Option<(Act, i32)> {
    match &situation.rules.policies.consciousness.collapse {
        Collapse::Fatigue(policy) => stabilise(situation, policy).map(|act| (act, 1)),
        Collapse::Bleeding(policy) => stop_bleeding(situation, policy),
    }
}

/// Stopping the bleeding of the acting combatant or of an ally in reach.
fn stop_bleeding(situation: &Situation<'_>, policy: &BleedingCollapse) -> Option<(Act, i32)> {
    let action = situation.catalogue.staunch.as_ref()?;
    let allies = situation.view.friends_of(situation.actor).map(|ally| (ally.id, ALLY_BLEEDING));
    let mut all = std::iter::once((situation.actor, OWN_BLEEDING)).chain(allies);
    all.find_map(|(id, value)| {
        let act = Act::at(action.id, id, None);
        let bleeds = status::has_condition(situation.game(), id, policy.bleeding);
        (bleeds && situation.is_legal(&act)).then_some((act, value))
    })
}

/// Stabilising a dying ally in an adjacent space, if no enemy is near.
fn stabilise(situation: &Situation<'_>, policy: &FatigueCollapse) -> Option<Act> {
    let action = situation.catalogue.help.as_ref()?;
    let unconscious = situation.rules.policies.consciousness.unconscious;
    let safe = situation.enemies().all(|enemy| situation.distance_to(enemy.id) > SAFE_DISTANCE);
    let near = situation.view.friends_of(situation.actor).filter(|ally| situation.distance_to(ally.id) <= 1);
    let needs_help = |id: CombatantId| {
        let has = |name| status::has_condition(situation.game(), id, name);
        has(policy.dying) && has(unconscious) && !has(policy.stable)
    };
    let ally = near.map(|ally| ally.id).find(|id| safe && needs_help(*id))?;
    let act = Act::at(action.id, ally, None);
    situation.is_legal(&act).then_some(act)
}
