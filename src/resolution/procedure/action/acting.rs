//! One action from its start to its plan: the target names its defence, reaction windows open, dice are rolled.

use crate::battle::{CombatantId, Stance, Target};
use crate::content::{
    Action, Check, CheckRoll, CitedEffect, CitedName, Does, Effect, Gait, Incant, Name, Refusal, Trigger, Who,
};
use crate::mechanics::{Game, attack, flight, movement, sight};
use crate::resolution::event::{BattleEvent, DecidedCheck, Facts};
use crate::resolution::frame::{Acting, ActingStage as Stage, Frame, Occasion, Verdict, WindowCause};
use crate::resolution::legal::{self, Computed};
use crate::resolution::plan::{ActionPlan, PlannedEffect, PlannedWalk};
use crate::resolution::procedure::action::check::object;
use crate::resolution::procedure::action::check::terms::Answered;
use crate::resolution::procedure::action::{amendment, check, choices, defend, strokes, window};
use crate::resolution::procedure::effect::{conditions, duration, items};
use crate::resolution::procedure::movement::walk::end;
use crate::resolution::procedure::spells::cast::{self, SpellCast};
use crate::resolution::step::{Inputs, NextStep, StepResult, run_silent_stages};

impl Acting {
    pub(crate) fn resume(mut self: Box<Self>, stage: Stage) -> StepResult {
        self.stage = stage;
        Frame::Acting(self).resume()
    }
}

/// Makes the next step of an action. Stages without facts are passed at once.
pub fn step(acting: Box<Acting>, inputs: &mut Inputs<'_>) -> StepResult {
    let same = |frame: Frame| if let Frame::Acting(same) = frame { Ok(same) } else { Err(frame) };
    run_silent_stages(acting, inputs, stage_of, same)
}

fn stage_of(acting: Box<Acting>, inputs: &mut Inputs<'_>) -> StepResult {
    let rules = inputs.rules;
    let Some(action) = rules.actions.get(acting.act.action) else {
        return refused(Refusal::new("there is no such action", "".into()));
    };
    match acting.stage {
        Stage::Start => start(acting, action, inputs),
        Stage::Item => choices::item(acting, action, inputs),
        Stage::Defend => defend::step(acting, action, inputs),
        Stage::BeforeRoll => react(acting, Trigger::BeforeRoll, Stage::Roll, inputs),
        Stage::Roll => roll(acting, action, inputs),
        // A target that was hit may react before damage, a target that won the contest may follow up.
        Stage::AfterRoll => {
            let hit = acting.plan.as_ref().is_some_and(|plan| plan.hit);
            let trigger = if hit { Trigger::BeforeDamage } else { Trigger::ContestWon };
            react(acting, trigger, Stage::Finish, inputs)
        }
        Stage::Finish => finish(acting, inputs),
        Stage::Harm => choices::harm(acting, inputs),
        Stage::Answer | Stage::Confirm | Stage::Critical | Stage::Winner | Stage::Land => strokes::step(acting, inputs),
    }
}

fn refused(refusal: Refusal) -> StepResult {
    StepResult::silent(NextStep::Finish(Verdict::Abandoned(refusal)))
}

/// Opens a reaction window before the next stage.
fn react(acting: Box<Acting>, trigger: Trigger, next: Stage, inputs: &Inputs<'_>) -> StepResult {
    let decided = acting.plan.as_ref().map(|plan| (plan.check, plan.hit));
    react_to(decided, acting, trigger, next, inputs)
}

/// Opens a window before the next stage for reactions to a check, if one was rolled, and whether the act succeeds.
pub(crate) fn react_to(
    decided: Option<(Option<DecidedCheck>, bool)>,
    mut acting: Box<Acting>,
    trigger: Trigger,
    next: Stage,
    inputs: &Inputs<'_>,
) -> StepResult {
    acting.stage = next;
    if !window::listens(trigger, inputs) {
        return Frame::Acting(acting).resume();
    }
    let (check, hit) = decided.map_or((None, None), |(check, hit)| (check, Some(hit)));
    let cause = WindowCause { check, hit, ..WindowCause::of_act(acting.actor, &acting.act, trigger) };
    StepResult::silent(window::open_if(true, Frame::Acting(acting), || cause))
}

