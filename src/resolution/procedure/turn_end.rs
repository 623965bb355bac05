//! The end of a turn: how long the action took, and when its actor acts next.

use std::sync::Arc;

use crate::battle::{CombatantId, Until, WeaponSlot};
use crate::content::action::{Action, Does};
use crate::content::breakdown::Breakdown;
use crate::content::policy::{CountTurns, RoundTurns, TurnOrder};
use crate::content::speed::ActionSpeed;
use crate::mechanics::{scroll, status, two_weapons};
use crate::resolution::act::Act;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Activation, ActivationStage, Frame, Group, Upkeep, Verdict};
use crate::resolution::legal;
use crate::resolution::step::{Inputs, Next, Step};
use crate::turn::{Due, DueId, DueKind, Phase, speed};

use super::activation::may_go_on;
use super::{command, incanting};

/// Ends the turn of every actor, or gives those with actions left another.
pub fn step(activation: Box<Activation>, inputs: &mut Inputs<'_>) -> Step {
    match &inputs.rules.policies.turn {
        TurnOrder::Counts(turns) => counts(turns, &activation, inputs),
        TurnOrder::Rounds(turns) => rounds(turns, activation, inputs),
    }
}

fn counts(turns: &CountTurns, activation: &Activation, inputs: &mut Inputs<'_>) -> Step {
    let (mut events, mut ids) = (inputs.facts(), inputs.timeline.next_id().0);
    for (at, who) in activation.actors.iter().enumerate() {
        if let Some(act) = &activation.declared[at] {
            remember(*who, act, inputs, &mut events);
        }
        end_count(turns, activation, at, inputs, &mut ids, &mut events);
        forget_facts(*who, inputs, &mut events);
    }
    Step::new(events, Next::Finish(Verdict::Done))
}

/// After an action the same actor goes on, or another of those whose turns are one; if nobody can, all their turns end.
fn rounds(turns: &RoundTurns, mut activation: Box<Activation>, inputs: &mut Inputs<'_>) -> Step {
    let mut events = inputs.facts();
    let acted = activation.declared.iter().position(Option::is_some);
    let goes_on = acted.filter(|at| {
        let act = activation.declared[*at].iter();
        act.for_each(|act| remember(activation.actors[*at], act, inputs, &mut events));
        another_action(&activation, *at, inputs, &mut events)
    });
    command::join(&mut activation, inputs);
    if let Some(next) = goes_on.or_else(|| command::next_able(&activation, acted, inputs)) {
        activation.declared.fill(None);
        activation.delays.clear();
        activation.stage = ActivationStage::Declare(next);
        return Step::new(events, Next::Resume(Frame::Activation(activation)));
    }
    for who in command::ending(&activation.actors, inputs) {
        if end_round(who, turns, inputs, &mut events) && activation.actors.contains(&who) {
            set_next_round(who, inputs, &mut events);
        }
    }
    if events.iter().any(|event| unsettles(event, inputs)) {
        // Whom the end of its turn has harmed falls before anybody else acts.
        return Step::new(events, Next::Resume(Upkeep::after(inputs.view)));
    }
    Step::new(events, Next::Finish(Verdict::Done))
}

/// Whether a fact of the end of a turn may bring somebody down.
fn unsettles(event: &BattleEvent, inputs: &Inputs<'_>) -> bool {
    let aloft = inputs.rules.policies.flight.as_ref().map(|policy| policy.aloft);
    match event {
        BattleEvent::DamageTaken(_) | BattleEvent::Died { .. } => true,
        BattleEvent::ConditionLost { condition, .. } => Some(*condition) == aloft,
        _ => false,
    }
}

fn remember(who: CombatantId, act: &Act, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let moves = inputs.rules.actions.get(act.action).is_some_and(|action| matches!(action.does, Does::Move(_)));
    let target = if moves { nearest_ahead(who, inputs) } else { act.aimed_at() };
    let found = inputs.rules.actions.get(act.action).filter(|action| action.is_weapon_attack());
    let weapon = found.and_then(|action| legal::weapon_for(inputs.view, who, act, action));
    events.push(BattleEvent::ActionRemembered { who, action: act.action, target, weapon });
    super::ready::acted(who, act, inputs, events);
    if moves {
        incanting::moved(who, act, inputs, events);
    } else {
        super::bodies::halt(who, inputs, events);
    }
}

