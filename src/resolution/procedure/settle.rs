//! Settles all plans of one moment: costs, movements one by one, all blows together, all other effects, upkeep, and
//! follow-up actions.

use crate::battle::{View, Vitals, WeaponLocation};
use crate::content::{Does, Pays};
use crate::mechanics::{damage, incantation, movement};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Frame, Settle, SettleStage as Stage, Upkeep, Verdict};
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::{doing, flanked};
use crate::resolution::procedure::consequence::order;
use crate::resolution::procedure::effect::{apply_effect, conditions, riders};
use crate::resolution::procedure::movement::drift;
use crate::resolution::procedure::movement::walk;
use crate::resolution::procedure::spells::investment;
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Makes the next step. Stages without facts are passed at once.
pub fn step(mut settle: Box<Settle>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    loop {
        let stage = std::mem::replace(&mut settle.stage, Stage::Costs);
        let child = stage_of(&mut settle, stage, inputs, &mut events);
        (*inputs.verdict, *inputs.answer) = (None, None);
        let settled = matches!(settle.stage, Stage::Follow { plan, .. } if plan >= settle.plans.len());
        let next = match child {
            Some(child) => NextStep::Call(Frame::Settle(settle), child),
            None if settled => NextStep::Finish(Verdict::Done),
            None if events.is_empty() => continue,
            None => NextStep::Resume(Frame::Settle(settle)),
        };
        return StepResult::new(events, next);
    }
}

