//! A check: its dice, its results and what they plan.

pub mod degrees;
pub mod outcome;
pub mod terms;

use smallvec::SmallVec;

use crate::battle::{CombatantId, Target};
use crate::content::{Action, Breakdown, Check, Displacement, Effect, Label, Rule, Stat};
use crate::mechanics::attack::{self, Degree};
use crate::mechanics::{Game, advantage, space};
use crate::resolution::event::{BattleEvent, Facts, RivalRolled, Rolled};
use crate::resolution::legal::Computed;
use crate::resolution::plan::{ActionPlan, Thrown};
use crate::resolution::procedure::effect::{duration, venoms};
use crate::resolution::procedure::stealth;
use crate::resolution::step::Inputs;
use degrees::{DefenceResult, Faces};
use terms::{CheckTerms, Pair, Uncached};

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
    named: Option<Stat>,
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
    let terms = &terms::from_source(&Uncached { known, plain: false }, pair, &plan.act, check, named);
    let rolled = TargetCheck { actor, action, check, target, terms };
    let results = rolled.roll(inputs, events);
    let before = plan.blows.len();
    rolled.plan(plan, &results, inputs);
    venoms::attack(plan, before, inputs, events);
    leave_hand(plan, target, terms, inputs);
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
    let terms = |target| terms::check_terms(Pair { view, rules, actor, target }, &plan.act, check, None);
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
            let is_worse = worst.is_none_or(|(_, degree, margin)| (judged.1, judged.2) < (degree, margin));
            worst = if is_worse { Some(judged) } else { worst };
        }
    }
    let terms = &terms(target);
    let free = terms.defences.first().map(|(stat, _)| (*stat, Degree::Success, 0));
    let results: Results = worst.or(free).into_iter().collect();
    TargetCheck { actor, action, check, target, terms }.plan(plan, &results, inputs);
}

impl TargetCheck<'_> {
    /// Rolls the dice and compares them with every defence asked for.
    fn roll(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> Results {
        let (policy, terms) = (&inputs.rules.policies.attack, self.terms);
        if terms.sure.is_some() {
            return self.compare((Faces { own: 0, rival: 0 }, &[], None), inputs, events);
        }
        let (own, dice) = advantage::roll(policy, terms.edge.net(), inputs.dice);
        let rival = terms.rival.as_ref().map(|rival| match rival.rolls {
            true => advantage::roll(policy, rival.edge.net(), inputs.dice),
            false => (1, SmallVec::new()),
        });
        let faces = Faces { own, rival: rival.as_ref().map_or(1, |(face, _)| *face) };
        self.compare((faces, &dice, rival.map(|(_, dice)| dice)), inputs, events)
    }

    /// The results of rolled dice against every defence asked for, as facts.
    pub(crate) fn compare(
        self,
        (faces, dice, rival): (Faces, &[u16], Option<SmallVec<[u16; 2]>>),
        inputs: &Inputs<'_>,
        events: &mut Facts,
    ) -> Results {
        let (action, terms) = (self.action, self.terms);
        let mut results = degrees::judge_all(inputs.view, inputs.rules, self.target, terms, faces);
        if terms.astray.is_some() {
            results
                .iter_mut()
                .for_each(|(_, degree, margin)| (*degree, *margin) = (Degree::Failure, (*margin).min(-1)));
        }
        for (stat, degree, margin) in &results {
            let known = terms.defences.iter().find(|(defence, _)| defence == stat);
            let difficulty = known.map_or_else(|| opposed_total(terms, faces, action.rule), |(_, sum)| sum.clone());
            let against = rival.as_ref().filter(|_| known.is_none()).zip(terms.rival.as_ref());
            events.push(BattleEvent::CheckRolled(Box::new(Rolled {
                who: self.actor,
                action: action.id,
                target: Some(self.target),
                weapon: terms.weapon,
                natural: faces.own,
                dice: SmallVec::from_slice(dice),
                edge: terms.edge.clone(),
                bonus: terms.bonus.clone(),
                defence: *stat,
                rival: against.map(|(dice, rival)| RivalRolled { dice: dice.clone(), edge: rival.edge.clone() }),
                difficulty,
                degree: *degree,
                margin: *margin,
                rule: terms.astray.or(terms.sure).unwrap_or(action.rule),
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
        if results.iter().any(|(_, degree, _)| *degree >= Degree::Success) {
            stealth::discover(self.target, self.actor, inputs, events);
        }
    }
}

fn opposed_total(terms: &CheckTerms, faces: Faces, rule: Rule) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::NaturalRoll, i16::try_from(faces.rival).unwrap_or(i16::MAX), rule);
    if let Some(rival) = &terms.rival {
        sum.extend(&rival.bonus);
    }
    sum
}
