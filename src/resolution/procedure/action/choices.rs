//! Choices of the actor: the item an action concerns, what takes the damage, and effects with a choice: keep a hold, break
//! one, follow up, distract.

use crate::battle::{CombatantId, GearPiece, PairFact, PairRelation, Until, View};
use crate::content::{Action, Effect, Harmed, Name, Requirement, Who};
use crate::mechanics::damage::{PendingDamage, Spared};
use crate::mechanics::items::{self as gear, GearPieces};
use crate::mechanics::{grapple, space};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Acting, ActingStage, Deciding, Frame, Verdict};
use crate::resolution::legal;
use crate::resolution::plan::{ActionPlan, PlannedEffect};
use crate::resolution::procedure::action::{doing, sparing};
use crate::resolution::procedure::effect::{healing, holds, items, objects};
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
            let actor = acting.actor;
            return Frame::Acting(acting).ask_to_pick(actor, PickPurpose::WhichItem, options);
        }
    };
    acting.resume(ActingStage::Defend)
}

/// The items an action may be about: all that can be broken, all that is carried, or what is in hand.
fn meant(view: View<'_>, target: CombatantId, action: &Action) -> GearPieces {
    let requires = |what: Requirement| action.requires.iter().any(|cited| cited.needs == what);
    let carried = requires(Requirement::TargetCarriesItem);
    match action.check() {
        Some(check) if check.breaks_things() => gear::breakable(view, target),
        _ if carried => gear::weapons(view, target),
        _ if requires(Requirement::TargetCarriesLooseItem) => gear::loose(view, target),
        _ if requires(Requirement::TargetHoldsGear) => gear::held(view, target),
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
        Some(Choice::Pick(Pick::Wound { level, fallen })) => {
            let spared = sparing::lightest(&plan, &blow, inputs).map(|spared| Spared { level, fallen, ..spared });
            plan.blows.push(PendingDamage { spared, ..blow });
        }
        Some(_) => {}
        None => {
            let (purpose, options) = match sparing::lightest(&plan, &blow, inputs) {
                Some(spared) => (PickPurpose::HowSevere, sparing::options(&blow, spared, inputs)),
                None => (PickPurpose::HarmWhat, damage_choices(&plan, &blow)),
            };
            if options.len() > 1 {
                let actor = acting.actor;
                acting.plan = Some(plan);
                return Frame::Acting(acting).ask_to_pick(actor, purpose, options);
            }
            plan.blows.push(blow);
        }
    }
    plan.optional = None;
    StepResult::planned(*plan)
}

/// What a blow may damage instead of its target, or nothing.
fn damage_choices(plan: &ActionPlan, blow: &PendingDamage) -> Vec<Pick> {
    let item = plan.item.map(|thing| Pick::Item(blow.target, thing));
    [Some(Pick::Target(blow.target)), item, Some(Pick::No)].into_iter().flatten().collect()
}

/// The condition that a target gains if the actor chose to damage it.
fn wanted(plan: &ActionPlan, blow: &PendingDamage, inputs: &Inputs<'_>) -> Option<PlannedEffect> {
    let check = inputs.rules.actions.get(plan.act.action)?.check()?;
    let condition = check.effects().find_map(|effect| match effect {
        Effect::Harm { to: Harmed::TargetIfWanted { gains }, .. } => Some(*gains),
        _ => None,
    })?;
    let does = Effect::Gain { who: Who::Target, condition };
    Some(PlannedEffect::new(does, blow.rule, plan.actor, blow.target, &plan.act))
}

impl Deciding {
    /// Asks the actor to pick one of these options.
    pub(crate) fn ask(mut self, purpose: PickPurpose, options: Vec<Pick>) -> StepResult {
        let who = self.effect.actor;
        self.asked += 1;
        Frame::Deciding(Box::new(self)).ask_to_pick(who, purpose, options)
    }

    fn ask_yes_or_no(self, purpose: PickPurpose) -> StepResult {
        self.ask(purpose, vec![Pick::Yes, Pick::No])
    }
}

/// Asks about an effect, or does what was picked.
pub fn step(deciding: Deciding, inputs: &mut Inputs<'_>) -> StepResult {
    if matches!(deciding.effect.does, Effect::Item(_) | Effect::Wear { .. }) {
        return items::step(deciding, inputs);
    }
    if let Effect::Harm { .. } = deciding.effect.does {
        return objects::step(deciding, inputs);
    }
    let picked = match inputs.answer.take() {
        Some(Choice::Pick(pick)) => Some(pick),
        _ => None,
    };
    match deciding.effect.does.clone() {
        Effect::KeepHoldOr(_) => keep_hold(deciding, picked, inputs),
        Effect::Offer(action) => offer(deciding, action, picked, inputs),
        Effect::FollowOne(actions) => follow_one(deciding, &actions, picked, inputs),
        Effect::Heal(_) => healing::split(deciding, picked, inputs),
        Effect::BreakHold { on_ally, .. } => break_hold(deciding, on_ally, picked, inputs),
        Effect::Distract { amount, both } => distract(deciding, amount, both, picked, inputs),
        _ => StepResult::nothing(),
    }
}

