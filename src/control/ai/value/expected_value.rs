//! The expected value of an act over every possible roll, and upper bounds on it.

use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use super::check_terms::{CachedTerms, UNCACHED};
use super::effects;
use super::harm::{HitEvaluator, fatigue_cost, fumble_cost, riders_bound, riders_value};
use super::points::defence_price;
use super::provoked::provoked_by_act_cost;
use crate::battle::{CombatantId, Target};
use crate::content::{Action, Against, Aim, Amount, Breakdown, Check, CitedEffect, Does, Effect, Harmed, Name, When};
use crate::control::ai::cache::ByAddress;
use crate::control::ai::model::{Appraisal, CheckKey, CheckOutcomes, EffectValues, PlainAttack, Situation};
use crate::mechanics::attack::{self, Degree};
use crate::mechanics::{footing, reach};
use crate::resolution::procedure::action::check::degrees;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::terms::{self, Answered, CheckTerms, Pair, TermSource};
use crate::resolution::{Act, legal};

pub struct AimedCheck<'m> {
    pub act: &'m Act,
    pub action: &'m Action,
    pub check: &'m Check,
    pub target: CombatantId,
}

impl AimedCheck<'_> {
    pub fn appraise(&self, situation: &Situation<'_>) -> Appraisal {
        let values = self.effect_values(situation);
        let found = self.against_best_defence(situation, |terms, hits| {
            let outcomes = outcomes(situation, self.check, terms);
            weighted_mean(self.check, &outcomes, &values, hits)
        });
        self.held(situation, found).at_cost(self.fatigue_cost(situation))
    }

    /// Climbers and swimmers must keep their hold first (HD-381).
    fn held(&self, situation: &Situation<'_>, found: Appraisal) -> Appraisal {
        let hold = footing::chance(situation.game(), situation.actor).filter(|_| footing::calls_for_hold(self.check));
        let Some(((of, all), _)) = hold else { return found };
        let share = |value: i64| value * i64::from(of) / i64::from(all.max(1));
        Appraisal { value: share(found.value.into()) as i32, hits: share(found.hits.into()) as u16, ..found }
    }

    fn appraise_harm(&self, situation: &Situation<'_>) -> Appraisal {
        let found = self.against_best_defence(situation, |terms, hits| self.expected_harm(terms, hits));
        self.held(situation, found).at_cost(self.fatigue_cost(situation))
    }

    /// The value of its harm if the target chooses this defence, or none.
    pub fn harm_against(&self, situation: &Situation<'_>, chosen: Option<Name>) -> i32 {
        let (terms, hits) = self.terms(situation, chosen);
        self.expected_harm(&terms, hits).value
    }

    /// The least value against all defences that the target can choose, with what it costs the target to pay for them.
    fn against_best_defence<'s, 'a>(
        &self,
        situation: &'s Situation<'a>,
        value: impl Fn(&CheckTerms, HitEvaluator<'s, 'a>) -> Appraisal,
    ) -> Appraisal {
        let (terms, hits) = self.terms(situation, None);
        let (mode, undefended) = (terms.mode, value(&terms, hits));
        let mut least = undefended;
        if matches!(self.check.against, Against::Chosen(_)) {
            let pair = (situation.actor, self.target);
            for option in legal::defences(situation.view, situation.rules, pair, (self.action, mode)) {
                let (terms, hits) = self.terms(situation, Some(option.id));
                let mut found = value(&terms, hits);
                found.value += defence_price(situation, self.target, option, undefended.value - found.value);
                least = if found.value < least.value { found } else { least };
            }
        }
        least
    }

    fn fatigue_cost(&self, situation: &Situation<'_>) -> i32 {
        fatigue_cost(situation, self.action.fatigue)
    }

    fn pair<'a>(&self, situation: &Situation<'a>) -> Pair<'a> {
        Pair { view: situation.view, rules: situation.rules, actor: situation.actor, target: self.target }
    }

    fn terms<'s, 'a>(&self, situation: &'s Situation<'a>, chosen: Option<Name>) -> (CheckTerms, HitEvaluator<'s, 'a>) {
        let pair = self.pair(situation);
        let source: &dyn TermSource = match self.act.target {
            Target::Combatant(_) => &CachedTerms { situation, best_case: false },
            _ => &UNCACHED,
        };
        let answered = Answered { chosen, ..Answered::default() };
        let terms = terms::from_source(source, pair, self.act, self.check, answered);
        let hits = HitEvaluator::of(situation, self.act, self.target, terms.weapon);
        (terms, hits)
    }

    /// The chance in thousandths that it succeeds against a roll with this total (PR-049).
    pub fn chance_to_answer(&self, situation: &Situation<'_>, total: i16) -> u16 {
        let answered = Answered { total: Some(total), ..Answered::default() };
        let terms = terms::from_source(&UNCACHED, self.pair(situation), self.act, self.check, answered);
        let (mut wins, mut all) = (0u64, 0u64);
        for outcome in &*outcomes(situation, self.check, &terms) {
            all += outcome.weight;
            wins += outcome.weight * u64::from(outcome.judged.iter().any(|result| result.degree.is_hit()));
        }
        (wins * 1000 / all.max(1)) as u16
    }

    /// The value of a plain success, however likely it is from here.
    pub fn success_value(&self, situation: &Situation<'_>) -> i32 {
        let success = [DefenceResult::plain(None, Degree::Success, 0)];
        let weapon = self.act.weapon.filter(|_| self.check.harms_with_weapon());
        let mut hits = HitEvaluator::of(situation, self.act, self.target, weapon);
        let values = self.effect_values(situation);
        outcome_value(self.check, &success, &values, &mut hits).0 - self.fatigue_cost(situation)
    }

    /// Upper bound on the value of the act, whatever is rolled.
    pub fn value_bound(&self, situation: &Situation<'_>) -> i32 {
        let (mut successes, mut failures, mut steps, mut extra) = (0, 0, 0u8, 0);
        for (rung, value) in self.check.ladder.iter().zip(self.effect_values(situation)) {
            *if rung.when.is_failure() { &mut failures } else { &mut successes } += value.max(0);
            for effect in &rung.effects {
                match &effect.does {
                    Effect::BetterDie(by) => steps += by,
                    Effect::MoreHarm(dice) => extra += dice.mean_times_two() * 50,
                    _ => {}
                }
            }
        }
        let mut hits = HitEvaluator::of(situation, self.act, self.target, self.act.weapon);
        let ridden = riders_bound(situation, self.target);
        for rung in &self.check.ladder {
            let degrees = match rung.when {
                when if when.is_failure() => [Degree::Failure; 2],
                When::Critical => [Degree::Critical; 2],
                _ => [Degree::Success, Degree::Critical],
            };
            for effect in &rung.effects {
                if let Effect::Harm { to, amount, .. } = &effect.does
                    && *to != Harmed::Item
                {
                    let most = degrees.map(|degree| hits.hit(amount, degree, steps, extra).0.max(0));
                    let most = most[0].max(most[1]) + ridden;
                    *if rung.when.is_failure() { &mut failures } else { &mut successes } += most;
                }
            }
        }
        let confirmation = situation.rules.policies.stages.confirmation.as_ref();
        if confirmation.is_some_and(|policy| policy.kills.is_some()) {
            successes = successes.max(situation.combatants.get(self.target).value);
        }
        successes + failures - self.fatigue_cost(situation)
    }

    fn effect_values(&self, situation: &Situation<'_>) -> EffectValues {
        let ladder = &self.check.ladder;
        let value = |effect: &CitedEffect| effects::value(situation, &effect.does, self.target);
        let compute = || ladder.iter().map(|rung| rung.effects.iter().map(value).sum()).collect();
        let mut values = situation.cache.effect_values.get_or_insert_at(self.target.index(), self.act.action, compute);
        for (rung, value) in ladder.iter().zip(&mut values) {
            let lost = |effect: &CitedEffect| effects::lost_weapon_cost(situation, self.act, &effect.does);
            *value -= rung.effects.iter().map(lost).sum::<i32>();
        }
        values
    }

    /// The value of a plain attack if everything that depends on the attacker's position is at its best.
    fn best_case(&self, situation: &Situation<'_>) -> i32 {
        // The bound holds for every position, so it must not depend on the one in the view.
        let at = situation.row().position.footprint();
        let situation = &situation.with_view(situation.view.with(situation.actor, at));
        let weapon = self.act.weapon;
        let value = situation.cache.best_cases.get_or_insert((self.target, weapon), || {
            let source = CachedTerms { situation, best_case: true };
            let mut terms =
                terms::from_source(&source, self.pair(situation), self.act, self.check, Answered::default());
            let bonus = attack::max_attack_bonus(situation.game(), situation.actor, weapon, self.target);
            terms.bonus = Breakdown::unlabelled(bonus);
            terms.stages.fails = None;
            let hits = HitEvaluator::of(situation, self.act, self.target, terms.weapon);
            // Whatever else a result does, such as a choice of the winner, is at most worth all of it.
            let others: i32 = self.effect_values(situation).iter().map(|value| (*value).max(0)).sum();
            self.expected_harm(&terms, hits).value + others
        });
        value - self.fatigue_cost(situation)
    }

    fn expected_harm(&self, terms: &CheckTerms, hits: HitEvaluator<'_, '_>) -> Appraisal {
        let outcomes = outcomes(hits.situation, self.check, terms);
        let shared = ByAddress(Arc::clone(&outcomes));
        let key = (self.act.action, hits.target, terms.weapon, hits.is_squeezed(), shared);
        let (harms, no_values) = (&hits.situation.cache.harms, smallvec![0; self.check.ladder.len()]);
        harms.get_or_insert(key, || weighted_mean(self.check, &outcomes, &no_values, hits))
    }
}

