//! The end of a turn: how long the action took, where turns are counted, and when its actor acts next.

use std::sync::Arc;

use crate::battle::{CombatantId, TurnStage, Until, WeaponSlot};
use crate::content::{
    Action, ActionSpeed, Breakdown, CountTurns, DelayedPlace, Does, RoundTurns, Trigger, TurnEnd, TurnOrder,
};
use crate::mechanics::{attack, items, status};
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Activation, ActivationStage, Frame, Group, Upkeep, WindowCause};
use crate::resolution::legal;
use crate::resolution::procedure::action::{ready, window};
use crate::resolution::procedure::consequence::control;
use crate::resolution::procedure::effect::duration;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::movement::{flight, water};
use crate::resolution::procedure::spells::prepare;
use crate::resolution::procedure::stealth;
use crate::resolution::procedure::turn::{command_group, economy, shared};
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};
use crate::turn::{Due, DueKind, Phase, speed};

/// Ends the turn of every actor, or continues with an actor that has actions left.
pub fn step(activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    match &inputs.rules.policies.turn {
        TurnOrder::Counts(turns) => match window::listens(Trigger::TurnEnd, inputs) {
            true => closing(activation, 0, inputs),
            false => counts(turns, &activation, inputs),
        },
        TurnOrder::Rounds(turns) => rounds(turns, activation, inputs),
    }
}

/// Others may react to the end of a turn (HD-166). After that all turns end.
pub(super) fn closing(mut activation: Box<Activation>, at: usize, inputs: &mut Inputs<'_>) -> StepResult {
    if let Some(&who) = activation.actors.get(at) {
        activation.stage = ActivationStage::Closing(at + 1);
        let frame = Frame::Activation(activation);
        let row = inputs.view.row(who);
        return match !row.gone && row.turn_state.is_open() {
            true => {
                StepResult::silent(window::open(frame, Trigger::TurnEnd, inputs, |point| WindowCause::by(who, point)))
            }
            false => frame.resume(),
        };
    }
    match &inputs.rules.policies.turn {
        TurnOrder::Counts(turns) => counts(turns, &activation, inputs),
        TurnOrder::Rounds(turns) => {
            let events = inputs.facts();
            all_end(turns, &activation, inputs, events)
        }
    }
}

fn counts(turns: &CountTurns, activation: &Activation, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    for (at, who) in activation.actors.iter().enumerate() {
        if let Some(act) = &activation.declared[at] {
            remember(*who, act, inputs, &mut events);
        }
        end_count(turns, activation, at, inputs, &mut events);
        forget_facts(*who, inputs, &mut events);
    }
    StepResult::done(events)
}

/// After an action the same actor continues, or another that shares the turn. If none can, all their turns end.
fn rounds(turns: &RoundTurns, mut activation: Box<Activation>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    let acted = activation.declared.iter().position(Option::is_some);
    let goes_on = acted.filter(|at| {
        let act = activation.declared[*at].iter();
        act.for_each(|act| remember(activation.actors[*at], act, inputs, &mut events));
        another_action(&activation, *at, turns, inputs, &mut events)
    });
    command_group::join(&mut activation, inputs);
    if shared::join(&mut activation, inputs, &mut events) {
        activation.declared.fill(None);
        activation.delays.clear();
        return StepResult::new(events, NextStep::Resume(Frame::Activation(activation)));
    }
    if let Some(next) = goes_on.or_else(|| command_group::next_able(&activation, acted, inputs)) {
        let done = acted.filter(|at| turns.ends == TurnEnd::WhenEnded && *at != next).map(|at| activation.actors[at]);
        if let Some(done) = done.filter(|who| !inputs.view.row(*who).gone) {
            ends(done, turns, &activation, inputs, &mut events);
        }
        activation.declared.fill(None);
        activation.delays.clear();
        activation.stage = ActivationStage::Declare(next);
        return StepResult::new(events, NextStep::Resume(Frame::Activation(activation)));
    }
    if window::listens(Trigger::TurnEnd, inputs) {
        activation.stage = ActivationStage::Closing(0);
        return StepResult::new(events, NextStep::Resume(Frame::Activation(activation)));
    }
    all_end(turns, &activation, inputs, events)
}

