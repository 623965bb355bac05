//! Movement that is left: of a count or an action, or in a pool that outlasts other actions (HD-177, HD-181 to HD-186,
//! HD-191, FS-013, FS-033, PR-G14).

use super::pace::rate;
use crate::battle::{CombatantId, Count, MovementPool};
use crate::content::{BoughtMovement, DiagonalCount, Gait, MovementPoolPolicy, MovementRenewal, Pace, Refusal};
use crate::grid::Distance;
use crate::mechanics::{Game, mount};

/// Parts into which a cell of movement is divided.
pub(super) const QUARTERS: u16 = 4;

/// The policy of the pool of movement, where there is one.
pub fn pool_policy(game: Game<'_>) -> Option<&MovementPoolPolicy> {
    match &game.policies.movement.pace {
        Pace::Pool(policy) => Some(policy),
        Pace::CountPattern { .. } | Pace::PerAction { .. } => None,
    }
}

/// The pool of a combatant as it is now: untouched if it has been renewed since it was last used.
pub fn pool(game: Game<'_>, id: CombatantId) -> MovementPool {
    let (period, pool) = (period(game, id), game.row(id).turn_state.movement);
    if pool.period == period { pool } else { MovementPool { period, ..MovementPool::default() } }
}

fn period(game: Game<'_>, id: CombatantId) -> Count {
    match pool_policy(game).map(|policy| policy.renewed) {
        Some(MovementRenewal::Round) => game.count(),
        Some(MovementRenewal::OwnTurn) | None => game.row(id).turn_state.turns.into(),
    }
}

/// Cells of movement left in the pool at a gait; `None` where there is no pool.
pub fn cells_in_pool(game: Game<'_>, id: CombatantId, gait: Gait) -> Option<u16> {
    pool_policy(game).map(|policy| cells_left(game, id, policy, rate(game, id, gait)))
}

/// Cells of movement left in the pool at a gait, and those that the combatant can buy now; `None` where there is no pool.
pub fn usable_cells(game: Game<'_>, id: CombatantId, gait: Gait) -> Option<u16> {
    pool_policy(game).map(|policy| cells_to_use(game, id, policy, rate(game, id, gait)))
}

/// Whole cells left in the pool at a rate. What the pool was renewed with follows the current rate; what actions have added
/// does not (HD-181).
pub(super) fn cells_left(game: Game<'_>, id: CombatantId, policy: &MovementPoolPolicy, rate: u16) -> u16 {
    quarters_left(policy, rate, &pool(game, id)) / QUARTERS
}

/// Whole cells left in the pool at a rate, and those that the combatant can buy now.
pub(super) fn cells_to_use(game: Game<'_>, id: CombatantId, policy: &MovementPoolPolicy, rate: u16) -> u16 {
    let bought = Shop::of(game, id, policy, rate).map_or(0, |shop| shop.each.saturating_mul(shop.most));
    quarters_left(policy, rate, &pool(game, id)).saturating_add(bought) / QUARTERS
}

fn quarters_left(policy: &MovementPoolPolicy, rate: u16, pool: &MovementPool) -> u16 {
    let renewed = (rate / policy.cell.max(1)).saturating_mul(policy.quarters);
    renewed.saturating_add(pool.gained).saturating_sub(pool.spent)
}

/// Movement that a combatant can buy now (HD-177, HD-183).
pub(super) struct Shop {
    pub(super) policy: BoughtMovement,
    /// Quarters of a cell in one purchase.
    pub(super) each: u16,
    /// The number of purchases that the combatant can pay, and its rider if there is one (HD-394).
    pub(super) most: u16,
}

impl Shop {
    pub(super) fn of(game: Game<'_>, id: CombatantId, policy: &MovementPoolPolicy, rate: u16) -> Option<Shop> {
        let bought = policy.bought?;
        let (pool, _) = game.policies.economy.find(bought.pool)?;
        let points = |id: CombatantId| game.row(id).turn_state.pools.left(pool).max(0).unsigned_abs();
        let points = mount::payer(game, id).map_or(points(id), |(rider, _)| points(id).min(points(rider)));
        let each = (rate / policy.cell.max(1)).saturating_mul(bought.quarters);
        Some(Shop { policy: bought, each, most: points / u16::from(bought.points.max(1)) })
    }
}

/// Movement that is bought for a step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Purchase {
    /// The number of purchases.
    pub times: u16,
    /// The policy, with the price of each.
    pub policy: BoughtMovement,
    /// Whether the combatant can pay at least one of them now.
    pub can_begin: bool,
}

