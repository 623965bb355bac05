//! The start of a movement with a course.

use crate::content::action::Gait;
use crate::grid::Cell;
use crate::mechanics::{Game, movement, sight};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Frame, Walk, WalkStage};
use crate::resolution::procedure::movement::walk::end;
use crate::resolution::procedure::movement::{climb_leap_swim, drift, tunnel};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// The declared path; empty if it goes straight up or down.
fn declared<'a>(walk: &'a Walk, inputs: &Inputs<'_>) -> &'a [Cell] {
    if walk.path == [inputs.view.footprint(walk.who).anchor] { &[] } else { &walk.path }
}

/// Checks the movement again, as an interruption may have changed things, and computes its course.
pub(crate) fn begin(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    let (who, gait, book) = (walk.who, walk.gait, inputs.book());
    let known = sight::known_to(Game::new(inputs.view, book), inputs.view.row(who).side);
    let path = declared(&walk, inputs).to_vec();
    let mut events = inputs.facts();
    let course = movement::walk(Game::new(known, book), who, gait, &path).and_then(|momentum| {
        if gait == Gait::Leap {
            events.push(BattleEvent::MomentumChanged { who, momentum });
        }
        match gait {
            Gait::Leap => climb_leap_swim::leap(who, known, &path, inputs, &mut events),
            Gait::Climb => climb_leap_swim::climb(who, &path, inputs, &mut events),
            Gait::Swim => climb_leap_swim::swim(who, &path, inputs, &mut events),
            Gait::PushOff(pitch) => drift::push_off(who, known, (pitch, &path), inputs, &mut events),
            Gait::Squeeze => tunnel::squeeze(who, known, &path, inputs),
            _ => tunnel::burrow(who, &path, inputs),
        }
    });
    match course {
        Ok(course) => {
            walk.path = course.stations.iter().map(|station| station.at.anchor).collect();
            walk.stage = if walk.path.is_empty() { WalkStage::Before } else { WalkStage::Contested };
            walk.course = Some(course);
            StepResult::new(events, NextStep::Resume(Frame::Walk(walk)))
        }
        Err(refusal) => end::stopped(walk, refusal, inputs),
    }
}
