//! Steps of a forced movement to which others may react. Before they are taken: those of the bodies that are moved, where they
//! provoke, and those of an actor that walks along (PR-036, PR-303, PR-321, PR-362). After them, where they provoke; and
//! combatants that they have flanked (HD-118).

use crate::content::{Displacement, ForceKind, Gait, Trigger};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame, Pushed, WindowCause};
use crate::resolution::procedure::action::window;
use crate::resolution::procedure::forced::shift;
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Whether the forced steps of an actor's action provoke as if the target went by itself.
fn provokes(displace: &Displace, inputs: &Inputs<'_>) -> bool {
    let kind = match displace.how {
        Displacement::Push { .. } => ForceKind::Push,
        Displacement::Drag { .. } => ForceKind::Drag,
        Displacement::Reposition { .. } => ForceKind::Reposition,
        _ => return false,
    };
    let sheet = &inputs.view.row(displace.actor).sheet;
    let mut all = inputs.rules.policies.push.provokes.iter();
    all.any(|force| force.kind == kind && force.with.is_none_or(|needed| sheet.has(needed)))
}

/// Announces the next steps of all bodies of a push, one by one; the push again once all have been announced.
pub(super) fn pushed(
    mut displace: Box<Displace>,
    now: Pushed,
    bodies: &[Shift],
    inputs: &Inputs<'_>,
) -> Result<Box<Displace>, StepResult> {
    if !provokes(&displace, inputs) {
        return Ok(displace);
    }
    displace.pushed = Some(now);
    next(displace, bodies.iter(), inputs)
}

/// Announces the next steps of the bodies of a drag, or of a movement around the actor.
pub(super) fn moved(
    displace: Box<Displace>,
    bodies: &[Shift],
    inputs: &Inputs<'_>,
) -> Result<Box<Displace>, StepResult> {
    let (actor, provokes) = (displace.actor, provokes(&displace, inputs));
    next(displace, bodies.iter().filter(|body| provokes || body.who == actor), inputs)
}

fn next<'b>(
    mut displace: Box<Displace>,
    mut bodies: impl Iterator<Item = &'b Shift>,
    inputs: &Inputs<'_>,
) -> Result<Box<Displace>, StepResult> {
    let Some(body) = bodies.nth(displace.announced.into()) else { return Ok(displace) };
    if !window::listens(Trigger::BeforeStep, inputs) {
        return Ok(displace);
    }
    displace.announced += 1;
    let (walks, target) = (body.who == displace.actor, displace.target);
    let cause = |point| WindowCause {
        gait: walks.then_some(Gait::Walk),
        to: Some(body.to),
        forced: !walks,
        // A target that comes along stays as near as it was.
        busy: if walks { vec![target] } else { Vec::new() },
        ..WindowCause::by(body.who, point)
    };
    Err(StepResult::silent(window::open(Frame::Displace(displace), Trigger::BeforeStep, inputs, cause)))
}

/// A forced step that has been taken: where its bodies were before, and who may react to it.
pub(super) struct Moved {
    cause: WindowCause,
}

impl Moved {
    /// The step that these bodies are about to take.
    pub(super) fn of(displace: &Displace, bodies: &[Shift], inputs: &Inputs<'_>) -> Moved {
        let (game, provokes) = (inputs.game(), provokes(displace, inputs));
        let point = if provokes { Trigger::AfterStep } else { Trigger::NewlyFlanked };
        let is_moved = bodies.iter().any(|body| body.who == displace.target);
        let who = if is_moved { displace.target } else { displace.actor };
        let cause = WindowCause {
            from: Some(shift::station(game, who)),
            carried: shift::carried(bodies, who, game),
            target: is_moved.then_some(displace.actor),
            forced: is_moved,
            ..WindowCause::by(who, point)
        };
        Moved { cause }
    }

    /// Whether anything could be a reaction to it.
    pub(super) fn is_heard(&self, inputs: &Inputs<'_>) -> bool {
        window::listens(self.cause.point, inputs)
    }

    /// The reactions to it, and then the rest of the forced movement.
    pub(super) fn heard(self, displace: Box<Displace>, inputs: &Inputs<'_>) -> NextStep {
        window::open_if(self.is_heard(inputs), Frame::Displace(displace), || self.cause)
    }
}
