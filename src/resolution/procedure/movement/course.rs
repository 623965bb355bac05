//! Courses: movements decided as a whole by one roll or by what they pass through (leaps, climbs, swims, push-offs,
//! gaps, earth). The course is computed at the start and taken step by step.

use crate::battle::View;
use crate::content::action::Gait;
use crate::content::refusal::Refusal;
use crate::grid::Footprint;
use crate::mechanics::{Game, height, space, status};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::course::{CourseEnd, MovementCourse, Station};
use crate::resolution::frame::{Fall, Walk};
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::{drift, tunnel, water};
use crate::resolution::step::Inputs;

/// Whether movements of this gait have a course.
pub(crate) fn is_needed(gait: Gait) -> bool {
    matches!(gait, Gait::Leap | Gait::Climb | Gait::Swim | Gait::PushOff(_) | Gait::Squeeze | Gait::Burrow)
}

/// The next station of a course, if the movement has one.
pub(crate) fn next(walk: &Walk) -> Option<Station> {
    walk.course.as_ref()?.stations.get(walk.at).copied()
}

/// Whether a mover can continue its course: it can move and is where its last step ended.
pub(crate) fn can_continue(walk: &Walk, course: &MovementCourse, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (game, who, rule) = (inputs.game(), walk.who, inputs.rules.policies.space.enter_rule);
    let here = Station { at: game.footprint(who), altitude: game.altitude(who) };
    let last = walk.at.checked_sub(1).and_then(|at| course.stations.get(at));
    if last.is_some_and(|last| *last != here) {
        return Err(Refusal::new("is off its path", rule));
    }
    if status::is_immobile(game, who) {
        return Err(Refusal::new("cannot move any further", rule));
    }
    Ok(())
}

/// Whether the next step passes over others, as a leap does until it lands.
pub(crate) fn passes_over(walk: &Walk) -> bool {
    walk.gait == Gait::Leap && walk.at + 1 < walk.path.len()
}

/// Whether a mover may take the next step of its course at its height.
pub(crate) fn may_enter(walk: &Walk, at: Footprint, view: View<'_>, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (who, game) = (walk.who, Game::new(view, inputs.book()));
    match walk.gait {
        _ if passes_over(walk) => Ok(()),
        Gait::Leap | Gait::Climb => space::entry_by_force(game, who, at),
        Gait::PushOff(_) => space::may_end(game, who, at),
        // The earth is dug out only when entered.
        Gait::Burrow if space::is_blocked(game, who, at) => {
            Err(Refusal::new("an enemy blocks the space", game.policies.space.enter_rule))
        }
        Gait::Burrow => Ok(()),
        _ => space::entry(game, who, at),
    }
}

/// Takes the next step of a course, with all held in one space with the mover.
pub(crate) fn take_step(
    walk: &Walk,
    course: &MovementCourse,
    to: Station,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (who, view) = (walk.who, inputs.view);
    if walk.gait == Gait::Burrow {
        tunnel::dig(who, to.at, inputs, events);
    }
    let bodies = shift::along_at(view, who, to.at, to.altitude);
    let rule = shift::drag_rule(who, inputs).unwrap_or(course.rule);
    events.push(BattleEvent::Displaced { bodies, cause: course.cause, rule });
    if walk.gait == Gait::Swim && course.cause == Cause::Step {
        water::surfaces(who, to, inputs, events);
    }
    let policy = inputs.rules.policies.height.as_ref().filter(|_| walk.at + 1 == walk.path.len());
    if let (CourseEnd::Clings, Some(policy)) = (course.then, policy) {
        conditions::gain(who, policy.climb.clinging, who, policy.climb.skill.rule, inputs, events);
    }
}

/// The end of a course: a push-off stops drifting at an obstacle, and a short leap becomes a fall.
pub(crate) fn ended(walk: &Walk, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) -> Option<Fall> {
    let course = walk.course.as_ref()?;
    if let Gait::PushOff(_) = walk.gait {
        drift::runs_into(walk.who, inputs, events);
    }
    let CourseEnd::Falls { eased } = course.then else { return None };
    let gone_through = walk.at == walk.path.len() && height::is_leaping(inputs.view, walk.who);
    let (who, cells) = (walk.who, walk.at as u16);
    gone_through.then_some(Fall { eased, cells, ..Fall::of(who) })
}
