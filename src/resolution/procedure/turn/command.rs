//! Commands, and combatants whose commander is gone.

use crate::battle::{CombatantId, Row};
use crate::content::{Breakdown, Joining, PoolMoment};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Commanding, CommandingStage as Stage, Frame, TurnStart, Upkeep};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::turn::place::{self, Standing};
use crate::resolution::procedure::turn::{command_group, economy, end};
use crate::resolution::step::{Inputs, NextStep, Recheck, StepResult};
use crate::turn::{DueKind, Phase, initiative};

/// The frame of a command, with its fact (TA-073).
pub(crate) fn commanded(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) -> Option<Frame> {
    let (who, by, round, rule) = (effect.target, effect.actor, inputs.view.count(), effect.rule);
    events.push(BattleEvent::Commanded { who, by, round, rule });
    Some(Frame::Commanding(Commanding { who, stage: Stage::Start }))
}

/// Makes the next step of a command.
pub fn step(mut commanding: Commanding, inputs: &mut Inputs<'_>) -> StepResult {
    let (who, mut events) = (commanding.who, Vec::new());
    match commanding.stage {
        Stage::Start if inputs.view.row(who).turn_state.started == inputs.view.count() => {
            commanding.stage = Stage::Budget { started: false };
            StepResult::silent(NextStep::Resume(Frame::Commanding(commanding)))
        }
        Stage::Start if end::lost(&[who], inputs, &mut events) => {
            StepResult::new(events, NextStep::Call(Frame::Commanding(commanding), Upkeep::after(inputs.view)))
        }
        Stage::Start if inputs.view.row(who).gone => StepResult::nothing(),
        Stage::Start => {
            events.push(BattleEvent::TurnBegan { who });
            commanding.stage = Stage::Budget { started: true };
            let start = Frame::TurnStart(TurnStart::of(who));
            StepResult::new(events, NextStep::Call(Frame::Commanding(commanding), start))
        }
        Stage::Budget { started } => {
            if started {
                economy::income(who, PoolMoment::OwnTurnStart, inputs, &mut events);
            }
            economy::grant_actions(who, inputs, &mut events);
            StepResult::done(events)
        }
    }
}

/// A combatant whose commander is gone follows its next commander. Without any it rolls initiative and acts alone
/// (TA-G46).
pub(crate) fn freed(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some((_, command)) = command_group::policy(inputs) else { return };
    let view = inputs.view;
    if !inputs.check_again(Recheck::Commanders, view.changed().able) {
        return;
    }
    for row in view.present() {
        let Some(commander) = row.turn_state.commander.filter(|commander| view.row(*commander).gone) else { continue };
        let left = |other: &&CombatantId| **other != commander && !view.row(**other).gone;
        let (who, now, rule) = (row.id, row.commanders.iter().find(left).copied(), command.freed_rule);
        events.push(BattleEvent::CommanderLost { who, now, rule });
        if now.is_none() {
            roll_in(row, false, inputs, events);
        }
    }
}

/// Gives a combatant its own turn: from the next round on if it joins `later`, or if its turn of this round already started with its
/// commander.
pub(crate) fn roll_in(row: &Row, later: bool, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(turns) = inputs.rules.policies.turn.in_rounds() else { return };
    let (who, round) = (row.id, inputs.view.count());
    let number = initiative::roll_round(turns, &row.sheet, inputs.dice);
    let of_conditions = row.turn_state.of_conditions;
    let initiative = number.total().saturating_add(of_conditions);
    let waits = later || row.turn_state.started == round || turns.joins == Joining::NextRound;
    let at = if waits { round + 1 } else { round };
    events.push(BattleEvent::InitiativeRolled { who, number });
    let place = place::take(who, Standing { initiative, of_conditions }, Breakdown::new(), inputs, events);
    inputs.schedule(at, Phase::Turns, place, DueKind::Turn(who), events);
}
