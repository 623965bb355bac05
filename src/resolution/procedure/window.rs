//! Windows: what was triggered is offered to everyone who may answer, one after the other.

use crate::battle::{CombatantId, View};
use crate::content::policy::{Interruption, Reaction, Trigger};
use crate::content::{Name, Rule};
use crate::mechanics::{reach, status};
use crate::resolution::act::{Act, Asks, Choice, Prompt};
use crate::resolution::course::Station;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Doing, DoingStage, Frame, Occasion, Verdict, Window};
use crate::resolution::step::{Inputs, Next, Step};
use crate::rules::Ruleset;

use super::{ready, turn_end};

impl Window {
    /// A window for what somebody does.
    pub fn on(trigger: Trigger, by: CombatantId) -> Window {
        Window {
            trigger,
            by,
            only: None,
            action: None,
            from: None,
            straight: 0,
            released: None,
            answered: Vec::new(),
            asking: None,
            taking: None,
            taken_back: false,
            stopped: false,
        }
    }

    /// The same, in which only this one may react.
    pub fn concerning(self, only: Option<CombatantId>) -> Window {
        Window { only, ..self }
    }

    /// The same for what was done by this action.
    pub fn by_action(self, action: Name) -> Window {
        Window { action: Some(action), ..self }
    }

    /// The same for a step from this place, after so many cells straight on.
    pub fn from(self, place: Station, straight: u16) -> Window {
        Window { from: Some(place), straight, ..self }
    }
}

/// Opens a window above a frame that has already gone on to its next stage; goes straight on if nobody may answer.
pub fn open(parent: Frame, window: Window, inputs: &Inputs<'_>) -> Next {
    match listens(window.trigger, inputs) {
        true => Next::Call(parent, Frame::Window(Box::new(window))),
        false => Next::Resume(parent),
    }
}

/// Whether the ruleset knows any reaction to this trigger, or somebody waits for it with an action made ready.
pub fn listens(trigger: Trigger, inputs: &Inputs<'_>) -> bool {
    let known = inputs.rules.policies.reactions.iter().any(|reaction| reaction.on == trigger);
    known || ready::awaits(trigger, inputs)
}

/// The rule of the first reaction to a trigger.
pub fn rule_of(trigger: Trigger, inputs: &Inputs<'_>) -> Rule {
    let mut reactions = inputs.rules.policies.reactions.iter();
    reactions.find(|reaction| reaction.on == trigger).map_or("".into(), |reaction| reaction.rule)
}

/// Asks the next one who may answer, or carries out what was taken.
pub fn step(mut window: Box<Window>, inputs: &mut Inputs<'_>) -> Step {
    if let Some(taken) = window.taking.take() {
        return taken_done(window, taken, inputs);
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
            let prompt = Prompt { who, asks: Asks::React { to: window.by, options } };
            Step::silent(Next::Ask(Frame::Window(window), prompt))
        }
        None => {
            let (taken_back, stopped) = (window.taken_back, window.stopped);
            Step::silent(Next::Finish(Verdict::Closed { taken_back, stopped }))
        }
    }
}

/// The first enemy who has not answered and may, with what it may do.
fn next_eligible(window: &Window, inputs: &Inputs<'_>) -> Option<(CombatantId, Vec<Name>)> {
    let side = inputs.view.row(window.by).side;
    let others = inputs.view.enemies_of(side).map(|row| row.id).filter(|who| !window.answered.contains(who));
    others.map(|who| (who, options(window, who, inputs))).find(|(_, options)| !options.is_empty())
}

