//! Coming in after another's turn, for those who have put theirs off (TA-012, TA-018).

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
    let Some(mut opening) = clock.opening.take() else { return Err(clock) };
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
        row.tempo.delaying
            && row.id != opening.after
            && !opening.asked.contains(&row.id)
            && status::can_act(inputs.view, inputs.book(), row.id)
    };
    inputs.view.present().filter(may).min_by_key(|row| row.tempo.place).map(|row| row.id)
}

/// Its turn comes now, its place from now on is behind that of the other, and what it has already suffered as its turn
/// started does not come again.
fn come_in(clock: Clock, who: CombatantId, after: CombatantId, turns: &RoundTurns, inputs: &Inputs<'_>) -> Step {
    let before = inputs.view.row(after).tempo;
    let place = place_after(before.place, inputs);
    let mut events = vec![BattleEvent::TurnResumed { who, after, rule: turns.delay_rule }];
    events.extend(inputs.timeline.turn_of(who).map(|due| BattleEvent::DueCancelled { due: due.id }));
    events.push(BattleEvent::InitiativeChanged { who, initiative: before.initiative, place });
    let stage = ActivationStage::Declare(0);
    let (starting, declared, plans) = (Group::new(), smallvec![None], Vec::new());
    let activation = Activation { actors: smallvec![who], stage, starting, declared, plans, delays: Vec::new() };
    Step::new(events, Next::Call(Frame::Clock(clock), Frame::Activation(Box::new(activation))))
}
