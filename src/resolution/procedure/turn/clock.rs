//! The bottom frame of the stack: takes everything due on a count.

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::mechanics::status;
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, BattleOutcome};
use crate::resolution::frame::{
    Activation, ActivationStage, Clock, DelayedTurnOffer, Doing, DoingStage, Frame, Group, Occasion, Upkeep,
};
use crate::resolution::procedure::consequence::{fatigue, ongoing_damage};
use crate::resolution::procedure::effect::conditions::expiry;
use crate::resolution::procedure::effect::{healing, venoms};
use crate::resolution::procedure::spells::{active_spells, prepare};
use crate::resolution::procedure::turn::delay;
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};
use crate::turn::{Due, DueKind, Phase};

/// Takes the next scheduled events, after asking the combatants that may take a delayed turn now.
pub fn step(clock: Clock, inputs: &mut Inputs<'_>) -> StepResult {
    let clock = match delay::step(clock, inputs) {
        Ok(step) => return step,
        Err(clock) => clock,
    };
    let Some(first) = inputs.timeline.first().first().cloned() else {
        return ended(BattleOutcome::Draw { because: "no combatant can act any more".to_owned() });
    };
    if first.at > inputs.setup.limit {
        return ended(BattleOutcome::Unfinished);
    }
    if first.at != inputs.view.count() || inputs.view.revision() == 0 {
        // Checks on this count must already see it.
        let mut began = inputs.facts();
        began.push(BattleEvent::CountBegan { count: first.at });
        if inputs.memory.begun && inputs.timeline.first().iter().all(|due| matches!(due.what, DueKind::Turn(_))) {
            return turns(clock, inputs, began);
        }
        return StepResult::new(began, NextStep::Resume(Frame::Clock(clock)));
    }
    if !inputs.memory.begun {
        inputs.remember(Remember::Begun);
        return StepResult::silent(NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)));
    }
    match first.phase {
        Phase::Turns => {
            let events = inputs.facts();
            turns(clock, inputs, events)
        }
        _ => single(clock, first, inputs),
    }
}

fn ended(outcome: BattleOutcome) -> StepResult {
    StepResult::new(vec![BattleEvent::BattleEnded { outcome }], NextStep::End)
}

/// All turns due now form one activation, in order of combatants (TC-211, TC-215).
fn turns(clock: Clock, inputs: &mut Inputs<'_>, mut events: Vec<BattleEvent>) -> StepResult {
    let mut actors = Group::new();
    for due in inputs.timeline.first() {
        events.push(BattleEvent::DueTaken { due: due.id });
        match due.what {
            DueKind::Turn(who) => actors.push(who),
            DueKind::Passing(who) => {
                expiry::turn_starts(who, inputs, &mut events);
                expiry::schedule_after_removal(who, inputs, &mut events);
            }
            _ => {}
        }
    }
    if actors.is_empty() {
        return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
    }
    actors.sort_unstable();
    let count = actors.len();
    let opening = actors.first().map(|after| Box::new(DelayedTurnOffer { after: *after, asked: Vec::new() }));
    let (stage, starting, declared, plans) = (ActivationStage::Begin, Group::new(), smallvec![None; count], Vec::new());
    let activation = Activation { actors, stage, starting, declared, free: Vec::new(), plans, delays: Vec::new() };
    StepResult::new(events, NextStep::Call(Frame::Clock(Clock { opening }), Frame::Activation(Box::new(activation))))
}

/// Endings, completions and wakings come one by one, in the order of their ids.
fn single(clock: Clock, due: Due, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    events.push(BattleEvent::DueTaken { due: due.id });
    match due.what {
        DueKind::Completion { who, act } => completion(clock, who, *act, inputs, events),
        DueKind::Waking(who) => {
            fatigue::wake(who, inputs, &mut events);
            StepResult::new(events, NextStep::Resume(Frame::Clock(clock)))
        }
        DueKind::ConditionEnds { who, condition, rule } => {
            expiry::count_reached(who, condition, rule, inputs, &mut events);
            StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::Harms { who, condition, .. } => {
            ongoing_damage::harm(who, condition, inputs, &mut events);
            StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::SpellFades(who) => {
            prepare::fade(who, inputs, &mut events);
            StepResult::new(events, NextStep::Resume(Frame::Clock(clock)))
        }
        DueKind::SpellEnds { id, .. } => {
            active_spells::lasted(id, inputs, &mut events);
            StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::BonusEnds { who, rule } => {
            healing::unbolster(who, rule, inputs, &mut events);
            StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::Dose { who, by, venom, dose, left } => {
            venoms::comes_due((who, by), (venom, dose), left, inputs, &mut events);
            StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::WearsOff { who, venom, dose, left } => {
            venoms::wears_off(who, (venom, dose), left, inputs, &mut events);
            StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::Turn(_) | DueKind::Passing(_) => StepResult::new(events, NextStep::Resume(Frame::Clock(clock))),
    }
}

fn completion(
    clock: Clock,
    who: CombatantId,
    act: Act,
    inputs: &mut Inputs<'_>,
    mut events: Vec<BattleEvent>,
) -> StepResult {
    if !status::can_act(inputs.game(), who) {
        prepare::interrupted(who, inputs, &mut events);
        return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
    }
    let doing = Doing { actor: who, act, occasion: Occasion::Completion, stage: DoingStage::Plan };
    StepResult::new(events, NextStep::Call(Frame::Clock(clock), Frame::Doing(Box::new(doing))))
}
