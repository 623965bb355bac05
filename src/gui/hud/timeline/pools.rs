//! How the points of a pool are shown: as shapes, and how many, or as a number.

use crate::battle::TurnState;
use crate::content::{PoolId, PoolMoment, ResourcePool, Unspent};

/// More points of a pool than these are not drawn.
pub const MOST: i16 = 9;

/// Whether the points of a pool are gained as a round starts, so that they pay for reactions and defences too.
pub fn is_for_the_round(pool: &ResourcePool) -> bool {
    pool.incomes.iter().any(|income| income.at == PoolMoment::RoundStart)
}

/// Whether the points of a pool are shown as a number: those that are saved over several rounds are too many to count.
pub fn is_numbered(pool: &ResourcePool) -> bool {
    matches!(pool.unspent, Unspent::Kept { .. })
}

/// The number of shapes that a pool has.
pub fn shown(turn: &TurnState, id: PoolId, pool: &ResourcePool) -> i16 {
    let usual = pool.incomes.iter().map(|income| income.amount.base).max().unwrap_or(0);
    let left = turn.pools.left(id);
    usual.max(left).max(-left).min(MOST)
}
