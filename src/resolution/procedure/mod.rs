//! Procedures: what each frame does, step by step. They read the battle and return facts; they write nothing.
//!
//! [`turn`] has the clock and turns from declaration to end, [`action`] one action from its questions to its plan. [`settle`]
//! lets all plans of one moment take effect: bodies move in [`movement`] and [`forced`], and [`effect`], [`spells`] and
//! [`stealth`] do the rest. [`consequence`] has what follows from facts, whatever caused them.

pub mod action;
pub mod consequence;
pub mod effect;
pub mod forced;
pub mod movement;
pub mod plain_check;
pub mod settle;
pub mod spells;
pub mod stealth;
pub mod turn;

use super::act::{Asks, Pick, PickPurpose, Prompt};
use super::frame::Frame;
use super::step::{Inputs, NextStep, StepResult};
use crate::battle::CombatantId;

/// Makes one step of a frame, with the consequences of its facts. Reads, never writes.
pub fn step(frame: Frame, inputs: &mut Inputs<'_>) -> StepResult {
    let mut made = match frame {
        Frame::Clock(frame) => turn::clock::step(frame, inputs),
        Frame::Activation(frame) => turn::activation::step(frame, inputs),
        Frame::Acting(frame) => action::acting::step(frame, inputs),
        Frame::Doing(frame) => action::doing::step(frame, inputs),
        Frame::Settle(frame) => settle::step(frame, inputs),
        Frame::Walk(frame) => movement::walk::step(frame, inputs),
        Frame::Displace(frame) => forced::displace::step(frame, inputs),
        Frame::Deciding(frame) => action::choices::step(*frame, inputs),
        Frame::Window(frame) => action::window::step(frame, inputs),
        Frame::Upkeep(frame) => consequence::order::step(frame, inputs),
        Frame::Fall(frame) => movement::fall::step(frame, inputs),
        Frame::TurnStart(frame) => turn::start::step(frame, inputs),
        Frame::Commanding(frame) => turn::command::step(frame, inputs),
        Frame::Round(frame) => turn::round::step(frame, inputs),
    };
    if !made.events.is_empty() {
        made.events = consequence::at_once::complete(made.events, inputs);
    }
    made
}

impl Frame {
    /// Resumes the frame without facts.
    pub(crate) fn resume(self) -> StepResult {
        StepResult::silent(NextStep::Resume(self))
    }

    /// Calls another frame without facts.
    pub(crate) fn call(self, child: Frame) -> StepResult {
        StepResult::silent(NextStep::Call(self, child))
    }

    pub(crate) fn ask(self, who: CombatantId, asks: Asks) -> StepResult {
        StepResult::silent(NextStep::Ask(self, Prompt { who, asks }))
    }

    pub(crate) fn ask_to_pick(self, who: CombatantId, purpose: PickPurpose, options: Vec<Pick>) -> StepResult {
        self.ask(who, Asks::Pick { purpose, options })
    }

    pub(crate) fn ask_yes_or_no(self, who: CombatantId, purpose: PickPurpose) -> StepResult {
        self.ask_to_pick(who, purpose, vec![Pick::Yes, Pick::No])
    }
}
