//! A check to get into an occupied space: rolled separately against everybody there who does not allow it.

use super::rungs::Judged;
use super::{ladder, terms};
use crate::battle::CombatantId;
use crate::content::action::{Action, Check};
use crate::content::effect::{Displacement, Effect};
use crate::mechanics::attack::Degree;
use crate::mechanics::space;
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::Plan;
use crate::resolution::step::Inputs;

/// Whether a check takes the actor into the target's space.
pub(super) fn enters(check: &Check) -> bool {
    let mut effects = check.ladder.iter().flat_map(|rung| &rung.effects);
    effects.any(|effect| effect.does == Effect::Displace(Displacement::Enter))
}

/// Rolls against each who refuses, and the worst result counts (TC-331). Where nobody does, it succeeds without a roll
/// (TC-332).
pub(super) fn roll(
    mut plan: Plan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Plan {
    let (view, rules, actor) = (inputs.view, inputs.rules, plan.actor);
    let odds = |other: CombatantId| terms::odds(view, rules, actor, &plan.act, check, other, None);
    let mut worst: Option<Judged> = None;
    for other in against(target, actor, inputs) {
        for judged in ladder::throw(actor, action, other, &odds(other), inputs, events) {
            let is_worse = worst.is_none_or(|(_, degree, margin)| (judged.1, judged.2) < (degree, margin));
            worst = if is_worse { Some(judged) } else { worst };
        }
    }
    let odds = odds(target);
    let free = odds.defences.first().map(|(stat, _)| (*stat, Degree::Success, 0));
    let results: Vec<Judged> = worst.or(free).into_iter().collect();
    ladder::outcome(&mut plan, action, check, target, &odds, &results, inputs);
    plan
}

/// Those who refuse, the target before the others.
fn against(target: CombatantId, actor: CombatantId, inputs: &Inputs<'_>) -> Vec<CombatantId> {
    let Ok(to) = space::forced_entry(inputs.view, inputs.book(), actor, target) else { return vec![target] };
    let mut refusing = space::blockers(inputs.view, inputs.book(), actor, to);
    refusing.sort_unstable_by_key(|other| (*other != target, *other));
    refusing
}
