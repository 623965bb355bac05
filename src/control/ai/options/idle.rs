//! What to do when no enemy can be attacked soon: hold position, close up with allies, or advance.

use smallvec::SmallVec;

use super::gear;
use super::positions::cells_in_walk;
use crate::control::ai::model::{
    CombatantValues, LONG_SEARCH, Objectives, Paths, ProgressTracker, Situation, cells_within, first_within,
    is_occupied, steps_remaining, straight_path,
};
use crate::grid::{Cell, Flood, Footprint, distance};

/// Cells by which a combatant may be ahead of its allies.
const AHEAD: u16 = 3;
/// Cells of movement within which to look for allies or for safety.
const SHORT_SEARCH: u16 = 40;
/// Counts of walking within which a protected combatant looks for a safer cell.
const SAFETY: i32 = 8;
/// Cells within which allies support each other.
const TOGETHER: u16 = 4;
/// Cells that are too long a path to close up with allies.
const TOO_FAR: usize = 16;

/// A move for a turn in which no enemy can be attacked soon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IdleMove {
    /// Wait for approaching enemies.
    HoldPosition,
    /// Wait for allies that lag behind.
    Regroup,
    /// Walk along this path.
    Advance(Vec<Cell>),
    /// Walk along this path, away from enemies; stay if the path is empty.
    StaySafe(Vec<Cell>),
    /// Stay, because there is no path.
    Stay,
}

impl IdleMove {
    fn along(path: Vec<Cell>) -> IdleMove {
        if path.is_empty() { IdleMove::Stay } else { IdleMove::Advance(path) }
    }
}

/// Decides between waiting and walking.
pub fn idle_move(
    situation: &Situation<'_>,
    paths: &mut Paths,
    objectives: &Objectives<'_>,
    progress: &ProgressTracker,
) -> IdleMove {
    let engaged = allies_are_engaged(situation);
    if objectives.occupy.is_some() || objectives.exits.is_some() {
        paths.find_reachable(situation, LONG_SEARCH);
        if let Some(cell) = objectives.destination(situation, paths, engaged) {
            return IdleMove::along(paths.reachable.path_to(cell));
        }
    }
    if objectives.stay_safe {
        return IdleMove::StaySafe(path_from_enemies(situation, paths));
    }
    if let Some(cell) = gear::lost_weapon(situation) {
        paths.find_reachable(situation, LONG_SEARCH);
        if paths.reachable.cost(cell).is_some() {
            return IdleMove::along(paths.reachable.path_to(cell));
        }
    }
    let patient = is_patient(situation, objectives, progress);
    if patient && !engaged {
        return path_to_allies(situation, paths).map_or(IdleMove::HoldPosition, IdleMove::Advance);
    }
    let path = path_to_enemy(situation, paths);
    let in_time = !objectives.must_hurry && !progress.is_overdue(situation.counts_per_tick());
    if in_time && !engaged && !is_outshot(situation) && is_ahead(situation, path.len()) {
        return IdleMove::Regroup;
    }
    IdleMove::along(path)
}

/// Whether waiting does no harm: the side need not hurry, has not waited long, and is not losing an exchange of missiles.
pub fn is_patient(situation: &Situation<'_>, objectives: &Objectives<'_>, progress: &ProgressTracker) -> bool {
    let impatient = progress.is_impatient(situation.counts_per_tick());
    !objectives.must_hurry && (objectives.can_wait || !impatient && !is_outshot(situation))
}

/// Whether the enemies deal more ranged damage.
fn is_outshot(situation: &Situation<'_>) -> bool {
    let ranged = |some: &mut dyn Iterator<Item = &CombatantValues>| {
        some.filter(|one| one.is_ranged).map(|one| one.damage_rate).sum::<i32>()
    };
    ranged(&mut situation.enemies()) > ranged(&mut situation.combatants.active(situation.side()))
}

/// Whether an ally is in melee.
pub fn allies_are_engaged(situation: &Situation<'_>) -> bool {
    let is_near = |ally: &CombatantValues, enemy: &CombatantValues| {
        situation.distance_between(ally.id, enemy.id) <= enemy.reach.max(1)
    };
    situation.allies().any(|ally| situation.enemies().any(|enemy| is_near(ally, enemy)))
}

