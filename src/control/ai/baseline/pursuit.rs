//! The path to the nearest enemy.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use crate::battle::{CombatantId, Position, View};
use crate::control::ai::model::{Paths, straight_path};
use crate::grid::{Cell, Distance, Flood, Footprint, distance};
use crate::mechanics::{Game, movement, reach, status};

/// Position of each combatant, and whether it is known, gone and conscious.
type Presence = SmallVec<[(Position, [bool; 3]); 8]>;

/// Paths found since a combatant last moved, fell or rose: combatants that wait behind others would search the whole
/// board for the same path on every count.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownPaths {
    presence: Presence,
    /// The revision at which the ground last changed.
    ground: u64,
    /// By combatant: the revision at which it last changed, and its path.
    known: BTreeMap<CombatantId, (u64, Vec<Cell>)>,
    search: Paths,
}

impl KnownPaths {
    /// The path to the nearest enemy, or as near as other combatants and doors allow.
    pub(super) fn find(&mut self, game: Game<'_>, walker: CombatantId) -> &[Cell] {
        let presence: Presence = game
            .rows()
            .iter()
            .map(|row| (row.position, [game.knows(row.id), row.gone, status::is_conscious(game, row.id)]))
            .collect();
        if self.ground != game.changed().around || presence != self.presence {
            (self.presence, self.ground) = (presence, game.changed().around);
            self.known.clear();
        }
        let touched = game.row(walker).touched;
        let (found_at, path) = self.known.entry(walker).or_insert((u64::MAX, Vec::new()));
        if *found_at != touched {
            (*found_at, *path) = (touched, find_path(game, walker, &mut self.search));
        }
        debug_assert_eq!(*path, find_path(game, walker, &mut self.search));
        path
    }
}

fn find_path(game: Game<'_>, walker: CombatantId, search: &mut Paths) -> Vec<Cell> {
    let pursuit = Pursuit::of(game, walker);
    let nearest = pursuit.enemies.first();
    if let Some(path) = nearest.and_then(|(.., enemy)| straight_path(game, walker, *enemy, pursuit.reach)) {
        return path;
    }
    let others = movement::taken_by_others(game.view, walker);
    let is_occupied = |cell: Cell| pursuit.own.at(cell).cells(game.shape()).iter().any(|cell| others.has(*cell));
    // A walker cannot stop in an occupied space.
    let remaining = |cell: Cell| match pursuit.steps_remaining(cell) {
        0 => u16::from(is_occupied(cell)),
        steps => steps,
    };
    search.find_towards(game, walker, remaining);
    let path = pursuit.cheapest_path(&search.reachable, |cell| !is_occupied(cell));
    if !path.is_empty() || remaining(pursuit.own.anchor) == 0 {
        return path;
    }
    search.find_unobstructed_towards(game, walker, |cell| pursuit.steps_remaining(cell));
    pursuit.cheapest_path(&search.unobstructed, |_| true)
}

/// The enemies to pursue, and how close to get.
struct Pursuit<'a> {
    view: View<'a>,
    policy: Distance,
    own: Footprint,
    /// Distance in steps, enemy, and its footprint; nearest first.
    enemies: SmallVec<[(u16, CombatantId, Footprint); 8]>,
    /// Melee reach in cells, at least 1.
    reach: u16,
}

impl<'a> Pursuit<'a> {
    fn of(game: Game<'a>, walker: CombatantId) -> Pursuit<'a> {
        let slots = reach::melee_slots(game.view, walker);
        let feet = slots.iter().map(|slot| reach::melee_reach(game, walker, *slot)).max().unwrap_or(0);
        let (own, policy) = (game.footprint(walker), game.policies.board.distance);
        let steps = |at: Footprint| distance(game.shape(), in_steps(policy), own, at);
        let mut enemies: SmallVec<[(u16, CombatantId, Footprint); 8]> = conscious_enemies(game, walker)
            .into_iter()
            .map(|enemy| (steps(game.footprint(enemy)), enemy, game.footprint(enemy)))
            .collect();
        enemies.sort_unstable_by_key(|(apart, enemy, _)| (*apart, *enemy));
        Pursuit { view: game.view, policy, own, enemies, reach: reach::cells(game.book(), feet).max(1) }
    }

    /// Lower bound on the steps from a cell to one with an enemy in reach; 0 only there, `u16::MAX` without enemies.
    fn steps_remaining(&self, cell: Cell) -> u16 {
        let (shape, steps) = (self.view.shape(), in_steps(self.policy));
        let walked = distance(shape, steps, self.own.anchor.into(), cell.into());
        let mut nearest = u16::MAX;
        for (apart, _, enemy) in &self.enemies {
            // A step shortens a distance by one at most.
            if apart.saturating_sub(walked) >= nearest {
                break;
            }
            nearest = nearest.min(distance(shape, steps, self.own.at(cell), *enemy));
        }
        match nearest {
            u16::MAX => u16::MAX,
            _ if steps != self.policy && self.enemy_in_reach(cell).is_none() => {
                nearest.saturating_sub(self.reach).max(1)
            }
            _ => nearest.saturating_sub(self.reach),
        }
    }

    /// The enemy in reach from a cell, the one with the lowest id if there are several.
    fn enemy_in_reach(&self, cell: Cell) -> Option<CombatantId> {
        let is_near = |at: Footprint| distance(self.view.shape(), self.policy, self.own.at(cell), at) <= self.reach;
        self.enemies.iter().filter(|(.., at)| is_near(*at)).map(|(_, enemy, _)| *enemy).min()
    }

    /// The cheapest path of a flood to a cell with an enemy in reach. Such cells are the last of the flood, which stops at
    /// their cost.
    fn cheapest_path(&self, flood: &Flood, may_stop: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let reached = flood.reached();
        let cost = reached.last().and_then(|last| flood.cost(*last));
        let first = reached.partition_point(|cell| flood.cost(*cell) < cost);
        let ends = reached[first..].iter().filter(|cell| may_stop(**cell));
        let ends = ends.filter_map(|cell| Some((self.enemy_in_reach(*cell)?, *cell)));
        ends.min_by_key(|(enemy, _)| *enemy).map_or_else(Vec::new, |(_, cell)| flood.path_to(cell))
    }
}

/// The distance in steps: a diagonal is one step, even where every second one costs two cells.
fn in_steps(policy: Distance) -> Distance {
    match policy {
        Distance::AlternatingDiagonals => Distance::DiagonalsCostOne,
        other => other,
    }
}

/// Conscious enemies by id; unconscious ones only if there are no others.
pub(super) fn conscious_enemies(game: Game<'_>, walker: CombatantId) -> SmallVec<[CombatantId; 8]> {
    let (mut conscious, mut unconscious) = (SmallVec::new(), SmallVec::new());
    for enemy in game.enemies_of(game.row(walker).side) {
        let is_conscious = status::is_conscious(game, enemy.id);
        let list = if is_conscious { &mut conscious } else { &mut unconscious };
        list.push(enemy.id);
    }
    if conscious.is_empty() { unconscious } else { conscious }
}
