//! The turn of one or more actors: all declare, all roll from the state at declaration, then everything takes effect.

use crate::battle::{CombatantId, PairFact, PairRelation, TurnStage, Until};
use crate::content::{Check, Does, PoolMoment, Refusal, Trigger};
use crate::resolution::act::{Act, Asks, Choice, Prompt};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{
    Acting, Activation, ActivationStage as Stage, Amended, Doing, Frame, Occasion, Settle, TurnStart, Upkeep, Verdict,
    WindowCause,
};
use crate::resolution::legal;
use crate::resolution::procedure::action::window;
use crate::resolution::procedure::consequence::control;
use crate::resolution::procedure::turn::{command_group, economy, end, shared};
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult, run_silent_stages};

/// Makes the next step of a turn. Stages without facts are passed at once.
pub fn step(activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    let same = |frame: Frame| if let Frame::Activation(same) = frame { Ok(same) } else { Err(frame) };
    run_silent_stages(activation, inputs, stage_of, same)
}

fn stage_of(activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    match activation.stage {
        Stage::Begin => begin(activation, inputs),
        Stage::Start(at) => start(activation, at, inputs),
        Stage::Declare(at) => declare(activation, at, inputs),
        Stage::Free => free(activation, inputs),
        Stage::Announce(at) => announce(activation, at, inputs),
        Stage::Announced(at) => announced(activation, at, inputs),
        Stage::Plan(at) => plan(activation, at, inputs),
        Stage::Planned(at) => planned(activation, at, inputs),
        Stage::Settle => settle(activation, inputs),
        Stage::End => end::step(activation, inputs),
        Stage::Opened(at) => opened(activation, at, inputs),
        Stage::Resolved(at) => resolved(activation, at, inputs),
        Stage::Closing(at) => end::closing(activation, at, inputs),
    }
}

fn at_stage(mut activation: Box<Activation>, stage: Stage) -> NextStep {
    activation.stage = stage;
    NextStep::Resume(Frame::Activation(activation))
}

fn begin(mut activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    activation.starting = command_group::starting(&activation.actors, inputs);
    if end::lost(&activation.starting, inputs, &mut events) {
        return StepResult::new(events, NextStep::Call(Frame::Activation(activation), Upkeep::after(inputs.view)));
    }
    events.extend(activation.starting.iter().map(|who| BattleEvent::TurnBegan { who: *who }));
    StepResult::new(events, at_stage(activation, Stage::Start(0)))
}

/// In rounds a turn starts with what its actor suffers, and then gives its actions. Delaying does not avoid this, and
/// it comes again at that place of every round until the delayed turn is taken (TA-017, TA-019).
fn start(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    let (true, Some(&who)) = (!inputs.rules.policies.turn.is_counted(), activation.starting.get(at)) else {
        let next = if window::listens(Trigger::TurnStart, inputs) { Stage::Opened(0) } else { Stage::Declare(0) };
        return StepResult::silent(at_stage(activation, next));
    };
    if inputs.verdict.take().is_none() {
        activation.stage = Stage::Start(at);
        return StepResult::silent(NextStep::Call(Frame::Activation(activation), Frame::TurnStart(TurnStart::of(who))));
    }
    let mut events = inputs.facts();
    economy::income(who, PoolMoment::OwnTurnStart, inputs, &mut events);
    StepResult::new(events, at_stage(activation, Stage::Start(at + 1)))
}

/// Others may react to the start of a turn (HD-166).
fn opened(mut activation: Box<Activation>, at: usize, inputs: &Inputs<'_>) -> StepResult {
    let Some(&who) = activation.starting.get(at) else {
        return StepResult::silent(at_stage(activation, Stage::Declare(0)));
    };
    activation.stage = Stage::Opened(at + 1);
    if shared::follows(who, &activation, inputs) {
        return Frame::Activation(activation).resume();
    }
    let next =
        window::open(Frame::Activation(activation), Trigger::TurnStart, inputs, |point| WindowCause::by(who, point));
    StepResult::silent(next)
}

