//! Overrunning: pushing through enemies. Each is pushed once per movement; the result says whether and at what cost its
//! space may be passed.

use crate::battle::{CombatantId, Momentum, PairFact, PairRelation, Until};
use crate::content::policy::OneEach;
use crate::content::refusal::refuse_if;
use crate::content::{Breakdown, Effect, Gait, Label, PoolId, Refusal, Rule, Sharing};
use crate::grid::Footprint;
use crate::mechanics::{movement, reach, space, status};
use crate::resolution::act::{Act, Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Doing, Frame, Occasion, Verdict, Walk, WalkStage};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::movement::walk::{end, momentum};
use crate::resolution::step::{Inputs, StepResult};

/// An enemy blocks the next step of a mover that may lead through it: the mover pays for the attempt, the enemy may let it pass, and
/// otherwise a push decides. The movement itself if no enemy blocks it.
pub(crate) fn meets(mut walk: Box<Walk>, to: Footprint, inputs: &mut Inputs<'_>) -> Result<Box<Walk>, StepResult> {
    if let Some(refusal) = has_passed_one(&walk, to, inputs) {
        return Err(end::stopped(walk, refusal, inputs));
    }
    let Some(doing) = push_first(&walk, to, inputs) else { return Ok(walk) };
    let (asked, answer, mut events) = (asks_to_pass(&walk, &doing, inputs), inputs.answer.take(), inputs.facts());
    if answer.is_none()
        && let Err(refusal) = pays(&walk, inputs, &mut events)
    {
        return Err(end::stopped(walk, refusal, inputs));
    }
    let step = match (asked, answer) {
        (Some((enemy, _)), None) => {
            let purpose = PickPurpose::LetPass { mover: walk.who };
            Frame::Walk(walk).ask_yes_or_no(enemy, purpose)
        }
        (Some(asked), Some(Choice::Pick(Pick::Yes))) => let_pass(walk, asked),
        _ => {
            walk.stage = WalkStage::Pushed;
            Frame::Walk(walk).call(Frame::Doing(doing))
        }
    };
    events.extend(step.events);
    Err(StepResult { events, ..step })
}

/// Why an overrunning mover that has passed one enemy is stopped by another, where it may pass only one (PR-350).
fn has_passed_one(walk: &Walk, to: Footprint, inputs: &Inputs<'_>) -> Option<Refusal> {
    let rule = pushes(walk, inputs)?.push_once?;
    let passes = |fact: &PairFact| matches!(fact.slant, PairRelation::Passes { .. });
    let passed = inputs.view.row(walk.who).pairs.0.iter().any(passes);
    let blocked = || !space::blockers(inputs.game(), walk.who, to).is_empty();
    (passed && blocked()).then(|| Refusal::new("has overrun one enemy already", rule))
}

/// The enemy that may let an overrunning mover pass, with the rule that says so (PR-353).
fn asks_to_pass(walk: &Walk, push: &Doing, inputs: &Inputs<'_>) -> Option<(CombatantId, Rule)> {
    let rule = pushes(walk, inputs)?.aside?;
    let enemy = push.act.aimed_at()?;
    let possible = legal::still(inputs.view, inputs.rules, walk.who, &push.act).is_ok();
    (possible && status::can_act(inputs.game(), enemy)).then_some((enemy, rule))
}

/// The policy of a movement that overruns. Those that slip past enemies neither are limited to one nor ask it.
fn pushes<'a>(walk: &Walk, inputs: &Inputs<'a>) -> Option<&'a OneEach> {
    let Sharing::OneEach(policy) = &inputs.rules.policies.space.sharing else { return None };
    matches!(walk.momentum.gait, Gait::Barge | Gait::OnwardThrough).then_some(policy)
}

/// The mover pays for the attempt, where its movement does not include it (PR-350).
fn pays(walk: &Walk, inputs: &Inputs<'_>, events: &mut Facts) -> Result<(), Refusal> {
    let (game, who, pool) = (inputs.game(), walk.who, PoolId::ACTIONS);
    let price = movement::push_price(game, who, walk.momentum.gait);
    let Some(price) = price.filter(|_| game.row(who).turn_state.is_open()) else { return Ok(()) };
    let (points, has) = (i16::from(price.points), game.row(who).turn_state.pools.left(pool));
    refuse_if!(has < points, "has no action left for an overrun", price.rule);
    let by = Breakdown::of([(Label::Action, -points, price.rule)]);
    events.push(BattleEvent::PoolChanged { who, pool, by, left: has - points });
    Ok(())
}

