//! Decisions where a turn is a single action: attack now, or walk first.

use super::choice::ScoredMove;
use super::{Tactician, explain};
use crate::control::ai::model::{LONG_SEARCH, Objectives, Paths, Situation, Strength};
use crate::control::ai::options::attacks::{AttackOption, best_option, candidates, evaluate_all};
use crate::control::ai::options::idle::{allies_are_engaged, idle_move, is_patient};
use crate::control::ai::options::positions::{PositionOption, attack_positions, retreat};
use crate::control::ai::options::{gear, self_care, special_movement, spells, stances, support};
use crate::control::ai::value::{UpperBound, caution, weighted_danger};
use crate::mechanics::status;
use crate::resolution::Act;

/// Cells of movement that a combatant in a fight looks around.
const IN_A_FIGHT: u16 = 4;
/// How much attacking from here is preferred to walking first, in hundredths.
const STAY: i32 = 110;

impl Tactician {
    /// Evaluates all options and starts the best.
    pub(super) fn choose_single_action(&mut self, situation: &Situation<'_>) -> Act {
        let danger = weighted_danger(situation, situation.view.footprint(situation.actor));
        let mut moves = Vec::new();
        let candidates = candidates(situation, self.strength);
        let fighting = !candidates.is_empty();
        let immobile = status::is_immobile(situation.game(), situation.actor);
        if let Some(act) = special_movement::best_move(situation, fighting).filter(|_| !immobile) {
            return act;
        }
        let best = || Vec::from_iter(best_option(situation, &candidates));
        for attack in if self.is_thorough() { evaluate_all(situation, &candidates) } else { best() } {
            self.consider_attack(situation, &attack, danger, &mut moves);
        }
        self.consider_other_acts(situation, fighting, danger, &mut moves);
        if !immobile {
            self.consider_walking(situation, fighting, &mut moves);
        }
        self.start_best(situation, moves)
    }

    /// The best score so far, which other options must beat to be evaluated.
    fn floor(&self, moves: &[ScoredMove]) -> i32 {
        let best = moves.iter().map(|scored| scored.score).max().filter(|_| !self.is_thorough());
        best.unwrap_or(i32::MIN)
    }

    fn consider_attack(
        &mut self,
        situation: &Situation<'_>,
        attack: &AttackOption,
        danger: i32,
        moves: &mut Vec<ScoredMove>,
    ) {
        if attack.score <= 0 {
            return;
        }
        let score = self.misjudged(attack.score) * STAY / 100 - danger;
        self.note(&attack.act, score, || explain::attack(situation, &attack.act, &attack.appraisal));
        moves.push(ScoredMove::new(attack.act.clone(), score));
    }

    fn consider_other_acts(
        &mut self,
        situation: &Situation<'_>,
        fighting: bool,
        danger: i32,
        moves: &mut Vec<ScoredMove>,
    ) {
        let floor = self.floor(moves).saturating_add(danger);
        let is_easy = self.strength == Strength::Easy;
        let takes_stance = !is_easy && (fighting || danger > 0);
        let stance = if takes_stance { stances::take(situation, floor) } else { None };
        let leave = stances::leave(situation, floor);
        let weapon = gear::arm(situation);
        let first_aid = support::first_aid(situation);
        let command = support::command(situation);
        let self_care = self_care::best_act(situation);
        let spells = if is_easy { Vec::new() } else { spells::spell_options(situation) };
        let acts = [stance, leave, weapon, first_aid, command, self_care].into_iter().flatten();
        for (act, score) in acts.chain(spells) {
            let score = score - danger;
            self.note(&act, score, || explain::action_name(situation, &act));
            moves.push(ScoredMove::new(act, score));
        }
    }

    fn consider_walking(&mut self, situation: &Situation<'_>, fighting: bool, moves: &mut Vec<ScoredMove>) {
        let mut paths = self.take_paths(situation.actor);
        let objectives = Objectives::of(situation);
        // A patient combatant lets enemies come, unless allies are fighting already.
        let patient = is_patient(situation, &objectives, &self.progress) && !allies_are_engaged(situation);
        let melee_walk = if patient { 2 } else { 10 };
        let longest_walk = if situation.own().is_ranged { melee_walk.max(8) } else { melee_walk };
        let cells = if fighting { IN_A_FIGHT } else { LONG_SEARCH.min(situation.stride.cells(longest_walk)) };
        let cell_value = objectives.most_cell_value();
        let bound = self.upper_bound(situation, moves, cells, cell_value);
        // A retreat is worth no more than the objectives of its cell.
        let retreats = fighting && caution(situation) >= 40 && cell_value > self.floor(moves);
        // A protected combatant does not approach enemies.
        let may_pay = bound.as_ref().is_none_or(|bound| bound.may_beat_floor(1, cell_value));
        let approaches = !objectives.stay_safe && may_pay;
        if approaches || retreats {
            paths.find_reachable(situation, cells);
        }
        let mut places = if approaches {
            attack_positions(situation, &paths, &objectives, (longest_walk.into(), bound))
        } else {
            Vec::new()
        };
        if retreats {
            places.extend(retreat(situation, &paths, &objectives));
        }
        for place in &places {
            self.consider_position(situation, &paths, place, moves);
        }
        if !fighting && moves.iter().all(|scored| scored.path.is_none() && scored.score <= 0) {
            let idle = idle_move(situation, &mut paths, &objectives, &self.progress);
            self.consider_idle(situation, idle, moves);
        }
        self.paths.insert(situation.actor, paths);
    }

    /// Upper bounds on attacks after a walk; `None` if all positions must be evaluated.
    fn upper_bound(
        &self,
        situation: &Situation<'_>,
        moves: &[ScoredMove],
        cells: u16,
        cell_value: i32,
    ) -> Option<UpperBound> {
        let floor = moves.iter().map(|scored| scored.score).max().filter(|floor| *floor > 0);
        let applies = self.strength == Strength::Hard && (floor.is_some() || !self.explains);
        applies.then(|| UpperBound::within(situation, (floor.unwrap_or(i32::MIN), cell_value), cells))
    }

    fn consider_position(
        &mut self,
        situation: &Situation<'_>,
        paths: &Paths,
        place: &PositionOption,
        moves: &mut Vec<ScoredMove>,
    ) {
        let Some(walk) = &situation.catalogue.walk else { return };
        let score = self.misjudged(place.score);
        let path = paths.reachable.path_to(place.cell);
        if self.explains {
            let act = Act::along(walk.id, path.clone());
            self.note(&act, score, || explain::position(situation, place));
        }
        moves.push(ScoredMove { path: Some(path), ..ScoredMove::new(Act::along(walk.id, Vec::new()), score) });
    }
}