/// The hold is kept if possible and wanted, else it ends. The action that then follows comes after the moment.
fn keep_hold(deciding: Deciding, picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    let (actor, target) = (deciding.effect.actor, deciding.effect.target);
    let Some(hold) = inputs.view.hold(actor, target) else { return StepResult::nothing() };
    match picked {
        Some(Pick::Yes) => StepResult::nothing(),
        None if space::adjacent_or_sharing(inputs.game(), actor, target) => {
            deciding.ask_yes_or_no(PickPurpose::KeepHold)
        }
        _ => {
            let events = vec![holds::ended(hold, "let go", deciding.effect.rule)];
            StepResult::new(events, NextStep::Finish(Verdict::LetGo))
        }
    }
}

fn offer(mut deciding: Deciding, action: Name, picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    let doing = doing::at_no_cost(&deciding.effect, action, inputs);
    match picked {
        Some(Pick::Yes) => {
            deciding.asked = 2;
            Frame::Deciding(Box::new(deciding)).call(Frame::Doing(doing))
        }
        None if deciding.asked == 0 && legal::still(inputs.view, inputs.rules, doing.actor, &doing.act).is_ok() => {
            deciding.ask_yes_or_no(PickPurpose::FollowUp(action))
        }
        _ => StepResult::nothing(),
    }
}

/// One of several actions follows: the only possible one, or the one that the actor picks.
fn follow_one(mut deciding: Deciding, of: &[Name], picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    if deciding.asked == FOLLOWED {
        return StepResult::nothing();
    }
    let possible: Vec<Name> =
        of.iter().copied().filter(|name| doing::may_follow(&deciding.effect, *name, inputs)).collect();
    let chosen = match (picked, possible.as_slice()) {
        (_, []) => return StepResult::nothing(),
        (_, [only]) => *only,
        (Some(Pick::Action(name)), _) => name,
        _ => {
            let purpose = PickPurpose::ChargeEnd { on: deciding.effect.target, action: deciding.effect.act.action };
            return deciding.ask(purpose, possible.into_iter().map(Pick::Action).collect());
        }
    };
    let Some(next) = doing::follow_up(&deciding.effect, chosen, None, inputs) else { return StepResult::nothing() };
    deciding.asked = FOLLOWED;
    Frame::Deciding(Box::new(deciding)).call(next)
}

/// The number of questions that stands for an action that has been carried out.
const FOLLOWED: u8 = 2;

fn break_hold(deciding: Deciding, on_ally: bool, picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    match picked {
        None if deciding.asked == 0 => deciding.ask_yes_or_no(PickPurpose::BreakHold),
        Some(Pick::Yes) => {
            let mut events = Vec::new();
            holds::break_holds(&deciding.effect, on_ally, inputs, &mut events);
            StepResult::done(events)
        }
        _ => StepResult::nothing(),
    }
}

fn distract(
    mut deciding: Deciding,
    amount: i16,
    both: bool,
    picked: Option<Pick>,
    inputs: &mut Inputs<'_>,
) -> StepResult {
    let (attack, defence) = (PairRelation::Attack(amount), PairRelation::Defence(amount));
    match (deciding.asked, picked, deciding.first) {
        (0, ..) => {
            let allies: Vec<Pick> =
                inputs.view.friends_of(deciding.effect.actor).map(|row| Pick::Ally(row.id)).collect();
            if allies.is_empty() { StepResult::nothing() } else { deciding.ask(PickPurpose::DistractFor, allies) }
        }
        (1, Some(ally), _) if !both => {
            deciding.first = Some(ally);
            deciding.ask(PickPurpose::DistractWhat, vec![Pick::TheirAttacks, Pick::TheirDefence])
        }
        (1, Some(Pick::Ally(ally)), _) => distracted(&deciding.effect, ally, &[attack, defence]),
        (2, Some(Pick::TheirAttacks), Some(Pick::Ally(ally))) => distracted(&deciding.effect, ally, &[attack]),
        (2, Some(_), Some(Pick::Ally(ally))) => distracted(&deciding.effect, ally, &[defence]),
        _ => StepResult::nothing(),
    }
}

fn distracted(effect: &PlannedEffect, towards: CombatantId, relations: &[PairRelation]) -> StepResult {
    let fact = |slant: &PairRelation| {
        let fact = PairFact { towards, slant: *slant, until: Until::Acts(effect.actor), rule: effect.rule };
        BattleEvent::PairFactBegan { who: effect.target, fact }
    };
    StepResult::done(relations.iter().map(fact).collect())
}
