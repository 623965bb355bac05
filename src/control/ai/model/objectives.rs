//! What the goals of the scenario mean for a combatant (cells to occupy or to escape over, and which side time favours), and
//! when its side last made progress.

use super::paths::Paths;
use super::situation::Situation;
use crate::battle::{Count, Side, View};
use crate::content::{Goal, Loss};
use crate::grid::Cell;
use crate::mechanics::health;

/// Counts of walking to an exit that are always worth it.
const NEAR_EXIT: u16 = 14;
/// Value per hundred counts of standing on a cell to be occupied.
const OCCUPY: i32 = 700;
const EXIT: i32 = 3 * OCCUPY;

/// The tasks of the acting combatant that follow from the goals of all sides.
#[derive(Clone, Debug, Default)]
pub struct Objectives<'a> {
    /// Cells that the side should occupy and does not.
    pub occupy: Option<&'a [Cell]>,
    pub exits: Option<&'a [Cell]>,
    pub can_wait: bool,
    pub must_hurry: bool,
    /// Whether the side loses if this combatant falls, and others can fight for it.
    pub stay_safe: bool,
}

impl<'a> Objectives<'a> {
    pub fn of(situation: &Situation<'a>) -> Objectives<'a> {
        let party = situation.setup.sides.get(usize::from(situation.side().0));
        let loses = party.is_some_and(|party| party.losses.contains(&Loss::Fallen(situation.actor.0)));
        let stay_safe = loses && situation.allies().next().is_some();
        let mut objectives = Objectives { stay_safe, ..Objectives::default() };
        for (side, party) in situation.setup.sides.iter().enumerate() {
            let ours = side == usize::from(situation.side().0);
            for goal in &party.goals {
                match goal {
                    Goal::Hold { zone, .. } => objectives.add_zone(situation, &zone.cells, ours),
                    Goal::Escape { zone, .. } if ours => objectives.exits = Some(&zone.cells),
                    Goal::Escape { .. } => objectives.must_hurry = true,
                    Goal::Last { .. } if ours => objectives.can_wait = true,
                    Goal::Last { .. } => objectives.must_hurry = true,
                    Goal::DefeatAll | Goal::Defeat(_) => {}
                }
            }
        }
        objectives
    }

    /// A zone is to be occupied if no ally stands in it, and either it is this side's goal or an enemy stands in it.
    fn add_zone(&mut self, situation: &Situation<'a>, cells: &'a [Cell], ours: bool) {
        let is_inside = |id| cells.contains(&situation.view.footprint(id).anchor);
        let ally = situation.allies().any(|ally| is_inside(ally.id));
        let enemy = situation.enemies().any(|enemy| is_inside(enemy.id));
        if !ally && (ours || enemy) {
            self.occupy = Some(cells);
        }
        self.must_hurry |= !ours && enemy && !ally;
    }

    pub fn cell_value(&self, cell: Cell) -> i32 {
        let contains = |cells: &Option<&[Cell]>| cells.is_some_and(|cells| cells.contains(&cell));
        i32::from(contains(&self.occupy)) * OCCUPY + i32::from(contains(&self.exits)) * EXIT
    }

    /// Upper bound of [`cell_value`](Objectives::cell_value) on the whole board.
    pub fn most_cell_value(&self) -> i32 {
        i32::from(self.occupy.is_some()) * OCCUPY + i32::from(self.exits.is_some()) * EXIT
    }

    /// The objective cell to walk to at once, if there is one. `engaged`: whether an ally is in melee.
    pub fn destination(&self, situation: &Situation<'_>, paths: &Paths, engaged: bool) -> Option<Cell> {
        let nearest =
            |cells: &[Cell]| cells.iter().filter_map(|cell| Some((paths.reachable.cost(*cell)?, *cell))).min();
        if let Some((cost, cell)) = self.exits.and_then(nearest) {
            let counts = situation.stride.counts(cost);
            let way_clear = situation.enemies().all(|enemy| situation.distance_to(enemy.id) > enemy.reach + 1);
            if counts <= NEAR_EXIT || way_clear && situation.enemies().count() <= 1 {
                return Some(cell);
            }
        }
        let (_, cell) = self.occupy.filter(|_| !engaged).and_then(nearest)?;
        (cell != situation.here().anchor).then_some(cell)
    }
}

/// Counts without harm to an enemy after which a side stops waiting.
const PATIENCE: Count = 40;
/// Counts without progress after which a side attacks at any risk.
const OVERDUE: Count = 120;

#[derive(Clone, Debug, Default)]
pub struct ProgressTracker {
    count: Count,
    /// Hit points less fatigue, over all enemies.
    enemy_vigour: i32,
    /// When it last went down.
    last_harm: Count,
    /// The lowest enemy vigour so far, and the count at which it was reached.
    lowest: Option<(i32, Count)>,
}

impl ProgressTracker {
    /// Records the present state of the battle. A count earlier than the last one starts a new battle.
    pub fn update(&mut self, view: View<'_>, side: Side) {
        let now = view.count();
        let vigour = view.enemies_of(side).map(|row| i32::from(health::vigour(&row.vitals))).sum();
        if vigour < self.enemy_vigour || now < self.count {
            self.last_harm = now;
        }
        if now < self.count || self.lowest.is_none_or(|(lowest, _)| vigour < lowest) {
            self.lowest = Some((vigour, now));
        }
        (self.count, self.enemy_vigour) = (now, vigour);
    }

    /// Whether no enemy was harmed for some time. `counts_per_tick`: length of one tick of the battle's clock.
    pub fn is_impatient(&self, counts_per_tick: i32) -> bool {
        (self.count - self.last_harm) * counts_per_tick > PATIENCE
    }

    /// Whether the side has made no progress for too long: the total vigour of its enemies has reached no new minimum.
    /// Enemies that heal or hide cannot delay this for ever, as each new minimum is lower than the last.
    pub fn is_overdue(&self, counts_per_tick: i32) -> bool {
        self.lowest.is_some_and(|(_, since)| (self.count - since) * counts_per_tick > OVERDUE)
    }
}
