//! Choosing among scored moves and starting the best one.

use std::cmp::Reverse;

use super::Tactician;
use crate::control::ai::model::{Situation, Strength, open_door};
use crate::control::ai::options::idle::IdleMove;
use crate::control::ai::plan::turn_plan::{TurnPlan, TurnRemainder};
use crate::control::ai::plan::walk_plan::WalkPlan;
use crate::control::ai::value::enemies_within;
use crate::grid::Cell;
use crate::mechanics::Game;
use crate::resolution::Act;

/// A possible move with its score.
pub(super) struct ScoredMove {
    pub(super) act: Act,
    pub(super) score: i32,
    /// The whole path of a walk.
    pub(super) path: Option<Vec<Cell>>,
    /// The plan for the rest of the turn.
    pub(super) remainder: Option<TurnRemainder>,
}

impl ScoredMove {
    pub(super) fn new(act: Act, score: i32) -> ScoredMove {
        ScoredMove { act, score, path: None, remainder: None }
    }
}

impl Tactician {
    /// Whether it evaluates all options, not only those that may be the best.
    pub(super) fn is_thorough(&self) -> bool {
        self.explains || self.strength != Strength::Hard
    }

    /// A score as a tactician of this strength misjudges it.
    pub(super) fn misjudged(&mut self, score: i32) -> i32 {
        let spread: u16 = match self.strength {
            Strength::Hard => return score,
            Strength::Normal => 25,
            Strength::Easy => 90,
        };
        score * (100 - i32::from(self.misjudgement.die(spread))) / 100
    }

    /// Starts the best move that can be started.
    pub(super) fn start_best(&mut self, situation: &Situation<'_>, mut moves: Vec<ScoredMove>) -> Act {
        moves.sort_by_key(|scored| Reverse(scored.score));
        self.thoughts.sort_by_key(|thought| Reverse(thought.score));
        // After a guard the rest of the turn is idle only if no other move has any value.
        let nothing_else =
            moves.iter().skip(1).all(|scored| scored.score <= 0 || scored.remainder == Some(TurnRemainder::Fight));
        let started = moves.into_iter().find_map(|scored| match scored.path {
            Some(path) => self.start_walk(situation, path, scored.remainder.is_some()),
            None => {
                let remainder = scored.remainder;
                let remainder = remainder.filter(|rest| *rest != TurnRemainder::Idle || nothing_else);
                remainder.into_iter().for_each(|remainder| self.plan_turn(situation, remainder));
                Some(scored.act)
            }
        });
        started.unwrap_or_else(|| self.wait(situation))
    }

    fn plan_turn(&mut self, situation: &Situation<'_>, remainder: TurnRemainder) {
        let plan = TurnPlan::new(situation.game(), situation.actor, remainder, 1);
        self.turn_plans.insert(situation.actor, plan);
    }

    /// Replaces all moves by what to do when no enemy can be attacked soon.
    pub(super) fn consider_idle(&mut self, situation: &Situation<'_>, idle: IdleMove, moves: &mut Vec<ScoredMove>) {
        let why = if self.explains { super::explain::idle(&idle) } else { String::new() };
        let path = match idle {
            IdleMove::Advance(path) | IdleMove::StaySafe(path) => path,
            IdleMove::HoldPosition | IdleMove::Regroup | IdleMove::Stay => Vec::new(),
        };
        let act = self.start_walk_or_wait(situation, path);
        self.note(&act, 0, || why);
        moves.clear();
        moves.push(ScoredMove::new(act, 0));
    }

    fn start_walk_or_wait(&mut self, situation: &Situation<'_>, path: Vec<Cell>) -> Act {
        let cells = situation.stride.cells(situation.view.row(situation.actor).turn_state.actions.into());
        let alone = situation.plans_whole_turns() && enemies_within(situation, cells).next().is_none();
        let started = if path.is_empty() { None } else { self.start_walk(situation, path, alone) };
        started.unwrap_or_else(|| self.wait(situation))
    }

    /// Starts a walk, or opens a door that is in the way; `None` if neither is possible. `continues`: whether the rest of the
    /// turn is planned as well.
    fn start_walk(&mut self, situation: &Situation<'_>, path: Vec<Cell>, continues: bool) -> Option<Act> {
        let Situation { view, rules, actor, .. } = *situation;
        let door = open_door(view, rules, situation.catalogue, actor, &path);
        if door.is_some() {
            return door;
        }
        let mut plan = WalkPlan::new(Game::new(view, rules.book()), actor, path);
        let leg = plan.take_leg(Game::new(view, rules.book()), actor);
        let step = situation.catalogue.walk.as_ref().zip(leg).map(|(walk, leg)| Act::along(walk.id, leg));
        let step = step.filter(|step| situation.is_legal(step))?;
        if !situation.plans_whole_turns() {
            self.walk_plans.insert(actor, plan);
        } else if continues {
            let path = plan.into_path();
            let rest = if path.is_empty() { TurnRemainder::Fight } else { TurnRemainder::Walk(path) };
            self.plan_turn(situation, rest);
        }
        Some(step)
    }

    fn wait(&mut self, situation: &Situation<'_>) -> Act {
        if !situation.plans_whole_turns() {
            let plan = WalkPlan::new(situation.game(), situation.actor, Vec::new());
            self.walk_plans.insert(situation.actor, plan);
        }
        situation.catalogue.wait.as_ref().map_or_else(|| Act::own(""), |wait| Act::own(wait.id))
    }
}