/// The enemy a mover has come closest to: the one it moved towards.
fn nearest_ahead(who: CombatantId, inputs: &Inputs<'_>) -> Option<CombatantId> {
    let (view, side) = (inputs.view, inputs.view.row(who).side);
    let policy = inputs.rules.policies.board.distance;
    let distance =
        |other: CombatantId| crate::grid::distance(view.shape(), policy, view.footprint(who), view.footprint(other));
    view.enemies_of(side).map(|row| row.id).min_by_key(|id| (distance(*id), *id))
}

fn end_count(
    turns: &CountTurns,
    activation: &Activation,
    at: usize,
    inputs: &mut Inputs<'_>,
    ids: &mut u32,
    events: &mut Vec<BattleEvent>,
) {
    let who = activation.actors[at];
    // One who can do nothing has no turn until it can again.
    if !status::can_act(inputs.view, inputs.book(), who) {
        return;
    }
    let declared = activation.declared[at].as_ref();
    let slower = declared.map(|act| incanting::slowed(who, act, inputs)).unwrap_or_default();
    if let Some((act, time)) =
        declared.and_then(|act| Some((act, incanting::time(turns, who, act, &slower, inputs, events)?)))
    {
        let what = DueKind::Completion { who, act: Box::new(act.clone()) };
        set(ids, inputs.view.count() + time, Phase::Completions, 0, what, events);
    }
    let took = declared.map_or_else(|| one_count(turns), |act| time_taken(turns, activation, who, act, slower, inputs));
    let next = inputs.view.count() + i32::from(took.total().max(0));
    events.push(BattleEvent::TurnEnded { who, took });
    if let Some(act) = declared.filter(|act| takes_effect_late(act, inputs)) {
        let what = DueKind::Completion { who, act: Box::new(act.clone()) };
        set(ids, next, Phase::Completions, 0, what, events);
    }
    set(ids, next, Phase::Turns, 0, DueKind::Turn(who), events);
}

fn set(ids: &mut u32, at: i32, phase: Phase, tie: i32, what: DueKind, events: &mut Vec<BattleEvent>) {
    events.push(BattleEvent::DueSet { due: Due { id: DueId(*ids), at, phase, tie, what } });
    *ids += 1;
}

fn one_count(turns: &CountTurns) -> Breakdown {
    let mut took = Breakdown::new();
    took.add(crate::content::breakdown::Label::SpeedFactor, 1, turns.next_turn_rule);
    took
}

fn time_taken(
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
        Some(Does::KeepPreparing) => return incanting::time_left(who, inputs).unwrap_or_else(|| one_count(turns)),
        // The time of a preparation is its own.
        Some(Does::Prepare) => {}
        _ => delay.extend(&slower),
    }
    counts_for(turns, who, act, delay, inputs)
}

/// The counts of an act, and what slows it besides itself.
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
    inputs.memory.delays.retain(|(other, more)| {
        if *other == who {
            delay.extend(more);
        }
        *other != who
    });
    let own = ActionSpeed::Weapon(0);
    let armed = matches!(action.speed, ActionSpeed::Weapon(_) | ActionSpeed::HalfWeapon | ActionSpeed::WorseOfTwo);
    let (classes, counts) = status::slowdown(inputs.view, inputs.book(), who, armed);
    delay.extend(&counts);
    let mode = row.sheet.speed;
    let both = action.speed == ActionSpeed::WorseOfTwo;
    let Some(pair) = both.then(|| two_weapons::pair(inputs.view, who)).flatten() else {
        let (time, reads) = (scroll::speed(inputs.view, who, act, action), scroll::read(inputs.view, who, act));
        let took = speed::speed_factor(turns, time, act.weapon.and_then(class), mode, classes, &delay, inputs.dice);
        return match reads {
            Some(rule) => incanting::by_rule(&took, rule),
            None => took,
        };
    };
    let both = pair.map(|slot| speed::speed_factor(turns, &own, class(slot), mode, classes, &delay, inputs.dice));
    let [first, second] = both;
    if second.total() > first.total() { second } else { first }
}

/// On a count, what was made ready and let go takes its time from then on: the next turn comes after it (G-39).
pub(super) fn pay_for(who: CombatantId, act: &Act, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let TurnOrder::Counts(turns) = &inputs.rules.policies.turn else { return };
    let slower = incanting::slowed(who, act, inputs);
    let took = counts_for(turns, who, act, slower, inputs);
    let Some(due) = inputs.timeline.turn_of(who).cloned() else {
        // Its own turn is not over: the time comes on top of what it did there.
        return inputs.memory.delays.push((who, took));
    };
    let at = inputs.view.count() + i32::from(took.total().max(0));
    events.push(BattleEvent::TimeTaken { who, took });
    events.push(BattleEvent::DueCancelled { due: due.id });
    events.push(BattleEvent::DueSet { due: Due { id: super::effects::next_due(inputs, events), at, ..due } });
}

