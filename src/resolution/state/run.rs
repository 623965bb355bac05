//! The loop that runs frames until a question is open or the battle is over.

use super::{BattleState, Remember};
use crate::battle::{Side, View};
use crate::content::Refusal;
use crate::resolution::act::{Asks, Choice, Occasion, Prompt};
use crate::resolution::event::{BattleEvent, BattleOutcome};
use crate::resolution::frame::{Clock, Frame};
use crate::resolution::legal::{self, Legality, ValidAct};
use crate::resolution::procedure::step;
use crate::resolution::step::{Inputs, NextStep, StepResult};
use crate::rules::Ruleset;

/// A choice that may not be made.
pub type Illegal = Refusal;

/// Deeper than any rule system nests; a stack this deep is a fault of the rules' data.
const DEEPEST: usize = 200;

/// Status of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BattleStatus {
    /// The battle waits for the answer to this question.
    Awaiting(Prompt),
    /// The battle is over.
    Over(BattleOutcome),
}

impl BattleState {
    /// Runs the battle until a question is open or it is over.
    pub fn resolve(&mut self) -> BattleStatus {
        loop {
            if let Some(outcome) = &self.outcome {
                return BattleStatus::Over(outcome.clone());
            }
            if let (Some(prompt), None) = (&self.prompt, &self.answer) {
                return BattleStatus::Awaiting(prompt.clone());
            }
            self.advance();
        }
    }

    /// Applies a fact from outside the rules, for editors and tests. It is not logged.
    pub fn impose(&mut self, fact: &BattleEvent) {
        self.field.apply(fact);
    }

    /// Answers the open question.
    ///
    /// # Errors
    /// If no question is open, or the choice is not among its answers; the question then stays open.
    pub fn submit(&mut self, choice: Choice) -> Result<(), Illegal> {
        self.accept(choice, None).map_err(|(_, refusal)| refusal)
    }

    /// Answers the open question and runs the battle on. An act that has been validated is not checked again if nothing
    /// has changed since.
    ///
    /// # Errors
    /// Those of [`submit`](BattleState::submit); a refused choice is given back.
    pub fn answer(&mut self, choice: Choice, valid: Option<ValidAct>) -> Result<BattleStatus, (Choice, Illegal)> {
        self.accept(choice, valid)?;
        Ok(self.resolve())
    }

    /// Makes steps of the top frame until one has facts, wants something remembered or asks a question, and writes these.
    fn advance(&mut self) {
        self.prompt = None;
        let mut handled = None;
        let mut inputs = Inputs {
            view: self.field.view(),
            rules: &self.setup.rules,
            setup: &self.setup,
            timeline: self.field.timeline(),
            memory: &self.memory,
            watches: &self.watches,
            dice: &mut self.dice,
            verdict: &mut self.verdict,
            answer: &mut self.answer,
            spare: &mut self.spare,
            remembered: &mut self.remembered,
            handled: &mut handled,
        };
        let StepResult { events, next } = steps(&mut self.stack, &mut inputs);
        self.remembered.drain(..).for_each(|what| self.memory.write(what));
        if let Some(before) = handled {
            self.stack.iter_mut().for_each(|frame| frame.catch_up(&before, self.field.view()));
        }
        if !events.is_empty() {
            self.record(events);
        }
        self.follow(next);
    }

    fn follow(&mut self, next: NextStep) {
        match next {
            NextStep::Resume(frame) => self.stack.push(frame),
            NextStep::Call(parent, child) => self.stack.extend([parent, child]),
            NextStep::Ask(frame, prompt) => {
                self.stack.push(frame);
                self.prompt = Some(prompt);
            }
            NextStep::Finish(verdict) => self.verdict = Some(verdict),
            NextStep::End => self.stack.clear(),
        }
        if self.stack.len() > DEEPEST {
            let because = format!("reactions nested more than {DEEPEST} deep; the rules' data feed on themselves");
            self.record(vec![BattleEvent::BattleEnded { outcome: BattleOutcome::Draw { because } }]);
        }
    }

    /// Applies facts and notes them.
    pub(super) fn record(&mut self, mut facts: Vec<BattleEvent>) {
        for fact in &facts {
            self.field.apply(fact);
            match fact {
                BattleEvent::TurnEnded { .. } => self.activations += 1,
                BattleEvent::BattleEnded { outcome } => self.outcome = Some(outcome.clone()),
                _ => {}
            }
        }
        self.log.append(&mut facts);
        self.spare.give(facts);
    }

