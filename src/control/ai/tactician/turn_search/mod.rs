//! Finds the best first move of a turn of several actions by planning the turn to its end: the score of a first move is the
//! value of the best use of all actions that begins with it. All scores are relative to doing nothing.
//!
//! Where a turn is paid with points of several pools, every act of it is paid for in thought, and points that are left count for
//! what they may pay later.

mod ways;

use std::cell::OnceCell;
use std::cmp::Reverse;

use smallvec::smallvec;

use super::first_move::{FirstMove, TurnOption};
use super::purse::{Left, Purse, Targets, diminish};
use crate::content::{Action, Gait};
use crate::control::ai::model::{
    Appraisal, COUNTS_PER_ACTION, CombatantValues, Objectives, Paths, Situation, Strength, TurnBudget,
};
use crate::control::ai::options::attacks::{AttackCandidate, AttackOption, best_by_bound};
use crate::control::ai::options::positions::{PositionCandidate, candidates, cells_in_walk};
use crate::control::ai::options::tempo::haste;
use crate::control::ai::options::{care, riding, spells, stances, volleys};
use crate::control::ai::value::{
    DangerEstimate, HazardCost, UpperBound, best_attack, enemies_within, may_provoke, provoked_by_act_cost,
};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{movement, status};
use crate::resolution::Act;

/// Weight of the damage in the next turn, in hundredths.
const NEXT_TURN: i32 = 80;
/// Weight of an objective cell at the end of a turn, in hundredths.
const OBJECTIVE: i32 = 60;
const EXACT: usize = 12;

pub struct SearchSettings {
    pub patient: bool,
    pub strength: Strength,
    /// Evaluate options that cannot be the best as well.
    pub thorough: bool,
    /// Attack from the present position only.
    pub stay: bool,
}

/// Everything that a turn is planned from: the situation, what it is paid with if there are pools, and the paths.
pub struct TurnBasis<'m, 'a> {
    pub situation: &'m Situation<'a>,
    pub budget: Option<&'m TurnBudget<'a>>,
    pub paths: &'m Paths,
    pub objectives: &'m Objectives<'a>,
}

