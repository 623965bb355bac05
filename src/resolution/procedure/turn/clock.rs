//! The bottom frame of the stack: takes everything due on a count, and offers delayed turns (TA-012, TA-018).

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::mechanics::status;
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, BattleOutcome, Facts};
use crate::resolution::frame::{
    Activation, Clock, DelayedTurnOffer, Doing, Frame, Group, Occasion, RoundPhase, Upkeep,
};
use crate::resolution::procedure::consequence::fatigue;
use crate::resolution::procedure::effect::{deal_damage, duration, healing, venoms};
use crate::resolution::procedure::spells::{active_spells, prepare};
use crate::resolution::procedure::turn::{delayed, shared};
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};
use crate::turn::{Due, DueKind};

/// Takes the next scheduled events, after asking the combatants that may take a delayed turn now.
pub fn step(clock: Clock, inputs: &mut Inputs<'_>) -> StepResult {
    let clock = match delayed::offer(clock, inputs) {
        Ok(step) => return step,
        Err(clock) => clock,
    };
    let Some(first) = inputs.timeline.first().first().cloned() else {
        return ended(BattleOutcome::Draw { because: "no combatant can act any more".to_owned() });
    };
    if first.at > inputs.setup.limit {
        return ended(BattleOutcome::Unfinished);
    }
    if first.at != inputs.view.count() && round_ends(inputs) {
        inputs.remember(Remember::RoundEnded(inputs.view.count()));
        return StepResult::silent(NextStep::Call(
            Frame::Clock(clock),
            Frame::Round(RoundPhase { ends: true, step: 0 }),
        ));
    }
    if first.at != inputs.view.count() || inputs.view.revision() == 0 {
        // Checks on this count must already see it.
        let mut began = inputs.facts();
        began.push(BattleEvent::CountBegan { count: first.at });
        if inputs.rules.policies.turn.in_rounds().is_some_and(|turns| !turns.round_start.is_empty()) {
            let start = Frame::Round(RoundPhase { ends: false, step: 0 });
            return StepResult::new(began, NextStep::Call(Frame::Clock(clock), start));
        }
        if inputs.memory.begun && inputs.timeline.first().iter().all(|due| matches!(due.what, DueKind::Turn(_))) {
            return turns(clock, inputs, began);
        }
        return StepResult::new(began, NextStep::Resume(Frame::Clock(clock)));
    }
    if !inputs.memory.begun {
        inputs.remember(Remember::Begun);
        return StepResult::silent(NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)));
    }
    if inputs.timeline.first().iter().all(|due| due.what.is_of_turn()) {
        let events = inputs.facts();
        return turns(clock, inputs, events);
    }
    single(clock, first, inputs)
}

/// Whether the current round ends now, in rules where that does something.
fn round_ends(inputs: &Inputs<'_>) -> bool {
    let steps = inputs.rules.policies.turn.in_rounds().is_some_and(|turns| !turns.round_end.is_empty());
    steps && inputs.view.count() > 0 && inputs.memory.round_ended != inputs.view.count()
}

fn ended(outcome: BattleOutcome) -> StepResult {
    StepResult::new(vec![BattleEvent::BattleEnded { outcome }], NextStep::End)
}

/// All turns due now form one activation, in order of combatants (TC-211, TC-215).
fn turns(clock: Clock, inputs: &mut Inputs<'_>, mut events: Facts) -> StepResult {
    if shared::waits(inputs, &mut events) {
        return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
    }
    let mut actors = Group::new();
    for due in shared::first(inputs) {
        events.push(BattleEvent::DueTaken { due: due.id });
        match due.what {
            DueKind::Turn(who) => actors.push(who),
            DueKind::Passing(who) => {
                duration::turn_starts(who, inputs, &mut events);
                duration::schedule_after_removal(who, inputs, &mut events);
            }
            _ => {}
        }
    }
    if actors.is_empty() {
        return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
    }
    actors.sort_unstable_by_key(|who| (inputs.view.mount_of(*who), *who));
    let count = actors.len();
    let opening = actors.first().map(|after| Box::new(DelayedTurnOffer { after: *after, asked: Vec::new() }));
    let activation = Activation { actors, declared: smallvec![None; count], ..Activation::default() };
    StepResult::new(events, NextStep::Call(Frame::Clock(Clock { opening }), Frame::Activation(Box::new(activation))))
}

/// Endings, completions and wakings come one by one, in the order of their ids.
fn single(clock: Clock, due: Due, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    events.push(BattleEvent::DueTaken { due: due.id });
    match due.what {
        DueKind::Completion { who, act } => return completion(clock, who, *act, inputs, events),
        DueKind::Waking(who) => {
            fatigue::wake(who, inputs, &mut events);
            return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
        }
        DueKind::SpellFades(who) => {
            prepare::fade(who, inputs, &mut events);
            return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
        }
        DueKind::Turn(_) | DueKind::Passing(_) => {
            return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
        }
        DueKind::ConditionEnds { who, condition, rule } => {
            duration::count_reached(who, condition, rule, inputs, &mut events);
        }
        DueKind::Harms { who, condition, .. } => deal_damage::recurs(who, condition, inputs, &mut events),
        DueKind::SpellEnds { id, .. } => active_spells::lasted(id, inputs, &mut events),
        DueKind::BonusEnds { who, rule } => healing::unbolster(who, rule, inputs, &mut events),
        DueKind::Dose { who, by, venom, dose, left } => {
            venoms::comes_due((who, by), (venom, dose), left, inputs, &mut events);
        }
        DueKind::WearsOff { who, venom, dose, left } => {
            venoms::wears_off(who, (venom, dose), left, inputs, &mut events);
        }
    }
    StepResult::new(events, NextStep::Call(Frame::Clock(clock), Upkeep::after(inputs.view)))
}

fn completion(clock: Clock, who: CombatantId, act: Act, inputs: &mut Inputs<'_>, mut events: Facts) -> StepResult {
    if !status::can_act(inputs.game(), who) {
        prepare::interrupted(who, inputs, &mut events);
        return StepResult::new(events, NextStep::Resume(Frame::Clock(clock)));
    }
    let doing = Frame::Doing(Doing::new(who, act, Occasion::Completion));
    StepResult::new(events, NextStep::Call(Frame::Clock(clock), doing))
}