/// The reactions somebody may take, and the name by which it lets go of what it made ready.
fn options(window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> Vec<Name> {
    let concerned = window.only.is_none_or(|only| only == who);
    let reactions = inputs.rules.policies.reactions.iter().filter(|_| concerned);
    let usable = reactions.filter(|reaction| reaction.on == window.trigger && may(reaction, window, who, inputs));
    let released = ready::released(window, who, inputs).map(|(policy, _)| policy.action);
    usable.map(|reaction| reaction.id).chain(released).collect()
}

fn may(reaction: &Reaction, window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let concerns = window.only == Some(who) && can_pay(inputs.view, inputs.rules, reaction, who);
    concerns || could_answer(inputs.view, inputs.rules, reaction, who, window.by)
}

/// Whether somebody could take a reaction to what another does where both are in the view: it can act and pay for it, and
/// is near enough.
pub fn could_answer(view: View<'_>, rules: &Ruleset, reaction: &Reaction, who: CombatantId, by: CombatantId) -> bool {
    let near = || reaction.on == Trigger::ActionDeclared || reach::threatens(view, rules.book(), who, by);
    can_pay(view, rules, reaction, who) && near()
}

fn can_pay(view: View<'_>, rules: &Ruleset, reaction: &Reaction, who: CombatantId) -> bool {
    view.row(who).turn_state.reactions >= reaction.cost && status::can_act(view, rules.book(), who)
}

fn reaction_named<'a>(name: Name, inputs: &Inputs<'a>) -> Option<&'a Reaction> {
    inputs.rules.policies.reactions.iter().find(|reaction| reaction.id == name)
}

fn take(mut window: Box<Window>, who: CombatantId, name: Name, inputs: &mut Inputs<'_>) -> Step {
    let Some(reaction) = reaction_named(name, inputs) else {
        return let_go(window, who, name, inputs);
    };
    let left = inputs.view.row(who).turn_state.reactions.saturating_sub(reaction.cost);
    let events = vec![
        BattleEvent::ReactionTaken { who, reaction: name, to: window.by, rule: reaction.rule },
        BattleEvent::ReactionsSpent { who, left },
    ];
    let weapon = reach::melee_slots(inputs.view, who).first().copied();
    let act = Act::at(reaction.action, window.by, weapon);
    let occasion = Occasion::Reaction(window.trigger);
    window.taking = Some(name);
    let doing = Doing { actor: who, act, occasion, stage: DoingStage::Plan };
    Step::new(events, Next::Call(Frame::Window(window), Frame::Doing(Box::new(doing))))
}

/// What was made ready is done at once; the trigger goes on afterwards if it still can (TA-025, TA-G43).
fn let_go(mut window: Box<Window>, who: CombatantId, name: Name, inputs: &mut Inputs<'_>) -> Step {
    let Some((policy, act)) = ready::released(&window, who, inputs) else {
        return Step::silent(Next::Resume(Frame::Window(window)));
    };
    let rule = policy.release_rule;
    let events = vec![
        BattleEvent::ReactionTaken { who, reaction: name, to: window.by, rule },
        BattleEvent::ReadyEnded { who, rule },
    ];
    let occasion = Occasion::Reaction(window.trigger);
    window.taking = Some(name);
    window.released = Some(act.clone());
    let doing = Doing { actor: who, act, occasion, stage: DoingStage::Plan };
    Step::new(events, Next::Call(Frame::Window(window), Frame::Doing(Box::new(doing))))
}

fn taken_done(mut window: Box<Window>, name: Name, inputs: &mut Inputs<'_>) -> Step {
    let hit = matches!(inputs.verdict.take(), Some(Verdict::CarriedOut { hit: true }));
    match reaction_named(name, inputs).map(|reaction| reaction.then) {
        Some(Interruption::TakenBack) => window.taken_back |= hit,
        Some(Interruption::StopsMoverOnHit) => window.stopped |= hit,
        _ => {}
    }
    // What was done out of turn is no movement that could be gone on with.
    let mut events = Vec::new();
    window.answered.last().into_iter().for_each(|who| super::bodies::halt(*who, inputs, &mut events));
    if let (Some(act), Some(who)) = (window.released.take(), window.answered.last()) {
        turn_end::pay_for(*who, &act, inputs, &mut events);
    }
    Step::new(events, Next::Resume(Frame::Window(window)))
}
