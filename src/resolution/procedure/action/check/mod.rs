//! A check: its dice, its results and what they plan.

pub mod degrees;
pub mod object;
pub mod outcome;
mod saving_throw;
pub mod terms;

use smallvec::SmallVec;

use crate::battle::{CombatantId, Target};
use crate::content::{Action, Breakdown, Check, Displacement, Effect, RolledBy};
use crate::mechanics::attack::{self, Degree};
use crate::mechanics::checks::judge::{add_shift, opposed_total};
use crate::mechanics::checks::roller::lowest;
use crate::mechanics::checks::{DiceThrows, NaturalRoll};
use crate::mechanics::{Game, space};
use crate::resolution::event::{BattleEvent, Facts, RivalRolled, Rolled};
use crate::resolution::legal::Computed;
use crate::resolution::plan::{ActionPlan, Thrown};
use crate::resolution::procedure::effect::{duration, venoms};
use crate::resolution::procedure::stealth;
use crate::resolution::step::Inputs;
use degrees::{DefenceResult, Faces};
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
}

type Results = SmallVec<[DefenceResult; 2]>;

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
    let terms = &terms::from_source(&Uncached { known, plain: false }, pair, &plan.act, check, answered);
    let rolled = TargetCheck { actor, action, check, target, terms };
    let results = rolled.roll(inputs, events);
    if !inputs.rules.policies.reactions.is_empty() {
        plan.total = total_rolled(events);
    }
    let before = plan.blows.len();
    rolled.plan(plan, &results, inputs);
    venoms::attack(plan, before, inputs, events);
    leave_hand(plan, target, terms, inputs);
}

/// The total of the last check among some facts.
fn total_rolled(events: &Facts) -> Option<i16> {
    let total = |rolled: &Rolled| rolled.natural.saturating_add(rolled.bonus.total());
    events.iter().rev().find_map(|event| match event {
        BattleEvent::CheckRolled(rolled) => Some(total(rolled)),
        _ => None,
    })
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
        let rolled = TargetCheck { actor, action, check, target: other, terms: &terms(other) };
        for judged in rolled.roll(inputs, events) {
            let is_worse = worst.is_none_or(|worst| (judged.degree, judged.margin) < (worst.degree, worst.margin));
            worst = if is_worse { Some(judged) } else { worst };
        }
    }
    let terms = &terms(target);
    let free = terms.defences.first().map(|(stat, _)| DefenceResult::plain(*stat, Degree::Success, 0));
    let results: Results = worst.or(free).into_iter().collect();
    TargetCheck { actor, action, check, target, terms }.plan(plan, &results, inputs);
}

impl TargetCheck<'_> {
    /// Rolls the dice and compares them with every defence asked for.
    fn roll(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> Results {
        let terms = self.terms;
        let policy = inputs.rules.policies.rolls.of(terms.roll);
        if terms.sure.is_some() {
            return self.compare(&CheckDice::default(), inputs, events);
        }
        let net = terms.edge.net();
        let throws = DiceThrows::roll(policy, net, inputs.dice);
        let rival = terms.rival.as_ref().filter(|rival| rival.rolls).map(|rival| {
            let (net, lead) = (rival.edge.net(), rival.bonus.total());
            let throws = DiceThrows::roll(policy, net, inputs.dice);
            let (natural, shown) = throws.counted(policy, net, lead);
            (natural, SmallVec::from_slice(shown))
        });
        let (own, shown) = throws.counted(policy, net, terms.lead());
        self.compare(&CheckDice { own, shown, rival }, inputs, events)
    }

    /// The results of rolled dice against every defence asked for, as facts.
    pub(crate) fn compare(self, dice: &CheckDice<'_>, inputs: &Inputs<'_>, events: &mut Facts) -> Results {
        let (action, terms) = (self.action, self.terms);
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
                (Some((_, sum)), _) => sum.clone(),
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
            events.push(BattleEvent::CheckRolled(Box::new(Rolled {
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
                rule: terms.astray.or(terms.sure).unwrap_or(action.rule),
                roll: terms.roll,
                mark: result.mark,
                contest: result.contest,
            })));
        }
        if action.check().is_some_and(Check::is_attack) && terms.astray.is_none() {
            self.reveal(&results, inputs, events);
        }
        results
    }

    /// Discoveries by an attack: the target discovers its attacker, and a hit discovers its target (TA-196).
    fn reveal(self, results: &[DefenceResult], inputs: &Inputs<'_>, events: &mut Facts) {
        duration::attacked(self.target, inputs, events);
        stealth::discover(self.actor, self.target, inputs, events);
        if results.iter().any(|result| result.degree.is_hit()) {
            stealth::discover(self.target, self.actor, inputs, events);
        }
    }
}
