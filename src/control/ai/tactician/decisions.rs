//! Decisions where a turn is a single action (attack now, or walk first), and where it has several (planned once, then carried
//! out). The best of the scored moves is started.

use std::cmp::Reverse;

use super::first_move::FirstMove;
use super::plans::{DecisionScope, TurnPlan, TurnRemainder, WalkPlan};
use super::turn_search::{SearchSettings, TurnBasis, search_distance, turn_options};
use super::{Tactician, explain};
use crate::battle::{CombatantId, View};
use crate::control::ai::model::{
    LONG_SEARCH, Objectives, Paths, Savings, Situation, Strength, Threat, TurnBudget, lacks_movement, open_door,
};
use crate::control::ai::options::attacks::{best_option, candidates};
use crate::control::ai::options::movement::{IdleMove, allies_are_engaged, best_move, idle_move, is_patient};
use crate::control::ai::options::positions::{attack_positions, retreat};
use crate::control::ai::options::tempo::{haste, standby};
use crate::control::ai::options::{care, spells, stances};
use crate::control::ai::value::{UpperBound, caution, enemies_within, weighted_danger};
use crate::control::controller::Controller;
use crate::grid::Cell;
use crate::mechanics::{Game, status};
use crate::resolution::{Act, Asks, Choice, Prompt, legal};
use crate::rules::Ruleset;

/// Cells of movement that a combatant in a fight looks around.
const IN_A_FIGHT: u16 = 4;
/// How much attacking from here is preferred to walking first, in hundredths.
const STAY: i32 = 110;

pub(super) struct ScoredMove {
    act: Act,
    score: i32,
    /// The whole path of a walk.
    path: Option<Vec<Cell>>,
    remainder: Option<TurnRemainder>,
}

impl ScoredMove {
    fn new(act: Act, score: i32) -> ScoredMove {
        ScoredMove { act, score, path: None, remainder: None }
    }
}

impl Tactician {
    pub(super) fn choose_single_action(&mut self, situation: &Situation<'_>) -> Act {
        let special = self.consider_single_action(situation);
        if let Some(act) = special.or_else(|| self.start_best(situation)) {
            return act;
        }
        // The best option cannot be started. The next best one may have been skipped.
        self.reconsider();
        let special = self.consider_single_action(situation);
        special.or_else(|| self.start_best(situation)).unwrap_or_else(|| self.wait(situation))
    }

    /// Evaluates all options of a turn that is a single action. Returns a special move if there is one, which is then made at once.
    fn consider_single_action(&mut self, situation: &Situation<'_>) -> Option<Act> {
        let danger = weighted_danger(situation, situation.here());
        let candidates = candidates(situation, self.strength);
        let fighting = !candidates.is_empty();
        let immobile = status::is_immobile(situation.game(), situation.actor);
        let special = best_move(situation, fighting).filter(|_| !immobile);
        if special.is_some() {
            return special;
        }
        let best = || Vec::from_iter(best_option(situation, &candidates));
        let all = || candidates.iter().map(|candidate| candidate.evaluate(situation)).collect();
        let attacks = if self.is_thorough() { all() } else { best() };
        for attack in attacks.into_iter().filter(|attack| attack.score > 0) {
            let score = self.misjudged(attack.score) * STAY / 100 - danger;
            self.note(&attack.act, score, || explain::attack(situation, &attack.act, &attack.appraisal));
            self.moves.push(ScoredMove::new(attack.act, score));
        }
        self.consider_other_acts(situation, fighting, danger);
        if !immobile {
            self.consider_walking(situation, fighting);
        }
        None
    }

    /// Forgets the options of a decision, to evaluate all of them.
    fn reconsider(&mut self) {
        self.moves.clear();
        self.thoughts.clear();
        self.skips_nothing = true;
    }

    /// The best score so far, which other options must beat to be evaluated.
    fn floor(&self) -> i32 {
        self.best_score().filter(|_| !self.is_thorough()).unwrap_or(i32::MIN)
    }

    fn best_score(&self) -> Option<i32> {
        self.moves.iter().map(|scored| scored.score).max()
    }

    fn consider_other_acts(&mut self, situation: &Situation<'_>, fighting: bool, danger: i32) {
        let floor = self.floor().saturating_add(danger);
        let is_easy = self.strength == Strength::Easy;
        let takes_stance = !is_easy && (fighting || danger > 0);
        let stance = if takes_stance { stances::take(situation, floor) } else { None };
        let leave = stances::leave(situation, floor);
        let care = [care::first_aid, care::command, care::best_act].map(|option| option(situation));
        let spells = if is_easy { Vec::new() } else { spells::spell_options(situation) };
        let acts = [stance, leave, care::arm(situation)].into_iter().chain(care).flatten();
        for (act, score) in acts.chain(spells) {
            let score = score - danger;
            self.note(&act, score, || explain::action_name(situation, &act));
            self.moves.push(ScoredMove::new(act, score));
        }
    }