/// Asks an actor for its action (TC-271). Free actions may come first, only in the actor's own turn (TA-030); after
/// them it is asked again (TC-272, G-41). In rounds they take effect at once; where turns are counted, once all have
/// declared, so that no actor sees what another does on the same count (TC-212).
fn declare(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    let Some(&who) = activation.actors.get(at) else {
        let next = if activation.free.is_empty() { Stage::Announce(0) } else { Stage::Free };
        return StepResult::silent(at_stage(activation, next));
    };
    let rounds = !inputs.rules.policies.turn.is_counted();
    let stands = |act: &Act| legal::check(inputs.view, inputs.rules, who, act).is_ok();
    if !rounds && inputs.answer.is_none() && activation.declared[at].as_ref().is_some_and(stands) {
        return StepResult::silent(at_stage(activation, Stage::Declare(at + 1)));
    }
    // An actor that has answered could act when it was asked.
    if inputs.answer.is_none() && !command_group::may_declare(who, inputs) {
        activation.declared[at] = None;
        let other = command_group::next_able(&activation, Some(at), inputs).filter(|_| rounds);
        return StepResult::silent(at_stage(activation, Stage::Declare(other.unwrap_or(at + 1))));
    }
    let answer = inputs.answer.take();
    let Some(Choice::Act(mut act)) = answer.or_else(|| control::flight(who, inputs).map(Choice::Act)) else {
        let prompt = Prompt { who, asks: Asks::Act };
        return StepResult::silent(NextStep::Ask(Frame::Activation(activation), prompt));
    };
    if let (None, Some(action)) = (act.weapon, inputs.rules.actions.get(act.action)) {
        act.weapon = legal::weapon_for(inputs.view, who, &act, action);
        if act.weapon.is_some() {
            inputs.remember(Remember::NotLegal(who));
        }
    }
    if let Some(other) = command_group::handed_to(&act, &activation, inputs) {
        return StepResult::silent(at_stage(activation, Stage::Declare(other)));
    }
    let action = inputs.rules.actions.get(act.action);
    if let (Some(Does::Delay), Some(turns)) = (action.map(|it| &it.does), inputs.rules.policies.turn.in_rounds()) {
        return end::delay(who, act, turns, inputs);
    }
    if action.is_some_and(|action| action.is_free()) {
        if rounds {
            let mut events = inputs.facts();
            if inputs.view.row(who).turn_state.stage == TurnStage::Fresh {
                events.push(BattleEvent::TurnUsed { who });
            }
            return StepResult::new(events, carry_out_free(activation, who, act));
        }
        activation.declared[at] = None;
        activation.free.push((who, act));
        return StepResult::silent(at_stage(activation, Stage::Declare(at + 1)));
    }
    activation.declared[at] = Some(act);
    // Where turns are counted, all declare before anything happens; in rounds one action follows the other.
    let next = if rounds { Stage::Announce(0) } else { Stage::Declare(at + 1) };
    StepResult::silent(at_stage(activation, next))
}

/// Carries out the next free action. After the last, actors that took one are asked for their action, and so is any
/// actor whose declared action has become impossible: it is taken back at no cost (G-95).
fn free(mut activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    if activation.free.is_empty() {
        return StepResult::silent(at_stage(activation, Stage::Declare(0)));
    }
    let (actor, act) = activation.free.remove(0);
    inputs.remember(Remember::NotLegal(actor));
    StepResult::silent(carry_out_free(activation, actor, act))
}

fn carry_out_free(activation: Box<Activation>, actor: CombatantId, act: Act) -> NextStep {
    NextStep::Call(Frame::Activation(activation), Frame::Doing(Doing::new(actor, act, Occasion::Free)))
}

