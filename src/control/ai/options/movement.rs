//! Movement when no enemy can be attacked soon: hold position, close up with allies, or advance, if need be by flying,
//! swimming, climbing, leaping, squeezing, burrowing or pushing off.

use std::sync::Arc;

use smallvec::SmallVec;

use super::care;
use super::positions::cells_in_walk;
use crate::battle::CombatantId;
use crate::content::{Action, Does, Gait, Pitch, Requirement};
use crate::control::ai::model::{
    CombatantValues, LONG_SEARCH, Objectives, Paths, ProgressTracker, Pursuit, Situation, cells_within,
};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, movement, weightless};
use crate::resolution::{Act, legal};
use crate::rules::Ruleset;

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

pub enum IdleMove {
    HoldPosition,
    Regroup,
    Advance(Vec<Cell>),
    /// Walk along this path, away from enemies; stay if the path is empty.
    StaySafe(Vec<Cell>),
    Stay,
}

impl IdleMove {
    fn along(path: Vec<Cell>) -> IdleMove {
        if path.is_empty() { IdleMove::Stay } else { IdleMove::Advance(path) }
    }
}

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
    if let Some(cell) = care::lost_weapon(situation) {
        paths.find_reachable(situation, LONG_SEARCH);
        if paths.reachable.cost(cell).is_some() {
            return IdleMove::along(paths.reachable.path_to(cell));
        }
    }
    // A combatant that can no longer attack in this turn does not walk towards those who can.
    if situation.catalogue.has_pools && situation.actions == 0 {
        return IdleMove::HoldPosition;
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

fn is_outshot(situation: &Situation<'_>) -> bool {
    let ranged = |some: &mut dyn Iterator<Item = &CombatantValues>| {
        some.filter(|one| one.is_ranged).map(|one| one.damage_rate).sum::<i32>()
    };
    ranged(&mut situation.enemies()) > ranged(&mut situation.combatants.active(situation.side()))
}

pub fn allies_are_engaged(situation: &Situation<'_>) -> bool {
    let is_near = |ally: &CombatantValues, enemy: &CombatantValues| {
        situation.distance_between(ally.id, enemy.id) <= enemy.reach.max(1)
    };
    situation.allies().any(|ally| situation.enemies().any(|enemy| is_near(ally, enemy)))
}

/// The path to the nearest ally, for a combatant that is alone while no enemy is nearer.
fn path_to_allies(situation: &Situation<'_>, paths: &mut Paths) -> Option<Vec<Cell>> {
    let nearest = situation.allies().map(|ally| (situation.distance_to(ally.id), ally.id)).min()?;
    if nearest.0 <= TOGETHER || situation.nearest_enemy()?.0 < nearest.0 {
        return None;
    }
    paths.find_reachable(situation, SHORT_SEARCH);
    let spaces = (situation.here(), situation.view.footprint(nearest.1));
    let (_, cell) = cells_within(&paths.reachable, situation.game(), spaces, TOGETHER - 1).min()?;
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
    let own = situation.here();
    let spaces: SmallVec<[Footprint; 8]> =
        situation.enemies().map(|enemy| situation.view.footprint(enemy.id)).collect();
    let apart = |at: Footprint| spaces.iter().map(|enemy| situation.apart(at, *enemy)).min();
    paths.find_reachable(situation, SHORT_SEARCH);
    let cells = cells_in_walk(situation, paths, SAFETY);
    // Cells come in the order of their cost: of equally safe ones the nearest wins.
    let best = cells.reduce(|best, next| if apart(own.at(next)) > apart(own.at(best)) { next } else { best });
    let better = best.filter(|cell| apart(own.at(*cell)) > apart(own));
    better.map_or_else(Vec::new, |cell| paths.reachable.path_to(cell))
}

/// The path to within reach of the nearest enemy, or nearer to one that is near enough and yet out of reach, as behind a wall. If
/// there is none, the path as if there were no other combatants and all doors opened.
fn path_to_enemy(situation: &Situation<'_>, paths: &mut Paths) -> Vec<Cell> {
    let nearest = situation.nearest_enemy().map(|(_, enemy)| enemy);
    let path_within = |cells: u16| {
        let enemies = situation.enemies().map(|enemy| enemy.id);
        let pursuit = Pursuit::of(situation.game(), situation.actor, enemies, cells).around_hazards();
        let path = pursuit.path(paths, nearest);
        path.unwrap_or_else(|| pursuit.unobstructed_path(paths, true))
    };
    let can_reach = |enemy| situation.slots().iter().any(|slot| situation.attack_mode(*slot, enemy).is_some());
    let reach = situation.own().reach.max(1);
    let nearer = if nearest.is_none_or(can_reach) { reach } else { 1 };
    (nearer..=reach).rev().map(path_within).find(|path| !path.is_empty()).unwrap_or_default()
}

/// The action by which a combatant below the surface of water comes up, in rule systems where swimming costs movement as
/// walking does.
pub fn surfacing(game: Game<'_>, rules: &Ruleset, id: CombatantId) -> Option<Act> {
    game.policies.water.cost_below().filter(|_| game.altitude(id) < 0)?;
    let comes_up = |action: &&Arc<Action>| matches!(action.does, Does::Move(Gait::Swim));
    let act = Act::along(rules.actions.iter().find(comes_up)?.id, Vec::new());
    legal::check(game.view, rules, id, &act).is_ok().then_some(act)
}

/// The best non-walking move towards the nearest enemy, or holding on when adrift in a fight; `None` if there is none.
pub fn best_move(situation: &Situation<'_>, fighting: bool) -> Option<Act> {
    if let Some(act) = surfacing(situation.game(), situation.rules, situation.actor) {
        return Some(act);
    }
    if fighting {
        return hold_on(situation);
    }
    let (game, actor) = (situation.game(), situation.actor);
    let now = distance_to_enemy(situation, game.footprint(actor))?;
    let can_walk = movement::may_use_gait(game, actor, Gait::Walk).is_ok();
    let mut best: Option<(u16, Act)> = None;
    for action in situation.rules.actions.iter().filter(|action| is_considered(action, can_walk)) {
        let Does::Move(gait) = action.does else { continue };
        if movement::may_use_gait(game, actor, gait).is_err() {
            continue;
        }
        for path in legal::paths_allowed(game.view, situation.rules, actor, gait) {
            let distance_from = |cell: &Cell| distance_to_enemy(situation, game.footprint(actor).at(*cell));
            let Some(left) = path.last().and_then(distance_from) else { continue };
            let act = Act::along(action.id, path);
            let better = left < best.as_ref().map_or(now, |(least, _)| *least);
            if better && situation.is_legal(&act) {
                best = Some((left, act));
            }
        }
    }
    // A combatant that can walk takes off only to get into melee.
    best.filter(|(left, _)| !can_walk || *left <= situation.own().reach.max(1)).map(|(_, act)| act)
}

/// Whether an action is considered: if walking is possible, only flights that end on the ground.
fn is_considered(action: &Action, can_walk: bool) -> bool {
    match action.does {
        Does::Move(Gait::Fly(pitch)) => pitch == Pitch::Diving,
        Does::Move(Gait::Swim | Gait::Climb | Gait::Leap | Gait::HighJump | Gait::Squeeze | Gait::Burrow) => !can_walk,
        Does::Move(Gait::PushOff(pitch)) => !can_walk && pitch == Pitch::Level,
        _ => false,
    }
}

fn distance_to_enemy(situation: &Situation<'_>, at: Footprint) -> Option<u16> {
    situation.enemies().map(|enemy| situation.apart(at, situation.view.footprint(enemy.id))).min()
}

/// Holding on to something with the last action of a turn, so as not to drift away from the fight.
fn hold_on(situation: &Situation<'_>) -> Option<Act> {
    let row = situation.row();
    weightless::policy(situation.game())?;
    if row.drift.speed == 0 || situation.actions > 1 {
        return None;
    }
    let needs_drift = |action: &Action| action.requires.iter().any(|cited| cited.needs == Requirement::Adrift);
    let act = Act::own(situation.rules.actions.iter().find(|action| needs_drift(action))?.id);
    situation.is_legal(&act).then_some(act)
}
