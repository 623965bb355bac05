//! Decisions where a turn has several actions: planned once, then carried out.

use super::choice::ScoredMove;
use super::{Tactician, explain};
use crate::battle::{CombatantId, View};
use crate::control::ai::model::{Objectives, Paths, Situation};
use crate::control::ai::options::attacks::candidates;
use crate::control::ai::options::idle::{allies_are_engaged, idle_move, is_patient};
use crate::control::ai::options::special_movement;
use crate::control::ai::plan::opening::{FirstMove, TurnOption};
use crate::control::ai::plan::turn_plan::{TurnRemainder, TurnStep};
use crate::control::ai::plan::turn_search::{SearchSettings, search_distance, turn_options};
use crate::mechanics::{Game, status};
use crate::resolution::{Act, legal};
use crate::rules::Ruleset;

/// The part of a turn that is still to be decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum DecisionScope {
    /// Everything.
    WholeTurn,
    /// Everything after the steps already taken.
    FromHere,
    /// A move when nothing useful is left.
    Idle,
}

impl Tactician {
    /// The next act of a turn that was planned earlier, or what must be decided.
    pub(super) fn continue_turn(
        &mut self,
        view: View<'_>,
        rules: &Ruleset,
        actor: CombatantId,
    ) -> Result<Act, DecisionScope> {
        let plan = self.turn_plans.remove(&actor).and_then(|plan| plan.next_step(Game::new(view, rules.book()), actor));
        let (step, plan) = plan.ok_or(DecisionScope::WholeTurn)?;
        let act = match (step, &self.catalogue.walk) {
            (TurnStep::Do(act), _) => act,
            (TurnStep::Walk(leg), Some(walk)) => Act::along(walk.id, leg),
            (TurnStep::Fight, _) => return Err(DecisionScope::FromHere),
            (TurnStep::Idle, _) => return Err(DecisionScope::Idle),
            (TurnStep::Walk(_), None) => return Err(DecisionScope::WholeTurn),
        };
        legal::check(view, rules, actor, &act).map_err(|_| DecisionScope::WholeTurn)?;
        self.note(&act, 0, || explain::AS_PLANNED.to_owned());
        self.turn_plans.extend(plan.map(|plan| (actor, plan)));
        Ok(act)
    }

    /// Evaluates all first moves of the turn and starts the best.
    pub(super) fn choose_for_turn(&mut self, situation: &Situation<'_>, scope: DecisionScope) -> Act {
        let mut moves = Vec::new();
        let (mut paths, objectives) = (self.take_paths(situation.actor), Objectives::of(situation));
        let special = match scope {
            DecisionScope::Idle => None,
            _ => self.consider_first_moves(situation, &mut paths, &objectives, scope, &mut moves),
        };
        if special.is_none() && !moves.iter().any(|scored: &ScoredMove| scored.score > 0) {
            let idle = idle_move(situation, &mut paths, &objectives, &self.progress);
            self.consider_idle(situation, idle, &mut moves);
        }
        self.paths.insert(situation.actor, paths);
        special.unwrap_or_else(|| self.start_best(situation, moves))
    }

    /// Evaluates all first moves. Returns a special move if there is one, which is then made at once.
    fn consider_first_moves(
        &mut self,
        situation: &Situation<'_>,
        paths: &mut Paths,
        objectives: &Objectives<'_>,
        scope: DecisionScope,
        moves: &mut Vec<ScoredMove>,
    ) -> Option<Act> {
        let candidates = candidates(situation, self.strength);
        let immobile = status::is_immobile(situation.game(), situation.actor);
        let special = special_movement::best_move(situation, !candidates.is_empty());
        if let Some(act) = special.filter(|_| !immobile) {
            return Some(act);
        }
        let stay = scope == DecisionScope::FromHere;
        if situation.view.row(situation.actor).turn_state.actions > 0 {
            let cells = if stay { situation.stride.cells(1) } else { search_distance(situation) };
            paths.find_reachable(situation, cells);
        }
        let patient = is_patient(situation, objectives, &self.progress) && !allies_are_engaged(situation);
        let settings = SearchSettings { patient, strength: self.strength, thorough: self.is_thorough(), stay };
        for option in turn_options(situation, paths, objectives, settings, &candidates) {
            self.consider_first_move(situation, paths, option, moves);
        }
        None
    }

    fn consider_first_move(
        &mut self,
        situation: &Situation<'_>,
        paths: &Paths,
        option: TurnOption,
        moves: &mut Vec<ScoredMove>,
    ) {
        let score = self.misjudged(option.score);
        let act = option.first.act(situation, paths);
        self.note(&act, score, || explain::first_move(situation, &option.first));
        let path = option.first.cell().map(|cell| paths.reachable.path_to(cell));
        let remainder = match &option.first {
            FirstMove::Attack(_) if option.repeats > 0 => Some(TurnRemainder::Repeat(act.clone(), option.repeats)),
            FirstMove::Approach(_) => Some(TurnRemainder::Fight),
            FirstMove::Guard(_) => Some(TurnRemainder::Idle),
            FirstMove::Attack(_) | FirstMove::Retreat(_) | FirstMove::Own(_) => None,
        };
        moves.push(ScoredMove { act, score, path, remainder });
    }
}
