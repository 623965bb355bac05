//! Movement rates, cells of movement per count or action, and the cost of steps. Time Count: TC-140, TC-145, TC-146,
//! TC-174, TC-187 to TC-190, TC-415, TC-493, G-21, G-36, G-61. Fragments: TA-054, TA-124, TA-127, TA-128, TA-170,
//! TA-228, TA-235, TA-260, TA-G54.

use super::leap::climbs_at_a_cost;
use crate::battle::{CombatantId, Momentum, View};
use crate::content::{
    DifficultGround, Gait, MovementPolicy, MovementPoolPolicy, Pace, Rule, Running, Status, StatusKind, Trait,
};
use crate::grid::{Cell, Direction, Footprint};
use crate::mechanics::movement::budget::{cells_left, cells_to_use, pool_policy};
use crate::mechanics::movement::exertion::{sprint_bonus, sprint_start};
use crate::mechanics::{Game, checks, grapple, height, space, status};

/// Cells gained on a count from 1: in cycles of four (TC-140, TC-145, TC-146, G-61), or all on the first as an action (TA-054).
pub fn cells_on_count(pace: &Pace, rate: u16, count: u16) -> u16 {
    let cells = rate / cell_length(pace);
    let Pace::CountPattern { extra, exceptions, cell, .. } = pace else {
        return if count == 1 { cells } else { 0 };
    };
    let cell = (*cell).max(1);
    let at = usize::from(count.saturating_sub(1) % 4);
    match exceptions.iter().find(|row| row.rate / cell == cells) {
        Some(row) => u16::from(row.cells[at]),
        None => cells / 4 + u16::from(extra[usize::from(cells % 4)][at]),
    }
}

/// Rule id of the pace.
pub fn pace_rule(pace: &Pace) -> Rule {
    let (Pace::CountPattern { rule, .. } | Pace::PerAction { rule, .. } | Pace::Pool(MovementPoolPolicy { rule, .. })) =
        pace;
    *rule
}

/// Cells available on the next count, with unspent ones (G-36), or in the pool. A sprint that starts now gets the best result
/// of its check.
pub fn allowance(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    allowance_at(game, id, gait, best_case_rate(game, id, gait))
}

/// Rate on the next count, in the board's unit. At the start of a sprint: assuming the best result of the check.
pub(super) fn best_case_rate(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    match (gait, &game.policies.movement.running) {
        (Gait::Sprint, Some(running)) => {
            let Some(due) = sprint_start(game, id) else { return rate(game, id, gait) };
            let lead = due.bonus.total().saturating_sub(due.difficulty.total());
            let bonus = sprint_bonus(&running.sprint, checks::best_margin(&game.policies.rolls.check, lead));
            sprint_rate(&game.policies.movement, rate(game, id, Gait::Walk), bonus)
        }
        _ => rate(game, id, gait),
    }
}

/// Rate of a movement whose next count has been planned, in the board's unit.
pub fn planned_rate(game: Game<'_>, id: CombatantId, (gait, planned): (Gait, &Momentum)) -> u16 {
    match gait {
        Gait::Sprint => sprint_rate(&game.policies.movement, rate(game, id, Gait::Walk), planned.sprint_bonus),
        _ => rate(game, id, gait),
    }
}

pub(super) fn allowance_at(game: Game<'_>, id: CombatantId, gait: Gait, rate: u16) -> u16 {
    let (before, pace) = (&game.row(id).momentum, &game.policies.movement.pace);
    match pace {
        Pace::PerAction { .. } if matches!(gait, Gait::Onward | Gait::OnwardThrough) => before.unspent,
        Pace::PerAction { .. } => rate / cell_length(pace),
        Pace::Pool(policy) => cells_to_use(game, id, policy, rate),
        Pace::CountPattern { .. } => {
            cells_on_count(pace, rate, before.counts.saturating_add(1)).saturating_add(unspent(before))
        }
    }
}

/// Upper bound on the cells of movement usable on a single count from here, including cells carried over (G-36).
pub fn max_cells_on_count(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    let stride = MovementGains::of(game, id, gait);
    let gained = stride.gains.into_iter().max().unwrap_or(0);
    if stride.supply != Supply::Counts {
        gained
    } else {
        gained.saturating_add(kept_at_most(game, id, game.footprint(id)))
    }
}

/// Movement that can always be carried over, in cells: enough for ordinary terrain, which costs at most 3.
const KEPT: u16 = 2;