fn all_end(turns: &RoundTurns, activation: &Activation, inputs: &mut Inputs<'_>, mut events: Facts) -> StepResult {
    for who in command_group::ending(&activation.actors, inputs) {
        if inputs.view.row(who).turn_state.is_open() {
            ends(who, turns, activation, inputs, &mut events);
        }
    }
    if events.iter().any(|event| unsettles(event, inputs)) {
        // Combatants brought down at the end of the turn fall before the next turn.
        return StepResult::new(events, NextStep::Resume(Upkeep::after(inputs.view)));
    }
    StepResult::done(events)
}

/// Ends the turn of one actor, and schedules its next one.
fn ends(who: CombatantId, turns: &RoundTurns, activation: &Activation, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if end_round(who, turns, inputs, events) && activation.actors.contains(&who) {
        set_next_round(who, inputs, events);
    }
}

/// Whether a fact at the end of a turn may bring a combatant down.
fn unsettles(event: &BattleEvent, inputs: &Inputs<'_>) -> bool {
    let aloft = inputs.rules.policies.flight.as_ref().map(|policy| policy.aloft);
    match event {
        BattleEvent::DamageTaken(_) | BattleEvent::Died { .. } => true,
        BattleEvent::ConditionLost { condition, .. } => Some(*condition) == aloft,
        _ => false,
    }
}

fn remember(who: CombatantId, act: &Act, inputs: &Inputs<'_>, events: &mut Facts) {
    let moves = inputs.rules.actions.get(act.action).is_some_and(|action| matches!(action.does, Does::Move(_)));
    let target = if moves { nearest_ahead(who, inputs) } else { act.aimed_at() };
    let found = inputs.rules.actions.get(act.action).filter(|action| action.is_weapon_attack());
    let weapon = found.and_then(|action| legal::weapon_for(inputs.view, who, act, action));
    events.push(BattleEvent::ActionRemembered { who, action: act.action, target, weapon });
    if let Some(action) = inputs.rules.actions.get(act.action) {
        control::acted(who, action, inputs, events);
    }
    ready::acted(who, act, inputs, events);
    if moves {
        prepare::moved(who, act, inputs, events);
    } else {
        momentum::halt(who, inputs, events);
    }
}

/// The enemy nearest to a mover: the one it moved towards.
fn nearest_ahead(who: CombatantId, inputs: &Inputs<'_>) -> Option<CombatantId> {
    let (view, side) = (inputs.view, inputs.view.row(who).side);
    let policy = inputs.rules.policies.board.distance;
    let distance =
        |other: CombatantId| crate::grid::distance(view.shape(), policy, view.footprint(who), view.footprint(other));
    view.enemies_of(side).map(|row| row.id).min_by_key(|id| (distance(*id), *id))
}

fn end_count(turns: &CountTurns, activation: &Activation, at: usize, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let who = activation.actors[at];
    // A combatant that cannot act has no turn until it can.
    if !status::can_act(inputs.game(), who) {
        return;
    }
    let declared = activation.declared[at].as_ref();
    let slower = declared.map(|act| prepare::concentration(who, act, inputs)).unwrap_or_default();
    if let Some((act, time)) =
        declared.and_then(|act| Some((act, prepare::casting_time(turns, who, act, &slower, inputs, events)?)))
    {
        let what = DueKind::Completion { who, act: Box::new(act.clone()) };
        inputs.schedule(inputs.view.count() + time, Phase::Completions, 0, what, events);
    }
    let took = declared.map_or_else(|| one_count(turns), |act| time_taken(turns, activation, who, act, slower, inputs));
    let next = inputs.view.count() + i32::from(took.total().max(0));
    events.push(BattleEvent::TurnEnded { who, took });
    if let Some(act) = declared.filter(|act| takes_effect_late(act, inputs)) {
        let what = DueKind::Completion { who, act: Box::new(act.clone()) };
        inputs.schedule(next, Phase::Completions, 0, what, events);
    }
    inputs.schedule(next, Phase::Turns, 0, DueKind::Turn(who), events);
}