/// Announces a declared action. Enemies may react where the ruleset allows it.
fn announce(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    if at == 0 && !window::listens(Trigger::ActionDeclared, inputs) {
        return announce_all(activation, inputs);
    }
    let Some(&who) = activation.actors.get(at) else {
        let events = mutual(&activation, inputs);
        return StepResult::new(events, at_stage(activation, Stage::Plan(0)));
    };
    let Some(act) = activation.declared[at].clone() else {
        return StepResult::silent(at_stage(activation, Stage::Announce(at + 1)));
    };
    let mut events = inputs.facts();
    events.push(BattleEvent::ActionDeclared { who, act: act.clone() });
    activation.stage = Stage::Announced(at);
    let frame = Frame::Activation(activation);
    let next = match is_wait(&act, inputs) {
        true => NextStep::Resume(frame),
        false => window::open(frame, Trigger::ActionDeclared, inputs, |point| WindowCause::of_act(who, &act, point)),
    };
    StepResult::new(events, next)
}

/// Whether an act only lets time pass, so that there is nothing to react to.
fn is_wait(act: &Act, inputs: &Inputs<'_>) -> bool {
    inputs.rules.actions.get(act.action).is_some_and(|action| action.does == Does::Wait)
}

/// Announces all declared actions at once, where no reaction is possible.
fn announce_all(mut activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    for (who, act) in activation.actors.iter().zip(&activation.declared) {
        events.extend(act.iter().map(|act| BattleEvent::ActionDeclared { who: *who, act: act.clone() }));
    }
    (0..activation.actors.len()).for_each(|at| pay(&mut activation, at, inputs, &mut events));
    let next = if activation.actors.len() > 1 { activation.actors.len() } else { 0 };
    let stage = if next == 0 { Stage::Plan(0) } else { Stage::Announce(next) };
    StepResult::new(events, at_stage(activation, stage))
}

/// Two actors that attack each other at the same moment both gain a bonus for that attack (TC-473).
fn mutual(activation: &Activation, inputs: &Inputs<'_>) -> Facts {
    let several = activation.actors.len() > 1;
    let Some(policy) = inputs.rules.policies.turn.simultaneous().filter(|_| several) else { return Vec::new() };
    let attacks = activation.actors.iter().zip(&activation.declared).filter_map(|(who, act)| {
        let act = act.as_ref()?;
        let attacks = inputs.rules.actions.get(act.action)?.check().is_some_and(Check::is_attack);
        act.aimed_at().filter(|_| attacks).map(|target| (*who, target))
    });
    let attacks: Vec<(CombatantId, CombatantId)> = attacks.collect();
    let returned = attacks.iter().filter(|(who, target)| attacks.contains(&(*target, *who)));
    let fact = |(who, towards): &(CombatantId, CombatantId)| {
        let until = Until::TurnOf(*who, inputs.view.row(*who).turn_state.turns);
        let slant = PairRelation::Mutual(policy.mutual.amount);
        BattleEvent::PairFactBegan {
            who: *who,
            fact: PairFact { towards: *towards, slant, until, rule: policy.mutual.rule },
        }
    };
    returned.map(fact).collect()
}

/// An interrupted declaration is taken back at no cost, and the actor is asked again.
fn announced(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    let amended = match inputs.verdict.take() {
        Some(Verdict::Closed(amended)) => amended,
        _ => Amended::default(),
    };
    let who = activation.actors[at];
    if !amended.cancelled {
        if let (Some(_), Some(act)) = (amended.target, &mut activation.declared[at]) {
            amended.aim(act);
            inputs.remember(Remember::NotLegal(who));
        }
        let mut events = inputs.facts();
        pay(&mut activation, at, inputs, &mut events);
        return StepResult::new(events, at_stage(activation, Stage::Announce(at + 1)));
    }
    let Some(act) = activation.declared[at].take() else {
        return StepResult::silent(at_stage(activation, Stage::Announce(at + 1)));
    };
    let rule = amended.rule.unwrap_or_default();
    let events = vec![BattleEvent::ActionTakenBack { who, act, rule }];
    StepResult::new(events, at_stage(activation, Stage::Declare(at)))
}

