//! Choices of the actor: the target's item an action concerns, and the item or body that takes the damage.

use crate::battle::{CombatantId, GearPiece, View};
use crate::content::action::{Action, Requirement};
use crate::content::effect::{Effect, Harmed, Who};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::grapple;
use crate::mechanics::items::{self, GearPieces};
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::frame::{Acting, ActingStage, Frame};
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Asks which of the target's items is meant, before the roll and only if there is a choice.
pub(crate) fn item(mut acting: Box<Acting>, action: &Action, inputs: &mut Inputs<'_>) -> StepResult {
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
    StepResult::silent(acting.resume(ActingStage::Defend))
}

/// The items an action may be about: all that can be broken, all that is carried, or what is in hand.
fn meant(view: View<'_>, target: CombatantId, action: &Action) -> GearPieces {
    let carried = action.requires.iter().any(|cited| cited.needs == Requirement::TargetCarriesItem);
    match action.check() {
        Some(check) if check.breaks_things() => items::breakable(view, target),
        _ if carried => items::weapons(view, target),
        _ => grapple::droppable_weapons(view, target).map(GearPiece::Weapon).collect(),
    }
}

/// Asks whether target or item takes the damage where the actor may choose, and adds the answer to the plan.
pub(crate) fn harm(mut acting: Box<Acting>, inputs: &mut Inputs<'_>) -> StepResult {
    let Some(mut plan) = acting.plan.take() else {
        return StepResult::planned(ActionPlan::new(acting.actor, acting.act, 0));
    };
    let Some(blow) = plan.optional.clone() else { return StepResult::planned(*plan) };
    match inputs.answer.take() {
        Some(Choice::Pick(Pick::Target(_))) => {
            plan.effects.extend(wanted(&plan, &blow, inputs));
            plan.blows.push(blow);
        }
        Some(Choice::Pick(Pick::Item(..))) => plan.wear_item(&blow),
        Some(_) => {}
        None => {
            let item = plan.item.map(|thing| Pick::Item(blow.target, thing));
            acting.plan = Some(plan);
            let options = [Some(Pick::Target(blow.target)), item, Some(Pick::No)];
            return ask(acting, PickPurpose::HarmWhat, options.into_iter().flatten().collect());
        }
    }
    plan.optional = None;
    StepResult::planned(*plan)
}

/// The condition that a target gains if the actor chose to damage it.
fn wanted(plan: &ActionPlan, blow: &PendingDamage, inputs: &Inputs<'_>) -> Option<PlannedEffect> {
    let check = inputs.rules.actions.get(plan.act.action)?.check()?;
    let gains = check.effects().find_map(|effect| match effect {
        Effect::Harm { to: Harmed::TargetIfWanted { gains }, .. } => Some(*gains),
        _ => None,
    })?;
    let does = Effect::Gain { who: Who::Target, condition: gains };
    Some(PlannedEffect::new(does, blow.rule, plan.actor, blow.target, &plan.act))
}

fn ask(acting: Box<Acting>, purpose: PickPurpose, options: Vec<Pick>) -> StepResult {
    let prompt = Prompt { who: acting.actor, asks: Asks::Pick { purpose, options } };
    StepResult::silent(NextStep::Ask(Frame::Acting(acting), prompt))
}