/// Most cells carried over to the next count: one less than the most expensive step (TC-134, TC-146, G-36).
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
    supply: Supply,
}

/// Source of the movement gained.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Supply {
    /// Every count adds to it.
    Counts,
    /// Each count is an action with the full rate.
    Actions,
    /// What is left of a pool, then a whole pool at a time.
    Pool,
}

impl MovementGains {
    /// The coming gains of a combatant at a gait.
    pub fn of(game: Game<'_>, id: CombatantId, gait: Gait) -> MovementGains {
        let (before, pace) = (&game.row(id).momentum, &game.policies.movement.pace);
        let rate = rate(game, id, gait);
        if let Some(policy) = pool_policy(game) {
            let refill = policy.bought.map_or(policy.quarters, |bought| bought.quarters);
            let whole = cells_on_count(pace, rate, 1).saturating_mul(refill.clamp(1, 4)) / 4;
            let unspent = cells_left(game, id, policy, rate);
            return MovementGains { gains: [whole; 4], unspent, supply: Supply::Pool };
        }
        let supply = if matches!(pace, Pace::PerAction { .. }) { Supply::Actions } else { Supply::Counts };
        let first = if supply == Supply::Actions { 0 } else { before.counts };
        let gains = [0, 1, 2, 3].map(|later| cells_on_count(pace, rate, (first % 4 + later) % 4 + 1));
        MovementGains { gains, unspent: unspent(before), supply }
    }

    /// Equal gains, but with this many cells at a time once the pool is empty, if there is one.
    #[must_use]
    pub fn refilled_by(self, cells: u16) -> MovementGains {
        if self.supply == Supply::Pool { MovementGains { gains: [cells; 4], ..self } } else { self }
    }

    /// Counts needed to spend `cost` cells; `u16::MAX` if impossible.
    pub fn counts(self, cost: u16) -> u16 {
        let in_a_cycle: u32 = self.gains.iter().map(|gain| u32::from(*gain)).sum();
        let (cost, mut have) = (u32::from(cost), u32::from(self.unspent));
        if cost == 0 {
            return 0;
        }
        let whole = u32::from(self.gains[0]).max(1);
        match self.supply {
            Supply::Actions => return cost.div_ceil(whole) as u16,
            Supply::Pool => return 1 + cost.saturating_sub(have).div_ceil(whole) as u16,
            Supply::Counts => {}
        }
        if in_a_cycle == 0 {
            return if have >= cost { 1 } else { u16::MAX };
        }
        let cycles = cost.saturating_sub(have).saturating_sub(1) / in_a_cycle;
        have += cycles * in_a_cycle;
        // The rest takes part of a cycle.
        let more = self.gains.iter().take_while(|gain| {
            have += u32::from(**gain);
            have < cost
        });
        u16::try_from(cycles * 4 + more.count() as u32 + 1).unwrap_or(u16::MAX)
    }

    /// Maximum cells of movement that can be spent within `counts` counts.
    pub fn cells(self, counts: u16) -> u16 {
        let gained = |count: u16| u32::from(self.gains[usize::from(count % 4)]);
        let (unspent, whole) = (u32::from(self.unspent), u32::from(self.gains[0]));
        let sum: u32 = match self.supply {
            Supply::Actions => u32::from(counts) * whole,
            Supply::Pool => unspent + u32::from(counts.saturating_sub(1)) * whole,
            Supply::Counts => unspent + (0..counts).map(gained).sum::<u32>(),
        };
        u16::try_from(sum).unwrap_or(u16::MAX)
    }
}

fn unspent(before: &Momentum) -> u16 {
    if before.counts == 0 { 0 } else { before.unspent }
}

