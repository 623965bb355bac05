//! One cell of a push.

use smallvec::SmallVec;

use crate::mechanics::water;
use crate::resolution::act::{Asks, Pick, PickPurpose, Prompt};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame, Pushed};
use crate::resolution::procedure::forced::displaced;
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Asks the pusher whether to continue.
pub(crate) fn ask_further(displace: Box<Displace>) -> StepResult {
    let asks = Asks::Pick { purpose: PickPurpose::PushFurther, options: vec![Pick::Yes, Pick::No] };
    let prompt = Prompt { who: displace.actor, asks };
    StepResult::silent(NextStep::Ask(Frame::Displace(displace), prompt))
}

pub(crate) type Bodies = Option<SmallVec<[Shift; 2]>>;

/// Moves the bodies one cell. The push continues while feet are left.
pub(crate) fn go(mut displace: Box<Displace>, pushed: Pushed, bodies: Bodies, inputs: &Inputs<'_>) -> StepResult {
    let Some(bodies) = bodies else { return StepResult::nothing() };
    // A target that loses its footing, or is carried away, is pushed no further.
    let carried = |shift: &Shift| water::sweeping_policy(inputs.game(), displaced::stands(shift)).is_some();
    let falls = bodies.iter().any(|it| it.who == displace.target && (it.altitudes.1 > 0 || carried(it)));
    let events = displaced::facts(&displace, bodies, inputs);
    let cell = inputs.rules.policies.board.feet;
    displace.feet = displace.feet.saturating_sub(cell);
    displace.pushed = Some(pushed);
    if displace.feet < cell || falls {
        return StepResult::done(events);
    }
    StepResult::new(events, NextStep::Resume(Frame::Displace(displace)))
}
