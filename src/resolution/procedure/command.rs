//! Those who act under the command of another: when their turns start, who acts next of those whose turns are one, and
//! what becomes of them when their commanders are gone.

use super::{activation, afflictions, effects, flight, ready, turn_end};
use crate::battle::{CombatantId, Row, View};
use crate::content::action::Does;
use crate::content::policy::{CommandPolicy, RoundTurns, TurnOrder};
use crate::mechanics::status;
use crate::resolution::act::Act;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{
    Activation, Commanding, CommandingStage as Stage, Frame, Group, TurnStart, Upkeep, Verdict,
};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, Next, Step};
use crate::turn::{Due, DueKind, Phase, budget, initiative};

/// The numbers of turns and of commands, where there are commands.
fn policy<'a>(inputs: &Inputs<'a>) -> Option<(&'a RoundTurns, &'a CommandPolicy)> {
    match &inputs.rules.policies.turn {
        TurnOrder::Rounds(turns) => turns.command.as_ref().map(|command| (turns, command)),
        TurnOrder::Counts(_) => None,
    }
}

/// Those whose turns start with the turns of some actors: they themselves, and after each the ones it commanded last, as
/// far as theirs have not started in this round (TA-076, TA-G53).
pub(super) fn starting(actors: &[CombatantId], inputs: &Inputs<'_>) -> Group {
    if nobody_leads(inputs) {
        return actors.iter().copied().filter(|who| !inputs.view.row(*who).gone).collect();
    }
    let round = inputs.view.count();
    let under = |actor: CombatantId| {
        let waits = move |row: &&Row| row.turn_state.commander == Some(actor) && row.turn_state.started != round;
        inputs.view.present().filter(waits).map(|row| row.id)
    };
    let present = actors.iter().filter(|who| !inputs.view.row(**who).gone);
    present.flat_map(|actor| std::iter::once(*actor).chain(under(*actor))).collect()
}

/// Those whose turns end with the turns of some actors: they themselves, and those under their command whose turns have
/// begun, unless another commander may still command them in this round (TA-076, TA-G53).
pub(super) fn ending(actors: &[CombatantId], inputs: &Inputs<'_>) -> Group {
    let (view, round) = (inputs.view, inputs.view.count());
    let own = actors.iter().copied().filter(|who| !view.row(*who).gone);
    if nobody_leads(inputs) {
        return own.collect();
    }
    let to_come = |other: &CombatantId| {
        let row = view.row(*other);
        !actors.contains(other) && !row.gone && (row.turn_state.is_open() || row.turn_state.next == Some(round))
    };
    let ends = |row: &&Row| {
        let led = row.commanders.iter().any(|by| actors.contains(by));
        led && row.turn_state.is_open() && !actors.contains(&row.id) && !row.commanders.iter().any(to_come)
    };
    own.chain(view.present().filter(ends).map(|row| row.id)).collect()
}

/// The facts of a turn that starts: what lasted until then ends.
pub(super) fn begin(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    events.push(BattleEvent::TurnBegan { who });
    afflictions::at_start_of(who, inputs, events);
    ready::forget(who, inputs, events);
    flight::turn_begins(who, inputs, events);
}

/// The actions and reactions of one whose turn starts; without a command one under command has no action (TA-077).
pub(super) fn budget(who: CombatantId, turns: &RoundTurns, inputs: &Inputs<'_>) -> [BattleEvent; 2] {
    let (actions, reactions) = status::lost_actions(inputs.view, inputs.book(), who);
    let given_reactions = budget::reactions(turns, &inputs.view.row(who).sheet);
    let given = if inputs.view.row(who).turn_state.commander.is_some() { 0 } else { turns.actions };
    [
        BattleEvent::ActionsSpent { who, left: given.saturating_sub(actions) },
        BattleEvent::ReactionsSpent { who, left: given_reactions.saturating_sub(reactions) },
    ]
}

/// The frame of a command (TA-073).
pub(super) fn commanded(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) -> Option<Frame> {
    let (who, by, round, rule) = (effect.target, effect.actor, inputs.view.count(), effect.rule);
    events.push(BattleEvent::Commanded { who, by, round, rule });
    Some(Frame::Commanding(Commanding { who, stage: Stage::Start }))
}