/// Rate at a gait in the board's unit per four counts or per action, halved at most once (TC-174, TC-188, TC-415, TA-228,
/// TA-235, TA-G54).
pub fn rate(game: Game<'_>, id: CombatantId, gait: Gait) -> u16 {
    let (row, policy) = (game.row(id), &game.policies.movement);
    let sum = status::flags(game, id);
    let halved = sum.does(StatusKind::HalfRate)
        || grapple::partners(game.view, id).next().is_some()
        || sum.does(StatusKind::HalfRateDragging) && grapple::drags(game.view, id);
    let whole = if sum.does(StatusKind::CutsRate) { cut(game, id, row.sheet.rate) } else { row.sheet.rate };
    let whole = if sum.does(StatusKind::Rate) { changed(game, id, whole) } else { whole };
    let base = if halved { whole_cells(policy, u32::from(whole) / 2) } else { whole };
    match gait {
        Gait::Walk | Gait::Onward | Gait::OnwardThrough | Gait::Barge | Gait::Leap | Gait::HighJump => base,
        Gait::PushOff(_) | Gait::Squeeze | Gait::Burrow => base,
        // Halved once, whatever else halves it (PR-C24).
        Gait::Tumble => whole_cells(policy, u32::from(whole) / 2).max(cell_length(&policy.pace)).min(base),
        Gait::Sneak => {
            let by = policy.sneak.map_or(1, |sneak| sneak.by);
            whole_cells(policy, u32::from(base / by.max(1))).max(cell_length(&policy.pace)).min(base)
        }
        Gait::Fly(_) => base.saturating_mul(game.policies.flight.as_ref().map_or(1, |policy| policy.times)),
        // Half rate, but at least one cell.
        Gait::Climb if climbs_at_a_cost(game) => base,
        Gait::Climb | Gait::Swim => whole_cells(policy, u32::from(base) / 2).max(cell_length(&policy.pace)).min(base),
        Gait::Crawl if matches!(policy.pace, Pace::Pool(_)) => {
            whole_cells(policy, u32::from(base) / 2).max(cell_length(&policy.pace)).min(base)
        }
        Gait::Crawl => cell_length(&policy.pace).min(base),
        Gait::Step => cell_length(&policy.pace).min(whole),
        Gait::Straight(times) => base.saturating_mul(times),
        Gait::Run => run_rate(policy, base),
        Gait::Sprint => sprint_rate(policy, base, row.momentum.sprint_bonus),
    }
}

/// Movement rate after reductions by conditions (TC-493, G-21).
fn cut(game: Game<'_>, id: CombatantId, rate: u16) -> u16 {
    let mut left = rate;
    for (_, status, times) in status::counted(game, id) {
        if let Status::CutsRate { levels, parts } = status.does {
            let gone = u32::from((times / levels.max(1)).max(0).unsigned_abs()).min(parts.into());
            let of = u32::from(parts.max(1));
            left = whole_cells(&game.policies.movement, u32::from(left) * (of - gone) / of);
        }
    }
    left
}

/// Movement rate multiplied and divided by conditions, and changed by a number for each of their levels (HD-277, HD-279).
fn changed(game: Game<'_>, id: CombatantId, rate: u16) -> u16 {
    let (mut numerator, mut denominator, mut more) = (1u32, 1u32, 0i32);
    for (_, status, times) in status::counted(game, id) {
        if let Status::Rate { times: by, divided_by, plus } = status.does {
            numerator = numerator.saturating_mul(by.into());
            denominator = denominator.saturating_mul(u32::from(divided_by.max(1)));
            more += i32::from(plus) * i32::from(times);
        }
    }
    let share = u32::from(rate).saturating_mul(numerator) / denominator;
    whole_cells(&game.policies.movement, share.saturating_add_signed(more))
}

/// Running rate for a base rate, in the board's unit (TC-174).
pub fn run_rate(policy: &MovementPolicy, base: u16) -> u16 {
    let Some(Running { run, .. }) = &policy.running else { return base };
    let (times, by) = run.rate;
    whole_cells(policy, u32::from(base) * u32::from(times) / u32::from(by.max(1)))
}

/// Sprinting rate for a base rate increased by `faster`. 0 means the sprint failed to start (TC-187 to TC-190).
pub fn sprint_rate(policy: &MovementPolicy, base: u16, faster: u16) -> u16 {
    let running = run_rate(policy, base);
    let Some(Running { sprint, .. }) = policy.running.as_ref().filter(|_| faster > 0 && base > 0) else {
        return running;
    };
    let least = running.saturating_add(sprint.least);
    run_rate(policy, base.saturating_add(faster)).max(least)
}

fn whole_cells(policy: &MovementPolicy, rate: u32) -> u16 {
    let cell = u32::from(cell_length(&policy.pace));
    u16::try_from(rate / cell * cell).unwrap_or(u16::MAX)
}

pub(super) fn cell_length(pace: &Pace) -> u16 {
    let (Pace::CountPattern { cell, .. } | Pace::PerAction { cell, .. } | Pace::Pool(MovementPoolPolicy { cell, .. })) =
        pace;
    (*cell).max(1)
}

