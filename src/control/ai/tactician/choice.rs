//! Choosing among scored moves and starting the best one.

use std::cmp::Reverse;

use super::plans::{TurnPlan, TurnRemainder, WalkPlan};
use super::{Tactician, explain};
use crate::control::ai::model::{Objectives, Situation, Strength, open_door};
use crate::control::ai::options::attacks::{best_option, candidates};
use crate::control::ai::options::movement::IdleMove;
use crate::control::ai::value::enemies_within;
use crate::control::controller::Controller;
use crate::grid::Cell;
use crate::resolution::{Act, Asks, Choice, Prompt};

pub(super) struct ScoredMove {
    pub act: Act,
    pub score: i32,
    /// The whole path of a walk.
    pub path: Option<Vec<Cell>>,
    pub remainder: Option<TurnRemainder>,
}

impl ScoredMove {
    pub fn new(act: Act, score: i32) -> ScoredMove {
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
    pub(super) fn start_best(&mut self, situation: &Situation<'_>) -> Act {
        let mut moves = std::mem::take(&mut self.moves);
        moves.sort_by_key(|scored| Reverse(scored.score));
        self.thoughts.sort_by_key(|thought| Reverse(thought.score));
        // After a guard the rest of the turn is idle only if no other move has any value.
        let nothing_else =
            moves.iter().skip(1).all(|scored| scored.score <= 0 || scored.remainder == Some(TurnRemainder::Fight));
        let started = moves.into_iter().find_map(|scored| match scored.path {
            Some(path) => self.start_walk(situation, path, scored.remainder.is_some()),
            None => {
                let remainder = scored.remainder.filter(|rest| *rest != TurnRemainder::Idle || nothing_else);
                remainder.into_iter().for_each(|remainder| self.plan_turn(situation, remainder));
                Some(scored.act)
            }
        });
        started.unwrap_or_else(|| self.wait(situation))
    }

    fn plan_turn(&mut self, situation: &Situation<'_>, remainder: TurnRemainder) {
        let plan = TurnPlan::new(situation.game(), situation.actor, remainder);
        self.turn_plans.insert(situation.actor, plan);
    }

    /// Replaces all moves by what to do when no enemy can be attacked soon.
    pub(super) fn consider_idle(&mut self, situation: &Situation<'_>, idle: IdleMove) {
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
        let cells = situation.stride.cells(situation.row().turn_state.actions.into());
        let alone = situation.plans_whole_turns() && enemies_within(situation, cells).next().is_none();
        let started = if path.is_empty() { None } else { self.start_walk(situation, path, alone) };
        started.unwrap_or_else(|| self.wait(situation))
    }

    /// Starts a walk, or opens a door that is in the way; `None` if neither is possible. `continues`: whether the rest of the
    /// turn is planned as well.
    fn start_walk(&mut self, situation: &Situation<'_>, path: Vec<Cell>, continues: bool) -> Option<Act> {
        let Situation { view, rules, actor, catalogue, .. } = *situation;
        if let Some(open) = open_door(view, rules, catalogue, actor, &path) {
            return Some(open);
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

    /// The best attack from here, or a move towards the nearest enemy, for a side that has made no progress for too long.
    /// `None` otherwise, or if the side wins by waiting or the combatant must be protected.
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
        self.note(&act, 0, || explain::OVERDUE.to_owned());
        Some(act)
    }
}
