//! What an action asks of its actor: which thing of the target's it is about, and what it harms.

use crate::battle::{CombatantId, GearPiece, View};
use crate::content::action::{Action, Requirement};
use crate::content::effect::{Effect, Harmed, Who};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::equipment::GearPieces;
use crate::mechanics::{equipment, grapple};
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::frame::{Acting, ActingStage};
use crate::resolution::plan::{Plan, PlannedEffect};
use crate::resolution::step::{Inputs, Next, Step};

use super::acting::{done, frame, resume};

/// Asks which thing of the target's is meant, before the roll and only where there is a choice.
pub(super) fn item(mut acting: Box<Acting>, action: &Action, inputs: &mut Inputs<'_>) -> Step {
    let target = acting.act.aimed_at().unwrap_or(acting.actor);
    acting.item = match (inputs.answer.take(), meant(inputs.view, target, action).as_slice()) {
        (Some(Choice::Pick(Pick::Item(_, thing))), _) => Some(thing),
        (_, []) => None,
        (_, [only]) => Some(*only),
        (_, several) => {
            let options = several.iter().map(|thing| Pick::Item(target, *thing)).collect();
            return ask(acting, PickPurpose::WhichItem, options);
        }
    };
    Step::silent(resume(acting, ActingStage::Defend))
}

/// The things that an action may be about: all that can be broken, all that is held or carried, or what is in hand.
fn meant(view: View<'_>, target: CombatantId, action: &Action) -> GearPieces {
    let carried = action.requires.iter().any(|cited| cited.needs == Requirement::TargetCarriesItem);
    match action.check() {
        Some(check) if check.breaks_things() => equipment::breakable(view, target),
        _ if carried => equipment::weapons(view, target),
        _ => grapple::droppable_weapons(view, target).map(GearPiece::Weapon).collect(),
    }
}

/// Asks what a blow that is left to the actor falls on; what is chosen becomes part of the plan.
pub(super) fn harm(mut acting: Box<Acting>, inputs: &mut Inputs<'_>) -> Step {
    let Some(mut plan) = acting.plan.take() else { return done(Plan::new(acting.actor, acting.act, 0)) };
    let Some(blow) = plan.optional.clone() else { return done(*plan) };
    match inputs.answer.take() {
        Some(Choice::Pick(Pick::Target(_))) => {
            plan.effects.extend(wanted(&plan, &blow, inputs));
            plan.blows.push(blow);
        }
        Some(Choice::Pick(Pick::Item(..))) => wear(&mut plan, &blow),
        Some(_) => {}
        None => {
            let item = plan.item.map(|thing| Pick::Item(blow.target, thing));
            acting.plan = Some(plan);
            let options = [Some(Pick::Target(blow.target)), item, Some(Pick::No)];
            return ask(acting, PickPurpose::HarmWhat, options.into_iter().flatten().collect());
        }
    }
    plan.optional = None;
    done(*plan)
}

/// What comes with a blow that the actor wanted to fall on the target.
fn wanted(plan: &Plan, blow: &PendingDamage, inputs: &Inputs<'_>) -> Option<PlannedEffect> {
    let check = inputs.rules.actions.get(plan.act.action)?.check()?;
    let gains = check.effects().find_map(|effect| match effect {
        Effect::Harm { to: Harmed::TargetIfWanted { gains }, .. } => Some(*gains),
        _ => None,
    })?;
    let does = Effect::Gain { who: Who::Target, condition: gains };
    Some(PlannedEffect::new(does, blow.rule, plan.actor, blow.target, &plan.act))
}

fn ask(acting: Box<Acting>, purpose: PickPurpose, options: Vec<Pick>) -> Step {
    let prompt = Prompt { who: acting.actor, asks: Asks::Pick { purpose, options } };
    Step::silent(Next::Ask(frame(acting), prompt))
}

/// The thing of the target's takes the blow. It does so first, while it is still there.
pub(super) fn wear(plan: &mut Plan, blow: &PendingDamage) {
    let by = u8::try_from(blow.amount.total().max(1)).unwrap_or(u8::MAX);
    let does = Effect::Wear { who: Who::Target, by };
    let effect = PlannedEffect::new(does, blow.rule, plan.actor, blow.target, &plan.act);
    plan.effects.insert(0, PlannedEffect { item: plan.item, dealt: Some(blow.amount.clone()), ..effect });
}
