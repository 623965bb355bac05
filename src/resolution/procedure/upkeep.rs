//! After every moment: the fallen fall, broken links end, those who parted make room, the newly flanked choose a facing, goals are looked at.

use crate::battle::{View, Vitals};
use crate::mechanics::grapple;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Fall, Frame, Upkeep, UpkeepStage as Stage, Verdict};
use crate::resolution::step::{Inputs, Next, Step};

use super::{bodies, command, facing, fall, goals, ground, holds, laying, tracks, water, weightless};

impl Upkeep {
    /// The upkeep after a moment that began with these pools.
    pub fn since(before: Vec<Vitals>) -> Upkeep {
        Upkeep { before, stage: Stage::Falls, began: None }
    }

    /// The upkeep after a moment that changed no pools.
    pub fn after(view: View<'_>) -> Upkeep {
        Upkeep::since(view.rows().iter().map(|row| row.vitals).collect())
    }
}

/// Whether upkeep after a moment that changed no pools has nothing to do: nothing has happened since it last changed
/// nothing.
pub(super) fn is_settled(inputs: &Inputs<'_>) -> bool {
    inputs.memory.settled == Some(inputs.view.revision())
}

/// Makes the next step of upkeep. Each stage goes round until it changes nothing.
pub fn step(mut upkeep: Upkeep, inputs: &mut Inputs<'_>) -> Step {
    let now = inputs.view.revision();
    let is_same = || inputs.view.rows().iter().map(|row| &row.vitals).eq(&upkeep.before);
    if upkeep.began.is_none() && is_settled(inputs) && is_same() {
        return Step::silent(Next::Finish(Verdict::Done));
    }
    upkeep.began = upkeep.began.or(Some(now));
    let mut events = Vec::new();
    match upkeep.stage {
        Stage::Falls if ground::gives_way(inputs, &mut events) => {}
        Stage::Falls => match fall::next(inputs) {
            Some(who) => {
                let (upkeep, fall) = (Frame::Upkeep(upkeep), Frame::Fall(Fall::of(who)));
                return Step::silent(Next::Call(upkeep, fall));
            }
            None => {
                laying::walk_through(inputs, &mut events);
                water::douse(inputs, &mut events);
                weightless::find_hold(inputs, &mut events);
                upkeep.stage = Stage::Bodies;
            }
        },
        Stage::Bodies => {
            bodies::fall(&upkeep.before, inputs, &mut events);
            tracks::follow(inputs, &mut events);
            upkeep.before.clear();
            upkeep.before.extend(inputs.view.rows().iter().map(|row| row.vitals));
            upkeep.stage = Stage::Links;
        }
        // Whom its wounds have brought down out of the air falls.
        Stage::Links if fall::next(inputs).is_some() => upkeep.stage = Stage::Falls,
        Stage::Links => {
            for hold in inputs.view.links() {
                if let Some(refusal) = grapple::must_end(inputs.view, inputs.book(), hold) {
                    events.push(holds::ended(hold, &refusal.why, refusal.rule));
                }
            }
            water::breathe_again(inputs, &mut events);
            command::freed(inputs, &mut events);
            upkeep.stage = Stage::Spaces;
        }
        Stage::Spaces => {
            if !holds::part(inputs, &mut events) {
                upkeep.stage = Stage::Facing(0);
            }
        }
        Stage::Facing(from) => return facing::step(upkeep, from, inputs),
        Stage::Goals => {
            goals::escapes(inputs, &mut events);
            return match goals::outcome(inputs, &events) {
                Some(outcome) => {
                    events.push(BattleEvent::BattleEnded { outcome });
                    Step::new(events, Next::End)
                }
                None => {
                    inputs.memory.settled = upkeep.began.filter(|began| *began == now && events.is_empty());
                    Step::new(events, Next::Finish(Verdict::Done))
                }
            };
        }
    }
    Step::new(events, Next::Resume(Frame::Upkeep(upkeep)))
}