    fn accept(&mut self, choice: Choice, valid: Option<ValidAct>) -> Result<(), (Choice, Illegal)> {
        let Some(prompt) = &self.prompt else {
            return Err((choice, Refusal::new("there is no open question", "".into())));
        };
        if choice == Choice::Surrender {
            let side = self.field.view().row(prompt.who).side;
            return self.surrender(side).map_err(|why| (choice, why));
        }
        let (who, view, rules) = (prompt.who, self.field.view(), &self.setup.rules);
        let known = valid.filter(|_| prompt.asks == Asks::Act).and_then(|valid| valid.current(view, who, &choice));
        debug_assert!(known.is_none() || answerable(view, rules, prompt, &choice).is_ok());
        if known.is_none()
            && let Err(refusal) = answerable(view, rules, prompt, &choice)
        {
            return Err((choice, refusal));
        }
        if let (Choice::Act(_), Asks::Act) = (&choice, &prompt.asks) {
            self.memory.write(Remember::Legal(known.unwrap_or(Legality::at(who, view.changed().any))));
        }
        self.answer = Some(choice);
        Ok(())
    }
}

impl BattleState {
    /// Ends the battle: the other side wins.
    ///
    /// # Errors
    /// If more than one side is left, which would have to fight for the victory.
    fn surrender(&mut self, side: Side) -> Result<(), Illegal> {
        let parties = (0..).map(Side).zip(&self.setup.sides);
        let [(other, _)] = parties.filter(|(other, _)| *other != side).collect::<Vec<_>>()[..] else {
            return Err(Refusal::new("a side can surrender only to a single enemy side", "".into()));
        };
        let name = self.setup.sides.get(usize::from(side.0)).map_or("the enemy", |party| &*party.name);
        let outcome = BattleOutcome::Won { side: other, because: format!("{name} surrendered") };
        (self.prompt, self.answer) = (None, None);
        self.stack.clear();
        self.record(vec![BattleEvent::BattleEnded { outcome }]);
        Ok(())
    }
}

/// Makes steps while nothing has to be written.
fn steps(stack: &mut Vec<Frame>, inputs: &mut Inputs<'_>) -> StepResult {
    let mut frame = top(stack);
    loop {
        let made = step(frame, inputs);
        (*inputs.verdict, *inputs.answer) = (None, None);
        if !made.events.is_empty() || !inputs.remembered.is_empty() || inputs.handled.is_some() {
            return made;
        }
        inputs.unused(made.events);
        frame = match made.next {
            NextStep::Resume(frame) => frame,
            NextStep::Call(parent, child) if stack.len() + 2 <= DEEPEST => {
                stack.push(parent);
                child
            }
            NextStep::Finish(verdict) => {
                *inputs.verdict = Some(verdict);
                top(stack)
            }
            next => return StepResult::silent(next),
        };
    }
}

/// The frame that continues next; the clock if none is unfinished.
fn top(stack: &mut Vec<Frame>) -> Frame {
    stack.pop().unwrap_or(Frame::Clock(Clock::default()))
}

fn answerable(view: View<'_>, rules: &Ruleset, prompt: &Prompt, choice: &Choice) -> Result<(), Illegal> {
    let fits = match (&prompt.asks, choice) {
        (Asks::Act, Choice::Act(act)) => return legal::check(view, rules, prompt.who, act),
        (Asks::Cell { cells, .. }, Choice::Cell(cell)) => cells.contains(cell),
        (Asks::Pick { options, .. }, Choice::Pick(pick)) => options.contains(pick),
        (Asks::React { options, .. }, Choice::React(reaction)) => options.contains(reaction),
        (Asks::React { .. } | Asks::Interrupt { .. }, Choice::Pass) => true,
        (Asks::Interrupt { reaction, to, .. }, Choice::Act(act)) => {
            let occasion = Occasion::Reaction { reaction: *reaction, to: *to };
            return legal::check_on(view, rules, prompt.who, act, occasion);
        }
        (Asks::Face { options }, Choice::Face(facing)) => options.contains(facing),
        _ => false,
    };
    if fits { Ok(()) } else { Err(Refusal::new("that does not answer what is asked", "".into())) }
}