/// The purchases of movement by which a combatant could go this many cells at a gait, now or in later turns; `None` if it needs none
/// or cannot buy any.
pub fn purchase_for(game: Game<'_>, id: CombatantId, (gait, cells): (Gait, u16)) -> Option<Purchase> {
    let (policy, rate) = (pool_policy(game)?, rate(game, id, gait));
    let short = cells.saturating_mul(QUARTERS).saturating_sub(quarters_left(policy, rate, &pool(game, id)));
    let shop = Shop::of(game, id, policy, rate).filter(|shop| short > 0 && shop.each > 0)?;
    Some(Purchase { times: short.div_ceil(shop.each), policy: shop.policy, can_begin: shop.most > 0 })
}

/// The pool after movement has been bought ahead of its steps; `None` where there is none.
pub fn pool_after_purchase(game: Game<'_>, id: CombatantId, gait: Gait, times: u16) -> Option<MovementPool> {
    let shop = Shop::of(game, id, pool_policy(game)?, rate(game, id, gait))?;
    let pool = pool(game, id);
    Some(MovementPool { gained: pool.gained.saturating_add(shop.each.saturating_mul(times)), ..pool })
}

/// Whether a combatant may move now: the pool may be reserved for its own turns (FS-013).
///
/// # Errors
/// If it is the turn of another.
pub fn may_move_now(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    let reserved = pool_policy(game).filter(|policy| !policy.any_turn && !game.row(id).turn_state.is_open());
    reserved.map_or(Ok(()), |policy| Err(Refusal::new("can only move in its own turn", policy.any_turn_rule)))
}

/// Whether the next diagonal step costs double because of earlier movements.
pub fn is_diagonal_due(game: Game<'_>, id: CombatantId) -> bool {
    counts_all_diagonals(game) && pool(game, id).is_diagonal_due
}

/// Whether diagonal steps are counted over several movements.
pub fn counts_all_diagonals(game: Game<'_>) -> bool {
    let alternate = game.policies.board.distance == Distance::AlternatingDiagonals;
    alternate && matches!(game.policies.movement.diagonals, DiagonalCount::AllMovements { .. })
}

/// The pool after a step at a gait that costs this many cells of movement, and the movement bought for it; `None` if no step is
/// remembered.
pub fn pool_after_step(
    game: Game<'_>,
    id: CombatantId,
    (gait, cost): (Gait, u16),
    is_diagonal: bool,
) -> Option<(MovementPool, Option<Purchase>)> {
    let (policy, counts) = (pool_policy(game), counts_all_diagonals(game) && is_diagonal);
    if policy.is_none() && !counts {
        return None;
    }
    let mut pool = pool(game, id);
    pool.is_diagonal_due = pool.is_diagonal_due != counts;
    let purchase = policy.and_then(|policy| {
        let (rate, cost) = (rate(game, id, gait), cost.saturating_mul(QUARTERS));
        let short = cost.saturating_sub(quarters_left(policy, rate, &pool));
        pool.spent = pool.spent.saturating_add(cost);
        let shop = Shop::of(game, id, policy, rate).filter(|shop| short > 0 && shop.each > 0)?;
        let times = short.div_ceil(shop.each);
        pool.gained = pool.gained.saturating_add(shop.each.saturating_mul(times));
        Some(Purchase { times, policy: shop.policy, can_begin: true })
    });
    Some((pool, purchase))
}

/// The distance gained by a combatant that gains quarters of its rate, rounded down, and its pool afterwards; `None` where there is no
/// pool.
pub fn pool_after_gain(game: Game<'_>, id: CombatantId, quarters: u16) -> Option<(u16, MovementPool)> {
    let policy = pool_policy(game)?;
    let (pool, cell) = (pool(game, id), policy.cell.max(1));
    let gained = (rate(game, id, Gait::Walk) / cell).saturating_mul(quarters);
    let after = MovementPool { gained: pool.gained.saturating_add(gained), ..pool };
    Some((gained.saturating_mul(cell) / QUARTERS, after))
}

/// The pool of a combatant that loses cells of movement, at most all that it has; `None` where there is no pool (HD-285).
pub fn pool_after_loss(game: Game<'_>, id: CombatantId, cells: u16) -> Option<MovementPool> {
    let (policy, pool) = (pool_policy(game)?, pool(game, id));
    let left = quarters_left(policy, rate(game, id, Gait::Walk), &pool);
    Some(MovementPool { spent: pool.spent.saturating_add(cells.saturating_mul(QUARTERS).min(left)), ..pool })
}

/// Whether the next step of a combatant, at a gait that costs this many cells, needs more points than these to be bought.
pub fn buys_more_than(game: Game<'_>, id: CombatantId, step: (Gait, u16), points: u8) -> bool {
    let purchase = pool_after_step(game, id, step, false).and_then(|(_, purchase)| purchase);
    purchase.is_some_and(|bought| bought.times.saturating_mul(bought.policy.points.into()) > points.into())
}

/// Whether movement is held in a pool for the whole turn, not bought for one movement after the other.
pub fn is_pooled(game: Game<'_>) -> bool {
    pool_policy(game).is_some_and(|policy| policy.bought.is_none())
}