/// All promising first moves. `attacks` are the legal acts against enemies from the present position.
pub fn turn_options(
    basis: &TurnBasis<'_, '_>,
    settings: SearchSettings,
    attacks: &[AttackCandidate<'_>],
) -> Vec<TurnOption> {
    let search = TurnSearch::of(basis, settings.patient);
    let mut found = search.attacks(attacks, settings.thorough);
    let others = search.others(settings.strength);
    let best = found.iter().chain(&others).map(|(_, score)| *score).max();
    // A protected combatant does not approach enemies.
    if !settings.stay && !basis.objectives.stay_safe {
        found.extend(search.charges());
        let floor = best.filter(|_| settings.strength == Strength::Hard);
        found.extend(search.approaches(basis.paths, floor, settings.thorough));
        found.extend(search.steps());
    }
    found.extend(others);
    found
}

/// Cells of walking with one action to spare, or with the last one; one action only if more would reach no enemy.
pub fn search_distance(situation: &Situation<'_>, budget: Option<&TurnBudget<'_>>) -> u16 {
    let walks = budget.map(|budget| budget.longest_walk(budget.now()).clamp(1, i32::from(u8::MAX)) as u16);
    let cells = situation.stride.cells(walks.unwrap_or_else(|| situation.actions.saturating_sub(1).max(1).into()));
    let is_near = enemies_within(situation, cells).next().is_some();
    if is_near { cells } else { situation.stride.cells(1) }
}

struct TurnSearch<'m, 'a> {
    situation: &'m Situation<'a>,
    objectives: &'m Objectives<'a>,
    danger: DangerEstimate<'m, 'a>,
    purse: Purse<'m, 'a>,
    /// What is left to pay with.
    left: Left,
    /// The best attack from here on every enemy within reach.
    targets: Targets,
    cost_here: i32,
    /// The best cell that one action leads to, and the cost of ending the turn there.
    refuge: Option<(Cell, i32)>,
    /// Value of attacking in this turn rather than later, apart from the damage.
    urgency: i32,
    /// Whether enemies may react to steps.
    provokes: bool,
    hazards: HazardCost<'m, 'a>,
    guard_value: OnceCell<i32>,
}

impl<'m, 'a> TurnSearch<'m, 'a> {
    fn of(basis: &TurnBasis<'m, 'a>, patient: bool) -> TurnSearch<'m, 'a> {
        let TurnBasis { situation, budget, paths, objectives } = *basis;
        let danger = DangerEstimate::of(situation);
        let own = situation.here();
        let target =
            |enemy: &CombatantValues| Some((enemy.id, best_attack(situation, enemy.id)?.appraisal.value, enemy.value));
        let average = situation.average_strike();
        let urgency = if patient { 0 } else { situation.actions_per_turn * average * NEXT_TURN / 100 };
        let purse = Purse::of(situation, budget, || danger.threat());
        let mut search = TurnSearch {
            situation,
            objectives,
            left: purse.left,
            purse,
            targets: situation.enemies().filter_map(target).collect(),
            cost_here: 0,
            refuge: None,
            urgency,
            provokes: may_provoke(situation),
            hazards: HazardCost::of(situation),
            guard_value: OnceCell::new(),
            danger,
        };
        search.cost_here = search.end_cost(own);
        search.refuge = search.find_refuge(paths);
        search
    }

    /// All first moves that are neither attacks nor approaches.
    fn others(&self, strength: Strength) -> Vec<TurnOption> {
        let (situation, mut found) = (self.situation, Vec::new());
        if self.may_walk() {
            let refuge = self.refuge.filter(|_| strength != Strength::Easy);
            found.extend(refuge.map(|(cell, cost)| (FirstMove::Retreat(cell), self.cost_here - cost)));
        }
        let weapon = care::arm(situation).map(|(act, score)| {
            let score = score * COUNTS_PER_ACTION / 100;
            (haste::hurried(situation, act), score)
        });
        found.extend(self.own_act(weapon));
        found.extend(self.own_act(riding::ride(situation)));
        found.extend(self.own_act(stances::stand_up(situation)));
        found.extend(self.own_act(care::first_aid(situation)));
        found.extend(self.own_act(care::command(situation)));
        found.extend(volleys::volleys(situation).into_iter().map(|volley| self.attacks_of(volley)));
        if strength != Strength::Easy {
            found.extend(situation.catalogue.guards.iter().filter_map(|guard| self.guard(guard)));
            let screens = spells::castable_screens(situation).into_iter();
            found.extend(screens.filter_map(|screen| self.own_act(Some(screen))));
            found.extend(spells::support(situation).into_iter().filter_map(|spell| self.own_act(Some(spell))));
            found.extend(spells::bursts(situation).into_iter().map(|burst| self.attacks_of(burst)));
        }
        found
    }

    /// Walks to the best positions to attack from that may score at least `floor`; `thorough`: also those that turn out worse.
    fn approaches(&self, paths: &Paths, floor: Option<i32>, thorough: bool) -> Vec<TurnOption> {
        if !self.may_walk() {
            return Vec::new();
        }
        let bound = floor.map(|floor| {
            let cells = self.situation.stride.cells(u16::try_from(self.purse.longest_walk()).unwrap_or(0));
            UpperBound::within(self.situation, (floor, 0), cells)
        });
        let is_promising = |place: &PositionCandidate| {
            bound.as_ref().is_none_or(|bound| self.approach_bound(place, paths, bound) >= bound.floor)
        };
        let candidates = candidates(self.situation, paths, self.purse.longest_walk(), is_promising).into_iter();
        let evaluated = candidates.filter_map(|place| Some((place, place.evaluate(self.situation)?.appraisal)));
        let mut positions: Vec<(PositionCandidate, Appraisal)> = evaluated.collect();
        let (mut found, mut best) = (Vec::new(), floor.filter(|_| !thorough));
        positions.sort_by_cached_key(|(place, attack)| {
            let attacks = self.purse.walked(self.left, place.walk).map_or(0, |left| self.purse.attacks_left(left));
            let cost = self.danger.in_the_open(place.there) + self.walk_cost(paths, place.there.anchor);
            Reverse(attacks * attack.value - cost)
        });
        positions.truncate(EXACT);
        for (place, attack) in positions {
            let score = |end_cost: i32| self.approach_score(&place, paths, attack.value, end_cost);
            // The exact danger takes longest to find.
            if best.is_some_and(|best| score(self.cost_bound(place.there)) < best) {
                continue;
            }
            let score = score(self.end_cost(place.there) + self.walk_cost(paths, place.there.anchor));
            best = best.map(|best| best.max(score));
            found.push((FirstMove::Approach(place, attack), score));
        }
        found
    }

    /// The cost of ending the turn at a place.
    fn end_cost(&self, there: Footprint) -> i32 {
        self.danger.at(there) + self.standing_cost(there)
    }

    fn cost_bound(&self, there: Footprint) -> i32 {
        self.danger.lower_bound(there) + self.standing_cost(there)
    }

    /// The part of the cost of ending the turn at a place that does not depend on enemies.
    fn standing_cost(&self, there: Footprint) -> i32 {
        self.hazards.at(there) - objective_value(self.objectives, there.anchor)
    }

    fn approach_bound(&self, place: &PositionCandidate, paths: &Paths, bound: &UpperBound) -> i32 {
        let value = self.situation.combatants.get(place.enemy).value;
        // For a nearly defeated enemy a better attack may score less, so that this would be no upper bound.
        let attack = bound.value(place.enemy).filter(|attack| attack * 2 <= value);
        attack.map_or(i32::MAX, |attack| self.approach_score(place, paths, attack, self.cost_bound(place.there)))
    }

    /// The score of walking to a position, making attacks of this value, and ending the turn there at a cost.
    fn approach_score(&self, place: &PositionCandidate, paths: &Paths, attack: i32, end_cost: i32) -> i32 {
        let targets = smallvec![(place.enemy, attack, self.situation.combatants.get(place.enemy).value)];
        let Some(left) = self.purse.walked(self.left, place.walk) else { return i32::MIN };
        // After a short walk there may be time to return.
        let returns = || match self.purse.is_pooled() {
            false => self.purse.attacks_left(left) > place.walk,
            true => {
                paths.reachable.cost(place.there.anchor).is_some_and(|cost| cost * 2 <= self.situation.stride.cells(1))
            }
        };
        let is_safe = !self.provokes || self.apart(place) > self.situation.combatants.get(place.enemy).reach;
        let back = returns().then_some(self.cost_here).filter(|_| place.walk == 1 && is_safe);
        self.best_rest(left, &targets, end_cost, back) + self.cost_here + self.urgency
    }

    /// The distance of a position from its enemy, in cells.
    fn apart(&self, place: &PositionCandidate) -> u16 {
        self.situation.apart(place.there, self.situation.view.footprint(place.enemy))
    }

    fn may_walk(&self) -> bool {
        let (game, actor) = (self.situation.game(), self.situation.actor);
        let prone = game.row(actor).stance.held.is_some_and(|stance| self.situation.prevents_walking(stance));
        let walks = movement::may_use_gait(game, actor, Gait::Walk).is_ok();
        let pays = self.purse.walked(self.left, 1).is_some();
        pays && !prone && walks && !status::is_immobile(game, actor)
    }

    /// The cell with the lowest cost that one action leads to, the first of equals.
    fn find_refuge(&self, paths: &Paths) -> Option<(Cell, i32)> {
        if !self.may_walk() {
            return None;
        }
        let own = self.situation.here();
        let cells = cells_in_walk(self.situation, paths, 1);
        let mut cells: Vec<(i32, Cell)> = cells.map(|cell| (self.danger.in_the_open(own.at(cell)), cell)).collect();
        cells.sort_by_key(|(cost, _)| *cost);
        cells.truncate(EXACT);
        let bounds = cells.iter().map(|(_, cell)| -self.cost_bound(own.at(*cell)));
        let evaluate = |at: usize| {
            let cell = cells[at].1;
            (cell, self.end_cost(own.at(cell)) + self.walk_cost(paths, cell))
        };
        best_by_bound(bounds, evaluate, |(_, cost)| -cost)
    }

    /// The best use of the remaining actions: attack with all of them, or with all but one and then go `away`, at that cost.
    fn best_rest(&self, left: Left, targets: &Targets, end_cost: i32, away: Option<i32>) -> i32 {
        let stay = self.purse.fight(left, targets, false).unwrap_or(0) - end_cost;
        let leave = away.and_then(|away| Some(self.purse.fight(left, targets, true)? - away));
        leave.map_or(stay, |leave| stay.max(leave))
    }

    fn best_rest_here(&self, left: Left, targets: &Targets) -> i32 {
        self.best_rest(left, targets, self.cost_here, self.refuge.map(|(_, cost)| cost))
    }

    /// Attacks from here: the best one, or all if the search is thorough.
    fn attacks(&self, candidates: &[AttackCandidate<'_>], thorough: bool) -> Vec<TurnOption> {
        let evaluate = |candidate: &AttackCandidate<'_>| self.attack(candidate.evaluate(self.situation));
        if thorough {
            return candidates.iter().map(evaluate).collect();
        }
        let bound = |candidate: &AttackCandidate<'_>| {
            let (left, share) = self.purse.spend(self.left, Some(candidate.action), Some(&candidate.act));
            let rest = self.best_rest_here(left, &self.targets);
            let value = candidate.value_bound(self.situation);
            value.max(value * share / 100) + rest + self.cost_here + self.urgency
        };
        let bounds = candidates.iter().map(bound);
        Vec::from_iter(best_by_bound(bounds, |at| evaluate(&candidates[at]), |(_, score)| *score))
    }

    fn attack(&self, attack: AttackOption) -> TurnOption {
        let action = self.action(&attack.act);
        let (left, share) = self.purse.spend(self.left, action, Some(&attack.act));
        let mut targets = self.targets.clone();
        if attack.appraisal.harm > 0 {
            // What this attack does to the target cannot be done again.
            targets.iter_mut().filter(|one| Some(one.0) == attack.act.aimed_at()).for_each(diminish);
        }
        let rest = self.rest_after(share, left, &targets);
        let score = attack.appraisal.value * share / 100 + rest + self.cost_here + self.urgency;
        let takes_one = !self.purse.is_pooled() && action.is_none_or(|action| action.actions() == 1);
        let repeats = if takes_one && attack.appraisal.harm > 0 { self.repeats(&attack) } else { 0 };
        (FirstMove::Attack(attack, repeats), score)
    }

    /// How often an attack is repeated: with every action, except the last if something else is a better end of the turn.
    fn repeats(&self, attack: &AttackOption) -> i32 {
        let retreat = self.refuge.map_or(0, |(_, cost)| self.cost_here - cost);
        let guard = if self.situation.catalogue.guards.is_empty() { 0 } else { self.guard_value() };
        let ends_with_attack = attack.appraisal.value + self.urgency > retreat.max(guard);
        let actions = self.purse.attacks_left(self.left);
        if ends_with_attack { actions - 1 } else { actions - 2 }
    }

    /// The best use of what is left after an act. Paying for anything else would abandon one that is only paid in part.
    fn rest_after(&self, share: i32, left: Left, targets: &Targets) -> i32 {
        if share < 100 { self.purse.saved(left) - self.cost_here } else { self.best_rest_here(left, targets) }
    }

    fn guard_value(&self) -> i32 {
        *self.guard_value.get_or_init(|| self.danger.saved_by_guard(self.situation.here()))
    }

    fn own_act(&self, found: Option<(Act, i32)>) -> Option<TurnOption> {
        let (act, gain) = found?;
        let (left, share) = self.purse.spend(self.left, self.action(&act), Some(&act));
        let urgency = if self.purse.attacks_left(left) > 0 && !self.targets.is_empty() { self.urgency } else { 0 };
        let gain = gain - provoked_by_act_cost(self.situation, &act);
        let score = gain * share / 100 + self.rest_after(share, left, &self.targets) + self.cost_here + urgency;
        Some((FirstMove::Own(act), score))
    }

    /// An act without one target that attacks or pays for attacks, with the value of these.
    fn attacks_of(&self, (act, value): (Act, i32)) -> TurnOption {
        let (left, share) = self.purse.spend(self.left, self.action(&act), Some(&act));
        let rest = self.rest_after(share, left, &self.targets);
        let value = value - provoked_by_act_cost(self.situation, &act);
        let score = value * share / 100 + rest + self.cost_here + self.urgency;
        (FirstMove::Own(act), score)
    }

    fn guard(&self, guard: &Action) -> Option<TurnOption> {
        let act = Act::own(guard.id);
        if !self.situation.is_legal(&act) {
            return None;
        }
        let saved = self.guard_value();
        let conditions = &self.situation.row().conditions;
        let is_guarded = stances::condition_given(guard).is_some_and(|name| conditions.has(name));
        let (left, _) = self.purse.spend(self.left, Some(guard), None);
        (!is_guarded && saved > 0).then(|| (FirstMove::Guard(act), saved + self.purse.saved(left)))
    }

    fn action(&self, act: &Act) -> Option<&'a Action> {
        let rules = self.situation.rules;
        rules.actions.get(act.action).map(|action| &**action)
    }
}

fn objective_value(objectives: &Objectives<'_>, cell: Cell) -> i32 {
    objectives.cell_value(cell) * OBJECTIVE / 100
}
