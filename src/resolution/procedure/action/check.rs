//! A check: its roll, its results and what they plan.

use crate::battle::{CombatantId, Target};
use crate::content::action::{Action, Check};
use crate::content::effect::Effect;
use crate::content::stat::Stat;
use crate::mechanics::attack;
use crate::resolution::event::BattleEvent;
use crate::resolution::legal::Finding;
use crate::resolution::plan::{Plan, Thrown};
use crate::resolution::procedure::action::terms::{Anew, Odds, Pair};
use crate::resolution::procedure::action::{check_roll, enter_check, outcome, terms};
use crate::resolution::procedure::effect::venoms;
use crate::resolution::step::Inputs;

/// Rolls a check and plans its results.
pub fn roll(
    mut plan: Plan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    named: Option<Stat>,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Plan {
    if enter_check::enters(check) {
        return enter_check::roll(plan, action, check, target, inputs, events);
    }
    let pair = Pair { view: inputs.view, rules: inputs.rules, actor: plan.actor, target };
    let known = match inputs.finding(plan.actor) {
        Some(Finding::Aim(at, slot, mode)) if at == target && plan.act.target == Target::Combatant(at) => {
            Some((slot, mode))
        }
        _ => None,
    };
    let odds = terms::odds_of(&Anew::knowing(known), pair, &plan.act, check, named);
    let results = check_roll::throw(plan.actor, action, target, &odds, inputs, events);
    let before = plan.blows.len();
    outcome::outcome(&mut plan, action, check, target, &odds, &results, inputs);
    venoms::attack(&mut plan, before, inputs, events);
    leave_hand(&mut plan, target, &odds, inputs);
    plan
}

/// A thrown weapon lands in the target's cell, hit or miss.
fn leave_hand(plan: &mut Plan, target: CombatantId, odds: &Odds, inputs: &Inputs<'_>) {
    let view = plan.act.imagined(inputs.view);
    let Some(slot) = odds.weapon else { return };
    let sticks = plan.effects.iter().any(|effect| matches!(effect.does, Effect::Staple { .. }));
    let leaves = attack::leaves_hand(view, inputs.book(), plan.actor, slot, odds.mode).filter(|_| !sticks);
    let cell = view.footprint(target).anchor;
    plan.thrown.extend(leaves.map(|rule| Thrown { slot, cell, rule }));
}