/// Makes the next step of a command.
pub fn step(mut commanding: Commanding, inputs: &mut Inputs<'_>) -> Step {
    let (who, mut events) = (commanding.who, Vec::new());
    let Some((turns, _)) = policy(inputs) else { return Step::silent(Next::Finish(Verdict::Done)) };
    match commanding.stage {
        Stage::Start if inputs.view.row(who).turn_state.started == inputs.view.count() => {
            commanding.stage = Stage::Budget { started: false };
            Step::silent(Next::Resume(Frame::Commanding(commanding)))
        }
        Stage::Start if turn_end::lost(&[who], inputs, &mut events) => {
            Step::new(events, Next::Call(Frame::Commanding(commanding), Upkeep::after(inputs.view)))
        }
        Stage::Start if inputs.view.row(who).gone => Step::silent(Next::Finish(Verdict::Done)),
        Stage::Start => {
            begin(who, inputs, &mut events);
            commanding.stage = Stage::Budget { started: true };
            let start = Frame::TurnStart(TurnStart::of(who));
            Step::new(events, Next::Call(Frame::Commanding(commanding), start))
        }
        Stage::Budget { started } => {
            let (actions, _) = status::lost_actions(inputs.view, inputs.book(), who);
            events.extend(budget(who, turns, inputs).into_iter().skip(1).filter(|_| started));
            events.push(BattleEvent::ActionsSpent { who, left: turns.actions.saturating_sub(actions) });
            Step::new(events, Next::Finish(Verdict::Done))
        }
    }
}

/// Whether somebody has an action left and can act.
pub(super) fn may_declare(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let left = match inputs.rules.policies.turn {
        TurnOrder::Rounds(_) => inputs.view.row(who).turn_state.actions > 0 || activation::may_go_on(who, inputs),
        TurnOrder::Counts(_) => true,
    };
    left && status::can_act(inputs.view, inputs.book(), who)
}

/// The first of those whose turns are one who may act, the one left out but for whom is asked.
pub(super) fn next_able(activation: &Activation, but: Option<usize>, inputs: &Inputs<'_>) -> Option<usize> {
    let may = |at: &usize| Some(*at) != but && may_declare(activation.actors[*at], inputs);
    (0..activation.actors.len()).find(may)
}

/// Whoever was commanded by one of the actors in this round takes its turn together with it (TA-075).
pub(super) fn join(activation: &mut Activation, inputs: &Inputs<'_>) {
    if nobody_leads(inputs) {
        return;
    }
    let leads = |row: &Row| row.turn_state.commander.filter(|_| row.turn_state.commanded == inputs.view.count());
    let new = |row: &&Row| {
        leads(row).is_some_and(|by| activation.actors.contains(&by))
            && !activation.actors.contains(&row.id)
            && !row.gone
    };
    let joining: Group = inputs.view.rows().iter().filter(new).map(|row| row.id).collect();
    activation.actors.extend(joining);
    activation.declared.resize(activation.actors.len(), None);
}

/// Whether it is plain at a glance that nobody is under the command of another.
fn nobody_leads(inputs: &Inputs<'_>) -> bool {
    policy(inputs).is_none() || inputs.view.rows().iter().all(|row| row.turn_state.commander.is_none())
}

/// The place among the actors of the one to whom an act hands over.
pub(super) fn handed_to(act: &Act, activation: &Activation, inputs: &Inputs<'_>) -> Option<usize> {
    let action = inputs.rules.actions.get(act.action).filter(|action| action.does == Does::HandOver)?;
    let to = act.aimed_at().filter(|_| action.is_free())?;
    activation.actors.iter().position(|actor| *actor == to)
}

/// Whether somebody has no turn of its own because it is under the command of another.
pub(super) fn is_under_command(view: View<'_>, who: CombatantId) -> bool {
    view.row(who).turn_state.commander.is_some()
}

/// One whose commander is gone looks to the next of them, and without any it rolls initiative and acts by itself
/// (TA-G46).
pub(super) fn freed(inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some((turns, command)) = policy(inputs) else { return };
    let view = inputs.view;
    if !inputs.memory.commanders.again(view.changed().able, view.revision()) {
        return;
    }
    for row in view.present() {
        let Some(commander) = row.turn_state.commander.filter(|commander| view.row(*commander).gone) else { continue };
        let left = |other: &&CombatantId| **other != commander && !view.row(**other).gone;
        let (who, now, rule) = (row.id, row.commanders.iter().find(left).copied(), command.freed_rule);
        events.push(BattleEvent::CommanderLost { who, now, rule });
        if now.is_none() {
            roll_in(row, turns, inputs, events);
        }
    }
}

/// A turn of its own for one who had none: in this round unless it has had its turn with its commander.
fn roll_in(row: &Row, turns: &RoundTurns, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, round) = (row.id, inputs.view.count());
    let number = initiative::roll_round(turns, &row.sheet, inputs.dice);
    let initiative = number.total();
    // Behind all who rolled the same before the battle.
    let rank = inputs.view.rows().len() + who.index();
    let place = initiative::turn_key(initiative, rank as u16);
    let at = if row.turn_state.started == round { round + 1 } else { round };
    events.push(BattleEvent::InitiativeRolled { who, number });
    events.push(BattleEvent::InitiativeChanged { who, initiative, place });
    let (id, what) = (effects::next_due(inputs, events), DueKind::Turn(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Turns, tie: place, what } });
}
