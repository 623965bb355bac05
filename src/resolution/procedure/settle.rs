//! All plans of one moment take effect: costs, then movements one by one, then every blow over one running copy of the
//! pools, then all other effects, then upkeep once.

use crate::battle::{CombatantId, View};
use crate::content::action::Does;
use crate::content::policy::Pays;
use crate::content::stat::Stat;
use crate::grid::Cell;
use crate::mechanics::{damage, incantation, movement};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Frame, Settle, SettleStage as Stage, Upkeep, Verdict, Walk, WalkStage};
use crate::resolution::plan::Plan;
use crate::resolution::step::{Inputs, Next, Step};

use super::{afflictions, effects, weightless};

impl Settle {
    /// The settling of these plans.
    pub fn new(plans: Vec<Plan>, view: View<'_>) -> Settle {
        let before = view.rows().iter().map(|row| row.vitals).collect();
        Settle { plans, stage: Stage::Costs, before, entered: Vec::new() }
    }
}

/// Makes the next step of a moment.
pub fn step(mut settle: Box<Settle>, inputs: &mut Inputs<'_>) -> Step {
    match std::mem::replace(&mut settle.stage, Stage::Costs) {
        Stage::Costs => costs(settle, inputs),
        Stage::Entries { order, at } => entry(settle, order, at, inputs),
        Stage::Blows => blows(settle, inputs),
        Stage::Effects { plan, at } => effect(settle, plan, at, inputs),
        Stage::Upkeep => {
            settle.stage = Stage::Follow { plan: 0, at: 0 };
            let upkeep = Upkeep::since(settle.before.clone());
            Step::silent(Next::Call(Frame::Settle(settle), Frame::Upkeep(upkeep)))
        }
        Stage::Follow { plan, at } => follow(settle, plan, at, inputs),
    }
}

fn go(mut settle: Box<Settle>, stage: Stage) -> Next {
    settle.stage = stage;
    Next::Resume(Frame::Settle(settle))
}

fn costs(settle: Box<Settle>, inputs: &mut Inputs<'_>) -> Step {
    let mut events = Vec::new();
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
        let vitals = crate::battle::Vitals { energy: vitals.energy - plan.energy, ..vitals };
        events.push(BattleEvent::EnergyChanged { who, change: -plan.energy, vitals, rule: *rule });
    }
    let order = entry_order(&settle.plans, inputs);
    Step::new(events, go(settle, Stage::Entries { order, at: 0 }))
}

/// The fastest enters first; of those the most dexterous; of those who then get in each other's way, chance decides
/// (TC-148, TC-149, TC-150). The others follow in that order (TC-152).
fn entry_order(plans: &[Plan], inputs: &mut Inputs<'_>) -> Vec<usize> {
    let mut movers: Vec<(i32, i32, usize)> = Vec::new();
    for (at, plan) in plans.iter().enumerate() {
        let Some(walk) = &plan.walk else { continue };
        let rate = movement::rate(inputs.view, inputs.book(), plan.actor, walk.gait);
        let dexterity = inputs.view.row(plan.actor).sheet.stat(Stat::Dexterity);
        movers.push((-i32::from(rate), -i32::from(dexterity), at));
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

/// Whether two movers make for the same cell.
fn meet(plans: &[Plan], one: usize, other: usize, view: View<'_>) -> bool {
    let cells = |plan: &Plan| -> Vec<Cell> {
        let body = view.footprint(plan.actor);
        let path = plan.walk.iter().flat_map(|walk| walk.path.clone());
        path.flat_map(|cell| body.at(cell).cells(view.shape())).collect()
    };
    let own = cells(&plans[one]);
    cells(&plans[other]).iter().any(|cell| own.contains(cell))
}

fn entry(mut settle: Box<Settle>, order: Vec<usize>, at: usize, inputs: &mut Inputs<'_>) -> Step {
    if let (Some(Verdict::Moved { cells: 1.. }), true) = (inputs.verdict.take(), at > 0) {
        let mover = inputs.view.footprint(settle.plans[order[at - 1]].actor);
        settle.entered.extend(mover.cells(inputs.view.shape()));
    }
    let Some(&plan) = order.get(at) else {
        return Step::silent(go(settle, Stage::Blows));
    };
    let (who, walk) = (settle.plans[plan].actor, settle.plans[plan].walk.clone());
    settle.stage = Stage::Entries { order, at: at + 1 };
    let Some(walk) = walk else { return Step::silent(Next::Resume(Frame::Settle(settle))) };
    let contested = settle.entered.clone();
    let (gait, path, momentum, airway) = (walk.gait, walk.path, walk.momentum, walk.airway);
    let (start, stance) = (inputs.view.footprint(who).anchor, inputs.view.row(who).stance);
    let stage = WalkStage::Before;
    let walk = Walk { who, gait, path, start, at: 0, stage, momentum, airway, contested, stance };
    Step::silent(Next::Call(Frame::Settle(settle), Frame::Walk(Box::new(walk))))
}

fn blows(settle: Box<Settle>, inputs: &mut Inputs<'_>) -> Step {
    let all: Vec<_> = settle.plans.iter().flat_map(|plan| plan.blows.iter().cloned()).collect();
    let hurts = damage::settle(inputs.view, inputs.book(), &all);
    let mut events = Vec::with_capacity(hurts.len());
    for hurt in hurts {
        let (bodies, mark) = ((hurt.target, hurt.by), hurt.impairs.as_ref().map(|mark| (mark.condition, mark.rule)));
        events.push(BattleEvent::DamageTaken(Box::new(hurt)));
        if let Some((condition, rule)) = mark {
            afflictions::build(bodies, condition, 1, rule, inputs, &mut events);
        }
    }
    weightless::recoil(&settle.plans, inputs, &mut events);
    Step::new(events, go(settle, Stage::Effects { plan: 0, at: 0 }))
}

fn effect(mut settle: Box<Settle>, plan: usize, at: usize, inputs: &mut Inputs<'_>) -> Step {
    let Some(current) = settle.plans.get(plan) else {
        return Step::silent(go(settle, Stage::Upkeep));
    };
    let Some(effect) = current.effects.get(at).cloned() else {
        return Step::silent(go(settle, Stage::Effects { plan: plan + 1, at: 0 }));
    };
    settle.stage = Stage::Effects { plan, at: at + 1 };
    let mut events = Vec::new();
    match effects::carry_out(effect, inputs, &mut events) {
        Some(child) => Step::new(events, Next::Call(Frame::Settle(settle), child)),
        None => Step::new(events, Next::Resume(Frame::Settle(settle))),
    }
}

/// Actions that follow from those of this moment, once everything else of it is over.
fn follow(mut settle: Box<Settle>, plan: usize, at: usize, inputs: &Inputs<'_>) -> Step {
    let Some(current) = settle.plans.get(plan) else {
        return Step::silent(Next::Finish(Verdict::Done));
    };
    let Some(effect) = current.effects.get(at) else {
        return Step::silent(go(settle, Stage::Follow { plan: plan + 1, at: 0 }));
    };
    let doing = effects::following(effect, inputs);
    settle.stage = Stage::Follow { plan, at: at + 1 };
    let settle = Frame::Settle(settle);
    Step::silent(match doing {
        Some(doing) => Next::Call(settle, Frame::Doing(Box::new(doing))),
        None => Next::Resume(settle),
    })
}

/// Whether two combatants are still both on the board.
pub(super) fn both_present(view: View<'_>, one: CombatantId, other: CombatantId) -> bool {
    !view.row(one).gone && !view.row(other).gone
}
