//! A check: its dice, its results and what they plan.

pub mod branches;
pub mod degrees;
pub mod object;
pub mod outcome;
pub mod results;
mod saving_throw;
mod situation;
pub mod stages;
pub mod terms;
mod used;
mod weapon;

use smallvec::SmallVec;

use crate::battle::{CombatantId, Target};
use crate::content::{Action, Breakdown, Check, Displacement, Effect, RolledBy, Trigger};
use crate::mechanics::attack::{self, Degree};
use crate::mechanics::checks::judge::{add_shift, opposed_total};
use crate::mechanics::checks::roller::lowest;
use crate::mechanics::checks::{DiceThrows, NaturalRoll};
use crate::mechanics::{Game, footing, space};
use crate::resolution::event::{BattleEvent, DecidedCheck, Facts, RivalRolled, Rolled};
use crate::resolution::frame::Amended;
use crate::resolution::legal::Computed;
use crate::resolution::plan::{ActionPlan, Thrown};
use crate::resolution::procedure::effect::{duration, venoms};
use crate::resolution::procedure::movement::footing as holding_on;
use crate::resolution::procedure::stealth;
use crate::resolution::step::Inputs;
use crate::resolution::stroke::{Stroke, StrokeChoices};
use degrees::Faces;
use results::{CheckResults, DefenceResult};
use terms::{Answered, CheckTerms, Pair, Uncached};

/// The dice of a check: the natural result that counts with the numbers shown for it, and those of an opposed roll.
#[derive(Clone, Debug, Default)]
pub(crate) struct CheckDice<'d> {
    pub(crate) own: NaturalRoll,
    pub(crate) shown: &'d [u16],
    pub(crate) rival: Option<(NaturalRoll, SmallVec<[u16; 2]>)>,
}

/// A check of an action against one target, with its terms.
#[derive(Copy, Clone)]
pub(crate) struct TargetCheck<'a> {
    pub(crate) actor: CombatantId,
    pub(crate) action: &'a Action,
    pub(crate) check: &'a Check,
    pub(crate) target: CombatantId,
    pub(crate) terms: &'a CheckTerms,
    /// Whether it is the roll that confirms a critical hit.
    pub(crate) confirms: bool,
}

/// Rolls a check and plans its results.
pub(crate) fn roll(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    answered: Answered,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    if check.effects().any(|does| *does == Effect::Displace(Displacement::Enter)) {
        return roll_to_enter(plan, action, check, target, inputs, events);
    }
    let actor = plan.actor;
    let pair = Pair { view: inputs.view, rules: inputs.rules, actor, target };
    let known = match inputs.legal(actor) {
        Some(Computed::Aim(at, slot, mode)) if at == target && plan.act.target == Target::Combatant(at) => {
            Some((slot, mode))
        }
        _ => None,
    };
    let mut terms = terms::from_source(&Uncached { known, plain: false }, pair, &plan.act, check, answered);
    if footing::calls_for_hold(check) {
        let missed = holding_on::loses_hold(actor, inputs, events);
        terms.stages.fails = terms.stages.fails.or(missed);
    }
    let terms = &terms;
    let rolled = TargetCheck { actor, action, check, target, terms, confirms: false };
    let mut results = rolled.roll(inputs, events);
    rolled.miss_by_chance(&mut results, inputs, events);
    if rolled.waits(inputs) {
        plan.strokes.push(rolled.stroke(plan, results, events));
    } else {
        plan.decide(rolled.decided(&results, events));
        rolled.land(plan, &results, &StrokeChoices::default(), inputs, events);
    }
}

/// A thrown weapon lands in the target's cell, hit or miss.
fn leave_hand(plan: &mut ActionPlan, target: CombatantId, terms: &CheckTerms, inputs: &Inputs<'_>) {
    let view = plan.act.imagined(inputs.view);
    let Some(slot) = terms.weapon else { return };
    let sticks = plan.effects.iter().any(|effect| matches!(effect.does, Effect::Staple { .. }));
    let leaves = attack::landing_rule(Game::new(view, inputs.book()), plan.actor, slot, terms.mode).filter(|_| !sticks);
    let cell = view.footprint(target).anchor;
    plan.thrown.extend(leaves.map(|rule| Thrown { slot, cell, rule }));
}