/// Whether the actor may act again in its turn.
fn another_action(
    activation: &Activation,
    at: usize,
    turns: &RoundTurns,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) -> bool {
    let who = activation.actors[at];
    let Some(act) = &activation.declared[at] else { return false };
    let does = inputs.rules.actions.get(act.action).map(|action| &action.does);
    let ends = matches!(does, None | Some(Does::Wait));
    if ends {
        economy::lose_unspent(who, inputs, events);
    }
    let left = turns.ends == TurnEnd::WhenEnded || inputs.view.row(who).turn_state.actions() > 0;
    let moves = || matches!(does, Some(Does::Move(_))) && command_group::may_go_on(who, inputs);
    let goes_on = left || moves() || command_group::has_pool_left(who, inputs);
    !ends && goes_on && status::can_act(inputs.game(), who)
}

/// Ends a turn with everything that lasts through it; whether the combatant survives.
fn end_round(who: CombatantId, turns: &RoundTurns, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    momentum::halt(who, inputs, events);
    stealth::comes_into_sight(who, inputs, events);
    flight::turn_ends(who, inputs, events);
    forget_facts(who, inputs, events);
    if water::turn_ends(who, inputs, events) {
        return false;
    }
    if turns.delay.is_some_and(|delay| delay.chosen == DelayedPlace::Named) && passes(who, inputs, events) {
        inputs.remember(Remember::Passed(who, inputs.view.count()));
    }
    let mut took = Breakdown::new();
    took.add(crate::content::breakdown::Label::SpeedFactor, 1, turns.rule);
    events.push(BattleEvent::TurnEnded { who, took });
    economy::turn_ends(who, inputs, events);
    true
}

/// Whether a combatant has not even chosen to wait in the turn that ends now.
fn passes(who: CombatantId, inputs: &Inputs<'_>, events: &[BattleEvent]) -> bool {
    let acted = |event: &BattleEvent| matches!(event, BattleEvent::ActionRemembered { who: of, .. } if *of == who);
    inputs.view.row(who).turn_state.stage == TurnStage::Fresh && !events.iter().any(acted)
}

/// Schedules the turn of the next round. Subordinates start theirs with their commanders (TA-076).
fn set_next_round(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    if command_group::is_under_command(inputs.view, who) || inputs.timeline.turn_of(who).is_some() {
        return;
    }
    let (at, tie) = (inputs.view.count() + 1, inputs.view.row(who).turn_state.place);
    inputs.schedule(at, Phase::Turns, tie, DueKind::Turn(who), events);
}

/// Delays a turn: it stays open until taken or lost (TA-016, TA-018). The target of the act is the combatant that it follows,
/// where that is named at once (FS-027).
pub(crate) fn delay(who: CombatantId, act: Act, turns: &RoundTurns, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = inputs.facts();
    let until = act.aimed_at();
    events.push(BattleEvent::ActionDeclared { who, act });
    events.push(BattleEvent::TurnDelayed { who, until, rule: turns.delay.map_or(turns.rule, |delay| delay.rule) });
    set_next_round(who, inputs, &mut events);
    StepResult::done(events)
}

/// Ends delayed turns that were never taken before the next turns of the same combatants begin (TA-G23); whether there
/// were any.
pub(crate) fn lost(whose: &[CombatantId], inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let Some(turns) = inputs.rules.policies.turn.in_rounds() else { return false };
    let open = |who: &&CombatantId| inputs.view.row(**who).turn_state.is_open();
    let open: Group = whose.iter().filter(open).copied().collect();
    for who in &open {
        end_round(*who, turns, inputs, events);
    }
    !open.is_empty()
}

/// Ends facts and conditions that last through this turn.
fn forget_facts(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    for fact in &row.pairs.0 {
        if matches!(fact.until, Until::AfterTurn(turn) if turn <= row.turn_state.turns) {
            events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
        }
    }
    duration::turn_ends(who, inputs, events);
}

