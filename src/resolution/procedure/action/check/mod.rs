//! A check: its roll, its results and what they plan.

pub mod check_dice;
pub mod damage_roll;
pub mod degrees;
pub mod enter_check;

pub mod terms;

use crate::battle::{CombatantId, Target};
use crate::content::action::{Action, Check};
use crate::content::effect::Effect;
use crate::content::stat::Stat;
use crate::mechanics::{Game, attack};
use crate::resolution::event::BattleEvent;
use crate::resolution::legal::Computed;
use crate::resolution::plan::{ActionPlan, Thrown};
use crate::resolution::procedure::action::check::terms::{CheckTerms, Pair, Uncached};
use crate::resolution::procedure::action::outcome;
use crate::resolution::procedure::effect::venoms;
use crate::resolution::step::Inputs;

/// Rolls a check and plans its results.
pub fn roll(
    mut plan: ActionPlan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    named: Option<Stat>,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> ActionPlan {
    if enter_check::enters(check) {
        return enter_check::roll(plan, action, check, target, inputs, events);
    }
    let pair = Pair { view: inputs.view, rules: inputs.rules, actor: plan.actor, target };
    let known = match inputs.legal(plan.actor) {
        Some(Computed::Aim(at, slot, mode)) if at == target && plan.act.target == Target::Combatant(at) => {
            Some((slot, mode))
        }
        _ => None,
    };
    let terms = terms::from_source(&Uncached { known, plain: false }, pair, &plan.act, check, named);
    let results = check_dice::roll(plan.actor, action, target, &terms, inputs, events);
    let before = plan.blows.len();
    outcome::plan(&mut plan, action, check, target, &terms, &results, inputs);
    venoms::attack(&mut plan, before, inputs, events);
    leave_hand(&mut plan, target, &terms, inputs);
    plan
}

/// A thrown weapon lands in the target's cell, hit or miss.
fn leave_hand(plan: &mut ActionPlan, target: CombatantId, terms: &CheckTerms, inputs: &Inputs<'_>) {
    let view = plan.act.imagined(inputs.view);
    let Some(slot) = terms.weapon else { return };
    let sticks = plan.effects.iter().any(|effect| matches!(effect.does, Effect::Staple { .. }));
    let leaves = attack::landing_rule(Game::new(view, inputs.book()), plan.actor, slot, terms.mode).filter(|_| !sticks);
    let cell = view.footprint(target).anchor;
    plan.thrown.extend(leaves.map(|rule| Thrown { slot, cell, rule }));
}
