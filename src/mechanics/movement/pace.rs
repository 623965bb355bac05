//! Cells of movement per count or action (TC-140, TC-145, TC-146, G-36, G-61, TA-054).

use super::exertion::{sprint_feet, sprint_start};
use super::ground::step_cost;
use super::rate::{cell_feet, rate, sprint_rate};
use crate::battle::{CombatantId, Momentum};
use crate::content::Rule;
use crate::content::action::Gait;
use crate::content::policy::{Pace, Rulebook};
use crate::grid::Footprint;
use crate::mechanics::Game;

/// Cells gained on a count of a movement with a rate in feet. Counts start at 1 and repeat in a cycle of four (TC-140,
/// TC-145, TC-146, G-61).
///
/// If movement takes an action, its only count yields all cells (TA-054).
pub fn cells_on_count(pace: &Pace, rate: u16, count: u16) -> u16 {
    let cells = rate / cell_feet(pace);
    let Pace::CountPattern { extra, exceptions, feet, .. } = pace else {
        return if count == 1 { cells } else { 0 };
    };
    let feet = (*feet).max(1);
    let at = usize::from(count.saturating_sub(1) % 4);
    match exceptions.iter().find(|row| row.rate / feet == cells) {
        Some(row) => u16::from(row.cells[at]),
        None => cells / 4 + u16::from(extra[usize::from(cells % 4)][at]),
    }
}

/// Rule id of the pace.
pub fn pace_rule(pace: &Pace) -> Rule {
    let (Pace::CountPattern { rule, .. } | Pace::PerAction { rule, .. }) = pace;
    *rule
}

/// Cells of movement available on the next count, including unspent ones (G-36).
///
/// A movement that has not begun starts with count 1 and nothing unspent. At the start of a sprint this assumes the
/// best result of the check.
pub fn allowance(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    allowance_at(&game.row(id).momentum, game.book(), gait, best_case_rate(game, id, gait))
}

/// Rate on the next count, in feet. At the start of a sprint: assuming the best result of the check.
pub(super) fn best_case_rate(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    match (gait, &game.policies.movement.running) {
        (Gait::Sprint, Some(running)) => {
            let Some(due) = sprint_start(game, id) else { return rate(game, id, gait) };
            let best = game.policies.check_die.max() + i32::from(due.bonus.total() - due.difficulty.total());
            let feet = sprint_feet(&running.sprint, i16::try_from(best).unwrap_or(i16::MAX));
            sprint_rate(&game.policies.movement, rate(game, id, Gait::Walk), feet)
        }
        _ => rate(game, id, gait),
    }
}

/// Rate of a movement whose next count has been planned, in feet.
pub fn planned_rate(game: Game<'_>, id: CombatantId, (gait, planned): (Gait, &Momentum)) -> u16 {
    match gait {
        Gait::Sprint => sprint_rate(&game.policies.movement, rate(game, id, Gait::Walk), planned.sprint_feet),
        _ => rate(game, id, gait),
    }
}

/// Cells of movement available on the next count at a given rate.
pub(super) fn allowance_at(before: &Momentum, book: Rulebook<'_>, gait: Gait, rate: u16) -> u16 {
    if let Pace::PerAction { .. } = book.policies.movement.pace {
        return if gait == Gait::Onward { before.unspent } else { rate / cell_feet(&book.policies.movement.pace) };
    }
    let gained = cells_on_count(&book.policies.movement.pace, rate, before.counts.saturating_add(1));
    gained.saturating_add(unspent(before))
}

/// Upper bound on the cells of movement usable on a single count from here, including cells carried over (G-36).
pub fn max_cells_on_count(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    let stride = MovementGains::of(game, id, gait);
    let gained = stride.gains.into_iter().max().unwrap_or(0);
    if stride.per_action { gained } else { gained.saturating_add(kept_at_most(game, id, game.footprint(id))) }
}

/// Movement always carried over, in cells: enough for the most expensive terrain, which costs 3.
const KEPT: u16 = 2;

/// Most cells of movement carried over to the next count: one less than the most expensive step from here. Difficult
/// terrain can thus be entered, but speed cannot be saved up (TC-134, TC-146, G-36).
pub(super) fn kept_at_most(game: Game<'_>, id: CombatantId, here: Footprint) -> u16 {
    let costs = game.shape().directions().filter_map(|step| step_cost(game, Some(id), here, step));
    costs.max().map_or(KEPT, |highest| highest.saturating_sub(1).max(KEPT))
}

/// Counts needed to spend `cost` cells of movement; `u16::MAX` if impossible.
pub fn counts_for(game: Game<'_>, id: CombatantId, gait: Gait, cost: u16) -> u16 {
    MovementGains::of(game, id, gait).counts(cost)
}

/// Cells of movement gained on the coming counts.
#[derive(Copy, Clone, Debug)]
pub struct MovementGains {
    /// Cells gained on the next four counts; the pattern repeats.
    gains: [u16; 4],
    unspent: u16,
    /// Whether each count is an action with the full rate.
    per_action: bool,
}

impl MovementGains {
    /// The coming gains of a combatant at a gait.
    pub fn of(game: Game<'_>, id: CombatantId, gait: Gait) -> MovementGains {
        let (before, pace) = (&game.row(id).momentum, &game.policies.movement.pace);
        let rate = rate(game, id, gait);
        let per_action = matches!(pace, Pace::PerAction { .. });
        let first = if per_action { 0 } else { before.counts };
        let gains = [0, 1, 2, 3].map(|later| cells_on_count(pace, rate, (first % 4 + later) % 4 + 1));
        MovementGains { gains, unspent: unspent(before), per_action }
    }

    /// Counts needed to spend `cost` cells; `u16::MAX` if impossible.
    pub fn counts(self, cost: u16) -> u16 {
        let in_a_cycle: u32 = self.gains.iter().map(|gain| u32::from(*gain)).sum();
        let (cost, mut have) = (u32::from(cost), u32::from(self.unspent));
        if cost == 0 {
            return 0;
        }
        if self.per_action {
            return cost.div_ceil(u32::from(self.gains[0]).max(1)) as u16;
        }
        if in_a_cycle == 0 {
            return if have >= cost { 1 } else { u16::MAX };
        }
        let cycles = cost.saturating_sub(have).saturating_sub(1) / in_a_cycle;
        have += cycles * in_a_cycle;
        let mut counts = cycles * 4;
        loop {
            have += u32::from(self.gains[(counts % 4) as usize]);
            counts += 1;
            if have >= cost {
                return u16::try_from(counts).unwrap_or(u16::MAX);
            }
        }
    }

    /// Maximum cells of movement that can be spent within `counts` counts.
    pub fn cells(self, counts: u16) -> u16 {
        let gained = |count: u16| u32::from(self.gains[usize::from(count % 4)]);
        let sum: u32 = match self.per_action {
            true => u32::from(counts) * u32::from(self.gains[0]),
            false => u32::from(self.unspent) + (0..counts).map(gained).sum::<u32>(),
        };
        u16::try_from(sum).unwrap_or(u16::MAX)
    }
}

/// Cells carried over from earlier counts of this movement.
fn unspent(before: &Momentum) -> u16 {
    if before.counts == 0 { 0 } else { before.unspent }
}
