//! Coming in after the end of another's turn, for those who have delayed theirs (TA-012, TA-018).

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::content::policy::{RoundTurns, TurnOrder};
use crate::mechanics::status;
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Activation, ActivationStage, Clock, Frame, Group, Opening};
use crate::resolution::step::{Inputs, Next, Step};

use super::turn_end::place_after;

/// Asks the next one who may come in, or lets it; gives the clock back once nobody is left to ask.
pub(super) fn step(mut clock: Clock, inputs: &mut Inputs<'_>) -> Result<Step, Clock> {
    let TurnOrder::Rounds(turns) = &inputs.rules.policies.turn else { return Err(clock) };
    // A turn that was only put off has not ended (TA-012).
    let ended = |opening: &Opening| !inputs.view.row(opening.after).turn_state.is_delaying();
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
    Ok(Step::silent(Next::Ask(Frame::Clock(clock), Prompt { who, asks })))
}

/// The first by place who has put its turn off, can act and was not asked.
fn next(opening: &Opening, inputs: &Inputs<'_>) -> Option<CombatantId> {
    let may = |row: &&crate::battle::Row| {
        row.turn_state.is_delaying()
            && row.id != opening.after
            && !opening.asked.contains(&row.id)
            && status::can_act(inputs.view, inputs.book(), row.id)
    };
    inputs.view.present().filter(may).min_by_key(|row| row.turn_state.place).map(|row| row.id)
}

/// Its turn comes now, its place from now on is behind that of the other, and what it has already suffered as its turn
/// started does not come again. After its turn the others who wait may come in.
fn come_in(mut clock: Clock, who: CombatantId, after: CombatantId, turns: &RoundTurns, inputs: &Inputs<'_>) -> Step {
    let before = inputs.view.row(after).turn_state;
    let place = place_after(before.place, inputs);
    let mut events = vec![BattleEvent::TurnResumed { who, after, rule: turns.delay_rule }];
    events.extend(inputs.timeline.turn_of(who).map(|due| BattleEvent::DueCancelled { due: due.id }));
    events.push(BattleEvent::InitiativeChanged { who, initiative: before.initiative, place });
    clock.opening = Some(Box::new(Opening { after: who, asked: Vec::new() }));
    let stage = ActivationStage::Declare(0);
    let (starting, declared, plans) = (Group::new(), smallvec![None], Vec::new());
    let activation =
        Activation { actors: smallvec![who], stage, starting, declared, free: Vec::new(), plans, delays: Vec::new() };
    Step::new(events, Next::Call(Frame::Clock(clock), Frame::Activation(Box::new(activation))))
}