pub(crate) fn one_count(turns: &CountTurns) -> Breakdown {
    let mut took = Breakdown::new();
    took.add(crate::content::breakdown::Label::SpeedFactor, 1, turns.next_turn_rule);
    took
}

pub(crate) fn time_taken(
    turns: &CountTurns,
    activation: &Activation,
    who: CombatantId,
    act: &Act,
    slower: Breakdown,
    inputs: &mut Inputs<'_>,
) -> Breakdown {
    let own = activation.delays.iter().find(|(slow, _)| *slow == who);
    let mut delay = own.map(|(_, delay)| delay.clone()).unwrap_or_default();
    let does = inputs.rules.actions.get(act.action).map(|action| &action.does);
    match does {
        Some(Does::KeepPreparing) => return prepare::time_left(who, inputs).unwrap_or_else(|| one_count(turns)),
        // A preparation has its own time.
        Some(Does::Prepare) => {}
        _ => delay.extend(&slower),
    }
    counts_for(turns, who, act, delay, inputs)
}

/// The time of an act in counts, with everything that slows it.
fn counts_for(
    turns: &CountTurns,
    who: CombatantId,
    act: &Act,
    mut delay: Breakdown,
    inputs: &mut Inputs<'_>,
) -> Breakdown {
    let rules = inputs.rules;
    let Some(action) = rules.actions.get(act.action) else { return one_count(turns) };
    let row = inputs.view.row(who);
    let class = |slot: WeaponSlot| row.sheet.weapon(slot).map(|entry| entry.weapon.speed);
    let mut owed = inputs.memory.delays.iter().filter(|(other, _)| *other == who).peekable();
    if owed.peek().is_some() {
        owed.for_each(|(_, longer)| delay.extend(longer));
        inputs.remember(Remember::DelaysPaid(who));
    }
    let own = ActionSpeed::Weapon(0);
    let armed = matches!(action.speed, ActionSpeed::Weapon(_) | ActionSpeed::HalfWeapon | ActionSpeed::WorseOfTwo);
    let (classes, counts) = status::slowdown(inputs.game(), who, armed);
    delay.extend(&counts);
    let mode = row.sheet.speed;
    let both = action.speed == ActionSpeed::WorseOfTwo;
    let Some(pair) = both.then(|| attack::weapon_pair(inputs.view, who)).flatten() else {
        let (time, reads) =
            (items::reading_speed(inputs.view, who, act, action), items::scroll_rule(inputs.view, who, act));
        let took = speed::speed_factor(turns, time, act.weapon.and_then(class), mode, classes, &delay, inputs.dice);
        return match reads {
            Some(rule) => prepare::citing(&took, rule),
            None => took,
        };
    };
    let both = pair.map(|slot| speed::speed_factor(turns, &own, class(slot), mode, classes, &delay, inputs.dice));
    let [first, second] = both;
    if second.total() > first.total() { second } else { first }
}

/// Where turns are counted, a released readied action takes its time from now on: the next turn comes after it (G-39).
pub(crate) fn pay_for(who: CombatantId, act: &Act, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(turns) = inputs.rules.policies.turn.counted() else { return };
    let slower = prepare::concentration(who, act, inputs);
    let took = counts_for(turns, who, act, slower, inputs);
    let Some(due) = inputs.timeline.turn_of(who).cloned() else {
        // In its own turn the time is added to that of the turn's action.
        return inputs.remember(Remember::Delay(who, Box::new(took)));
    };
    let at = inputs.view.count() + i32::from(took.total().max(0));
    events.push(BattleEvent::TimeTaken { who, took });
    events.push(BattleEvent::DueCancelled { due: due.id });
    events.push(BattleEvent::DueSet { due: Due { at, ..due } });
}

/// Whether an act takes effect only when its time is over.
pub(crate) fn takes_effect_late(act: &Act, inputs: &Inputs<'_>) -> bool {
    let late = |action: &Arc<Action>| matches!(action.does, Does::AtEnd { .. } | Does::TakeStance(_));
    inputs.rules.actions.get(act.action).is_some_and(late)
}
