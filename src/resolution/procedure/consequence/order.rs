//! The table of consequences: every check after a moment, in order.

use self::Run::{Emits, Leads};
use crate::battle::Changed;
use crate::mechanics::grapple;
use crate::resolution::act::Prompt;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Fall, Frame, Pools, Upkeep, UpkeepStage as Stage};
use crate::resolution::procedure::action::ready;
use crate::resolution::procedure::consequence::facing::Faced;
use crate::resolution::procedure::consequence::wounds::followed;
use crate::resolution::procedure::consequence::wounds::saving::{self, Saving};
use crate::resolution::procedure::consequence::{buildup, casualties, facing, goals, ground};
use crate::resolution::procedure::effect::{holds, zones};
use crate::resolution::procedure::movement::{drift, fall, water};
use crate::resolution::procedure::turn::command;
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};

/// Every check after a moment, in order. To add one, write a function that emits facts from [`Inputs`], and enter it with a
/// free number between its neighbours.
///
/// The checks of one stage run together; their facts are applied before the next stage. A check may repeat its stage,
/// go back to an earlier one, or call a frame that runs first. Consequences of a single fact are in
/// [`at_once`](super::at_once).
static ORDER: [Check; 22] = [
    // Ice breaks under too much weight (TA-174); the stage repeats.
    Check(100, Stage::Falls, Leads(breaking_ice)),
    // Unsupported combatants fall, one after the other (TA-142).
    Check(110, Stage::Falls, Leads(falling)),
    // Combatants that are supported again stop falling (TA-142, TA-144).
    Check(120, Stage::Falls, Emits(fall::caught)),
    // Combatants inside an illusion see through it (TA-G55).
    Check(130, Stage::Falls, Emits(zones::enter_illusions)),
    // Deep water puts out fires (TA-248).
    Check(140, Stage::Falls, Emits(water::douse)),
    // Unsteady combatants that find a hold are steady (TA-161).
    Check(150, Stage::Falls, Emits(drift::find_hold)),
    // Hit points and parts of the body follow changed stats (PR-G37); the stage repeats.
    Check(180, Stage::Bodies, Leads(stats_followed)),
    // Parts of the body that would be lost may be saved (PR-230); the stage repeats.
    Check(190, Stage::Bodies, Leads(saved_parts)),
    // Deaths, checks to stay awake, bleeding (TC-122, TA-211, TA-242, TA-243).
    Check(200, Stage::Bodies, Leads(pools)),
    // Conditions that follow from gathered levels (TC-486, TC-487, TC-489, TC-494).
    Check(210, Stage::Bodies, Emits(buildup::update)),
    // From here on, pools are compared with the current ones.
    Check(220, Stage::Bodies, Leads(noted)),
    // Those that have saved a part of their body are not dying (PR-231).
    Check(290, Stage::Links, Leads(saved)),
    // Combatants brought out of the air by wounds fall: back to 100.
    Check(300, Stage::Links, Leads(fallen_again)),
    // Holds that can no longer last end.
    Check(310, Stage::Links, Leads(broken_holds)),
    // Weapons out of hand are no longer set against a charge (TC-253, G-38).
    Check(320, Stage::Links, Emits(ready::unset)),
    // Combatants no longer choked breathe.
    Check(330, Stage::Links, Emits(water::breathe_again)),
    // Subordinates without a commander follow the next one or act alone (TA-G46).
    Check(340, Stage::Links, Emits(command::freed)),
    // Combatants left in the air by an ended hold fall (TA-142): back to 100.
    Check(400, Stage::Spaces, Leads(fallen_again)),
    // Combatants no longer held in one space part; the stage repeats.
    Check(410, Stage::Spaces, Leads(parted)),
    // Newly flanked combatants are asked for a facing.
    Check(500, Stage::Facing(0), Leads(facings)),
    // Combatants on an exit leave the board.
    Check(600, Stage::Goals, Emits(goals::escapes)),
    // A side that has reached a goal, or stands alone, wins.
    Check(610, Stage::Goals, Leads(outcome)),
];

/// Number, stage and function of a check.
struct Check(u16, Stage, Run);