/// Whether the effect of an act comes only when its time is over.
fn takes_effect_late(act: &Act, inputs: &Inputs<'_>) -> bool {
    let late = |action: &Arc<Action>| matches!(action.does, Does::AtEnd { .. } | Does::TakeStance(_));
    inputs.rules.actions.get(act.action).is_some_and(late)
}

/// Spends an action of the turn; whether another is left.
fn another_action(activation: &Activation, at: usize, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) -> bool {
    let who = activation.actors[at];
    let Some(act) = &activation.declared[at] else { return false };
    let does = inputs.rules.actions.get(act.action).map(|action| &action.does);
    let ends = matches!(does, None | Some(Does::Wait));
    let spent = inputs.rules.actions.get(act.action).map_or(1, |action| action.actions());
    let left = inputs.view.row(who).turn_state.actions.saturating_sub(spent);
    events.push(BattleEvent::ActionsSpent { who, left: if ends { 0 } else { left } });
    let goes_on = left > 0 || (matches!(does, Some(Does::Move(_))) && may_go_on(who, inputs));
    !ends && goes_on && status::can_act(inputs.view, inputs.book(), who)
}

/// The turn of a combatant ends, and with it what lasted through it; whether the combatant outlives it.
fn end_round(who: CombatantId, turns: &RoundTurns, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> bool {
    super::bodies::halt(who, inputs, events);
    super::hiding::turn_ended(who, inputs, events);
    super::flight::turn_ends(who, inputs, events);
    forget_facts(who, inputs, events);
    if super::water::turn_ends(who, inputs, events) {
        return false;
    }
    let mut took = Breakdown::new();
    took.add(crate::content::breakdown::Label::SpeedFactor, 1, turns.rule);
    events.push(BattleEvent::TurnEnded { who, took });
    if command::is_under_command(inputs.view, who) {
        events.push(BattleEvent::ActionsSpent { who, left: 0 });
    }
    true
}

/// The next turn comes in the next round; those under command start theirs with their commanders (TA-076).
fn set_next_round(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if command::is_under_command(inputs.view, who) || inputs.timeline.turn_of(who).is_some() {
        return;
    }
    let (at, tie) = (inputs.view.count() + 1, inputs.view.row(who).turn_state.place);
    let (id, what) = (super::effects::next_due(inputs, events), DueKind::Turn(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Turns, tie, what } });
}

/// A turn is delayed: it does not end until it has been taken, or is lost (TA-016, TA-018).
pub(super) fn delay(who: CombatantId, act: Act, turns: &RoundTurns, inputs: &mut Inputs<'_>) -> Step {
    let mut events = inputs.facts();
    events.push(BattleEvent::ActionDeclared { who, act });
    events.push(BattleEvent::TurnDelayed { who, rule: turns.delay_rule });
    set_next_round(who, inputs, &mut events);
    Step::new(events, Next::Finish(Verdict::Done))
}

/// Turns that were delayed and never taken end before the next ones of the same combatants begin (TA-G23); whether there
/// were any.
pub(super) fn lost(whose: &[CombatantId], inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> bool {
    let TurnOrder::Rounds(turns) = &inputs.rules.policies.turn else { return false };
    let open = |who: &&CombatantId| inputs.view.row(**who).turn_state.is_open();
    let open: Group = whose.iter().filter(open).copied().collect();
    for who in &open {
        end_round(*who, turns, inputs, events);
    }
    !open.is_empty()
}

/// The first place behind another that nobody has.
pub(super) fn place_after(place: i32, inputs: &Inputs<'_>) -> i32 {
    let taken = |place: i32| inputs.view.rows().iter().any(|row| row.turn_state.place == place);
    (place + 1..).find(|place| !taken(*place)).unwrap_or(place)
}

/// Facts and conditions that lasted through this turn end.
fn forget_facts(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    for fact in &row.pairs.0 {
        if matches!(fact.until, Until::AfterTurn(turn) if turn <= row.turn_state.turns) {
            events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
        }
    }
    super::afflictions::at_end_of(who, inputs, events);
}
