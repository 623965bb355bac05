//! Steps of a forced movement to which others may react before they are taken: those of the bodies that are moved, where they
//! provoke, and those of an actor that walks along (PR-036, PR-303, PR-321, PR-362).

use crate::content::{Displacement, ForceKind, Gait, Trigger};
use crate::resolution::event::Shift;
use crate::resolution::frame::{Displace, Frame, Pushed, WindowCause};
use crate::resolution::procedure::action::window;
use crate::resolution::step::{Inputs, StepResult};

/// Whether the forced steps of an actor's action provoke as if the target went by itself.
pub(super) fn provokes(displace: &Displace, inputs: &Inputs<'_>) -> bool {
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
