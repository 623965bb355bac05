//! Reaction windows: the combatants that may react to a cause are asked one after the other, and each reaction is carried
//! out before the next is asked for.

use crate::battle::CombatantId;
use crate::content::{Does, Name, Reaction, ReactionLimit, Response, TakenAs, Trigger};
use crate::mechanics::movement;
use crate::resolution::act::{Act, Asks, Choice, Occasion};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Doing, Frame, Verdict, Window, WindowCause};
use crate::resolution::legal;
use crate::resolution::procedure::action::{amendment, clinging, reactors, ready};
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::turn::{end, place};
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};

/// Opens a window above a frame that is already at its next stage, or resumes the frame if nothing waits for the cause.
pub fn open(
    parent: Frame,
    point: Trigger,
    inputs: &Inputs<'_>,
    cause: impl FnOnce(Trigger) -> WindowCause,
) -> NextStep {
    open_if(listens(point, inputs), parent, || cause(point))
}

/// Opens a window above a frame if something is known to wait for the cause, or resumes the frame.
pub fn open_if(heard: bool, parent: Frame, cause: impl FnOnce() -> WindowCause) -> NextStep {
    match heard {
        true => NextStep::Call(parent, Frame::Window(Box::new(Window::about(cause())))),
        false => NextStep::Resume(parent),
    }
}

/// Whether any combatant could react at this point, or watches for it with a readied action.
pub fn listens(point: Trigger, inputs: &Inputs<'_>) -> bool {
    inputs.watches.all().has(point) || inputs.watches.readied().has(point) && ready::awaits(point, inputs)
}

/// Whether the ruleset has a reaction to declarations on this occasion.
pub fn listens_to(taken_as: TakenAs, inputs: &Inputs<'_>) -> bool {
    let known = |reaction: &Reaction| reaction.is_at(Trigger::ActionDeclared) && reaction.filter.hears(taken_as);
    inputs.watches.all().has(Trigger::ActionDeclared) && inputs.rules.policies.reactions.iter().any(known)
}

/// Asks the next combatant that may react, or carries out the reaction taken.
pub fn step(mut window: Box<Window>, inputs: &mut Inputs<'_>) -> StepResult {
    if let Some(taken) = window.taking.take() {
        return reaction_done(window, taken, inputs);
    }
    if let Some(who) = window.asking.take() {
        if window.divides.is_some() {
            return clinging::answered(window, who, inputs);
        }
        return match (inputs.answer.take(), window.acting.take()) {
            (Some(Choice::Act(act)), Some(reaction)) => take(window, who, reaction, act, inputs),
            (Some(Choice::React(reaction)), _) => chosen(window, who, reaction, inputs),
            _ => declined(window, who, inputs),
        };
    }
    match reactors::next(&window, inputs).filter(|_| !window.amended.is_over()) {
        Some((who, options)) => ask(window, who, options, inputs),
        None => StepResult::silent(NextStep::Finish(Verdict::Closed(window.amended))),
    }
}

/// Asks a combatant for one of its reactions. If it has only one and chooses the act, it is asked for the act at once.
fn ask(mut window: Box<Window>, who: CombatantId, options: Vec<Name>, inputs: &Inputs<'_>) -> StepResult {
    window.asking = Some(who);
    window.options.clone_from(&options);
    match options[..] {
        [only] if is_of_choice(only, inputs) => ask_to_act(window, who, only),
        _ => {
            let (to, cause) = (window.cause.opponent_of(who), Box::new(window.cause.clone()));
            Frame::Window(window).ask(who, Asks::React { to, options, cause })
        }
    }
}

fn is_of_choice(reaction: Name, inputs: &Inputs<'_>) -> bool {
    let known = inputs.rules.policies.reaction(reaction);
    known.is_some_and(|known| !matches!(known.does, Response::Act(_)))
}

fn ask_to_act(mut window: Box<Window>, who: CombatantId, reaction: Name) -> StepResult {
    window.asking = Some(who);
    window.acting = Some(reaction);
    let (to, cause) = (window.cause.opponent_of(who), Box::new(window.cause.clone()));
    Frame::Window(window).ask(who, Asks::Interrupt { reaction, to, cause })
}

/// Carries out the reaction that a combatant has chosen, or asks for its act.
fn chosen(window: Box<Window>, who: CombatantId, name: Name, inputs: &mut Inputs<'_>) -> StepResult {
    let to = window.cause.opponent_of(who);
    let Some(reaction) = inputs.rules.policies.reaction(name) else {
        return release(window, who, name, inputs);
    };
    let Some(action) = reaction.action() else { return ask_to_act(window, who, name) };
    match legal::act_of(inputs.view, inputs.rules, action, (who, to)) {
        Some(act) => take(window, who, name, act, inputs),
        None => declined(window, who, inputs),
    }
}

