//! After every moment: the fallen fall, broken links end, those who parted make room, the newly flanked choose a facing, goals are looked at.

use crate::battle::{Changed, View};
use crate::mechanics::grapple;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Fall, Frame, Pools, Upkeep, UpkeepStage as Stage, Verdict};
use crate::resolution::step::{Inputs, Next, Step};

use super::facing::Faced;
use super::{bodies, command, facing, fall, goals, ground, holds, laying, ready, tracks, water, weightless};

impl Upkeep {
    /// The upkeep after a moment that began with these pools.
    pub fn since(before: Pools) -> Frame {
        Frame::Upkeep(Box::new(Upkeep { before, stage: Stage::Falls, began: None }))
    }

    /// The upkeep after a moment that changed no pools.
    pub fn after(view: View<'_>) -> Frame {
        Upkeep::since(Pools::now(view))
    }
}

/// Whether upkeep after a moment that changed no pools has nothing to do: nothing that it looks at has changed since it
/// last found nothing.
pub(super) fn is_settled(inputs: &Inputs<'_>) -> bool {
    let Some(settled) = inputs.memory.settled else { return false };
    let Changed { bodies, pools, able, around, .. } = inputs.view.changed();
    [bodies, pools, able, around].into_iter().all(|changed| changed <= settled) && !goals::depend_on_more(inputs)
}

/// Makes the next step of upkeep. Each stage goes round until it changes nothing.
pub fn step(mut upkeep: Box<Upkeep>, inputs: &mut Inputs<'_>) -> Step {
    if upkeep.began.is_none() && is_settled(inputs) && upkeep.before.are_same(inputs.view) {
        return Step::silent(Next::Finish(Verdict::Done));
    }
    upkeep.began = upkeep.began.or(Some(inputs.view.revision()));
    let mut events = inputs.facts();
    loop {
        upkeep.stage = match upkeep.stage {
            Stage::Falls if ground::gives_way(inputs, &mut events) => Stage::Falls,
            Stage::Falls => match fall::next(inputs) {
                Some(who) => {
                    let (upkeep, fall) = (Frame::Upkeep(upkeep), Frame::Fall(Fall::of(who)));
                    return Step::silent(Next::Call(upkeep, fall));
                }
                None => fallen(inputs, &mut events),
            },
            Stage::Bodies => suffered(&mut upkeep.before, inputs, &mut events),
            // Whom its wounds have brought down out of the air falls.
            Stage::Links if fall::next(inputs).is_some() => Stage::Falls,
            Stage::Links => unbound(inputs, &mut events),
            // So do those whom an ended hold has left in the air (TA-142).
            Stage::Spaces if fall::next(inputs).is_some() => Stage::Falls,
            Stage::Spaces if holds::part(inputs, &mut events) => Stage::Spaces,
            Stage::Spaces => Stage::Facing(0),
            Stage::Facing(from) => match facing::step(from, inputs) {
                Some(Faced::Asked(who, prompt)) => {
                    upkeep.stage = Stage::Facing(who.0);
                    return Step::silent(Next::Ask(Frame::Upkeep(upkeep), prompt));
                }
                Some(Faced::Chosen(kept)) => {
                    events.extend(kept);
                    Stage::Facing(from + 1)
                }
                None => Stage::Goals,
            },
            Stage::Goals => return weighed(&upkeep, inputs, events),
        };
        if !events.is_empty() {
            return Step::new(events, Next::Resume(Frame::Upkeep(upkeep)));
        }
    }
}

/// What follows for those who have come to stand where they do.
fn fallen(inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> Stage {
    fall::caught(inputs, events);
    laying::walk_through(inputs, events);
    water::douse(inputs, events);
    weightless::find_hold(inputs, events);
    Stage::Bodies
}

fn suffered(before: &mut Pools, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> Stage {
    bodies::fall(before, inputs, events);
    tracks::follow(inputs, events);
    if !before.are_same(inputs.view) {
        *before = Pools::now(inputs.view);
    }
    Stage::Links
}

fn unbound(inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> Stage {
    for hold in inputs.view.links() {
        if let Some(refusal) = grapple::must_end(inputs.view, inputs.book(), hold) {
            events.push(holds::ended(hold, &refusal.why, refusal.rule));
        }
    }
    ready::unset(inputs, events);
    water::breathe_again(inputs, events);
    command::freed(inputs, events);
    Stage::Spaces
}

/// The battle is over if somebody has reached its goals.
fn weighed(upkeep: &Upkeep, inputs: &mut Inputs<'_>, mut events: Vec<BattleEvent>) -> Step {
    goals::escapes(inputs, &mut events);
    if let Some(outcome) = goals::outcome(inputs, &events) {
        events.push(BattleEvent::BattleEnded { outcome });
        return Step::new(events, Next::End);
    }
    let quiet = upkeep.began == Some(inputs.view.revision()) && events.is_empty();
    inputs.memory.settled = upkeep.began.filter(|_| quiet);
    Step::new(events, Next::Finish(Verdict::Done))
}
