//! Actions carried out on their own (free actions, reactions, follow-ups, the end of work that took time), and the
//! interruption of work.

use crate::battle::CombatantId;
use crate::content::{Action, Aim, Break, Does, Effect, Name, Refusal, TakenAs, Trigger};
use crate::mechanics::movement;
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{
    Acting, Amended, Deciding, Doing, DoingStage, Frame, Occasion, Settle, Verdict, WindowCause,
};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::action::window;
use crate::resolution::procedure::turn::{economy, end};
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};
use crate::turn::DueKind;

/// Plans the action, settles it and reports whether it succeeded.
pub fn step(mut doing: Box<Doing>, inputs: &mut Inputs<'_>) -> StepResult {
    match doing.stage {
        DoingStage::Plan => {
            let mut events = inputs.facts();
            if doing.occasion != Occasion::Completion {
                events.push(BattleEvent::ActionDeclared { who: doing.actor, act: doing.act.clone() });
            }
            let taken_as = match doing.occasion {
                Occasion::Free => Some(TakenAs::Free),
                Occasion::Reaction { .. } => Some(TakenAs::Reaction),
                Occasion::OwnTurn | Occasion::Completion | Occasion::FollowUp => None,
            };
            if let Some(taken_as) = taken_as.filter(|taken_as| window::listens_to(*taken_as, inputs)) {
                doing.stage = DoingStage::Announced;
                let (who, act, busy) = (doing.actor, doing.act.clone(), doing.busy.clone());
                let cause = |point| WindowCause { taken_as, busy, ..WindowCause::of_act(who, &act, point) };
                let next = window::open(Frame::Doing(doing), Trigger::ActionDeclared, inputs, cause);
                return StepResult::new(events, next);
            }
            begin(doing, inputs, events)
        }
        DoingStage::Announced => announced(doing, inputs),
        DoingStage::Settle => match inputs.verdict.take() {
            Some(Verdict::Planned(plan)) => {
                doing.stage = DoingStage::Settled { hit: plan.hit, check: plan.check };
                if !plan.delay.terms().is_empty() {
                    inputs.remember(Remember::Delay(plan.actor, Box::new(plan.delay.clone())));
                }
                let settle = Settle::new(vec![*plan], inputs.view);
                Frame::Doing(doing).call(Frame::Settle(Box::new(settle)))
            }
            _ => StepResult::silent(NextStep::Finish(Verdict::CarriedOut { hit: false, check: None })),
        },
        DoingStage::Settled { hit, check } => {
            let mut events = Vec::new();
            let timed = inputs.rules.actions.get(doing.act.action).is_some_and(|action| !action.is_free());
            if doing.occasion == Occasion::FollowUp && timed {
                end::pay_for(doing.actor, &doing.act, inputs, &mut events);
            }
            StepResult::new(events, NextStep::Finish(Verdict::CarriedOut { hit, check }))
        }
    }
}

/// After reactions to the announcement: the act is taken back at no cost, or begins if it still can.
fn announced(mut doing: Box<Doing>, inputs: &mut Inputs<'_>) -> StepResult {
    let (who, mut events) = (doing.actor, inputs.facts());
    let amended = match inputs.verdict.take() {
        Some(Verdict::Closed(amended)) => amended,
        _ => Amended::default(),
    };
    if amended.cancelled {
        let rule = amended.rule.unwrap_or_default();
        events.push(BattleEvent::ActionTakenBack { who, act: doing.act, rule });
        let refusal = Refusal::new("a reaction prevented it", rule);
        return StepResult::new(events, NextStep::Finish(Verdict::Abandoned(refusal)));
    }
    amended.aim(&mut doing.act);
    let (view, rules) = (inputs.view, inputs.rules);
    let possible = match doing.occasion {
        _ if amended.target.is_some() => legal::still(view, rules, who, &doing.act),
        Occasion::Reaction { .. } => legal::check_on(view, rules, who, &doing.act, doing.occasion),
        _ => legal::still(view, rules, who, &doing.act),
    };
    match possible {
        Ok(()) => begin(doing, inputs, events),
        Err(refusal) => abandoned(&doing, refusal, events),
    }
}

/// Pays for the action, where a reaction has costs, and begins it.
fn begin(mut doing: Box<Doing>, inputs: &mut Inputs<'_>, mut events: Facts) -> StepResult {
    if let Occasion::Reaction { .. } = doing.occasion {
        match economy::pay_for(doing.actor, &doing.act, doing.occasion, inputs, &mut events) {
            Ok(true) => {}
            Ok(false) => {
                let verdict = Verdict::CarriedOut { hit: false, check: None };
                return StepResult::new(events, NextStep::Finish(verdict));
            }
            Err(refusal) => return abandoned(&doing, refusal, events),
        }
    }
    let acting = Acting::new(doing.actor, doing.act.clone(), doing.occasion);
    let acting = Acting { answers: doing.answers, ..acting };
    doing.stage = DoingStage::Settle;
    StepResult::new(events, NextStep::Call(Frame::Doing(doing), Frame::Acting(Box::new(acting))))
}

