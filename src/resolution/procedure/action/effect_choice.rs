//! Effects with a choice for the actor: keep a hold, break one, follow up, distract.

use crate::battle::{CombatantId, PairFact, PairRelation, Until};
use crate::content::Name;
use crate::content::effect::Effect;
use crate::mechanics::reach;
use crate::resolution::act::{Act, Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Deciding, Doing, DoingStage, Frame, Occasion, Verdict};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::{healing, holds, items};
use crate::resolution::step::{Inputs, NextStep, StepResult};

impl Deciding {
    /// Asks the actor to pick one of these options.
    pub(crate) fn ask(mut self, purpose: PickPurpose, options: Vec<Pick>) -> StepResult {
        let who = self.effect.actor;
        self.asked += 1;
        let prompt = Prompt { who, asks: Asks::Pick { purpose, options } };
        StepResult::silent(NextStep::Ask(Frame::Deciding(Box::new(self)), prompt))
    }
}

/// Asks, or does what was picked.
pub fn step(deciding: Deciding, inputs: &mut Inputs<'_>) -> StepResult {
    if matches!(deciding.effect.does, Effect::Item(_)) {
        return items::step(deciding, inputs);
    }
    let picked = match inputs.answer.take() {
        Some(Choice::Pick(pick)) => Some(pick),
        _ => None,
    };
    match deciding.effect.does.clone() {
        Effect::KeepHoldOr(_) => keep_hold(deciding, picked, inputs),
        Effect::Offer(action) => offer(deciding, action, picked, inputs),
        Effect::Heal(_) => healing::split(deciding, picked, inputs),
        Effect::BreakHold { on_ally, .. } => break_hold(deciding, on_ally, picked, inputs),
        Effect::Distract { amount, both } => distract(deciding, amount, both, picked, inputs),
        _ => StepResult::nothing(),
    }
}

fn yes_or_no(deciding: Deciding, purpose: PickPurpose) -> StepResult {
    deciding.ask(purpose, vec![Pick::Yes, Pick::No])
}

/// The hold is kept if possible and wanted, else it ends. The action that then follows comes after the moment.
fn keep_hold(deciding: Deciding, picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    let (actor, target) = (deciding.effect.actor, deciding.effect.target);
    let Some(hold) = inputs.view.hold(actor, target).cloned() else { return StepResult::nothing() };
    let near = reach::adjacent_or_sharing(inputs.game(), actor, target);
    match picked {
        Some(Pick::Yes) => StepResult::nothing(),
        None if near => yes_or_no(deciding, PickPurpose::KeepHold),
        _ => {
            let events = vec![holds::ended(&hold, "let go", deciding.effect.rule)];
            StepResult::new(events, NextStep::Finish(Verdict::LetGo))
        }
    }
}

/// An action that follows from an effect at once: unarmed and at no cost.
pub(crate) fn at_no_cost(effect: &PlannedEffect, action: Name, inputs: &Inputs<'_>) -> Doing {
    let act = Act::at(action, effect.target, inputs.view.row(effect.actor).sheet.unarmed);
    Doing { actor: effect.actor, act, occasion: Occasion::Free, stage: DoingStage::Plan }
}

fn offer(mut deciding: Deciding, action: Name, picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    let doing = at_no_cost(&deciding.effect, action, inputs);
    match picked {
        Some(Pick::Yes) => {
            deciding.asked = 2;
            StepResult::silent(NextStep::Call(Frame::Deciding(Box::new(deciding)), Frame::Doing(Box::new(doing))))
        }
        None if deciding.asked == 0 && legal::still(inputs.view, inputs.rules, doing.actor, &doing.act).is_ok() => {
            yes_or_no(deciding, PickPurpose::FollowUp(action))
        }
        _ => StepResult::nothing(),
    }
}

fn break_hold(deciding: Deciding, on_ally: bool, picked: Option<Pick>, inputs: &mut Inputs<'_>) -> StepResult {
    match picked {
        None if deciding.asked == 0 => yes_or_no(deciding, PickPurpose::BreakHold),
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
    let actor = deciding.effect.actor;
    match (deciding.asked, picked) {
        (0, _) => {
            let allies: Vec<Pick> = inputs.view.friends_of(actor).map(|row| Pick::Ally(row.id)).collect();
            if allies.is_empty() { StepResult::nothing() } else { deciding.ask(PickPurpose::DistractFor, allies) }
        }
        (1, Some(ally)) if !both => {
            deciding.first = Some(ally);
            deciding.ask(PickPurpose::DistractWhat, vec![Pick::TheirAttacks, Pick::TheirDefence])
        }
        (1, Some(Pick::Ally(ally))) => StepResult::done(distracted(&deciding, ally, amount, true, true)),
        (2, Some(what)) => match deciding.first {
            Some(Pick::Ally(ally)) => {
                let attacks = what == Pick::TheirAttacks;
                StepResult::done(distracted(&deciding, ally, amount, attacks, !attacks))
            }
            _ => StepResult::nothing(),
        },
        _ => StepResult::nothing(),
    }
}

fn distracted(deciding: &Deciding, ally: CombatantId, amount: i16, attacks: bool, defence: bool) -> Vec<BattleEvent> {
    let (who, rule) = (deciding.effect.target, deciding.effect.rule);
    let until = Until::Acts(deciding.effect.actor);
    let fact =
        |slant: PairRelation| BattleEvent::PairFactBegan { who, fact: PairFact { towards: ally, slant, until, rule } };
    let mut events = Vec::new();
    if attacks {
        events.push(fact(PairRelation::Attack(amount)));
    }
    if defence {
        events.push(fact(PairRelation::Defence(amount)));
    }
    events
}
