//! Taking a delayed turn after the end of another's turn (TA-012, TA-018).

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::content::policy::{RoundTurns, TurnOrder};
use crate::mechanics::status;
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Activation, ActivationStage, Clock, DelayedTurnOffer, Frame, Group};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Asks the next combatant with a delayed turn, or starts that turn. Gives the clock back once none is left to ask.
pub(crate) fn step(mut clock: Clock, inputs: &mut Inputs<'_>) -> Result<StepResult, Clock> {
    let TurnOrder::Rounds(turns) = &inputs.rules.policies.turn else { return Err(clock) };
    // A turn that was delayed has not ended (TA-012).
    let ended = |opening: &DelayedTurnOffer| !inputs.view.row(opening.after).turn_state.is_delaying();
    let Some(mut opening) = clock.opening.take().filter(|opening| ended(opening)) else { return Err(clock) };
    if let Some(answer) = inputs.answer.take()
        && let Some(&who) = opening.asked.last()
        && answer == Choice::Pick(Pick::Yes)
    {
        return Ok(come_in(clock, who, opening.after, turns, inputs));
    }
    let Some(who) = next(&opening, inputs) else { return Err(clock) };
    opening.asked.push(who);
    clock.opening = Some(opening);
    let asks = Asks::Pick { purpose: PickPurpose::ComeIn, options: vec![Pick::Yes, Pick::No] };
    Ok(StepResult::silent(NextStep::Ask(Frame::Clock(clock), Prompt { who, asks })))
}

/// The first combatant in turn order with a delayed turn that can act and was not asked.
fn next(opening: &DelayedTurnOffer, inputs: &Inputs<'_>) -> Option<CombatantId> {
    let may = |row: &&crate::battle::Row| {
        row.turn_state.is_delaying()
            && row.id != opening.after
            && !opening.asked.contains(&row.id)
            && status::can_act(inputs.game(), row.id)
    };
    inputs.view.present().filter(may).min_by_key(|row| row.turn_state.place).map(|row| row.id)
}

/// Starts the delayed turn. Its place in the order moves behind the other's, and effects of its turn start do not come
/// again. Afterwards other delayed turns may be taken.
fn come_in(
    mut clock: Clock,
    who: CombatantId,
    after: CombatantId,
    turns: &RoundTurns,
    inputs: &Inputs<'_>,
) -> StepResult {
    let before = inputs.view.row(after).turn_state;
    let place = place_after(before.place, inputs);
    let mut events = vec![BattleEvent::TurnResumed { who, after, rule: turns.delay_rule }];
    events.extend(inputs.timeline.turn_of(who).map(|due| BattleEvent::DueCancelled { due: due.id }));
    events.push(BattleEvent::InitiativeChanged { who, initiative: before.initiative, place });
    clock.opening = Some(Box::new(DelayedTurnOffer { after: who, asked: Vec::new() }));
    let stage = ActivationStage::Declare(0);
    let (starting, declared, plans) = (Group::new(), smallvec![None], Vec::new());
    let activation =
        Activation { actors: smallvec![who], stage, starting, declared, free: Vec::new(), plans, delays: Vec::new() };
    StepResult::new(events, NextStep::Call(Frame::Clock(clock), Frame::Activation(Box::new(activation))))
}

/// The first free place in the turn order after another.
pub(crate) fn place_after(place: i32, inputs: &Inputs<'_>) -> i32 {
    let taken = |place: i32| inputs.view.rows().iter().any(|row| row.turn_state.place == place);
    (place + 1..).find(|place| !taken(*place)).unwrap_or(place)
}
