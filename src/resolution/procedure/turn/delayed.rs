//! Delayed turns: which of them come after a turn, and how they begin (TA-012, TA-018, FS-026, FS-027).

use smallvec::smallvec;

use crate::battle::{CombatantId, Row, TurnStage};
use crate::content::{Breakdown, DelayPolicy, DelayedPlace};
use crate::mechanics::status;
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Activation, ActivationStage, Clock, DelayedTurnOffer, Frame};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Asks the next combatant with a delayed turn, or starts that turn. Gives the clock back once none is left to ask.
pub(super) fn offer(mut clock: Clock, inputs: &mut Inputs<'_>) -> Result<StepResult, Clock> {
    let Some(delay) = inputs.rules.policies.turn.in_rounds().and_then(|turns| turns.delay) else { return Err(clock) };
    if delay.chosen == DelayedPlace::Named {
        return next_follower(inputs).map_or(Err(clock), |(who, after)| Ok(come_in(who, after, delay, inputs)));
    }
    // A turn that was delayed has not ended (TA-012).
    let ended = |opening: &DelayedTurnOffer| !inputs.view.row(opening.after).turn_state.is_delaying();
    let Some(mut opening) = clock.opening.take().filter(|opening| ended(opening)) else { return Err(clock) };
    if let Some(answer) = inputs.answer.take()
        && let Some(&who) = opening.asked.last()
        && answer == Choice::Pick(Pick::Yes)
    {
        return Ok(come_in(who, Some(opening.after), delay, inputs));
    }
    let Some(who) = next_delayed(&opening, inputs) else { return Err(clock) };
    opening.asked.push(who);
    clock.opening = Some(opening);
    let asks = Asks::Pick { purpose: PickPurpose::ComeIn, options: vec![Pick::Yes, Pick::No] };
    Ok(StepResult::silent(NextStep::Ask(Frame::Clock(clock), Prompt { who, asks })))
}

/// The first combatant in turn order with a delayed turn that can act and was not asked.
fn next_delayed(opening: &DelayedTurnOffer, inputs: &Inputs<'_>) -> Option<CombatantId> {
    let may = |row: &&Row| {
        row.turn_state.is_delaying()
            && row.id != opening.after
            && !opening.asked.contains(&row.id)
            && status::can_act(inputs.game(), row.id)
    };
    inputs.view.present().filter(may).min_by_key(|row| row.turn_state.place).map(|row| row.id)
}

/// The first combatant in turn order whose delayed turn comes now, and the combatant that it follows: the one named has acted, or
/// nothing else is to come in this round (FS-027, FS-G09).
fn next_follower(inputs: &Inputs<'_>) -> Option<(CombatantId, Option<CombatantId>)> {
    let round = inputs.view.count();
    let may = |row: &&Row| row.turn_state.is_delaying() && status::can_act(inputs.game(), row.id);
    let leader = |row: &Row| row.turn_state.follows.filter(|leader| has_acted(*leader, inputs));
    let waiting = || inputs.view.present().filter(may);
    let next = waiting().filter(|row| leader(row).is_some()).min_by_key(|row| row.turn_state.place);
    let is_over = inputs.timeline.first().first().is_none_or(|due| due.at != round);
    let last = || waiting().filter(|_| is_over).min_by_key(|row| row.turn_state.place);
    next.or_else(last).map(|row| (row.id, leader(row)))
}

/// Whether a combatant has had its turn in this round and could act in it.
fn has_acted(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let (row, round) = (inputs.view.row(who), inputs.view.count());
    let turn = &row.turn_state;
    let ended = if row.gone { turn.stage == TurnStage::Used } else { !turn.is_open() };
    turn.started == round && ended && !inputs.memory.passed.contains(&(who, round))
}

/// Starts the delayed turn. Its place in the order moves behind the other's if that lasts, and effects of its turn start do not come
/// again. Afterwards other delayed turns may be taken.
fn come_in(who: CombatantId, after: Option<CombatantId>, delay: DelayPolicy, inputs: &Inputs<'_>) -> StepResult {
    let mut events = vec![BattleEvent::TurnResumed { who, after, rule: delay.rule }];
    events.extend(inputs.timeline.turn_of(who).map(|due| BattleEvent::DueCancelled { due: due.id }));
    if let Some(before) = after.filter(|_| delay.lasts).map(|after| inputs.view.row(after).turn_state) {
        let place = place_after(before.place, inputs);
        let (initiative, of_conditions) = (before.initiative, inputs.view.row(who).turn_state.of_conditions);
        let by = Breakdown::new();
        events.push(BattleEvent::InitiativeChanged { who, initiative, place, by, of_conditions });
    }
    let clock = Clock { opening: Some(Box::new(DelayedTurnOffer { after: who, asked: Vec::new() })) };
    let (actors, declared, stage) = (smallvec![who], smallvec![None], ActivationStage::Declare(0));
    let activation = Activation { actors, declared, stage, ..Activation::default() };
    StepResult::new(events, NextStep::Call(Frame::Clock(clock), Frame::Activation(Box::new(activation))))
}

/// The first free place in the turn order after another.
fn place_after(place: i32, inputs: &Inputs<'_>) -> i32 {
    let taken = |place: i32| inputs.view.rows().iter().any(|row| row.turn_state.place == place);
    (place + 1..).find(|place| !taken(*place)).unwrap_or(place)
}
