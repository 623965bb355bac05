//! One action carried out on its own: a free action, a reaction, a follow-up, or the end of work that took time.

use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Acting, Doing, DoingStage, Frame, Occasion, Settle, Verdict};
use crate::resolution::procedure::turn::end;
use crate::resolution::step::{Inputs, NextStep, Remember, StepResult};

/// Plans the action, settles it and reports whether it succeeded.
pub fn step(mut doing: Box<Doing>, inputs: &mut Inputs<'_>) -> StepResult {
    match doing.stage {
        DoingStage::Plan => {
            let mut events = inputs.facts();
            if doing.occasion != Occasion::Completion {
                events.push(BattleEvent::ActionDeclared { who: doing.actor, act: doing.act.clone() });
            }
            let acting = Acting::new(doing.actor, doing.act.clone(), doing.occasion);
            doing.stage = DoingStage::Settle;
            StepResult::new(events, NextStep::Call(Frame::Doing(doing), Frame::Acting(Box::new(acting))))
        }
        DoingStage::Settle => match inputs.verdict.take() {
            Some(Verdict::Planned(plan)) => {
                doing.stage = DoingStage::Settled { hit: plan.hit };
                if !plan.delay.terms().is_empty() {
                    inputs.remember(Remember::Delay(plan.actor, Box::new(plan.delay.clone())));
                }
                let settle = Settle::new(vec![*plan], inputs.view);
                StepResult::silent(NextStep::Call(Frame::Doing(doing), Frame::Settle(Box::new(settle))))
            }
            _ => StepResult::silent(NextStep::Finish(Verdict::CarriedOut { hit: false })),
        },
        DoingStage::Settled { hit } => {
            let mut events = Vec::new();
            let timed = inputs.rules.actions.get(doing.act.action).is_some_and(|action| !action.is_free());
            if doing.occasion == Occasion::FollowUp && timed {
                end::pay_for(doing.actor, &doing.act, inputs, &mut events);
            }
            StepResult::new(events, NextStep::Finish(Verdict::CarriedOut { hit }))
        }
    }
}