/// Pays for a declaration that stands. An act that cannot be paid for, or only in part, is not carried out now.
fn pay(activation: &mut Activation, at: usize, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (who, before) = (activation.actors[at], events.len());
    let Some(act) = activation.declared[at].take() else { return };
    match economy::pay_for(who, &act, Occasion::OwnTurn, inputs, events) {
        Ok(true) => activation.declared[at] = Some(act),
        Ok(false) => {}
        Err(refusal) => events.push(abandoned(who, &act, refusal)),
    }
    if events.len() > before {
        inputs.legal_after(events.len() as u64, who);
    }
}

fn abandoned(who: CombatantId, act: &Act, refusal: Refusal) -> BattleEvent {
    let (why, rule) = (refusal.why.into_owned(), refusal.rule);
    BattleEvent::ActionAbandoned { who, action: act.action, why, rule }
}

/// Rolls the declared action of one actor. Nothing changes yet.
fn plan(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    let Some(&actor) = activation.actors.get(at) else {
        return StepResult::silent(at_stage(activation, Stage::Settle));
    };
    let Some(act) = activation.declared[at].clone() else {
        return StepResult::silent(at_stage(activation, Stage::Plan(at + 1)));
    };
    let now = inputs.view.changed().any;
    if inputs.memory.legal(actor, now).is_none() {
        if let Err(refusal) = legal::declared(inputs.view, inputs.rules, actor, &act) {
            let events = vec![abandoned(actor, &act, refusal)];
            return StepResult::new(events, at_stage(activation, Stage::Plan(at + 1)));
        }
        inputs.remember(Remember::Legal(legal::Legality::at(actor, now)));
    }
    activation.stage = Stage::Planned(at);
    let acting = Acting::new(actor, act, Occasion::OwnTurn);
    StepResult::silent(NextStep::Call(Frame::Activation(activation), Frame::Acting(Box::new(acting))))
}

fn planned(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    if let Some(Verdict::Planned(plan)) = inputs.verdict.take() {
        let all = activation.actors.len();
        activation.plans.reserve_exact(all.saturating_sub(activation.plans.len()));
        activation.plans.push(*plan);
    }
    StepResult::silent(at_stage(activation, Stage::Plan(at + 1)))
}

fn settle(mut activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    let plans = std::mem::take(&mut activation.plans);
    let heard = window::listens(Trigger::ActionResolved, inputs);
    activation.stage = if heard { Stage::Resolved(0) } else { Stage::End };
    let results = plans.iter().filter(|_| heard).map(|plan| (plan.actor, plan.hit, plan.check));
    activation.results = results.collect();
    let slow = plans.iter().filter(|plan| !plan.delay.terms().is_empty());
    activation.delays = slow.map(|plan| (plan.actor, plan.delay.clone())).collect();
    let settle = Settle::new(plans, inputs.view);
    StepResult::silent(NextStep::Call(Frame::Activation(activation), Frame::Settle(Box::new(settle))))
}

/// Others may react to an action that has been resolved (HD-166).
fn resolved(mut activation: Box<Activation>, at: usize, inputs: &Inputs<'_>) -> StepResult {
    let Some(&who) = activation.actors.get(at) else {
        return StepResult::silent(at_stage(activation, Stage::End));
    };
    let act = activation.declared[at].clone().filter(|act| !is_wait(act, inputs));
    activation.stage = Stage::Resolved(at + 1);
    let result = activation.results.iter().find(|(actor, ..)| *actor == who);
    let (hit, check) = result.map_or((None, None), |(_, hit, check)| (Some(*hit), *check));
    let frame = Frame::Activation(activation);
    StepResult::silent(match act {
        None => NextStep::Resume(frame),
        Some(act) => {
            let cause = |point| WindowCause { hit, check, ..WindowCause::of_act(who, &act, point) };
            window::open(frame, Trigger::ActionResolved, inputs, cause)
        }
    })
}
