//! Attacks between their roll and their damage, one after the other: reactions that know the total, the confirmation of critical
//! hits, the choice of their effect, the winner's choice of an action, and the damage.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::{Action, Aim, Check, Does, Effect, Name, Rule, Trigger, Who};
use crate::mechanics::attack::Degree;
use crate::mechanics::checks::DiceThrows;
use crate::resolution::act::{Act, Choice, Occasion, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Acting, ActingStage as Stage, Frame, Verdict};
use crate::resolution::legal::{self, Cost};
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::{TargetCheck, degrees};
use crate::resolution::procedure::action::{acting, amendment, window};
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::{Inputs, StepResult};
use crate::resolution::stroke::{Stroke, WinnersAction};

/// Makes the next step of the first stroke whose damage is not rolled.
pub(crate) fn step(mut acting: Box<Acting>, inputs: &mut Inputs<'_>) -> StepResult {
    let Some(mut plan) = acting.plan.take() else { return acting.resume(Stage::Finish) };
    let action = inputs.rules.actions.get(plan.act.action);
    let found = action.and_then(|action| Some((&**action, action.check()?)));
    let (Some((action, check)), false) = (found, plan.strokes.is_empty()) else {
        acting.plan = Some(plan);
        return acting.resume(Stage::AfterRoll);
    };
    let stroke = plan.strokes.remove(0);
    let stage = acting.stage;
    let pending = Pending { acting, plan, stroke, action, check };
    match stage {
        Stage::Answer => pending.answered(inputs),
        Stage::Confirm => pending.confirmed(inputs),
        Stage::Critical => pending.effect_chosen(inputs),
        Stage::Winner => pending.winner_chosen(inputs),
        _ => pending.landed(inputs),
    }
}

/// A stroke that has been taken out of its plan for a step.
struct Pending<'a> {
    acting: Box<Acting>,
    plan: Box<ActionPlan>,
    stroke: Stroke,
    action: &'a Action,
    check: &'a Check,
}