/// Rolls to enter an occupied space, against every occupant that refuses, the target first; the worst result counts
/// (TC-331). If none refuses, the check succeeds without a roll (TC-332).
fn roll_to_enter(
    plan: &mut ActionPlan,
    action: &Action,
    check: &Check,
    target: CombatantId,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let (view, rules, actor) = (inputs.view, inputs.rules, plan.actor);
    let terms = |target| terms::check_terms(Pair { view, rules, actor, target }, &plan.act, check, Answered::default());
    let refusing = match space::forced_entry(inputs.game(), actor, target) {
        Ok(to) => {
            let mut refusing = space::blockers(inputs.game(), actor, to);
            refusing.sort_unstable_by_key(|other| (*other != target, *other));
            refusing
        }
        Err(_) => vec![target],
    };
    let mut worst: Option<DefenceResult> = None;
    for other in refusing {
        let rolled = TargetCheck { actor, action, check, target: other, terms: &terms(other), confirms: false };
        for judged in rolled.roll(inputs, events) {
            let is_worse = worst.is_none_or(|worst| (judged.degree, judged.margin) < (worst.degree, worst.margin));
            worst = if is_worse { Some(judged) } else { worst };
        }
    }
    let terms = &terms(target);
    let free = terms.defences.first().map(|(stat, _)| DefenceResult::plain(*stat, Degree::Success, 0));
    let results: CheckResults = worst.or(free).into_iter().collect();
    let rolled = TargetCheck { actor, action, check, target, terms, confirms: false };
    plan.decide(rolled.decided(&results, events));
    rolled.plan(plan, &results, &StrokeChoices::default(), inputs);
}

