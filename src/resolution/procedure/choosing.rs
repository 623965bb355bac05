//! What an action asks of its actor: which thing in the target's hands it is about, and what it harms.

use crate::battle::WeaponSlot;
use crate::content::effect::{Effect, Who};
use crate::mechanics::damage::Blow;
use crate::mechanics::grapple;
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::frame::{Acting, ActingStage};
use crate::resolution::plan::{Plan, PlannedEffect};
use crate::resolution::step::{Inputs, Next, Step};

use super::acting::{done, frame, resume};

/// Asks which thing in the target's hands is meant, before the roll and only where there is a choice.
pub(super) fn item(mut acting: Acting, inputs: &mut Inputs<'_>) -> Step {
    let target = acting.act.aimed_at().unwrap_or(acting.actor);
    let held: Vec<WeaponSlot> = grapple::loose_weapons(inputs.view, target).collect();
    acting.item = match (inputs.answer.take(), held.as_slice()) {
        (Some(Choice::Pick(Pick::Item(_, slot))), _) => Some(slot),
        (_, []) => None,
        (_, [only]) => Some(*only),
        (_, several) => {
            let options = several.iter().map(|slot| Pick::Item(target, *slot)).collect();
            return ask(acting, PickPurpose::WhichItem, options);
        }
    };
    Step::silent(resume(acting, ActingStage::Defend))
}

/// Asks what a blow that is left to the actor falls on; what is chosen becomes part of the plan.
pub(super) fn harm(mut acting: Acting, inputs: &mut Inputs<'_>) -> Step {
    let Some(mut plan) = acting.plan.take() else { return done(Plan::new(acting.actor, acting.act, 0)) };
    let Some(blow) = plan.optional.clone() else { return done(*plan) };
    match inputs.answer.take() {
        Some(Choice::Pick(Pick::Target(_))) => plan.blows.push(blow),
        Some(Choice::Pick(Pick::Item(..))) => wear(&mut plan, &blow),
        Some(_) => {}
        None => {
            let item = plan.item.map(|slot| Pick::Item(blow.target, slot));
            acting.plan = Some(plan);
            let options = [Some(Pick::Target(blow.target)), item, Some(Pick::No)];
            return ask(acting, PickPurpose::HarmWhat, options.into_iter().flatten().collect());
        }
    }
    plan.optional = None;
    done(*plan)
}

fn ask(acting: Acting, purpose: PickPurpose, options: Vec<Pick>) -> Step {
    let prompt = Prompt { who: acting.actor, asks: Asks::Pick { purpose, options } };
    Step::silent(Next::Ask(frame(acting), prompt))
}

/// The thing in the target's hand takes the blow. It does so first, while it is still held.
fn wear(plan: &mut Plan, blow: &Blow) {
    let by = u8::try_from(blow.amount.total().max(1)).unwrap_or(u8::MAX);
    let does = Effect::Wear { who: Who::Target, by };
    let effect = PlannedEffect::new(does, blow.rule, plan.actor, blow.target, plan.act.clone());
    plan.effects.insert(0, PlannedEffect { item: plan.item, ..effect });
}
