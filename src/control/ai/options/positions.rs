//! Positions to attack from or to retreat to, scored together with the walk to them.

use std::cmp::Reverse;

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::control::ai::model::{Appraisal, CombatantValues, Objectives, Paths, PlainAttack, Situation, cells_within};
use crate::control::ai::value::{UpperBound, best_attack, caution, danger_unless, weighted_danger};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, line, reach};

/// Cells tried around each enemy.
const AROUND: usize = 7;
const SHOTS: usize = 20;

pub struct PositionOption {
    pub cell: Cell,
    pub walk: i32,
    /// Value per hundred counts, including the walk and the danger.
    pub score: i32,
    /// The target of the attack from there, and its estimated result; `None` for a retreat.
    pub attack: Option<(CombatantId, Appraisal)>,
}

/// A position from which an enemy can perhaps be attacked.
#[derive(Copy, Clone, Debug)]
pub struct PositionCandidate {
    pub there: Footprint,
    /// Counts of walking, or actions where a turn has several.
    pub walk: i32,
    pub enemy: CombatantId,
}

impl PositionCandidate {
    pub fn evaluate(&self, situation: &Situation<'_>) -> Option<PlainAttack> {
        best_attack(&situation.with_view(situation.view.with(situation.actor, self.there)), self.enemy)
    }
}

/// All promising positions within some counts (or actions) of walking.
pub fn candidates(
    situation: &Situation<'_>,
    paths: &Paths,
    longest_walk: i32,
    is_promising: impl Fn(&PositionCandidate) -> bool,
) -> Vec<PositionCandidate> {
    let mut found = Vec::new();
    if longest_walk < 1 {
        return found;
    }
    let candidate = |cell: Cell, enemy: CombatantId| {
        let (walk, there) = walk_to(situation, paths, cell).filter(|(walk, _)| *walk <= longest_walk)?;
        Some(PositionCandidate { there, walk, enemy }).filter(&is_promising)
    };
    for enemy in situation.enemies() {
        found.extend(melee_cells(situation, paths, enemy).into_iter().filter_map(|cell| candidate(cell, enemy.id)));
    }
    if reach::wields_ranged_weapon(situation.view, situation.actor).is_some() {
        let is_promising = |cell: Cell, enemy: CombatantId| candidate(cell, enemy).is_some();
        let shots = shooting_cells(situation, paths, is_promising).into_iter();
        found.extend(shots.filter_map(|(cell, enemy)| candidate(cell, enemy)));
    }
    found
}

/// Positions to attack from within some counts of walking; with an upper bound, those that may beat its floor and each other.
pub fn attack_positions(
    situation: &Situation<'_>,
    paths: &Paths,
    objectives: &Objectives<'_>,
    (longest_walk, bound): (i32, Option<UpperBound>),
) -> Vec<PositionOption> {
    let score_bound = |place: &PositionCandidate| {
        let score = bound.as_ref().and_then(|bound| bound.score(place.enemy, place.walk));
        score.map_or(i32::MAX, |score| score + objectives.cell_value(place.there.anchor))
    };
    let is_promising = |place: &PositionCandidate| bound.as_ref().is_none_or(|bound| score_bound(place) > bound.floor);
    let all = candidates(situation, paths, longest_walk, is_promising).into_iter().enumerate();
    let mut all: SmallVec<[(i32, usize, PositionCandidate); 32]> =
        all.map(|(order, place)| (score_bound(&place), order, place)).collect();
    all.sort_by_key(|(score_bound, ..)| Reverse(*score_bound));
    let floor = bound.as_ref().map_or(i32::MIN, |bound| bound.floor);
    let (mut best, mut found) = (i32::MIN, Vec::new());
    for (score_bound, order, candidate) in all {
        let may_be_best = |score: i32, best: i32| bound.is_none() || score > floor && score >= best;
        if !may_be_best(score_bound, best) {
            break;
        }
        let danger = weighted_danger(situation, candidate.there);
        if !may_be_best(score_bound.saturating_sub(danger), best) {
            continue;
        }
        let Some(PlainAttack { appraisal, counts }) = candidate.evaluate(situation) else { continue };
        let PositionCandidate { there: Footprint { anchor: cell, .. }, walk, enemy } = candidate;
        let score = appraisal.value * 100 / (counts + walk) - danger + objectives.cell_value(cell);
        debug_assert!(score <= score_bound - danger.min(0), "{score} is above its bound {score_bound}");
        best = best.max(score);
        found.push((order, PositionOption { cell, walk, score, attack: Some((enemy, appraisal)) }));
    }
    found.sort_by_key(|(order, _)| *order);
    found.into_iter().map(|(_, option)| option).collect()
}