fn start(acting: Box<Acting>, action: &Action, inputs: &mut Inputs<'_>) -> StepResult {
    let plan = || ActionPlan::new(acting.actor, acting.act.clone(), action.fatigue);
    match &action.does {
        // No defence and no reaction meets an attack on an object.
        Does::Check(_) if acting.act.thing().is_some() => acting.resume(Stage::Roll),
        Does::Check(check) if tested(&acting).is_some() => {
            let stage = if check.is_about_item() { Stage::Item } else { Stage::Defend };
            acting.resume(stage)
        }
        Does::Cast(spell) if cast::needs_no_roll(spell, inputs) => {
            let cast = SpellCast { actor: acting.actor, act: &acting.act, spell, action, chosen: &[] };
            StepResult::planned(cast.without_roll(inputs))
        }
        Does::Cast(_) => acting.resume(Stage::Defend),
        Does::Control => acting.resume(Stage::BeforeRoll),
        Does::Check(_) | Does::Wait | Does::Delay | Does::HandOver | Does::KeepPreparing => StepResult::planned(plan()),
        Does::Prepare => {
            let done_already = acting.occasion == Occasion::Completion;
            let does = Effect::Incant(if done_already { Incant::Finish } else { Incant::Begin });
            StepResult::planned(with_effects(plan(), &acting, &[CitedEffect { does, rule: action.rule }]))
        }
        Does::Move(gait) => match walk(&acting, *gait, inputs) {
            Ok(mut walk) => {
                let mut events = inputs.facts();
                if let Some(CitedName { condition, rule }) = action.begins_with {
                    conditions::gain(acting.actor, condition, acting.actor, rule, inputs, &mut events);
                }
                if *gait == Gait::Sprint {
                    walk = end::start_sprint(acting.actor, walk, inputs, &mut events);
                }
                let mut plan = ActionPlan { walk: Some(walk), ..plan() };
                plan.effects.extend(after_charge(&acting, action));
                StepResult { events, ..StepResult::planned(plan) }
            }
            Err(refusal) => refused(refusal),
        },
        Does::Effects(effects) => {
            StepResult::planned(with_effects(plan(), &acting, &items::used(&acting, effects, inputs)))
        }
        Does::AtEnd { effects, meanwhile, .. } => StepResult::planned(at_end(plan(), &acting, effects, *meanwhile)),
        Does::TakeStance(stance) if acting.occasion == Occasion::Completion => {
            if inputs.view.row(acting.actor).stance == (Stance { held: Some(*stance), shifting: true }) {
                return StepResult::planned(with_stance(plan(), &acting, Some(*stance), false, inputs));
            }
            refused(Refusal::new("the shift was interrupted", action.rule))
        }
        Does::TakeStance(stance) => StepResult::planned(with_stance(plan(), &acting, Some(*stance), true, inputs)),
        Does::LeaveStance => StepResult::planned(with_stance(plan(), &acting, None, false, inputs)),
    }
}

/// The action that follows a charge, once the movement is over.
fn after_charge(acting: &Acting, action: &Action) -> Option<PlannedEffect> {
    let (policy, at) = action.charge.as_ref().zip(acting.act.aimed_at())?;
    let does = match policy.or.as_slice() {
        [] => Effect::Follow(policy.then),
        others => Effect::FollowOne([&[policy.then], others].concat()),
    };
    Some(PlannedEffect::new(does, policy.rule, acting.actor, at, &acting.act))
}

fn walk(acting: &Acting, gait: Gait, inputs: &Inputs<'_>) -> Result<PlannedWalk, Refusal> {
    let Some((gait, path)) = acting.act.movement(gait) else {
        return Err(Refusal::new("needs a path", "".into()));
    };
    let unknown = sight::unknown_to(inputs.game(), inputs.view.row(acting.actor).side);
    let game = Game::new(inputs.view.without(&unknown), inputs.book());
    let compute = || movement::walk(game, acting.actor, gait, path);
    let momentum = match inputs.legal(acting.actor) {
        Some(Computed::Walk(momentum)) if acting.occasion == Occasion::OwnTurn => {
            debug_assert_eq!(compute(), Ok(momentum));
            momentum
        }
        _ => compute()?,
    };
    let airway = match gait {
        Gait::Fly(pitch) => Some(flight::plan(game, acting.actor, pitch, path)?),
        _ => None,
    };
    // A path may also lead straight up or straight down.
    let here = inputs.view.footprint(acting.actor).anchor;
    let stays = path.is_empty() && matches!(gait, Gait::Fly(_) | Gait::Swim | Gait::PushOff(_));
    let path = if stays { vec![here] } else { path.to_vec() };
    Ok(PlannedWalk { gait, path, momentum, airway })
}

fn with_effects(mut plan: ActionPlan, acting: &Acting, effects: &[CitedEffect]) -> ActionPlan {
    let target = acting.act.aimed_at().unwrap_or(acting.actor);
    let (actor, act) = (acting.actor, &acting.act);
    let planned = |effect: &CitedEffect| PlannedEffect::new(effect.does.clone(), effect.rule, actor, target, act);
    plan.effects.extend(effects.iter().map(planned));
    plan
}

/// Work that takes time: its actor may have a condition meanwhile, and its effects come at the end.
fn at_end(plan: ActionPlan, acting: &Acting, effects: &[CitedEffect], meanwhile: Option<CitedName>) -> ActionPlan {
    let over = acting.occasion == Occasion::Completion;
    let borne = meanwhile.map(|CitedName { condition, rule }| {
        let who = Who::Actor;
        let does = if over { Effect::Lose { who, condition } } else { Effect::Gain { who, condition } };
        CitedEffect { does, rule }
    });
    let plan = with_effects(plan, acting, borne.as_slice());
    if over { with_effects(plan, acting, effects) } else { plan }
}

