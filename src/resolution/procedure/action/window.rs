//! Reaction windows: every enemy of the combatant that caused a trigger may react to it, one after the other.

use crate::battle::CombatantId;
use crate::content::{Interruption, Name, Reaction, Rule, Trigger};
use crate::mechanics::reach;
use crate::resolution::act::{Act, Asks, Choice};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Doing, Frame, Occasion, Verdict, Window};
use crate::resolution::legal::{Cost, can_pay, could_answer};
use crate::resolution::procedure::action::ready;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::turn::{economy, end};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Opens a window above a frame that is already at its next stage, or resumes the frame if nothing waits for the trigger.
pub fn open(parent: Frame, window: Window, inputs: &Inputs<'_>) -> NextStep {
    match listens(window.trigger, inputs) {
        true => NextStep::Call(parent, Frame::Window(Box::new(window))),
        false => NextStep::Resume(parent),
    }
}

/// Whether the ruleset has a reaction to this trigger, or a combatant watches for it with a readied action.
pub fn listens(trigger: Trigger, inputs: &Inputs<'_>) -> bool {
    let known = inputs.rules.policies.reactions.iter().any(|reaction| reaction.on == trigger);
    known || ready::awaits(trigger, inputs)
}

/// The rule of the first reaction to a trigger.
pub fn rule_of(trigger: Trigger, inputs: &Inputs<'_>) -> Rule {
    let mut reactions = inputs.rules.policies.reactions.iter();
    reactions.find(|reaction| reaction.on == trigger).map_or("".into(), |reaction| reaction.rule)
}

/// Asks the next combatant that may react, or carries out the reaction taken.
pub fn step(mut window: Box<Window>, inputs: &mut Inputs<'_>) -> StepResult {
    if let Some(taken) = window.taking.take() {
        return reaction_done(window, taken, inputs);
    }
    if let Some(who) = window.asking.take() {
        window.answered.push(who);
        if let Some(Choice::React(reaction)) = inputs.answer.take() {
            return take(window, who, reaction, inputs);
        }
    }
    let done = window.stopped || window.taken_back;
    match next_eligible(&window, inputs).filter(|_| !done) {
        Some((who, options)) => {
            window.asking = Some(who);
            let to = window.by;
            Frame::Window(window).ask(who, Asks::React { to, options })
        }
        None => {
            let (taken_back, stopped) = (window.taken_back, window.stopped);
            StepResult::silent(NextStep::Finish(Verdict::Closed { taken_back, stopped }))
        }
    }
}

/// The first enemy that may react and was not asked yet, with its options.
fn next_eligible(window: &Window, inputs: &Inputs<'_>) -> Option<(CombatantId, Vec<Name>)> {
    let side = inputs.view.row(window.by).side;
    let others = inputs.view.enemies_of(side).map(|row| row.id).filter(|who| !window.answered.contains(who));
    others.map(|who| (who, options(window, who, inputs))).find(|(_, options)| !options.is_empty())
}

/// The reactions a combatant may take, and the name by which it releases its readied action.
fn options(window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> Vec<Name> {
    let concerned = window.only.is_none_or(|only| only == who);
    let reactions = inputs.rules.policies.reactions.iter().filter(|_| concerned);
    let usable = reactions.filter(|reaction| reaction.on == window.trigger && may(reaction, window, who, inputs));
    let released = ready::released(window, who, inputs).map(|(policy, _)| policy.action);
    usable.map(|reaction| reaction.id).chain(released).collect()
}

fn may(reaction: &Reaction, window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let game = inputs.game();
    window.only == Some(who) && can_pay(game, reaction, who) || could_answer(game, reaction, who, window.by)
}

fn reaction_named<'a>(name: Name, inputs: &Inputs<'a>) -> Option<&'a Reaction> {
    inputs.rules.policies.reactions.iter().find(|reaction| reaction.id == name)
}

fn take(window: Box<Window>, who: CombatantId, name: Name, inputs: &mut Inputs<'_>) -> StepResult {
    let Some(reaction) = reaction_named(name, inputs) else {
        return release(window, who, name, inputs);
    };
    let mut events = vec![BattleEvent::ReactionTaken { who, reaction: name, to: window.by, rule: reaction.rule }];
    if let Ok(cost) = Cost::of_prices(inputs.game(), who, &reaction.costs, reaction.rule) {
        economy::pay(who, &cost, inputs, &mut events);
    }
    let weapon = reach::melee_slots(inputs.view, who).first().copied();
    let act = Act::at(reaction.action, window.by, weapon);
    carry_out(window, who, name, act, events)
}

/// The readied action is carried out at once; what triggered it continues if it still can (TA-025, TA-G43).
fn release(mut window: Box<Window>, who: CombatantId, name: Name, inputs: &mut Inputs<'_>) -> StepResult {
    let Some((policy, act)) = ready::released(&window, who, inputs) else {
        return Frame::Window(window).resume();
    };
    let rule = policy.release_rule;
    let events = vec![
        BattleEvent::ReactionTaken { who, reaction: name, to: window.by, rule },
        BattleEvent::ReadyEnded { who, rule },
    ];
    window.released = Some(act.clone());
    carry_out(window, who, name, act, events)
}

fn carry_out(mut window: Box<Window>, who: CombatantId, name: Name, act: Act, events: Facts) -> StepResult {
    window.taking = Some(name);
    let mut doing = Doing::new(who, act, Occasion::Reaction(window.trigger));
    doing.answers = window.total;
    StepResult::new(events, NextStep::Call(Frame::Window(window), Frame::Doing(doing)))
}

fn reaction_done(mut window: Box<Window>, name: Name, inputs: &mut Inputs<'_>) -> StepResult {
    let hit = matches!(inputs.verdict.take(), Some(Verdict::CarriedOut { hit: true }));
    match reaction_named(name, inputs).map(|reaction| reaction.then) {
        Some(Interruption::TakenBack) => window.taken_back |= hit,
        Some(Interruption::StopsMoverOnHit) => window.stopped |= hit,
        _ => {}
    }
    // What is done out of turn ends a movement that could have been continued.
    let mut events = Vec::new();
    window.answered.last().into_iter().for_each(|who| momentum::halt(*who, inputs, &mut events));
    if let (Some(act), Some(who)) = (window.released.take(), window.answered.last()) {
        end::pay_for(*who, &act, inputs, &mut events);
    }
    StepResult::new(events, NextStep::Resume(Frame::Window(window)))
}