fn outcomes(situation: &Situation<'_>, check: &Check, terms: &CheckTerms) -> Arc<CheckOutcomes> {
    let compute = |key: &CheckKey| Arc::new(key.outcomes(situation.rules, terms));
    situation.cache.outcomes.get_or_insert(CheckKey::of(situation.rules, check, terms), compute)
}

fn weighted_mean(
    check: &Check,
    outcomes: &CheckOutcomes,
    values: &EffectValues,
    mut hits: HitEvaluator<'_, '_>,
) -> Appraisal {
    let situation = hits.situation;
    let (mut sum, mut successes, mut all, mut harm) = (0i64, 0u64, 0u64, 0i32);
    for outcome in outcomes {
        let (judged, weight) = (&outcome.judged, outcome.weight);
        hits.blocked = judged.iter().any(|result| result.blocked);
        let (mut value, dealt) = outcome_value(check, judged, values, &mut hits);
        if judged.iter().any(|result| result.degree == Degree::Fumble) {
            value -= fumble_cost(situation);
        }
        if judged.iter().any(|result| result.kills) {
            value = value.max(situation.combatants.get(hits.target).value);
        }
        all += weight;
        successes += weight * u64::from(judged.iter().any(|result| check.affects(result.degree.is_hit())));
        sum += i64::from(value) * weight as i64;
        if dealt > 0 && harm == 0 {
            harm = dealt;
        }
    }
    let value = (sum / all.max(1) as i64) as i32;
    Appraisal { value, hits: (successes * 1000 / all.max(1)) as u16, harm }
}