fn with_stance(
    mut plan: ActionPlan,
    acting: &Acting,
    stance: Option<Name>,
    shifting: bool,
    inputs: &Inputs<'_>,
) -> ActionPlan {
    let current = stance.or(inputs.view.row(acting.actor).stance.held);
    let rules = current.and_then(|name| inputs.rules.conditions.get(name)).and_then(|found| found.stance.as_ref());
    let rule = match (stance, rules) {
        (Some(_), Some(found)) => found.rule,
        (None, Some(found)) => found.leave_rule,
        _ => "".into(),
    };
    let does = match stance {
        Some(stance) if shifting => Effect::ShiftStance(stance),
        Some(stance) => Effect::TakeStance(stance),
        None => Effect::LeaveStance,
    };
    plan.effects.push(PlannedEffect::new(does, rule, acting.actor, acting.actor, &acting.act));
    plan
}

/// Rolls the check, unless the reaction window made the action impossible.
fn roll(mut acting: Box<Acting>, action: &Action, inputs: &mut Inputs<'_>) -> StepResult {
    if let Some(Verdict::Closed(amended)) = inputs.verdict.take() {
        if amended.stopped || amended.is_over() {
            return abandoned(&acting, Refusal::new("a reaction stopped it", amended.rule.unwrap_or_default()));
        }
        amended.aim(&mut acting.act);
    }
    // An act found legal for the actor's own turn would pass the weaker check as well.
    let is_valid = acting.occasion == Occasion::OwnTurn && inputs.legal(acting.actor).is_some();
    if !is_valid && let Err(refusal) = legal::still(inputs.view, inputs.rules, acting.actor, &acting.act) {
        return abandoned(&acting, refusal);
    }
    let mut events = inputs.facts();
    let (actor, act, chosen) = (acting.actor, &acting.act, &acting.chosen[..]);
    let plan = match &action.does {
        Does::Check(check) if let Some(thing) = act.thing() => {
            let plan = object::rolled_plan(act, actor, (action, check, thing), inputs, &mut events);
            acting.plan = Some(Box::new(plan));
            return StepResult { events, ..acting.resume(Stage::Finish) };
        }
        Does::Cast(spell) => Some(SpellCast { actor, act, spell, action, chosen }.roll(inputs, &mut events)),
        Does::Control => cast::control(actor, act, inputs, &mut events),
        _ => {
            let rolled = action.check().zip(tested(&acting));
            rolled.map(|(check, target)| rolled_plan(&acting, action, check, target, inputs, &mut events))
        }
    };
    let next = match &plan {
        Some(plan) if !plan.strokes.is_empty() => Stage::Answer,
        Some(_) => Stage::AfterRoll,
        None => Stage::Finish,
    };
    acting.plan = plan.map(Box::new);
    StepResult { events, ..acting.resume(next) }
}

/// The combatant that a check is rolled against: the target, or the actor for an action on itself.
fn tested(acting: &Acting) -> Option<CombatantId> {
    let own = acting.act.target == Target::Own;
    acting.act.aimed_at().or(own.then_some(acting.actor))
}

fn abandoned(acting: &Acting, refusal: Refusal) -> StepResult {
    let (why, rule) = (refusal.why.clone().into_owned(), refusal.rule);
    let events = vec![BattleEvent::ActionAbandoned { who: acting.actor, action: acting.act.action, why, rule }];
    StepResult::new(events, NextStep::Finish(Verdict::Abandoned(refusal)))
}

fn rolled_plan(
    acting: &Acting,
    action: &Action,
    check: &Check,
    target: CombatantId,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> ActionPlan {
    let mut plan = ActionPlan::new(acting.actor, acting.act.clone(), action.fatigue);
    plan.item = acting.item;
    let both = check.roll == CheckRoll::BothWeapons;
    let pair = both.then(|| attack::weapon_pair(inputs.view, acting.actor)).flatten();
    let mut hit = false;
    for slot in pair.map_or_else(|| vec![acting.act.weapon], |pair| pair.map(Some).to_vec()) {
        plan.act.weapon = slot;
        let chosen = acting.chosen.iter().find(|(who, _)| *who == target).and_then(|(_, defence)| *defence);
        let answered = Answered { defence: acting.defence, total: acting.answers, chosen, item: acting.item };
        check::roll(&mut plan, action, check, target, answered, inputs, events);
        hit |= plan.hit && plan.strokes.is_empty();
    }
    plan.act.weapon = acting.act.weapon;
    ActionPlan { hit, ..plan }
}

fn finish(mut acting: Box<Acting>, inputs: &mut Inputs<'_>) -> StepResult {
    if let (Some(Verdict::Closed(amended)), Some(plan)) = (inputs.verdict.take(), &mut acting.plan) {
        amendment::change_plan(plan, &amended, inputs);
    }
    let mut events = inputs.facts();
    duration::acts(acting.actor, &acting.act, true, inputs, &mut events);
    StepResult { events, ..acting.resume(Stage::Harm) }
}