/// A pass. It counts for the limits of those reactions of which the ruleset says so.
fn declined(mut window: Box<Window>, who: CombatantId, inputs: &mut Inputs<'_>) -> StepResult {
    window.answered.push(who);
    let options = std::mem::take(&mut window.options);
    for reaction in options.into_iter().filter_map(|name| inputs.rules.policies.reaction(name)) {
        if reaction.declining_counts {
            reactors::count(reaction, who, &window, inputs);
        }
    }
    Frame::Window(window).resume()
}

fn take(mut window: Box<Window>, who: CombatantId, name: Name, act: Act, inputs: &mut Inputs<'_>) -> StepResult {
    window.answered.push(who);
    let Some(reaction) = inputs.rules.policies.reaction(name) else { return Frame::Window(window).resume() };
    reactors::count(reaction, who, &window, inputs);
    let to = window.cause.opponent_of(who);
    let mut events = vec![BattleEvent::ReactionTaken { who, reaction: name, to, rule: reaction.rule }];
    ready::reacted(who, &act, inputs, &mut events);
    carry_out(window, who, (name, act), inputs, events)
}

/// The readied action is carried out at once; what triggered it continues if it still can (TA-025, TA-G43).
fn release(mut window: Box<Window>, who: CombatantId, name: Name, inputs: &mut Inputs<'_>) -> StepResult {
    window.answered.push(who);
    let Some((policy, act)) = ready::released(&window, who, inputs) else {
        return Frame::Window(window).resume();
    };
    let (rule, to) = (policy.release_rule, window.cause.by);
    let mut events =
        vec![BattleEvent::ReactionTaken { who, reaction: name, to, rule }, BattleEvent::ReadyEnded { who, rule }];
    if let Some(rule) = policy.moves {
        place::move_before(who, to, rule, inputs, &mut events);
    }
    window.released = Some(act.clone());
    carry_out(window, who, (name, act), inputs, events)
}

fn carry_out(
    mut window: Box<Window>,
    who: CombatantId,
    (name, act): (Name, Act),
    inputs: &Inputs<'_>,
    events: Facts,
) -> StepResult {
    window.taking = Some(name);
    window.aimed_at = act.aimed_at();
    window.moved = inputs.rules.actions.get(act.action).is_some_and(|action| matches!(action.does, Does::Move(_)));
    let occasion = Occasion::Reaction { reaction: name, to: window.cause.opponent_of(who) };
    let mut doing = Doing::new(who, act, occasion);
    doing.answers = window.cause.total();
    doing.busy = window.cause.busy.iter().copied().chain([who]).collect();
    StepResult::new(events, NextStep::Call(Frame::Window(window), Frame::Doing(doing)))
}

fn reaction_done(mut window: Box<Window>, name: Name, inputs: &mut Inputs<'_>) -> StepResult {
    let who = window.answered.last().copied();
    let mut clings = None;
    if let (Some(who), Some(reaction)) = (who, inputs.rules.policies.reaction(name))
        && let Some(Verdict::CarriedOut { hit, check }) = inputs.verdict.take()
    {
        let changes = amendment::amend(&mut window, reaction, who, (hit, check));
        let result = check.map_or(0, |check| check.total);
        clings = clinging::of(reaction).filter(|_| changes).map(|cling| (who, (name, cling), result));
    }
    if inputs.rules.policies.reaction(name).is_some_and(|reaction| reaction.limit == ReactionLimit::Unlimited) {
        window.answered.pop();
    }
    // What is done out of turn ends a movement that could have been continued.
    let mut events = Vec::new();
    who.into_iter().for_each(|who| momentum::halt(who, inputs, &mut events));
    if let (Some(act), Some(who)) = (window.released.take(), who) {
        end::pay_for(who, &act, inputs, &mut events);
    }
    match clings {
        Some((who, clings, result)) => StepResult { events, ..clinging::ask(window, who, clings, result) },
        None => StepResult::new(events, NextStep::Resume(Frame::Window(window))),
    }
}

/// Remembers that a movement along a path begins, for reactions that may be taken once for each. Where movement is held in a pool
/// and not bought, all that a turn begins with is one movement, and each gain another (FS-G11).
pub(crate) fn walk_begins(who: CombatantId, inputs: &mut Inputs<'_>) {
    if !movement::is_pooled(inputs.game()) {
        movement_begins(who, inputs);
    }
}

/// Remembers that a movement begins, for reactions that may be taken once for each.
pub(crate) fn movement_begins(who: CombatantId, inputs: &mut Inputs<'_>) {
    if inputs.memory.reacted.iter().any(|reacted| reacted.to == who && reacted.is_same_move) {
        inputs.remember(Remember::MovementBegan(who));
    }
}
