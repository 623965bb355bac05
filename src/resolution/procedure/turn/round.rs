//! The start and the end of a round, in the order of the ruleset.

use crate::battle::CombatantId;
use crate::content::{PoolMoment, RoundStep, RoundTurns};
use crate::resolution::event::Facts;
use crate::resolution::frame::{Frame, RoundPhase, Upkeep};
use crate::resolution::procedure::consequence::{afflictions, wounds};
use crate::resolution::procedure::effect::{deal_damage, duration};
use crate::resolution::procedure::stealth::awareness;
use crate::resolution::procedure::turn::{economy, place};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// The steps of the start of a round, or of its end.
pub(super) fn steps(turns: &RoundTurns, ends: bool) -> &[RoundStep] {
    if ends { &turns.round_end } else { &turns.round_start }
}

/// Makes the next step of a round's start or end.
pub fn step(mut phase: RoundPhase, inputs: &mut Inputs<'_>) -> StepResult {
    let turns = inputs.rules.policies.turn.in_rounds();
    let Some(next) = turns.and_then(|turns| steps(turns, phase.ends).get(phase.step)) else {
        return StepResult::nothing();
    };
    let mut events = inputs.facts();
    match next {
        RoundStep::Incomes => {
            let moment = if phase.ends { PoolMoment::RoundEnd } else { PoolMoment::RoundStart };
            in_turn_order(inputs).into_iter().for_each(|who| economy::income(who, moment, inputs, &mut events));
        }
        RoundStep::Durations => duration::round_ends(inputs, &mut events),
        RoundStep::Dying => {
            in_turn_order(inputs).into_iter().for_each(|who| wounds::dies_slowly(who, inputs, &mut events))
        }
        RoundStep::Afflictions => {
            in_turn_order(inputs).into_iter().for_each(|who| afflictions::round_ends(who, inputs, &mut events));
        }
        RoundStep::Awareness => {
            in_turn_order(inputs).into_iter().for_each(|who| awareness::looks(who, inputs, &mut events));
        }
        RoundStep::Ties => place::redraw_ties(inputs, &mut events),
        RoundStep::Harm => in_turn_order(inputs).into_iter().for_each(|who| harm(who, inputs, &mut events)),
    }
    phase.step += 1;
    StepResult::new(events, NextStep::Call(Frame::Round(phase), Upkeep::after(inputs.view)))
}

/// All conditions of a combatant that deal damage.
fn harm(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    for (cause, damage, harm, rule) in deal_damage::harms(who, inputs) {
        let dealt = inputs.dice.roll(&damage).total;
        deal_damage::harm((who, who), cause, dealt, (harm, rule), inputs, events);
    }
}

fn in_turn_order(inputs: &Inputs<'_>) -> Vec<CombatantId> {
    let mut all: Vec<CombatantId> = inputs.view.present().map(|row| row.id).collect();
    all.sort_by_key(|who| (inputs.view.row(*who).turn_state.place, *who));
    all
}
