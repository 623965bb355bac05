//! A check to enter an occupied space, rolled separately against every occupant that refuses.

use crate::battle::CombatantId;
use crate::content::action::{Action, Check};
use crate::content::effect::{Displacement, Effect};
use crate::mechanics::attack::Degree;
use crate::mechanics::space;
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::degrees::DefenceResult;
use crate::resolution::procedure::action::check::{check_dice, terms};
use crate::resolution::procedure::action::outcome;
use crate::resolution::step::Inputs;

/// Whether a check takes the actor into the target's space.
pub(crate) fn enters(check: &Check) -> bool {
    let mut effects = check.ladder.iter().flat_map(|rung| &rung.effects);
    effects.any(|effect| effect.does == Effect::Displace(Displacement::Enter))
}

/// Rolls against every occupant that refuses; the worst result counts (TC-331). If none refuses, the check succeeds
/// without a roll (TC-332).
pub(crate) fn roll(
    mut plan: ActionPlan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> ActionPlan {
    let (view, rules, actor) = (inputs.view, inputs.rules, plan.actor);
    let terms = |other: CombatantId| terms::check_terms(view, rules, actor, &plan.act, check, other, None);
    let mut worst: Option<DefenceResult> = None;
    for other in against(target, actor, inputs) {
        for judged in check_dice::roll(actor, action, other, &terms(other), inputs, events) {
            let is_worse = worst.is_none_or(|(_, degree, margin)| (judged.1, judged.2) < (degree, margin));
            worst = if is_worse { Some(judged) } else { worst };
        }
    }
    let terms = terms(target);
    let free = terms.defences.first().map(|(stat, _)| (*stat, Degree::Success, 0));
    let results: Vec<DefenceResult> = worst.or(free).into_iter().collect();
    outcome::plan(&mut plan, action, check, target, &terms, &results, inputs);
    plan
}

/// Occupants that refuse, the target first.
fn against(target: CombatantId, actor: CombatantId, inputs: &Inputs<'_>) -> Vec<CombatantId> {
    let Ok(to) = space::forced_entry(inputs.game(), actor, target) else { return vec![target] };
    let mut refusing = space::blockers(inputs.game(), actor, to);
    refusing.sort_unstable_by_key(|other| (*other != target, *other));
    refusing
}
