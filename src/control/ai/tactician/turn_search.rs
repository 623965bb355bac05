//! Finds the best first move of a turn of several actions by planning the turn to its end: the score of a first move is the
//! value of the best use of all actions that begins with it. All scores are relative to doing nothing.

use std::cell::OnceCell;
use std::cmp::Reverse;

use smallvec::{SmallVec, smallvec};

use crate::battle::CombatantId;
use crate::content::{Action, Gait};
use crate::control::ai::model::{
    Appraisal, COUNTS_PER_ACTION, CombatantValues, Objectives, Paths, Situation, Strength,
};
use crate::control::ai::options::attacks::{AttackCandidate, AttackOption, best_by_bound};
use crate::control::ai::options::positions::{PositionCandidate, candidates, cells_in_walk};
use crate::control::ai::options::{care, spells, stances};
use crate::control::ai::value::{DangerEstimate, UpperBound, best_attack, enemies_within};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{movement, status};
use crate::resolution::Act;

/// Weight of the damage in the next turn, in hundredths.
const NEXT_TURN: i32 = 80;
/// Weight of an objective cell at the end of a turn, in hundredths.
const OBJECTIVE: i32 = 60;
const EXACT: usize = 12;

/// Enemies within reach: the enemy, the value of one attack on it, and its own value.
type Targets = SmallVec<[(CombatantId, i32, i32); 6]>;

pub struct SearchSettings {
    pub patient: bool,
    pub strength: Strength,
    /// Evaluate options that cannot be the best as well.
    pub thorough: bool,
    /// Attack from the present position only.
    pub stay: bool,
}

