//! The bottom frame of the stack: takes everything due on a count.

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::mechanics::status;
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Outcome};
use crate::resolution::frame::{
    Activation, ActivationStage, Clock, DelayedTurnOffer, Doing, DoingStage, Frame, Group, Occasion, Upkeep,
};
use crate::resolution::procedure::consequence::{fatigue, ongoing_damage};
use crate::resolution::procedure::effect::{expiry, healing, venoms};
use crate::resolution::procedure::spells::{active_spells, prepare};
use crate::resolution::procedure::turn::delay;
use crate::resolution::step::{Inputs, Next, Step};
use crate::turn::{Due, DueKind, Phase};

/// Takes what is due first, after asking the combatants that may take a delayed turn now.
pub fn step(clock: Clock, inputs: &mut Inputs<'_>) -> Step {
    let clock = match delay::step(clock, inputs) {
        Ok(step) => return step,
        Err(clock) => clock,
    };
    let Some(first) = inputs.timeline.first().first().cloned() else {
        return ended(Outcome::Draw { because: "no combatant can act any more".to_owned() });
    };
    if first.at > inputs.setup.limit {
        return ended(Outcome::Unfinished);
    }
    if first.at != inputs.view.count() || inputs.view.revision() == 0 {
        // Checks on this count must already see it.
        let mut began = inputs.facts();
        began.push(BattleEvent::CountBegan { count: first.at });
        if inputs.memory.begun && inputs.timeline.first().iter().all(|due| matches!(due.what, DueKind::Turn(_))) {
            return turns(clock, inputs, began);
        }
        return Step::new(began, Next::Resume(Frame::Clock(clock)));
    }
    if !std::mem::replace(&mut inputs.memory.begun, true) {
        return Step::silent(Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)));
    }
    match first.phase {
        Phase::Turns => {
            let events = inputs.facts();
            turns(clock, inputs, events)
        }
        _ => single(clock, first, inputs),
    }
}

fn ended(outcome: Outcome) -> Step {
    Step::new(vec![BattleEvent::BattleEnded { outcome }], Next::End)
}

/// All turns due now form one activation, in order of combatants (TC-211, TC-215).
fn turns(clock: Clock, inputs: &mut Inputs<'_>, mut events: Vec<BattleEvent>) -> Step {
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
        return Step::new(events, Next::Resume(Frame::Clock(clock)));
    }
    actors.sort_unstable();
    let count = actors.len();
    let opening = actors.first().map(|after| Box::new(DelayedTurnOffer { after: *after, asked: Vec::new() }));
    let (stage, starting, declared, plans) = (ActivationStage::Begin, Group::new(), smallvec![None; count], Vec::new());
    let activation = Activation { actors, stage, starting, declared, free: Vec::new(), plans, delays: Vec::new() };
    Step::new(events, Next::Call(Frame::Clock(Clock { opening }), Frame::Activation(Box::new(activation))))
}

/// Endings, completions and wakings come one by one, in the order of their ids.
fn single(clock: Clock, due: Due, inputs: &mut Inputs<'_>) -> Step {
    let mut events = inputs.facts();
    events.push(BattleEvent::DueTaken { due: due.id });
    match due.what {
        DueKind::Completion { who, act } => completion(clock, who, *act, inputs, events),
        DueKind::Waking(who) => {
            fatigue::wake(who, inputs, &mut events);
            Step::new(events, Next::Resume(Frame::Clock(clock)))
        }
        DueKind::ConditionEnds { who, condition, rule } => {
            expiry::count_reached(who, condition, rule, inputs, &mut events);
            Step::new(events, Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::Harms { who, condition, .. } => {
            ongoing_damage::harm(who, condition, inputs, &mut events);
            Step::new(events, Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::SpellFades(who) => {
            prepare::fade(who, inputs, &mut events);
            Step::new(events, Next::Resume(Frame::Clock(clock)))
        }
        DueKind::SpellEnds { id, .. } => {
            active_spells::lasted(id, inputs, &mut events);
            Step::new(events, Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::BonusEnds { who, rule } => {
            healing::unbolster(who, rule, inputs, &mut events);
            Step::new(events, Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::Dose { who, by, venom, dose, left } => {
            venoms::comes_due((who, by), (venom, dose), left, inputs, &mut events);
            Step::new(events, Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::WearsOff { who, venom, dose, left } => {
            venoms::wears_off(who, (venom, dose), left, inputs, &mut events);
            Step::new(events, Next::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
        }
        DueKind::Turn(_) | DueKind::Passing(_) => Step::new(events, Next::Resume(Frame::Clock(clock))),
    }
}

fn completion(clock: Clock, who: CombatantId, act: Act, inputs: &mut Inputs<'_>, mut events: Vec<BattleEvent>) -> Step {
    if !status::can_act(inputs.view, inputs.book(), who) {
        prepare::interrupted(who, inputs, &mut events);
        return Step::new(events, Next::Resume(Frame::Clock(clock)));
    }
    let doing = Doing { actor: who, act, occasion: Occasion::Completion, stage: DoingStage::Plan };
    Step::new(events, Next::Call(Frame::Clock(clock), Frame::Doing(Box::new(doing))))
}