/// Runs a stage and sets the next one. Returns a frame that must run first.
fn stage_of(settle: &mut Settle, stage: Stage, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Frame> {
    match stage {
        Stage::Costs => {
            settle.flanked = flanked::before(inputs);
            costs(settle, inputs, events);
        }
        Stage::Entries { order, at } => return entry(settle, order, at, inputs),
        Stage::Blows => blows(settle, inputs, events),
        Stage::Effects { plan, at } => return effect(settle, plan, at, inputs, events),
        Stage::Upkeep => {
            settle.stage = if settle.flanked.is_some() { Stage::Flanked } else { Stage::Follow { plan: 0, at: 0 } };
            if order::is_settled(inputs) && settle.before.are_same(inputs.view) {
                return None;
            }
            let blows = settle.plans.iter().flat_map(|plan| &plan.blows);
            let spared = blows.filter_map(|blow| Some((blow.target, blow.spared?))).collect();
            return Some(Upkeep::sparing(std::mem::take(&mut settle.before), spared));
        }
        Stage::Flanked => {
            settle.stage = Stage::Follow { plan: 0, at: 0 };
            return flanked::after(settle, inputs);
        }
        Stage::Follow { plan, at } => return follow(settle, plan, at, inputs),
    }
    None
}

fn costs(settle: &mut Settle, inputs: &mut Inputs<'_>, events: &mut Facts) {
    for plan in settle.plans.iter().filter(|plan| plan.fatigue > 0) {
        let mut vitals = inputs.view.row(plan.actor).vitals;
        vitals.fatigue += plan.fatigue;
        let action = inputs.rules.actions.get(plan.act.action);
        let cast = action.filter(|action| matches!(action.does, Does::Cast(_)));
        let prepared = cast.and(incantation::policy(inputs.book())).map(|policy| policy.cost_rule);
        let rule = prepared.or(action.map(|action| action.rule)).unwrap_or("".into());
        events.push(BattleEvent::FatigueGained { who: plan.actor, amount: plan.fatigue, vitals, rule });
    }
    for plan in settle.plans.iter().filter(|plan| plan.energy > 0) {
        let Some(Pays::Energy { rule, .. }) = inputs.rules.policies.magic.as_ref().map(|magic| &magic.pays) else {
            continue;
        };
        let (who, vitals) = (plan.actor, inputs.view.row(plan.actor).vitals);
        let vitals = Vitals { energy: vitals.energy - plan.energy, ..vitals };
        let invested = investment::rule(plan.act.action, inputs.rules);
        let rule = invested.unwrap_or(*rule);
        let (change, invested) = (-plan.energy, invested.is_some());
        events.push(BattleEvent::EnergyChanged { who, change, vitals, rule, invested });
    }
    settle.stage = Stage::Entries { order: entry_order(&settle.plans, inputs), at: 0 };
}

/// The fastest enters first, then the most dexterous; chance decides between those who get in each other's way (TC-148,
/// TC-149, TC-150). The others follow in that order (TC-152).
fn entry_order(plans: &[ActionPlan], inputs: &mut Inputs<'_>) -> Vec<usize> {
    let mut movers: Vec<(i32, i32, usize)> = Vec::new();
    for (at, plan) in plans.iter().enumerate() {
        let Some(walk) = &plan.walk else { continue };
        let rate = movement::planned_rate(inputs.game(), plan.actor, (walk.gait, &walk.momentum));
        let order = inputs.view.row(plan.actor).sheet.stat(inputs.rules.policies.roles.order);
        movers.push((-i32::from(rate), -i32::from(order), at));
    }
    movers.sort_unstable();
    for tied in movers.chunk_by_mut(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let count = tied.len();
        let meet =
            (0..count).any(|at| (at + 1..count).any(|other| meet(plans, tied[at].2, tied[other].2, inputs.view)));
        for at in 0..if meet { count - 1 } else { 0 } {
            tied.swap(at, at + inputs.dice.pick(count - at));
        }
    }
    movers.into_iter().map(|(.., at)| at).collect()
}

/// Whether two movers enter the same cell.
fn meet(plans: &[ActionPlan], one: usize, other: usize, view: View<'_>) -> bool {
    let path = |at: usize| plans[at].walk.iter().flat_map(|walk| &walk.path);
    let [own, theirs] = [one, other].map(|at| view.footprint(plans[at].actor));
    path(one).any(|cell| path(other).any(|there| own.at(*cell).overlaps(view.shape(), theirs.at(*there))))
}

fn entry(settle: &mut Settle, order: Vec<usize>, at: usize, inputs: &mut Inputs<'_>) -> Option<Frame> {
    if let (Some(Verdict::Moved { cells: 1.. }), true) = (inputs.verdict.take(), at > 0) {
        let mover = inputs.view.footprint(settle.plans[order[at - 1]].actor);
        settle.entered.extend(mover.cells(inputs.view.shape()));
    }
    let Some(&plan) = order.get(at) else {
        settle.stage = Stage::Blows;
        return None;
    };
    settle.stage = Stage::Entries { order, at: at + 1 };
    let (who, planned) = (settle.plans[plan].actor, settle.plans[plan].walk.clone()?);
    Some(walk::begin(who, planned, settle.entered.clone(), inputs))
}

fn blows(settle: &mut Settle, inputs: &mut Inputs<'_>, events: &mut Facts) {
    settle.stage = Stage::Effects { plan: 0, at: 0 };
    settle.plans.iter().for_each(|plan| leave_hands(plan, inputs, events));
    let mut all: Vec<_> = settle.plans.iter().flat_map(|plan| plan.blows.iter().cloned()).collect();
    all.extend(damage::in_water(inputs.game(), &all));
    let view = inputs.view;
    let mut landed = all.iter().filter(|blow| view.find(blow.target).is_some());
    for hurt in damage::settle(inputs.game(), &all) {
        if let Some(blow) = landed.next() {
            let effects = riders::of_blow(blow, &hurt, inputs, events);
            let plan = settle.plans.iter_mut().find(|plan| plan.actor == blow.by);
            plan.into_iter().for_each(|plan| plan.effects.extend(effects.iter().cloned()));
        }
        let (bodies, mark) = ((hurt.target, hurt.by), hurt.impairs.as_ref().map(|mark| (mark.condition, mark.rule)));
        events.push(BattleEvent::DamageTaken(Box::new(hurt)));
        if let Some((condition, rule)) = mark {
            conditions::change_level(bodies, condition, 1, rule, inputs, events);
        }
    }
    drift::recoil(&settle.plans, inputs, events);
}

/// Thrown weapons leave the hand, unless lost meanwhile.
fn leave_hands(plan: &ActionPlan, inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, arms) = (plan.actor, &inputs.view.row(plan.actor).arms);
    for thrown in plan.thrown.iter().filter(|thrown| arms.place(thrown.slot) == WeaponLocation::InHand) {
        let (slot, cell, rule) = (thrown.slot, Some(thrown.cell), thrown.rule);
        events.push(BattleEvent::WeaponDropped { who, slot, cell, rule });
    }
}

fn effect(settle: &mut Settle, plan: usize, at: usize, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Frame> {
    if let (Some(Verdict::LetGo), Some(last)) = (inputs.verdict.take(), at.checked_sub(1)) {
        settle.let_go.push((plan, last));
    }
    let Some(current) = settle.plans.get(plan) else {
        settle.stage = Stage::Upkeep;
        return None;
    };
    let Some(effect) = current.effects.get(at).cloned() else {
        settle.stage = Stage::Effects { plan: plan + 1, at: 0 };
        return None;
    };
    settle.stage = Stage::Effects { plan, at: at + 1 };
    apply_effect::carry_out(effect, inputs, events)
}

/// Follow-up actions once the rest of the moment is over: by then the dead are dead, and checks to stay awake are made
/// (TC-212).
fn follow(settle: &mut Settle, plan: usize, at: usize, inputs: &Inputs<'_>) -> Option<Frame> {
    let current = settle.plans.get(plan);
    let Some((current, effect)) = current.and_then(|current| Some((current, current.effects.get(at)?))) else {
        settle.stage = Stage::Follow { plan: plan + 1, at: 0 };
        return None;
    };
    let total = current.check.map(|check| check.total);
    let next = doing::following(effect, total, settle.let_go.contains(&(plan, at)), inputs);
    settle.stage = Stage::Follow { plan, at: at + 1 };
    next
}