    fn consider_walking(&mut self, situation: &Situation<'_>, fighting: bool) {
        let mut paths = self.take_paths(situation.actor);
        let objectives = Objectives::of(situation);
        // A patient combatant lets enemies come, unless allies are fighting already.
        let patient = is_patient(situation, &objectives, &self.progress) && !allies_are_engaged(situation);
        let melee_walk = if patient { 2 } else { 10 };
        let longest_walk = if situation.own().is_ranged { melee_walk.max(8) } else { melee_walk };
        let cells = if fighting { IN_A_FIGHT } else { LONG_SEARCH.min(situation.stride.cells(longest_walk)) };
        let cell_value = objectives.most_cell_value();
        let bound = self.upper_bound(situation, cells, cell_value);
        // A retreat is worth no more than the objectives of its cell.
        let retreats = fighting && caution(situation) >= 40 && cell_value > self.floor();
        // A protected combatant does not approach enemies.
        let may_pay = bound.as_ref().is_none_or(|bound| bound.may_beat_floor(1, cell_value));
        let approaches = !objectives.stay_safe && may_pay;
        if approaches || retreats {
            paths.find_reachable(situation, cells);
        }
        let mut places = Vec::new();
        if approaches {
            places = attack_positions(situation, &paths, &objectives, (longest_walk.into(), bound));
        }
        if retreats {
            places.extend(retreat(situation, &paths, &objectives));
        }
        for place in &places {
            let Some(walk) = &situation.catalogue.walk else { break };
            let score = self.misjudged(place.score);
            let path = paths.reachable.path_to(place.cell);
            if self.explains {
                let act = Act::along(walk.id, path.clone());
                self.note(&act, score, || explain::position(situation, place));
            }
            let act = Act::along(walk.id, Vec::new());
            self.moves.push(ScoredMove { path: Some(path), ..ScoredMove::new(act, score) });
        }
        if !fighting && self.moves.iter().all(|scored| scored.path.is_none() && scored.score <= 0) {
            let idle = idle_move(situation, &mut paths, &objectives, &self.progress);
            self.consider_idle(situation, idle);
        }
        self.paths.insert(situation.actor, paths);
    }

    /// Upper bounds on attacks after a walk; `None` if all positions must be evaluated.
    fn upper_bound(&self, situation: &Situation<'_>, cells: u16, cell_value: i32) -> Option<UpperBound> {
        let floor = self.best_score().filter(|floor| *floor > 0);
        let applies = self.strength == Strength::Hard && (floor.is_some() || !self.is_thorough());
        applies.then(|| UpperBound::within(situation, (floor.unwrap_or(i32::MIN), cell_value), cells))
    }

    /// The next act of a turn that was planned earlier, or what must be decided.
    pub(super) fn continue_turn(
        &mut self,
        view: View<'_>,
        rules: &Ruleset,
        actor: CombatantId,
    ) -> Result<Act, DecisionScope> {
        let plan = self.turn_plans.remove(&actor).ok_or(DecisionScope::WholeTurn)?;
        let (act, rest) = plan.next_act(Game::new(view, rules.book()), actor, &self.catalogue)?;
        legal::check(view, rules, actor, &act).map_err(|_| DecisionScope::WholeTurn)?;
        self.note(&act, 0, || "as planned for this turn".to_owned());
        self.turn_plans.insert(actor, rest);
        Ok(act)
    }

    /// Evaluates all first moves of a turn with several actions and starts the best.
    pub(super) fn choose_for_turn(&mut self, situation: &Situation<'_>, scope: DecisionScope) -> Act {
        let special = self.consider_turn(situation, scope);
        if let Some(act) = special.or_else(|| self.start_best(situation)) {
            return act;
        }
        self.reconsider();
        let special = self.consider_turn(situation, scope);
        special.or_else(|| self.start_best(situation)).unwrap_or_else(|| self.wait(situation))
    }

    /// Evaluates all first moves, or what to do without any. Returns a special move if there is one, which is then made at once.
    fn consider_turn(&mut self, situation: &Situation<'_>, scope: DecisionScope) -> Option<Act> {
        let (mut paths, objectives) = (self.take_paths(situation.actor), Objectives::of(situation));
        let special = match scope {
            DecisionScope::Idle => None,
            _ => self.consider_first_moves(situation, &mut paths, &objectives, scope),
        };
        if special.is_none() && self.best_score().is_none_or(|score| score <= 0) {
            let idle = idle_move(situation, &mut paths, &objectives, &self.progress);
            self.consider_idle(situation, idle);
        }
        self.paths.insert(situation.actor, paths);
        special
    }