/// The value and the mean damage of the rungs of a check that these results reach, each rung with its value apart from harm.
fn outcome_value(
    check: &Check,
    judged: &[DefenceResult],
    values: &[i32],
    hits: &mut HitEvaluator<'_, '_>,
) -> (i32, i32) {
    let (mut value, mut steps, mut extra) = (0, 0u8, 0i32);
    let mut blows: SmallVec<[(&Amount, Degree); 2]> = SmallVec::new();
    for (rung, rung_value) in check.ladder.iter().zip(values) {
        let Some(degree) = degrees::reached_with(rung, judged) else { continue };
        value += rung_value;
        for effect in &rung.effects {
            match &effect.does {
                Effect::Harm { to: Harmed::Item, .. } => {}
                Effect::Harm { amount, .. } => blows.push((amount, degree)),
                Effect::BetterDie(by) => steps += by,
                Effect::MoreHarm(dice) => extra += dice.mean_times_two() * 50,
                _ => {}
            }
        }
    }
    let mut dealt = 0;
    for (amount, degree) in blows {
        let (hit, harm) = hits.hit(amount, degree, steps, extra);
        value += hit;
        dealt += harm;
        if harm > 0 && !hits.situation.rules.policies.stages.riders.is_empty() {
            value += riders_value(hits.situation, hits.target, hits.types(), harm);
        }
    }
    (value, dealt)
}

/// The best plain attack of the acting combatant on a target from where it stands in the view.
pub fn best_attack(situation: &Situation<'_>, target: CombatantId) -> Option<PlainAttack> {
    let find = || find_best_attack(situation, target);
    if situation.here() == situation.row().position.footprint() {
        situation.cache.plain_attacks.get_or_insert(target, find)
    } else {
        find()
    }
}

fn find_best_attack(situation: &Situation<'_>, target: CombatantId) -> Option<PlainAttack> {
    let action = situation.catalogue.strike.as_ref()?;
    let check = action.check()?;
    let mut best: Option<(i32, PlainAttack)> = None;
    for slot in situation.slots().iter().copied().filter(|slot| situation.attack_mode(*slot, target).is_some()) {
        let act = &Act::at(action.id, target, Some(slot));
        let (attempt, counts) = (AimedCheck { act, action, check, target }, situation.duration(action, act));
        let found = best.map(|best| best.0);
        if found.is_some_and(|found| attempt.best_case(situation) * 100 / counts <= found) {
            continue;
        }
        let appraisal = attempt.appraise_harm(situation).at_cost(provoked_by_act_cost(situation, act));
        let score = appraisal.value * 100 / counts;
        if found.is_none_or(|found| score > found) {
            best = Some((score, PlainAttack { appraisal, counts }));
        }
    }
    best.map(|(_, attack)| attack)
}