impl TargetCheck<'_> {
    /// Plans the results and rolls the damage.
    pub(crate) fn land(
        self,
        plan: &mut ActionPlan,
        results: &CheckResults,
        choices: &StrokeChoices,
        inputs: &mut Inputs<'_>,
        events: &mut Facts,
    ) {
        let before = plan.blows.len();
        self.plan(plan, results, choices, inputs);
        venoms::attack(plan, before, inputs, events);
        leave_hand(plan, self.target, self.terms, inputs);
    }

    /// Whether something may happen between the roll and the damage: reactions that know the total, the confirmation of a
    /// critical hit, or a choice of the winner.
    pub(crate) fn waits(self, inputs: &Inputs<'_>) -> bool {
        let of_action = self.action.check().is_some_and(|own| std::ptr::eq(own, self.check));
        let offers = || self.check.effects().any(|does| matches!(does, Effect::Choose { .. }));
        let answered = || inputs.rules.policies.reactions.iter().any(|reaction| reaction.on == Trigger::AfterRoll);
        of_action && (self.terms.stages.threat.is_some() || answered() || offers())
    }

    /// The attack, rolled and waiting for its damage.
    pub(crate) fn stroke(self, plan: &ActionPlan, results: CheckResults, events: &Facts) -> Stroke {
        let (target, weapon, terms) = (self.target, plan.act.weapon, self.terms.clone());
        let check = self.decided(&results, events);
        let (choices, amended) = (StrokeChoices::default(), Amended::default());
        Stroke { target, weapon, terms, results, check, choices, amended }
    }

    /// The decision of the check that was rolled last, with these results; `None` if nothing was rolled. Of results against several
    /// defences, the first one that affects the target counts.
    pub(crate) fn decided(self, results: &[DefenceResult], events: &Facts) -> Option<DecidedCheck> {
        let rolled = events.iter().rev().find_map(|event| match event {
            BattleEvent::CheckRolled(rolled) => Some(rolled),
            _ => None,
        })?;
        let affects = |result: &&DefenceResult| self.check.affects(result.degree.is_hit());
        let won = results.iter().find(affects);
        let margin = won.or(results.first())?.margin;
        let total = rolled.natural.saturating_add(rolled.bonus.total());
        let winner = if won.is_some() { self.actor } else { self.target };
        Some(DecidedCheck { natural: rolled.natural, total, margin, winner })
    }

    /// Rolls the chance that a hit misses nevertheless.
    pub(crate) fn miss_by_chance(self, results: &mut CheckResults, inputs: &mut Inputs<'_>, events: &mut Facts) {
        let Some((percent, rule)) = self.terms.stages.misses else { return };
        if results.iter().any(|result| result.degree.is_hit()) {
            let (who, target, rolled) = (self.actor, self.target, inputs.dice.die(100));
            events.push(BattleEvent::MissChanceRolled { who, target, percent, rolled, rule });
            if rolled <= percent.into() {
                results.iter_mut().for_each(DefenceResult::miss);
            }
        }
    }

    /// Rolls the dice and compares them with every defence asked for.
    pub(crate) fn roll(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> CheckResults {
        let terms = self.terms;
        let policy = inputs.rules.policies.rolls.of(terms.roll);
        if terms.sure.is_some() || terms.stages.decided.is_some() {
            return self.compare(&CheckDice::default(), inputs, events);
        }
        if terms.stages.fails.is_some() {
            let rival = self.rival(inputs);
            return self.compare(&CheckDice { rival, ..CheckDice::default() }, inputs, events);
        }
        let net = terms.edge.net();
        let throws = DiceThrows::roll(policy, net, inputs.dice);
        let rival = self.rival(inputs);
        let (own, shown) = throws.counted(policy, net, terms.lead());
        self.compare(&CheckDice { own, shown, rival }, inputs, events)
    }

    /// The dice of the target's opposed roll, if it rolls.
    pub(crate) fn rival(self, inputs: &mut Inputs<'_>) -> Option<(NaturalRoll, SmallVec<[u16; 2]>)> {
        let rival = self.terms.rival.as_ref().filter(|rival| rival.rolls)?;
        let policy = inputs.rules.policies.rolls.of(self.terms.roll);
        let throws = DiceThrows::roll(policy, rival.edge.net(), inputs.dice);
        let (natural, shown) = throws.counted(policy, rival.edge.net(), rival.bonus.total());
        Some((natural, SmallVec::from_slice(shown)))
    }

    /// The results of rolled dice against every defence asked for, as facts.
    pub(crate) fn compare(self, dice: &CheckDice<'_>, inputs: &Inputs<'_>, events: &mut Facts) -> CheckResults {
        let (action, terms) = (self.action, self.terms);
        let decided = terms.stages.decided;
        let policy = inputs.rules.policies.rolls.of(terms.roll);
        let faces = Faces { own: dice.own, rival: dice.rival.as_ref().map(|(natural, _)| *natural) };
        let mut results = degrees::judge_all(inputs.view, inputs.rules, self.target, terms, faces);
        if terms.astray.is_some() {
            results.iter_mut().for_each(|it| (it.degree, it.margin) = (Degree::Failure, it.margin.min(-1)));
        }
        let mut bonus = terms.bonus.clone();
        add_shift(policy, dice.own.total, &mut bonus);
        for result in &results {
            let known = terms.defences.iter().find(|(defence, _)| *defence == result.against);
            let opposing = terms.rival.as_ref().filter(|_| known.is_none());
            let rival = opposing.map(|rival| RivalRolled {
                dice: dice.rival.as_ref().map(|(_, shown)| shown.clone()).unwrap_or_default(),
                edge: rival.edge.clone(),
                under: faces.rival.filter(|_| policy.is_under()).map(|natural| natural.total),
            });
            let difficulty = match (known, opposing) {
                (Some((_, sum)), _) => {
                    let failed = terms.holders.as_ref().filter(|_| !result.degree.is_hit());
                    failed.filter(|holders| holders.total() > sum.total()).unwrap_or(sum).clone()
                }
                (None, Some(rival)) => {
                    let natural = faces.rival.unwrap_or_else(|| lowest(policy)).total;
                    opposed_total(policy, natural, &rival.bonus, action.rule)
                }
                (None, None) => Breakdown::new(),
            };
            let (who, target) = match self.check.by {
                RolledBy::Actor => (self.actor, Some(self.target)),
                RolledBy::Target => (self.target, None),
            };
            let rolled = Box::new(Rolled {
                who,
                action: action.id,
                target,
                weapon: terms.weapon,
                natural: dice.own.total,
                dice: SmallVec::from_slice(dice.shown),
                edge: terms.edge.clone(),
                bonus: bonus.clone(),
                defence: result.against,
                rival,
                difficulty,
                degree: result.degree,
                margin: result.margin,
                rule: terms
                    .astray
                    .or(decided.map(|decided| decided.rule))
                    .or(terms.sure)
                    .or(terms.stages.fails)
                    .unwrap_or(action.rule),
                roll: terms.roll,
                mark: result.mark,
                contest: result.contest,
                chosen: result.chosen,
                blocks: terms.stages.blocks,
                decided: decided.is_some(),
                fails: terms.stages.fails.is_some(),
            });
            events.push(match self.confirms {
                true => BattleEvent::ConfirmationRolled(rolled),
                false => BattleEvent::CheckRolled(rolled),
            });
        }
        if !self.confirms && action.check().is_some_and(Check::is_attack) && terms.astray.is_none() {
            self.reveal(&results, inputs, events);
        }
        used::end(self, inputs, events);
        results
    }

    /// Discoveries by an attack: the target discovers its attacker, unless that goes unnoticed, and a hit discovers its target (TA-196,
    /// PR-374).
    fn reveal(self, results: &[DefenceResult], inputs: &Inputs<'_>, events: &mut Facts) {
        let hit = results.iter().any(|result| result.degree.is_hit());
        let has = |with| inputs.view.row(self.actor).sheet.has(with);
        if !(hit && self.check.unnoticed.is_some_and(|unnoticed| has(unnoticed.with))) {
            duration::attacked(self.target, inputs, events);
            stealth::discover(self.actor, self.target, inputs, events);
        }
        if hit {
            stealth::discover(self.target, self.actor, inputs, events);
        }
    }
}