/// The enemy lets the mover pass.
fn let_pass(walk: Box<Walk>, (enemy, rule): (CombatantId, Rule)) -> StepResult {
    let slant = PairRelation::Passes { difficult: false };
    let fact = PairFact { towards: enemy, slant, until: Until::Halted, rule };
    let events = vec![BattleEvent::PairFactBegan { who: walk.who, fact }];
    StepResult { events, ..walk.resume(WalkStage::Step) }
}

/// The push that must succeed before a step, if an enemy blocks a mover that may lead through it.
fn push_first(walk: &Walk, to: Footprint, inputs: &Inputs<'_>) -> Option<Box<Doing>> {
    let Sharing::OneEach(policy) = &inputs.rules.policies.space.sharing else { return None };
    let action = policy.way_through(walk.momentum.gait)?;
    let enemy = *space::blockers(inputs.game(), walk.who, to).first()?;
    let weapon = reach::melee_slots(inputs.view, walk.who).first().copied();
    let act = Act::at(action, enemy, weapon);
    Some(Doing::new(walk.who, act, Occasion::Free))
}

/// Continues after a successful push, if the rest of the path is still allowed (TA-059 to TA-061).
pub(crate) fn pushed(mut walk: Box<Walk>, inputs: &mut Inputs<'_>) -> StepResult {
    if !matches!(inputs.verdict.take(), Some(Verdict::CarriedOut { hit: true, .. })) {
        // The push has already been reported.
        walk.momentum = end::spent(&walk);
        return end::ended(walk, Vec::new(), inputs);
    }
    match planned(&walk, walk.path.len(), inputs) {
        Ok(momentum) => {
            walk.momentum = momentum;
            walk.resume(WalkStage::Step)
        }
        Err(refusal) => short(walk, refusal, inputs),
    }
}

/// The momentum of the movement for this many steps of its path, as things are now. Steps paid out of a pool no longer count.
fn planned(walk: &Walk, steps: usize, inputs: &Inputs<'_>) -> Result<Momentum, Refusal> {
    if movement::pool_policy(inputs.game()).is_some() {
        return movement::walk(inputs.game(), walk.who, walk.gait, &walk.path[walk.at.min(steps)..steps]);
    }
    let start = inputs.view.footprint(walk.who).at(walk.start);
    let game = inputs.game().with(walk.who, start);
    movement::walk(game, walk.who, walk.gait, &walk.path[..steps])
}

/// The path has become too long: the mover stays where it is and keeps the rest of its movement.
fn short(mut walk: Box<Walk>, refusal: Refusal, inputs: &mut Inputs<'_>) -> StepResult {
    let Ok(momentum) = planned(&walk, walk.at, inputs) else { return end::stopped(walk, refusal, inputs) };
    walk.momentum = momentum;
    end::stays(walk, refusal, inputs)
}

/// The result of a push on the way: the actor may pass, or its movement ends.
pub(crate) fn change(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    match effect.does {
        Effect::Pass { difficult } => pass(effect, difficult, inputs, events),
        Effect::EndMove => end_move(effect, inputs, events),
        _ => {}
    }
}

/// The actor may pass the target's space for the rest of its movement. A better result replaces a worse one.
fn pass(effect: &PlannedEffect, difficult: bool, inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, towards) = (effect.actor, effect.target);
    let known = inputs.view.row(who).pairs.towards(towards);
    for fact in known.filter(|fact| matches!(fact.slant, PairRelation::Passes { .. })) {
        events.push(BattleEvent::PairFactEnded { who, towards, slant: fact.slant });
    }
    let fact = PairFact { towards, slant: PairRelation::Passes { difficult }, until: Until::Halted, rule: effect.rule };
    events.push(BattleEvent::PairFactBegan { who, fact });
}

fn end_move(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, at) = (effect.actor, inputs.view.footprint(effect.actor).anchor);
    events.push(BattleEvent::MoveStopped { who, at, why: "is not let through".to_owned(), rule: effect.rule });
    momentum::halt(who, inputs, events);
}
