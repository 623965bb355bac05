//! Bodies that a push meets and pushes along (PR-305 to PR-307).

use crate::battle::{CombatantId, PairFact, PairRelation, Until};
use crate::content::{BodiesAhead, Displacement, Effect};
use crate::resolution::act::Act;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Acting, Displace, Frame, Occasion, Pushed, Verdict};
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::forced::push;
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Rolls the check to push a further body along. Each body that is pushed already modifies it.
pub(super) fn checks(
    mut displace: Box<Displace>,
    pushed: Pushed,
    other: CombatantId,
    inputs: &Inputs<'_>,
) -> StepResult {
    let BodiesAhead::PushedAlong(policy) = inputs.rules.policies.push.bodies else { return StepResult::nothing() };
    let who = displace.actor;
    let act = Act::at(policy.action, other, None);
    let bodies = i16::try_from(displace.train.len() + 1).unwrap_or(i16::MAX);
    let slant = PairRelation::PushedAlong(policy.each.amount.saturating_mul(bodies));
    let fact = PairFact { towards: other, slant, until: Until::Ended, rule: policy.each.rule };
    let declared = BattleEvent::ActionDeclared { who, act: act.clone() };
    let events = vec![declared, BattleEvent::PairFactBegan { who, fact }];
    (displace.met, displace.pushed) = (Some(other), Some(pushed));
    let acting = Acting::new(who, act, Occasion::Free);
    StepResult::new(events, NextStep::Call(Frame::Displace(displace), Frame::Acting(Box::new(acting))))
}

/// The body that was met is pushed along if the check succeeded, and the push goes on without a question. It goes no further
/// than the check against that body allows.
pub(super) fn joins(mut displace: Box<Displace>, inputs: &mut Inputs<'_>) -> StepResult {
    let (Some(other), Some(pushed)) = (displace.met.take(), displace.pushed) else { return StepResult::nothing() };
    let who = displace.actor;
    let facts = inputs.view.row(who).pairs.towards(other);
    let modifier = facts.filter(|fact| matches!(fact.slant, PairRelation::PushedAlong(_)));
    let mut events: Vec<BattleEvent> =
        modifier.map(|fact| BattleEvent::PairFactEnded { who, towards: other, slant: fact.slant }).collect();
    let distance = match inputs.verdict.take() {
        Some(Verdict::Planned(plan)) if plan.hit => distance(&plan),
        _ => None,
    };
    let Some(distance) = distance else { return push::over(displace, events, inputs) };
    displace.distance = displace.distance.min(distance);
    displace.train.push(other);
    let step = push::one_cell(displace, pushed, inputs);
    events.extend(step.events);
    StepResult { events, ..step }
}

/// Feet of the push that a check has planned, with those that its degree adds.
fn distance(plan: &ActionPlan) -> Option<u16> {
    plan.effects.iter().find_map(|effect| match effect.does {
        Effect::Displace(Displacement::Push { distance }) => Some(distance.saturating_add(effect.farther)),
        _ => None,
    })
}