    /// Evaluates all first moves. Returns a special move if there is one, which is then made at once.
    fn consider_first_moves(
        &mut self,
        situation: &Situation<'_>,
        paths: &mut Paths,
        objectives: &Objectives<'_>,
        scope: DecisionScope,
    ) -> Option<Act> {
        let candidates = candidates(situation, self.strength);
        let immobile = status::is_immobile(situation.game(), situation.actor);
        let special = best_move(situation, !candidates.is_empty()).filter(|_| !immobile);
        if special.is_some() {
            return special;
        }
        let has_pools = situation.catalogue.has_pools;
        let budget = has_pools.then(|| TurnBudget::of(situation.game(), situation.catalogue, situation.actor));
        let situation = &budget.as_ref().map_or(*situation, |budget| situation.within_turn(budget));
        let stay = scope == DecisionScope::FromHere;
        if situation.actions > 0 || has_pools {
            let cells = if stay { situation.stride.cells(1) } else { search_distance(situation, budget.as_ref()) };
            paths.find_reachable(situation, cells);
        }
        let patient = is_patient(situation, objectives, &self.progress) && !allies_are_engaged(situation);
        let settings = SearchSettings { patient, strength: self.strength, thorough: self.is_thorough(), stay };
        let basis = TurnBasis { situation, budget: budget.as_ref(), paths, objectives };
        for (first, score) in turn_options(&basis, settings, &candidates) {
            let score = self.misjudged(score);
            let act = first.act(situation, paths);
            self.note(&act, score, || explain::first_move(situation, &first));
            let path = first.cell().map(|cell| paths.reachable.path_to(cell));
            let remainder = match first {
                FirstMove::Attack(_, repeats) if repeats > 0 => Some(TurnRemainder::Repeat(act.clone(), repeats)),
                FirstMove::Approach(..) => Some(TurnRemainder::Fight),
                FirstMove::Guard(_) => Some(TurnRemainder::Idle),
                FirstMove::Attack(..) | FirstMove::Charge(_) | FirstMove::Retreat(_) | FirstMove::Own(_) => None,
            };
            self.moves.push(ScoredMove { act, score, path, remainder });
        }
        None
    }

    /// Whether it evaluates all options, not only those that may be the best.
    fn is_thorough(&self) -> bool {
        self.explains || self.skips_nothing || self.strength != Strength::Hard
    }

    fn misjudged(&mut self, score: i32) -> i32 {
        let spread: u16 = match self.strength {
            Strength::Hard => return score,
            Strength::Normal => 25,
            Strength::Easy => 90,
        };
        score * (100 - i32::from(self.misjudgement.die(spread))) / 100
    }

    /// Puts another option with a positive score first in some decisions of weaker opponents; where there is only one, an easy opponent
    /// hesitates. Expects the best option first.
    fn slip(&mut self, situation: &Situation<'_>, moves: &mut Vec<ScoredMove>) {
        if !self.slips() {
            return;
        }
        match moves.iter().take_while(|scored| scored.score > 0).count() {
            0 => {}
            1 if self.strength == Strength::Easy => {
                moves.insert(0, ScoredMove::new(situation.catalogue.waiting(), 0));
            }
            1 => {}
            good => {
                let other = self.misjudgement.die(u16::try_from(good - 1).unwrap_or(u16::MAX));
                moves.swap(0, other.into());
            }
        }
    }

    /// Whether this decision is a slip: rolled on dice of its own, and never by a hard opponent.
    pub(super) fn slips(&mut self) -> bool {
        let percent = match self.strength {
            Strength::Hard => return false,
            Strength::Normal => 33,
            Strength::Easy => 60,
        };
        self.misjudgement.die(100) <= percent
    }

    /// Starts the best option that can be started. Where options were skipped, only the best one is tried.
    fn start_best(&mut self, situation: &Situation<'_>) -> Option<Act> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.sort_by_key(|scored| Reverse(scored.score));
        self.slip(situation, &mut moves);
        self.thoughts.sort_by_key(|thought| Reverse(thought.score));
        // After a guard the rest of the turn is idle only if no other move has any value.
        let nothing_else =
            moves.iter().skip(1).all(|scored| scored.score <= 0 || scored.remainder == Some(TurnRemainder::Fight));
        let tried = if self.is_thorough() { usize::MAX } else { 1 };
        moves.into_iter().take(tried).find_map(|scored| match scored.path {
            Some(path) => buy_movement(situation, &path, true)
                .or_else(|| self.start_walk(situation, path, scored.remainder.is_some())),
            None => {
                let remainder = scored.remainder.filter(|rest| *rest != TurnRemainder::Idle || nothing_else);
                remainder.into_iter().for_each(|remainder| self.plan_turn(situation, remainder));
                Some(scored.act)
            }
        })
    }