/// Free cells within some counts (or actions) of walking, nearest first.
pub fn cells_in_walk<'m>(
    situation: &'m Situation<'_>,
    paths: &'m Paths,
    longest_walk: i32,
) -> impl Iterator<Item = Cell> + 'm {
    let cells = situation.stride.cells(u16::try_from(longest_walk).unwrap_or(0));
    let near = move |cell: &Cell| paths.reachable.cost(*cell).is_some_and(|cost| cost <= cells);
    paths.reachable.reached().iter().copied().take_while(near).filter(|cell| is_free(situation, *cell))
}

/// The cheapest cells from which an enemy is in melee reach.
fn melee_cells(situation: &Situation<'_>, paths: &Paths, enemy: &CombatantValues) -> SmallVec<[Cell; AROUND]> {
    let (game, own, reach) = (situation.game(), situation.here(), situation.own().reach.max(1));
    let theirs = game.footprint(enemy.id);
    let mut near: SmallVec<[(usize, Cell); 32]> = cells_within(&paths.reachable, game, (own, theirs), reach).collect();
    near.sort_unstable();
    let is_apart = |cell: Cell| !own.at(cell).overlaps(game.shape(), theirs);
    let free = near.into_iter().map(|(_, cell)| cell).filter(|cell| is_apart(*cell) && is_free(situation, *cell));
    free.take(AROUND).collect()
}

/// Whether the acting combatant could go to a cell: it is elsewhere and unoccupied.
fn is_free(situation: &Situation<'_>, cell: Cell) -> bool {
    let own = situation.here();
    cell != own.anchor && !situation.combatants.is_occupied(situation.view, own.at(cell))
}

/// Nearby cells for a shot, each with the most valuable target that is visible from there.
fn shooting_cells(
    situation: &Situation<'_>,
    paths: &Paths,
    is_promising: impl Fn(Cell, CombatantId) -> bool,
) -> SmallVec<[(Cell, CombatantId); SHOTS]> {
    let (view, own) = (situation.view, situation.here());
    let mut targets: SmallVec<[(i32, CombatantId); 8]> =
        situation.enemies().map(|enemy| (-(enemy.value * 100 / enemy.effective_hp.max(100)), enemy.id)).collect();
    targets.sort_unstable();
    let sees = |cell: Cell, enemy: CombatantId| {
        let from = view.with(situation.actor, own.at(cell));
        line::sees(Game::new(from, situation.book()), situation.actor, enemy)
    };
    let cells = paths.reachable.reached().iter().copied().filter(|cell| is_free(situation, *cell)).step_by(2);
    let visible = |cell: Cell| targets.iter().find(|(_, enemy)| sees(cell, *enemy)).map(|(_, enemy)| (cell, *enemy));
    let tried = if situation.plans_whole_turns() { SHOTS } else { SHOTS * 3 };
    // Lines of sight take longest to check.
    let promising = |cell: &Cell| targets.iter().any(|(_, enemy)| is_promising(*cell, *enemy));
    cells.take(tried).filter(promising).filter_map(visible).take(SHOTS).collect()
}

fn walk_to(situation: &Situation<'_>, paths: &Paths, cell: Cell) -> Option<(i32, Footprint)> {
    let counts = situation.stride.counts(paths.reachable.cost(cell)?);
    Some((i32::from(counts), situation.here().at(cell)))
}

pub fn retreat(situation: &Situation<'_>, paths: &Paths, objectives: &Objectives<'_>) -> Option<PositionOption> {
    let (mut best, caution): (Option<PositionOption>, i32) = (None, caution(situation));
    for cell in cells_in_walk(situation, paths, 8).take(40) {
        let Some((walk, at)) = walk_to(situation, paths, cell) else { continue };
        let score = |danger: i32| objectives.cell_value(cell) - danger * caution / 100;
        let beaten = |danger: i32| best.as_ref().is_some_and(|best| score(danger) <= best.score);
        let score = danger_unless(situation, at, beaten).map(score);
        best = score.map(|score| PositionOption { cell, walk, score, attack: None }).or(best);
    }
    best
}
