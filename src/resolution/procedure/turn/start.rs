//! The start of a turn: everything a combatant suffers before it may act, in order.

use crate::content::RoundStep;
use crate::resolution::frame::{Fall, Frame, TurnStart, TurnStartStage as Stage, Upkeep};
use crate::resolution::procedure::consequence::{bleeding, ground, order, wounds};
use crate::resolution::procedure::effect::deal_damage;
use crate::resolution::procedure::movement::{drift, fall, water};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Makes the next step: bleeding first (TA-207), then falling, drifting, tunnels, and every condition that deals damage
/// (TA-246).
pub fn step(mut start: TurnStart, inputs: &mut Inputs<'_>) -> StepResult {
    let who = start.who;
    if inputs.view.row(who).gone {
        return StepResult::nothing();
    }
    let mut events = inputs.facts();
    start.stage = match start.stage {
        Stage::Bleeding => {
            if bleeding::roll_table(who, inputs, &mut events) {
                bleeding::lose_blood(who, inputs, &mut events);
            }
            wounds::dying::saves(who, inputs, &mut events);
            Stage::Falling
        }
        Stage::Falling => {
            start.stage = Stage::Drifting;
            if fall::keeps_falling(who, inputs) {
                return StepResult::new(events, NextStep::Call(Frame::TurnStart(start), Frame::Fall(Fall::of(who))));
            }
            return StepResult::new(events, NextStep::Resume(Frame::TurnStart(start)));
        }
        Stage::Drifting => {
            water::drift(who, inputs, &mut events);
            Stage::Adrift(0)
        }
        Stage::Adrift(from) => match drift::next_adrift(who, from, inputs) {
            Some(body) => {
                drift::drift(body, inputs, &mut events);
                Stage::Adrift(body.0 + 1)
            }
            None => {
                ground::collapse(who, inputs, &mut events);
                Stage::Burning(0)
            }
        },
        Stage::Burning(_) if harms_at_round_end(inputs) => return StepResult::nothing(),
        Stage::Burning(at) => {
            let Some((cause, damage, harm, rule)) = deal_damage::harms(who, inputs).into_iter().nth(at) else {
                return StepResult::nothing();
            };
            let dealt = inputs.dice.roll(&damage).total;
            deal_damage::harm((who, who), cause, dealt, (harm, rule), inputs, &mut events);
            Stage::Burning(at + 1)
        }
    };
    if events.is_empty() && order::is_settled(inputs) {
        return StepResult::new(events, NextStep::Resume(Frame::TurnStart(start)));
    }
    StepResult::new(events, NextStep::Call(Frame::TurnStart(start), Upkeep::after(inputs.view)))
}

fn harms_at_round_end(inputs: &Inputs<'_>) -> bool {
    inputs.rules.policies.turn.in_rounds().is_some_and(|turns| turns.round_end.contains(&RoundStep::Harm))
}
