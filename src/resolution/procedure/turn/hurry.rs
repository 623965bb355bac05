//! Doing an action faster: its check as the action is paid for (HD-363 to HD-368).

use crate::battle::CombatantId;
use crate::content::{Hurry, Label, PoolId};
use crate::mechanics::checks::hurry;
use crate::resolution::event::Facts;
use crate::resolution::legal::Cost;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// Rolls the check; the cost that follows from it. Nothing is rolled for what costs no points of the pool of actions.
pub(crate) fn rolled(
    who: CombatantId,
    policy: &Hurry,
    mut cost: Cost,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Cost {
    let price = cost.of_pool(PoolId::ACTIONS);
    if price <= 0 {
        return cost;
    }
    let (bonus, difficulty) = hurry::terms(inputs.game(), who, policy);
    let check = PlainCheck { who, name: "hurry", roll: policy.dice, bonus, difficulty, rule: policy.rule };
    let margin = check.roll(inputs, events);
    let left = inputs.view.row(who).turn_state.pools.left(PoolId::ACTIONS);
    for (points, rule) in
        hurry::price_changes(policy, margin, price, left).into_iter().filter(|(points, _)| *points != 0)
    {
        cost.add(PoolId::ACTIONS, Label::Hurried, points, rule);
    }
    if margin >= 0 {
        cost.add_all(inputs.game(), &policy.costs, policy.costs_rule);
    }
    cost
}