#[derive(Copy, Clone)]
enum Run {
    /// Emits facts only.
    Emits(fn(&mut Inputs<'_>, &mut Facts)),
    /// Emits facts and decides how upkeep continues.
    Leads(fn(&mut Upkeep, &mut Inputs<'_>, &mut Facts) -> Then),
}

/// Continuation after a check.
enum Then {
    /// Continue with the next check.
    Continue,
    /// Go to this stage.
    Stage(Stage),
    /// Run this frame, then the same stage again.
    Call(Frame),
    /// Wait for an answer, then run the same stage again.
    Ask(Prompt),
    /// The battle is over; its last fact has been added.
    End,
}

/// Whether upkeep after a moment without changed pools has nothing to do: nothing it reads has changed since it last
/// found nothing.
pub(crate) fn is_settled(inputs: &Inputs<'_>) -> bool {
    let Some(settled) = inputs.memory.settled else { return false };
    let Changed { bodies, pools, able, around, .. } = inputs.view.changed();
    [bodies, pools, able, around].into_iter().all(|changed| changed <= settled) && !goals::depend_on_more(inputs)
}

/// Runs stages until one has facts, calls a frame or asks.
pub fn step(mut upkeep: Box<Upkeep>, inputs: &mut Inputs<'_>) -> StepResult {
    if upkeep.began.is_none() && is_settled(inputs) && upkeep.before.are_same(inputs.view) {
        return StepResult::nothing();
    }
    upkeep.began = upkeep.began.or(Some(inputs.view.revision()));
    let mut events = inputs.facts();
    loop {
        let next = match run(&mut upkeep, inputs, &mut events) {
            Then::Continue => after(upkeep.stage),
            Then::Stage(stage) => Some(stage),
            Then::Call(child) => return StepResult::new(events, NextStep::Call(Frame::Upkeep(upkeep), child)),
            Then::Ask(prompt) => return StepResult::new(events, NextStep::Ask(Frame::Upkeep(upkeep), prompt)),
            Then::End => return StepResult::new(events, NextStep::End),
        };
        let Some(stage) = next else { return finished(&upkeep, inputs, events) };
        upkeep.stage = stage;
        if !events.is_empty() {
            return StepResult::new(events, NextStep::Resume(Frame::Upkeep(upkeep)));
        }
    }
}

/// Runs the checks of the current stage until one leads elsewhere.
fn run(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    debug_assert!(ORDER.is_sorted_by_key(|Check(number, ..)| *number));
    let stage = std::mem::discriminant(&upkeep.stage);
    for Check(_, _, check) in ORDER.iter().filter(|Check(_, of, _)| std::mem::discriminant(of) == stage) {
        let then = match check {
            Emits(emit) => {
                emit(inputs, events);
                Then::Continue
            }
            Leads(lead) => lead(upkeep, inputs, events),
        };
        if !matches!(then, Then::Continue) {
            return then;
        }
    }
    Then::Continue
}

/// The next stage; `None` after the last.
fn after(stage: Stage) -> Option<Stage> {
    match stage {
        Stage::Falls => Some(Stage::Bodies),
        Stage::Bodies => Some(Stage::Links),
        Stage::Links => Some(Stage::Spaces),
        Stage::Spaces => Some(Stage::Facing(0)),
        Stage::Facing(_) => Some(Stage::Goals),
        Stage::Goals => None,
    }
}

/// Upkeep is over. If it changed nothing, it need not run again until something changes.
fn finished(upkeep: &Upkeep, inputs: &mut Inputs<'_>, events: Facts) -> StepResult {
    let quiet = upkeep.began == Some(inputs.view.revision()) && events.is_empty();
    inputs.remember(Remember::Settled(upkeep.began.filter(|_| quiet)));
    StepResult::done(events)
}

fn breaking_ice(_: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    if ground::gives_way(inputs, events) { Then::Stage(Stage::Falls) } else { Then::Continue }
}

fn falling(_: &mut Upkeep, inputs: &mut Inputs<'_>, _: &mut Facts) -> Then {
    fall::next(inputs).map_or(Then::Continue, |who| Then::Call(Frame::Fall(Fall::of(who))))
}

fn stats_followed(_: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    if followed::update(inputs, events) { Then::Stage(Stage::Bodies) } else { Then::Continue }
}

fn saved_parts(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    match saving::step(upkeep, inputs, events) {
        Some(Saving::Asked(prompt)) => Then::Ask(prompt),
        Some(Saving::Decided) => Then::Stage(Stage::Bodies),
        None => Then::Continue,
    }
}

fn saved(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    let saved = std::mem::take(&mut upkeep.saving.saved);
    saved.into_iter().for_each(|who| saving::recovers(who, inputs, events));
    Then::Continue
}

fn pools(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    casualties::check(upkeep, inputs, events);
    Then::Continue
}

fn noted(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, _: &mut Facts) -> Then {
    if !upkeep.before.are_same(inputs.view) {
        let before = std::mem::replace(&mut upkeep.before, Pools::now(inputs.view));
        *inputs.handled = Some(before);
    }
    Then::Continue
}

fn fallen_again(_: &mut Upkeep, inputs: &mut Inputs<'_>, _: &mut Facts) -> Then {
    if fall::next(inputs).is_some() { Then::Stage(Stage::Falls) } else { Then::Continue }
}

fn broken_holds(_: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    for hold in inputs.view.links() {
        if let Some(refusal) = grapple::must_end(inputs.game(), hold) {
            events.push(holds::ended(hold, &refusal.why, refusal.rule));
        }
    }
    Then::Continue
}

fn parted(_: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    if holds::make_room(inputs, events) { Then::Stage(Stage::Spaces) } else { Then::Continue }
}

fn facings(upkeep: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    let Stage::Facing(from) = upkeep.stage else { return Then::Continue };
    match facing::step(from, inputs) {
        Some(Faced::Asked(who, prompt)) => {
            upkeep.stage = Stage::Facing(who.0);
            Then::Ask(prompt)
        }
        Some(Faced::Chosen(kept)) => {
            events.extend(kept);
            Then::Stage(Stage::Facing(from + 1))
        }
        None => Then::Continue,
    }
}

fn outcome(_: &mut Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) -> Then {
    let Some(outcome) = goals::outcome(inputs, events) else { return Then::Continue };
    events.push(BattleEvent::BattleEnded { outcome });
    Then::End
}