/// Cost of a step in cells of movement, of which the doubling of an entered space multiplies that of the ground (HD-194); `None` if it is impossible. The policy decides which counts: the most expensive
/// terrain newly covered (G-36), or the terrain being left, with its occupants if there is a `mover` (TA-124, TA-127, TA-170).
#[inline]
pub fn step_cost(game: Game<'_>, mover: Option<CombatantId>, from: Footprint, step: Direction) -> Option<u16> {
    let board = game.board();
    let entered = board.step_cost(from.across(), from.anchor, step)?;
    if height::is_ledge(game, from, from.at(game.shape().step(from.anchor, step))) {
        return None;
    }
    match game.policies.movement.difficult {
        DifficultGround::Entered => {
            let to = from.at(game.shape().step(from.anchor, step));
            let within = mover.is_some_and(|mover| space::stays_within(game, mover, (from, to)));
            let below = mover.and_then(|mover| cost_below(game, mover, to));
            Some(below.unwrap_or(entered).saturating_mul(if within { 2 } else { 1 }))
        }
        DifficultGround::Left { times, .. } => Some(left(game, mover, from, times)),
    }
}

/// Cost of a diagonal step that would cost this much in a straight direction, where every second one costs double (PR-G14, PR-G16).
pub fn diagonal_cost(game: Game<'_>, step: u16, is_second: bool) -> u16 {
    match game.policies.movement.rough_diagonal {
        Some(_) if step > 1 => step.saturating_add(1),
        _ if is_second => step.saturating_mul(2),
        _ => step,
    }
}

/// Cost of entering deep water below the surface, for combatants that are there and move in it as on the ground (HD-192).
pub(super) fn cost_below(game: Game<'_>, mover: CombatantId, to: Footprint) -> Option<u16> {
    let walks = game.altitude(mover) < 0 && !game.row(mover).sheet.has(Trait::Aquatic);
    let cost = game.policies.water.cost_below().filter(|_| walks)?;
    height::over_water(game.view, to).then_some(cost)
}

/// Cost of a step of a squeezing body: by the space it leaves or the terrain it enters (TA-260).
pub fn cost_of_leaving(game: Game<'_>, mover: CombatantId, from: Footprint, entered: u16) -> u16 {
    match game.policies.movement.difficult {
        DifficultGround::Entered => {
            let squeezed = space::squeezing_policy_at(game, mover, from).map_or(1, |policy| policy.times);
            entered.max(1).saturating_mul(squeezed)
        }
        DifficultGround::Left { times, .. } => left(game, Some(mover), from, times),
    }
}

/// Cost of a step by the space being left: terrain, occupants and squeezing.
fn left(game: Game<'_>, mover: Option<CombatantId>, from: Footprint, times: u16) -> u16 {
    let rough = match from.across() {
        1 => slows(game.view, from.anchor, 1),
        across => from.cells(game.shape()).iter().any(|cell| slows(game.view, *cell, across)),
    };
    let difficult = rough || mover.is_some_and(|mover| space::is_difficult_to_leave(game, mover, from));
    let squeezed =
        mover.and_then(|mover| space::squeezing_policy_at(game, mover, from)).map_or(1, |policy| policy.times);
    if difficult { times.max(squeezed) } else { squeezed }
}

/// Costs of all steps of a one-cell body by terrain alone, 0 for impossible steps; `None` if ledges matter.
#[inline]
pub(super) fn plain_steps(game: Game<'_>, from: Cell) -> Option<[u8; 8]> {
    let board = game.board();
    if game.policies.height.is_some() && !board.is_level() {
        return None;
    }
    let mut steps = board.steps_from(from);
    if let DifficultGround::Left { times, .. } = game.policies.movement.difficult {
        let cost = if slows(game.view, from, 1) { u8::try_from(times.max(1)).ok()? } else { 1 };
        steps = steps.map(|step| if step > 0 { cost } else { 0 });
    }
    Some(steps)
}

/// Whether terrain is difficult to leave. Large bodies may be exempt (TA-128).
fn slows(view: View<'_>, cell: Cell, across: u8) -> bool {
    let ground = view.board().terrain(cell);
    ground.cost.is_some_and(|cost| cost > 1) && ground.spares.is_none_or(|spared| across < spared)
}
