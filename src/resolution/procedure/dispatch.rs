//! The procedure that steps each kind of frame.

use crate::resolution::frame::Frame;
use crate::resolution::procedure::action::{acting, doing, effect_choice, window};
use crate::resolution::procedure::consequence::{at_once, order};
use crate::resolution::procedure::forced::displace;
use crate::resolution::procedure::movement::{fall, walk};
use crate::resolution::procedure::settle;
use crate::resolution::procedure::turn::{activation, clock, command, start};
use crate::resolution::step::{Inputs, StepResult};

/// Makes one step of a frame, with the consequences of its facts. Reads, never writes.
pub fn step(frame: Frame, inputs: &mut Inputs<'_>) -> StepResult {
    let mut made = step_of(frame, inputs);
    if !made.events.is_empty() {
        made.events = at_once::complete(made.events, inputs);
    }
    made
}

fn step_of(frame: Frame, inputs: &mut Inputs<'_>) -> StepResult {
    match frame {
        Frame::Clock(frame) => clock::step(frame, inputs),
        Frame::Activation(frame) => activation::step(frame, inputs),
        Frame::Acting(frame) => acting::step(frame, inputs),
        Frame::Doing(frame) => doing::step(frame, inputs),
        Frame::Settle(frame) => settle::step(frame, inputs),
        Frame::Walk(frame) => walk::step(frame, inputs),
        Frame::Displace(frame) => displace::step(frame, inputs),
        Frame::Deciding(frame) => effect_choice::step(*frame, inputs),
        Frame::Window(frame) => window::step(frame, inputs),
        Frame::Upkeep(frame) => order::step(frame, inputs),
        Frame::Fall(frame) => fall::step(frame, inputs),
        Frame::TurnStart(frame) => start::step(frame, inputs),
        Frame::Commanding(frame) => command::step(frame, inputs),
    }
}