fn abandoned(doing: &Doing, refusal: Refusal, mut events: Facts) -> StepResult {
    let (why, rule) = (refusal.why.clone().into_owned(), refusal.rule);
    events.push(BattleEvent::ActionAbandoned { who: doing.actor, action: doing.act.action, why, rule });
    StepResult::new(events, NextStep::Finish(Verdict::Abandoned(refusal)))
}

/// The action that follows from an effect once its moment is over, or the question whether to take it; `None` if none
/// follows. Its check may answer the total of the check before it.
pub(crate) fn following(
    effect: &PlannedEffect,
    total: Option<i16>,
    let_go: bool,
    inputs: &Inputs<'_>,
) -> Option<Frame> {
    match effect.does {
        Effect::Follow(name) => follow_up(effect, name, total, inputs),
        Effect::Offer(_) | Effect::FollowOne(_) if effect.is_present(inputs.view) => {
            Some(Deciding::about(effect.clone()))
        }
        Effect::KeepHoldOr(name) if let_go => {
            let doing = at_no_cost(effect, name, inputs);
            legal::still(inputs.view, inputs.rules, doing.actor, &doing.act).ok()?;
            Some(Frame::Doing(doing))
        }
        _ => None,
    }
}

/// A follow-up that is no longer possible is skipped if it takes no time, and reported as failed otherwise.
pub(super) fn follow_up(effect: &PlannedEffect, name: Name, total: Option<i16>, inputs: &Inputs<'_>) -> Option<Frame> {
    let action = inputs.rules.actions.get(name)?;
    let actor = effect.actor;
    let act = following_act(effect, action, inputs);
    let possible = legal::still(inputs.view, inputs.rules, actor, &act).is_ok();
    let doing = Doing { answers: total, ..*Doing::new(actor, act, Occasion::FollowUp) };
    (possible || !action.is_free()).then(|| Frame::Doing(Box::new(doing)))
}

/// The act of an action that follows from an effect, with the weapon used if it can be made with it.
fn following_act(effect: &PlannedEffect, action: &Action, inputs: &Inputs<'_>) -> Act {
    let act = match action.aim {
        Aim::Own => Act::own(action.id),
        Aim::Charge => {
            let path = movement::path_through(inputs.game(), effect.actor, effect.target);
            Act::charging(action.id, path, effect.target)
        }
        _ => Act::at(action.id, effect.target, effect.act.weapon),
    };
    Act { weapon: legal::weapon_for(inputs.view, effect.actor, &act, action), ..act }
}

/// Whether an action may follow from an effect.
pub(super) fn may_follow(effect: &PlannedEffect, name: Name, inputs: &Inputs<'_>) -> bool {
    let action = inputs.rules.actions.get(name);
    action.is_some_and(|action| {
        legal::still(inputs.view, inputs.rules, effect.actor, &following_act(effect, action, inputs)).is_ok()
    })
}

/// An action that follows from an effect at once: unarmed and at no cost.
pub(crate) fn at_no_cost(effect: &PlannedEffect, action: Name, inputs: &Inputs<'_>) -> Box<Doing> {
    let act = Act::at(action, effect.target, inputs.view.row(effect.actor).sheet.unarmed);
    Doing::new(effect.actor, act, Occasion::Free)
}

/// Ends work that this event interrupts, with the condition that it brings meanwhile. Its time is spent nevertheless.
pub(crate) fn interrupt(
    by: Break,
    concerns: impl Fn(CombatantId, &Act) -> bool,
    why: &str,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    for due in inputs.timeline.iter() {
        let DueKind::Completion { who, act } = &due.what else { continue };
        let Some(found) = inputs.rules.actions.get(act.action).filter(|_| concerns(*who, act)) else { continue };
        let Does::AtEnd { meanwhile, broken_by, .. } = &found.does else { continue };
        let Some(cited) = broken_by.iter().find(|cited| cited.by == by) else { continue };
        let (who, action, rule) = (*who, act.action, cited.rule);
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::ActionAbandoned { who, action, why: why.to_owned(), rule });
        if let Some(borne) = meanwhile.filter(|borne| inputs.view.row(who).conditions.has(borne.condition)) {
            events.push(BattleEvent::ConditionLost { who, condition: borne.condition, rule });
        }
    }
}
