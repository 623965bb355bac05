//! A way through enemies: each is pushed once in a movement, and the result says whether and how dearly its space may
//! be passed.

use super::walk::{self, ended, stopped};
use crate::battle::{Momentum, PairFact, PairRelation, Until};
use crate::content::action::Gait;
use crate::content::policy::Sharing;
use crate::content::refusal::Refusal;
use crate::grid::Footprint;
use crate::mechanics::{movement, reach, space};
use crate::resolution::act::Act;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Doing, DoingStage, Frame, Occasion, Verdict, Walk, WalkStage};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, Next, Step};

/// The push that must succeed before a step onto a footprint, if the mover barges and somebody is still in its way.
pub(super) fn push_first(walk: &Walk, to: Footprint, inputs: &Inputs<'_>) -> Option<Doing> {
    let Sharing::OneEach(policy) = &inputs.rules.policies.space.sharing else { return None };
    let action = policy.push_through.filter(|_| walk.momentum.gait == Gait::Barge)?;
    let enemy = *space::blockers(inputs.view, inputs.book(), walk.who, to).first()?;
    let weapon = reach::melee_slots(inputs.view, walk.who).first().copied();
    let act = Act::at(action, enemy, weapon);
    Some(Doing { actor: walk.who, act, occasion: Occasion::Free, stage: DoingStage::Plan })
}

/// Goes on after a push, if it succeeded and what is left of the movement leads through (TA-059 to TA-061).
pub(super) fn pushed(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> Step {
    if !matches!(inputs.verdict.take(), Some(Verdict::CarriedOut { hit: true })) {
        // The push itself has told why.
        walk.momentum = walk::spent(&walk);
        return ended(walk, Vec::new(), inputs);
    }
    match planned(&walk, walk.path.len(), inputs) {
        Ok(momentum) => {
            walk.momentum = momentum;
            walk.stage = WalkStage::Step;
            Step::silent(Next::Resume(Frame::Walk(walk)))
        }
        Err(refusal) => short(walk, refusal, inputs),
    }
}

/// The memory of the movement if it goes so many steps of its path, as things are now.
fn planned(walk: &Walk, steps: usize, inputs: &Inputs<'_>) -> Result<Momentum, Refusal> {
    let start = inputs.view.footprint(walk.who).at(walk.start);
    let view = inputs.view.with(walk.who, start);
    movement::walk(view, inputs.book(), walk.who, walk.gait, &walk.path[..steps])
}

/// The way has become too long: the mover stays where it is and may use what is left.
fn short(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> Step {
    let Ok(momentum) = planned(&walk, walk.at, inputs) else { return stopped(walk, refusal, inputs) };
    walk.momentum = momentum;
    let at = inputs.view.footprint(walk.who).anchor;
    let stop = BattleEvent::MoveStopped { who: walk.who, at, why: refusal.why.into_owned(), rule: refusal.rule };
    ended(walk, vec![stop], inputs)
}

/// The last place on its way where the mover may stay (TA-G49).
pub(super) fn last_place(walk: &Walk, inputs: &Inputs<'_>) -> Option<Footprint> {
    let body = inputs.view.footprint(walk.who);
    let been = std::iter::once(walk.start).chain(walk.path[..walk.at].iter().copied());
    let places: Vec<Footprint> = been.map(|cell| body.at(cell)).collect();
    let may_stay = |there: &Footprint| space::may_end(inputs.view, inputs.book(), walk.who, *there).is_ok();
    places.into_iter().rev().find(may_stay)
}

/// The actor may go through the target's space for the rest of its movement; a better result takes the place of a worse.
pub(super) fn pass(effect: &PlannedEffect, difficult: bool, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, towards) = (effect.actor, effect.target);
    let known = inputs.view.row(who).pairs.towards(towards);
    for fact in known.filter(|fact| matches!(fact.slant, PairRelation::Passes { .. })) {
        events.push(BattleEvent::PairFactEnded { who, towards, slant: fact.slant });
    }
    let fact = PairFact { towards, slant: PairRelation::Passes { difficult }, until: Until::Halted, rule: effect.rule };
    events.push(BattleEvent::PairFactBegan { who, fact });
}

/// The actor's movement ends.
pub(super) fn end_move(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, at) = (effect.actor, inputs.view.footprint(effect.actor).anchor);
    events.push(BattleEvent::MoveStopped { who, at, why: "is not let through".to_owned(), rule: effect.rule });
    super::bodies::halt(who, inputs, events);
}