/// The path to the nearest ally, for a combatant that is alone while no enemy is nearer.
fn path_to_allies(situation: &Situation<'_>, paths: &mut Paths) -> Option<Vec<Cell>> {
    let nearest = situation.allies().map(|ally| (situation.distance_to(ally.id), ally.id)).min()?;
    let enemy = situation.enemies().map(|enemy| situation.distance_to(enemy.id)).min()?;
    if nearest.0 <= TOGETHER || enemy < nearest.0 {
        return None;
    }
    let (game, own) = (situation.game(), situation.view.footprint(situation.actor));
    paths.find_reachable(situation, SHORT_SEARCH);
    let ally = game.footprint(nearest.1);
    let cell = first_within(&paths.reachable, game, own, ally, TOGETHER - 1)?;
    let path = paths.reachable.path_to(cell);
    (!path.is_empty() && path.len() < TOO_FAR).then_some(path)
}

/// Whether the acting combatant, with this many cells left to go, is ahead of most allies.
fn is_ahead(situation: &Situation<'_>, path_length: usize) -> bool {
    let nearest = |id| situation.enemies().map(|enemy| situation.distance_between(id, enemy.id)).min();
    let allies = situation.allies().filter(|ally| ally.pace > 0);
    let distances: Vec<u16> = allies.filter_map(|ally| nearest(ally.id)).collect();
    if distances.is_empty() || path_length == 0 {
        return false;
    }
    let mean = distances.iter().sum::<u16>() / distances.len() as u16;
    let own = nearest(situation.actor).unwrap_or(0);
    own > 3 && own + AHEAD < mean && mean < 60
}

/// The path to the nearby cell that is farthest from its nearest enemy; empty if no cell is better than the present one.
fn path_from_enemies(situation: &Situation<'_>, paths: &mut Paths) -> Vec<Cell> {
    let (shape, policy) = (situation.view.shape(), situation.book().policies.board.distance);
    let own = situation.view.footprint(situation.actor);
    let spaces = enemy_spaces(situation);
    let apart = |at: Footprint| spaces.iter().map(|enemy| distance(shape, policy, at, *enemy)).min();
    paths.find_reachable(situation, SHORT_SEARCH);
    let cells = cells_in_walk(situation, paths, SAFETY);
    // Cells come in the order of their cost: of equally safe ones the nearest wins.
    let best = cells.reduce(|best, next| if apart(own.at(next)) > apart(own.at(best)) { next } else { best });
    let better = best.filter(|cell| apart(own.at(*cell)) > apart(own));
    better.map_or_else(Vec::new, |cell| paths.reachable.path_to(cell))
}

fn enemy_spaces(situation: &Situation<'_>) -> SmallVec<[Footprint; 8]> {
    situation.enemies().map(|enemy| situation.view.footprint(enemy.id)).collect()
}

/// The path to the nearest enemy. If there is none, the path as if there were no other combatants and all doors opened.
fn path_to_enemy(situation: &Situation<'_>, paths: &mut Paths) -> Vec<Cell> {
    let (game, actor) = (situation.game(), situation.actor);
    let (own, reach) = (game.footprint(actor), situation.own().reach.max(1));
    let nearest = situation.enemies().min_by_key(|enemy| (situation.distance_to(enemy.id), enemy.id));
    let straight = |enemy: &CombatantValues| straight_path(game, actor, game.footprint(enemy.id), reach);
    if let Some(path) = nearest.and_then(straight) {
        return path;
    }
    let spaces = enemy_spaces(situation);
    paths.find_towards(game, actor, |cell| steps_remaining(situation, &spaces, own.at(cell), reach));
    let find = |flood: &Flood, may_stop: &dyn Fn(Cell) -> bool| {
        let ends = situation.enemies().filter_map(|enemy| {
            let near = cells_within(flood, game, own, game.footprint(enemy.id), reach);
            let cell = near.into_iter().find(|cell| may_stop(*cell))?;
            Some((flood.cost(cell)?, enemy.id, cell))
        });
        ends.min().map_or_else(Vec::new, |(_, _, cell)| flood.path_to(cell))
    };
    let path = find(&paths.reachable, &|cell| !is_occupied(game.view, actor, own.at(cell)));
    if !path.is_empty() {
        return path;
    }
    paths.find_unobstructed(game, actor);
    find(&paths.unobstructed, &|_| true)
}