impl Pending<'_> {
    /// The action with its plan and this stroke.
    fn whole(mut self) -> Box<Acting> {
        self.plan.strokes.insert(0, self.stroke);
        self.acting.plan = Some(self.plan);
        self.acting
    }

    fn resume(self, stage: Stage, events: Facts) -> StepResult {
        StepResult { events, ..self.whole().resume(stage) }
    }

    fn ask(self, who: CombatantId, purpose: PickPurpose, options: Vec<Pick>) -> StepResult {
        Frame::Acting(self.whole()).ask_to_pick(who, purpose, options)
    }

    fn target_check(&self) -> TargetCheck<'_> {
        let (actor, target, terms) = (self.acting.actor, self.stroke.target, &self.stroke.terms);
        TargetCheck { actor, action: self.action, check: self.check, target, terms, confirms: false }
    }

    /// Opens the window for reactions to a roll that hits.
    fn answered(self, inputs: &Inputs<'_>) -> StepResult {
        let hits = self.stroke.results.iter().any(|result| result.degree.is_hit());
        if !hits || !window::listens(Trigger::AfterRoll, inputs) {
            return self.resume(Stage::Confirm, Facts::new());
        }
        let check = self.stroke.check;
        acting::react_to(Some((check, true)), self.whole(), Trigger::AfterRoll, Stage::Confirm, inputs)
    }

    /// Rolls again with the same bonus if the hit is a threat; a hit confirms that it is critical (PR-019).
    fn confirmed(mut self, inputs: &mut Inputs<'_>) -> StepResult {
        if let Some(Verdict::Closed(amended)) = inputs.verdict.take() {
            self.stroke.amended = amended;
            if amended.negated || amended.cancelled {
                self.stroke.miss();
            }
        }
        if !self.stroke.results.iter().any(|result| result.threat) {
            return self.resume(Stage::Critical, Facts::new());
        }
        let mut events = inputs.facts();
        let again = TargetCheck { confirms: true, ..self.target_check() }.roll(inputs, &mut events);
        if again.iter().any(|result| result.degree.is_hit()) {
            self.stroke.results.iter_mut().for_each(|result| result.confirm());
            self.kills_at_once(inputs, &mut events);
        }
        self.stroke.results.iter_mut().for_each(|result| result.threat = false);
        self.resume(Stage::Critical, events)
    }

    /// Rolls once more if attack and confirmation both have a natural result that can kill at once; a third one kills (PR-031).
    fn kills_at_once(&mut self, inputs: &mut Inputs<'_>, events: &mut Facts) {
        let (terms, policy) = (&self.stroke.terms, inputs.rules.policies.rolls.of(self.stroke.terms.roll));
        let Some((needs, rule)) = terms.stages.kills else { return };
        let confirmed = events.iter().rev().find_map(|event| match event {
            BattleEvent::ConfirmationRolled(rolled) => Some(rolled.natural),
            _ => None,
        });
        let mut naturals = self.stroke.check.map(|check| check.natural).into_iter().chain(confirmed);
        if !naturals.all(|natural| terms.stages.may_kill(policy, natural)) {
            return;
        }
        let net = terms.edge.net();
        let rolled = DiceThrows::roll(policy, net, inputs.dice).counted(policy, net, terms.lead()).0.total;
        let (who, target, kills) = (self.acting.actor, self.stroke.target, terms.stages.may_kill(policy, rolled));
        events.push(BattleEvent::InstantKillRolled { who, target, rolled, needs, rule });
        if kills {
            self.stroke.results.iter_mut().for_each(DefenceResult::kill);
        }
    }

    /// Asks the attacker for the effect of a confirmed critical hit, if there are several (PR-020).
    fn effect_chosen(mut self, inputs: &mut Inputs<'_>) -> StepResult {
        let confirmed = self.stroke.terms.stages.threat.is_some();
        // The effect of a hit that kills at once does not matter.
        let matters = |result: &DefenceResult| result.degree == Degree::Critical && !result.kills;
        let critical = confirmed && self.stroke.results.iter().any(matters);
        let options = inputs.rules.policies.stages.confirmation.as_ref().filter(|_| critical);
        let options = options.map_or(&[][..], |policy| &policy.options);
        if options.len() < 2 {
            return self.resume(Stage::Winner, Facts::new());
        }
        let (who, on) = (self.acting.actor, self.stroke.target);
        if let Some(Choice::Pick(Pick::Action(name))) = inputs.answer.take()
            && let Some(option) = options.iter().find(|option| option.id == name)
        {
            self.stroke.choices.critical = Some(name);
            let mut events = inputs.facts();
            events.push(BattleEvent::CriticalChosen { who, target: on, critical: name, rule: option.rule });
            return self.resume(Stage::Winner, events);
        }
        let picks = options.iter().map(|option| Pick::Action(option.id)).collect();
        let (action, weapon) = (self.action.id, self.stroke.weapon);
        self.ask(who, PickPurpose::Critical { on, action, weapon }, picks)
    }

    /// Asks the winner which of the actions offered it takes, and pays for it (FS-079, FS-086).
    fn winner_chosen(mut self, inputs: &mut Inputs<'_>) -> StepResult {
        let Some(offer) = self.offer() else { return self.resume(Stage::Land, Facts::new()) };
        let options: SmallVec<[Name; 8]> =
            offer.of.iter().copied().filter(|name| self.possible(&offer, *name, inputs).is_some()).collect();
        let picked = match inputs.answer.take() {
            Some(Choice::Pick(Pick::Action(name))) => options.contains(&name).then_some(name),
            None if !options.is_empty() => {
                let picks = options.iter().map(|name| Pick::Action(*name)).chain([Pick::No]).collect();
                let purpose = PickPurpose::Winner { on: offer.loser, action: self.action.id };
                return self.ask(offer.winner, purpose, picks);
            }
            _ => None,
        };
        let Some((name, act)) = picked.and_then(|name| Some((name, self.possible(&offer, name, inputs)?))) else {
            return self.resume(Stage::Land, Facts::new());
        };
        let mut events = inputs.facts();
        let action = inputs.rules.actions.get(name);
        if let Some(Ok(cost)) =
            action.map(|action| Cost::of_action(inputs.game(), offer.winner, (action, act.weapon), Occasion::OwnTurn))
        {
            economy::pay(offer.winner, &cost, inputs, &mut events);
        }
        match action.and_then(|action| maximises(action)) {
            Some(rule) => {
                events.push(BattleEvent::ActionDeclared { who: offer.winner, act });
                self.stroke.choices.maximised = Some(rule);
            }
            None => {
                let (by, on, rule) = (offer.winner, act.aimed_at().unwrap_or(offer.winner), offer.rule);
                self.stroke.choices.follows = Some(WinnersAction { by, on, action: name, rule });
            }
        }
        self.resume(Stage::Land, events)
    }

    /// The actions that the results offer to the winner.
    fn offer(&self) -> Option<Offer> {
        let reached = degrees::reached(self.check, &self.stroke.results);
        reached.others.into_iter().find_map(|effect| {
            let Effect::Choose { by, of } = &effect.does else { return None };
            let (actor, target) = (self.acting.actor, self.stroke.target);
            let (winner, loser) = if *by == Who::Actor { (actor, target) } else { (target, actor) };
            Some(Offer { winner, loser, of: of.clone(), rule: effect.rule })
        })
    }

    /// The act of the winner, if it is possible and can be paid.
    fn possible(&self, offer: &Offer, name: Name, inputs: &Inputs<'_>) -> Option<Act> {
        let action = inputs.rules.actions.get(name)?;
        let act = match action.aim {
            Aim::Own => Act::own(name),
            _ => Act::at(name, offer.loser, self.stroke.weapon.filter(|_| offer.winner == self.acting.actor)),
        };
        let weapon = legal::weapon_for(inputs.view, offer.winner, &act, action);
        let act = Act { weapon, ..act };
        legal::still(inputs.view, inputs.rules, offer.winner, &act).ok()?;
        Cost::of_action(inputs.game(), offer.winner, (action, act.weapon), Occasion::OwnTurn).ok()?;
        Some(act)
    }

    /// Rolls the damage, and goes on to the next stroke.
    fn landed(self, inputs: &mut Inputs<'_>) -> StepResult {
        let Pending { mut acting, mut plan, stroke, action, check } = self;
        let mut events = inputs.facts();
        let (earlier, weapon) = (plan.hit, std::mem::replace(&mut plan.act.weapon, stroke.weapon));
        let (target, terms) = (stroke.target, &stroke.terms);
        let rolled = TargetCheck { actor: acting.actor, action, check, target, terms, confirms: false };
        let landed = std::mem::take(&mut plan.blows);
        plan.decide(stroke.check);
        rolled.land(&mut plan, &stroke.results, &stroke.choices, inputs, &mut events);
        if stroke.amended.deflects.is_some() {
            amendment::change_plan(&mut plan, &stroke.amended, inputs);
        }
        plan.blows.splice(0..0, landed);
        plan.act.weapon = weapon;
        plan.hit |= earlier;
        let next = if plan.strokes.is_empty() { Stage::AfterRoll } else { Stage::Answer };
        acting.plan = Some(plan);
        StepResult { events, ..acting.resume(next) }
    }
}

/// The actions among which a winner may choose.
struct Offer {
    winner: CombatantId,
    loser: CombatantId,
    of: Vec<Name>,
    rule: Rule,
}

/// The rule by which an action is part of an attack and maximises the damage dice.
fn maximises(action: &Action) -> Option<Rule> {
    let Does::Effects(effects) = &action.does else { return None };
    effects.iter().find(|effect| effect.does == Effect::Maximise).map(|effect| effect.rule)
}