/// All promising first moves. `attacks` are the legal acts against enemies from the present position.
pub fn turn_options(
    situation: &Situation<'_>,
    paths: &Paths,
    objectives: &Objectives<'_>,
    settings: SearchSettings,
    attacks: &[AttackCandidate<'_>],
) -> Vec<TurnOption> {
    let search = TurnSearch::of(situation, paths, objectives, settings.patient);
    let mut found = search.attacks(attacks, settings.thorough);
    let others = search.others(settings.strength);
    let best = found.iter().chain(&others).map(|(_, score)| *score).max();
    // A protected combatant does not approach enemies.
    if !settings.stay && !objectives.stay_safe {
        found.extend(search.approaches(paths, best.filter(|_| !settings.thorough)));
    }
    found.extend(others);
    found
}

/// Cells of walking with one action to spare, or with the last one; one action only if more would reach no enemy.
pub fn search_distance(situation: &Situation<'_>) -> u16 {
    let walks = situation.actions.saturating_sub(1).max(1);
    let cells = situation.stride.cells(walks.into());
    let is_near = enemies_within(situation, cells).next().is_some();
    if is_near { cells } else { situation.stride.cells(1) }
}

struct TurnSearch<'m, 'a> {
    situation: &'m Situation<'a>,
    objectives: &'m Objectives<'a>,
    danger: DangerEstimate<'m, 'a>,
    left: i32,
    /// The best attack from here on every enemy within reach.
    targets: Targets,
    cost_here: i32,
    /// The best cell that one action leads to, and the cost of ending the turn there.
    refuge: Option<(Cell, i32)>,
    /// Value of attacking in this turn rather than later, apart from the damage.
    urgency: i32,
    guard_value: OnceCell<i32>,
}

impl<'m, 'a> TurnSearch<'m, 'a> {
    fn of(
        situation: &'m Situation<'a>,
        paths: &Paths,
        objectives: &'m Objectives<'a>,
        patient: bool,
    ) -> TurnSearch<'m, 'a> {
        let danger = DangerEstimate::of(situation);
        let own = situation.here();
        let target =
            |enemy: &CombatantValues| Some((enemy.id, best_attack(situation, enemy.id)?.appraisal.value, enemy.value));
        let average = situation.own().damage_rate * situation.enemy_hp_value / 100 * COUNTS_PER_ACTION / 10;
        let urgency = if patient { 0 } else { situation.actions_per_turn() * average * NEXT_TURN / 100 };
        let mut search = TurnSearch {
            situation,
            objectives,
            left: i32::from(situation.actions),
            targets: situation.enemies().filter_map(target).collect(),
            cost_here: danger.at(own) - objective_value(objectives, own.anchor),
            refuge: None,
            urgency,
            guard_value: OnceCell::new(),
            danger,
        };
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
        let weapon = care::arm(situation).map(|(act, score)| (act, score * COUNTS_PER_ACTION / 100));
        found.extend(self.own_act(weapon));
        found.extend(self.own_act(stances::stand_up(situation)));
        found.extend(self.own_act(care::first_aid(situation)));
        found.extend(self.own_act(care::command(situation)));
        if strength != Strength::Easy {
            found.extend(situation.catalogue.guards.iter().filter_map(|guard| self.guard(guard)));
            let screens = spells::castable_screens(situation).into_iter();
            found.extend(screens.filter_map(|screen| self.own_act(Some(screen))));
        }
        found
    }

    /// Walks to the best positions to attack from that may score at least `floor`.
    fn approaches(&self, paths: &Paths, floor: Option<i32>) -> Vec<TurnOption> {
        if !self.may_walk() {
            return Vec::new();
        }
        let bound = floor.map(|floor| {
            let cells = self.situation.stride.cells(u16::try_from(self.left - 1).unwrap_or(0));
            UpperBound::within(self.situation, (floor, 0), cells)
        });
        let is_promising = |place: &PositionCandidate| {
            bound.as_ref().is_none_or(|bound| self.approach_bound(place, bound) >= bound.floor)
        };
        let candidates = candidates(self.situation, paths, self.left - 1, is_promising).into_iter();
        let evaluated = candidates.filter_map(|place| Some((place, place.evaluate(self.situation)?.appraisal)));
        let mut positions: Vec<(PositionCandidate, Appraisal)> = evaluated.collect();
        let (mut found, mut best) = (Vec::new(), floor);
        positions.sort_by_cached_key(|(place, attack)| {
            Reverse((self.left - place.walk) * attack.value - self.danger.in_the_open(place.there))
        });
        positions.truncate(EXACT);
        for (place, attack) in positions {
            let score = |end_cost: i32| self.approach_score(&place, attack.value, end_cost);
            // The exact danger takes longest to find.
            if best.is_some_and(|best| score(self.cost_bound(place.there)) < best) {
                continue;
            }
            let score = score(self.end_cost(place.there));
            best = best.map(|best| best.max(score));
            found.push((FirstMove::Approach(place, attack), score));
        }
        found
    }

    fn end_cost(&self, there: Footprint) -> i32 {
        self.danger.at(there) - objective_value(self.objectives, there.anchor)
    }

    fn cost_bound(&self, there: Footprint) -> i32 {
        self.danger.lower_bound(there) - objective_value(self.objectives, there.anchor)
    }

    fn approach_bound(&self, place: &PositionCandidate, bound: &UpperBound) -> i32 {
        let value = self.situation.combatants.get(place.enemy).value;
        // For a nearly defeated enemy a better attack may score less, so that this would be no upper bound.
        let attack = bound.value(place.enemy).filter(|attack| attack * 2 <= value);
        attack.map_or(i32::MAX, |attack| self.approach_score(place, attack, self.cost_bound(place.there)))
    }

    /// The score of walking to a position, making attacks of this value, and ending the turn there at a cost.
    fn approach_score(&self, place: &PositionCandidate, attack: i32, end_cost: i32) -> i32 {
        let targets = smallvec![(place.enemy, attack, self.situation.combatants.get(place.enemy).value)];
        let left = self.left - place.walk;
        // After a short walk there may be time to return.
        let back = (left > place.walk).then_some(self.cost_here).filter(|_| place.walk == 1);
        self.best_rest(left, &targets, end_cost, back) + self.cost_here + self.urgency
    }

    fn may_walk(&self) -> bool {
        let (game, actor) = (self.situation.game(), self.situation.actor);
        let prone = game.row(actor).stance.held.is_some_and(|stance| self.situation.prevents_walking(stance));
        let walks = movement::may_use_gait(game, actor, Gait::Walk).is_ok();
        self.left > 0 && !prone && walks && !status::is_immobile(game, actor)
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
        let evaluate = |at: usize| (cells[at].1, self.end_cost(own.at(cells[at].1)));
        best_by_bound(bounds, evaluate, |(_, cost)| -cost)
    }

    /// The best use of the remaining actions: attack with all of them, or with all but one and then go `away`, at that cost.
    fn best_rest(&self, actions: i32, targets: &Targets, end_cost: i32, away: Option<i32>) -> i32 {
        let stay = attacks_value(targets, actions) - end_cost;
        let leave = away.filter(|_| actions > 0).map(|away| attacks_value(targets, actions - 1) - away);
        leave.map_or(stay, |leave| stay.max(leave))
    }

    fn best_rest_here(&self, actions: i32, targets: &Targets) -> i32 {
        self.best_rest(actions, targets, self.cost_here, self.refuge.map(|(_, cost)| cost))
    }

    /// Attacks from here: the best one, or all if the search is thorough.
    fn attacks(&self, candidates: &[AttackCandidate<'_>], thorough: bool) -> Vec<TurnOption> {
        let evaluate = |candidate: &AttackCandidate<'_>| self.attack(candidate.evaluate(self.situation));
        if thorough {
            return candidates.iter().map(evaluate).collect();
        }
        let bound = |candidate: &AttackCandidate<'_>| {
            let left = self.left - i32::from(candidate.action.actions());
            let rest = self.best_rest_here(left, &self.targets);
            candidate.value_bound(self.situation) + rest + self.cost_here + self.urgency
        };
        let bounds = candidates.iter().map(bound);
        Vec::from_iter(best_by_bound(bounds, |at| evaluate(&candidates[at]), |(_, score)| *score))
    }

    fn attack(&self, attack: AttackOption) -> TurnOption {
        let takes = self.actions(&attack.act);
        let mut targets = self.targets.clone();
        if attack.appraisal.harm > 0 {
            // What this attack does to the target cannot be done again.
            targets.iter_mut().filter(|one| Some(one.0) == attack.act.aimed_at()).for_each(diminish);
        }
        let rest = self.best_rest_here(self.left - takes, &targets);
        let score = attack.appraisal.value + rest + self.cost_here + self.urgency;
        let repeats = if takes == 1 && attack.appraisal.harm > 0 { self.repeats(&attack) } else { 0 };
        (FirstMove::Attack(attack, repeats), score)
    }

    /// How often an attack is repeated: with every action, except the last if something else is a better end of the turn.
    fn repeats(&self, attack: &AttackOption) -> i32 {
        let retreat = self.refuge.map_or(0, |(_, cost)| self.cost_here - cost);
        let guard = if self.situation.catalogue.guards.is_empty() { 0 } else { self.guard_value() };
        let ends_with_attack = attack.appraisal.value + self.urgency > retreat.max(guard);
        if ends_with_attack { self.left - 1 } else { self.left - 2 }
    }

    fn guard_value(&self) -> i32 {
        *self.guard_value.get_or_init(|| self.danger.saved_by_guard(self.situation.here()))
    }

    fn own_act(&self, found: Option<(Act, i32)>) -> Option<TurnOption> {
        let (act, gain) = found?;
        let takes = self.actions(&act);
        let urgency = if self.left > takes && !self.targets.is_empty() { self.urgency } else { 0 };
        let score = gain + self.best_rest_here(self.left - takes, &self.targets) + self.cost_here + urgency;
        Some((FirstMove::Own(act), score))
    }

    fn guard(&self, guard: &Action) -> Option<TurnOption> {
        let act = Act::own(guard.id);
        if !self.situation.is_legal(&act) {
            return None;
        }
        let saved = self.guard_value();
        let conditions = &self.situation.row().conditions;
        let is_guarded = stances::condition_given(guard).is_some_and(|name| conditions.has(name));
        (!is_guarded && saved > 0).then_some((FirstMove::Guard(act), saved))
    }

    fn actions(&self, act: &Act) -> i32 {
        self.situation.rules.actions.get(act.action).map_or(1, |action| i32::from(action.actions()))
    }
}

/// The value of this many attacks, each on the target where its value is highest.
fn attacks_value(targets: &Targets, attacks: i32) -> i32 {
    let mut targets = targets.clone();
    let next = |targets: &mut Targets| {
        let best = targets.iter_mut().max_by_key(|one| one.1)?;
        let value = best.1;
        diminish(best);
        Some(value)
    };
    (0..attacks.max(0)).map_while(|_| next(&mut targets)).sum()
}

/// Lowers the value of the next attack on a target by the chance that the target is down by then.
fn diminish((_, attack, value): &mut (CombatantId, i32, i32)) {
    *attack -= (i64::from(*attack) * i64::from(*attack) / i64::from(*value).max(1)) as i32;
}

fn objective_value(objectives: &Objectives<'_>, cell: Cell) -> i32 {
    objectives.cell_value(cell) * OBJECTIVE / 100
}

/// A first move, and the value of the whole turn, compared with doing nothing.
pub type TurnOption = (FirstMove, i32);

pub enum FirstMove {
    /// An attack from here, and how often repeating it is the best use of the remaining actions.
    Attack(AttackOption, i32),
    /// Walking to a position to attack from it, with the estimated result of one attack.
    Approach(PositionCandidate, Appraisal),
    Retreat(Cell),
    Own(Act),
    Guard(Act),
}

impl FirstMove {
    pub fn cell(&self) -> Option<Cell> {
        match self {
            FirstMove::Approach(place, _) => Some(place.there.anchor),
            FirstMove::Retreat(cell) => Some(*cell),
            FirstMove::Attack(..) | FirstMove::Own(_) | FirstMove::Guard(_) => None,
        }
    }

    pub fn act(&self, situation: &Situation<'_>, paths: &Paths) -> Act {
        match (self, self.cell(), &situation.catalogue.walk) {
            (FirstMove::Attack(attack, _), ..) => attack.act.clone(),
            (FirstMove::Own(act) | FirstMove::Guard(act), ..) => act.clone(),
            (_, Some(cell), Some(walk)) => Act::along(walk.id, paths.reachable.path_to(cell)),
            _ => situation.catalogue.waiting(),
        }
    }
}