/// Upper bounds on the value of a plain attack on each enemy from any position.
pub struct UpperBound {
    /// Enemy, value with one weapon, and the counts the attack takes.
    each: SmallVec<[(CombatantId, i32, i32); 8]>,
    pub floor: i32,
}

impl UpperBound {
    /// `floor`: the best score so far; `cell_value`: the maximum value of a position by itself; `cells`: the movement.
    pub fn within(situation: &Situation<'_>, (floor, cell_value): (i32, i32), cells: u16) -> UpperBound {
        let mut each = SmallVec::new();
        let strike = situation.catalogue.strike.as_ref();
        let Some((action, check)) = strike.and_then(|strike| Some((strike, strike.check()?))) else {
            return UpperBound { each, floor };
        };
        let slots = situation.slots();
        for target in enemies_within(situation, cells) {
            for slot in slots {
                let act = &Act::at(action.id, target, Some(*slot));
                let (attempt, counts) = (AimedCheck { act, action, check, target }, situation.duration(action, act));
                // Where a turn is one action, even certain success may not be good enough.
                let most = (!situation.plans_whole_turns()).then(|| attempt.value_bound(situation));
                let too_low = most.filter(|most| score(*most, counts, 1).saturating_add(cell_value) <= floor);
                each.push((target, too_low.unwrap_or_else(|| attempt.best_case(situation)), counts));
            }
        }
        UpperBound { each, floor }
    }

    pub fn value(&self, enemy: CombatantId) -> Option<i32> {
        self.each.iter().filter(|(id, ..)| *id == enemy).map(|(_, value, _)| *value).max()
    }

    /// Upper bound on the value per hundred counts of walking for some counts and then attacking an enemy.
    pub fn score(&self, enemy: CombatantId, walk: i32) -> Option<i32> {
        self.each.iter().filter(|(id, ..)| *id == enemy).map(|(_, value, counts)| score(*value, *counts, walk)).max()
    }

    /// Whether walking for some counts and then attacking any enemy may beat the best score so far.
    pub fn may_beat_floor(&self, walk: i32, cell_value: i32) -> bool {
        self.each.iter().any(|(_, value, counts)| score(*value, *counts, walk) + cell_value > self.floor)
    }
}

/// The value of an attack per hundred counts, including those of the walk to it.
fn score(value: i32, counts: i32, walk: i32) -> i32 {
    value * 100 / (counts + walk).max(1)
}

/// Enemies that might be attacked after this many cells of movement.
pub fn enemies_within(situation: &Situation<'_>, cells: u16) -> impl Iterator<Item = CombatantId> {
    let (game, actor) = (situation.game(), situation.actor);
    let slots = reach::usable_slots(game.view, actor).into_iter();
    let reach = slots.map(|slot| attack::max_distance(game, actor, slot)).max().unwrap_or(0);
    // Two legs of a path may add up to one cell less than the whole.
    let far = cells.saturating_add(reach.max(situation.own().reach).max(1)).saturating_add(1);
    let is_near = move |id: CombatantId| situation.apart(situation.here(), situation.view.footprint(id)) <= far;
    situation.enemies().map(|enemy| enemy.id).filter(move |enemy| is_near(*enemy))
}

/// The value of an action that the acting combatant adds as the winner of an attack; `None` if it is impossible now.
pub fn winners_action_value(situation: &Situation<'_>, name: Name, loser: CombatantId) -> Option<i32> {
    let action = situation.rules.actions.get(name)?;
    let act = if action.aim == Aim::Own { Act::own(name) } else { Act::at(name, loser, None) };
    let act = Act { weapon: legal::weapon_for(situation.view, situation.actor, &act, action), ..act };
    legal::still(situation.view, situation.rules, situation.actor, &act).ok()?;
    let worth = match (action.check(), &action.does) {
        (Some(check), _) => AimedCheck { act: &act, action, check, target: loser }.appraise(situation).value,
        (None, Does::Effects(all)) => all.iter().map(|cited| part_value(situation, &cited.does, loser)).sum(),
        (None, _) => 0,
    };
    Some(worth)
}

/// The value of an effect of a winner's action without a check.
fn part_value(situation: &Situation<'_>, does: &Effect, loser: CombatantId) -> i32 {
    if *does != Effect::Maximise {
        return effects::value(situation, does, loser);
    }
    let held = situation.slots().first().and_then(|slot| situation.row().sheet.weapon(*slot));
    let gained = held.map_or(0, |held| held.weapon.damage.max() * 2 - held.weapon.damage.mean_times_two());
    gained * situation.combatants.get(loser).value_per_hp() / 2
}