    /// Plans the rest of the turn. Where there are pools, everything is weighed again after each act.
    fn plan_turn(&mut self, situation: &Situation<'_>, remainder: TurnRemainder) {
        if situation.catalogue.has_pools {
            return;
        }
        let plan = TurnPlan::new(situation.game(), situation.actor, remainder);
        self.turn_plans.insert(situation.actor, plan);
    }

    /// Replaces all moves by what to do when no enemy can be attacked soon.
    fn consider_idle(&mut self, situation: &Situation<'_>, idle: IdleMove) {
        let why = if self.explains { explain::idle(&idle) } else { String::new() };
        let path = match idle {
            IdleMove::Advance(path) | IdleMove::StaySafe(path) => path,
            IdleMove::HoldPosition | IdleMove::Regroup | IdleMove::Stay => Vec::new(),
        };
        let act = self.start_walk_or_wait(situation, path);
        self.note(&act, 0, || why);
        self.moves = vec![ScoredMove::new(act, 0)];
    }

    fn start_walk_or_wait(&mut self, situation: &Situation<'_>, path: Vec<Cell>) -> Act {
        let cells = situation.stride.cells(situation.actions.into());
        let alone = situation.plans_whole_turns() && enemies_within(situation, cells).next().is_none();
        let bought = buy_movement(situation, &path, false);
        let walk = |this: &mut Tactician| if path.is_empty() { None } else { this.start_walk(situation, path, alone) };
        let act = bought.or_else(|| walk(self)).or_else(|| standby::ready(situation));
        act.unwrap_or_else(|| self.wait(situation))
    }

    /// Starts a walk or opens a door in the way, if possible. `continues`: whether the rest of the turn is planned as well.
    fn start_walk(&mut self, situation: &Situation<'_>, path: Vec<Cell>, continues: bool) -> Option<Act> {
        let Situation { view, rules, actor, catalogue, .. } = *situation;
        if let Some(open) = open_door(view, rules, catalogue, actor, &path) {
            return Some(haste::hurried(situation, open));
        }
        let mut plan = WalkPlan::new(situation.game(), actor, path);
        let leg = plan.take_leg(situation.game(), actor)?;
        let step = Some(Act::along(catalogue.walk.as_ref()?.id, leg)).filter(|step| situation.is_legal(step))?;
        if !situation.plans_whole_turns() {
            self.walk_plans.insert(actor, plan);
        } else if continues {
            self.plan_turn(situation, TurnRemainder::along(plan.path));
        }
        Some(step)
    }

    fn wait(&mut self, situation: &Situation<'_>) -> Act {
        if !situation.plans_whole_turns() {
            let plan = WalkPlan::new(situation.game(), situation.actor, Vec::new());
            self.walk_plans.insert(situation.actor, plan);
        }
        situation.catalogue.waiting()
    }

    /// An attack or a move towards the nearest enemy without progress for too long, unless waiting wins or safety matters.
    pub(super) fn attack_if_overdue(&mut self, situation: &Situation<'_>) -> Option<Act> {
        let objectives = Objectives::of(situation);
        let overdue = self.progress.is_overdue(situation.counts_per_tick());
        if !overdue || objectives.can_wait || objectives.stay_safe {
            return None;
        }
        let prompt = Prompt { who: situation.actor, asks: Asks::Act };
        let answer = self.charger.answer(situation.view, situation.rules, situation.setup, &prompt);
        let Choice::Act(act) = answer.choice else { return None };
        let best = || best_option(situation, &candidates(situation, self.strength));
        let attack = act.aimed_at().and_then(|_| best());
        let act = attack.filter(|attack| attack.score > 0).map_or(act, |attack| attack.act);
        if situation.catalogue.wait.as_ref().is_some_and(|wait| wait.id == act.action) {
            return None;
        }
        self.note(&act, 0, || "no progress for too long: attack".to_owned());
        Some(act)
    }
}

/// Buying movement for a walk that cannot be paid for otherwise. Without a `purpose`, only with points that would be lost.
fn buy_movement(situation: &Situation<'_>, path: &[Cell], purpose: bool) -> Option<Act> {
    if !situation.catalogue.has_pools || !lacks_movement(situation.game(), situation.actor, path) {
        return None;
    }
    let budget = TurnBudget::of(situation.game(), situation.catalogue, situation.actor);
    let savings = Savings::of(situation, &budget, Threat::default());
    let saved = |points| savings.value(&points);
    let acts = situation.catalogue.gains.iter().filter(|action| {
        let left = budget.spend(budget.now(), action, None).points;
        purpose || saved(left) >= saved(budget.now())
    });
    acts.map(|action| Act::own(action.id)).find(|act| situation.is_legal(act))
}
