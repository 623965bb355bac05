//! Points of the resource pools: the number that a combatant gains, and what is left of them.

use crate::battle::Sheet;
use crate::content::{Breakdown, Label, PoolAmount, ResourcePool, Unspent};

/// The points that an amount gives to a combatant, with their terms.
pub fn points(amount: &PoolAmount, pool: &ResourcePool, sheet: &Sheet) -> Breakdown {
    let mut sum = Breakdown::of([(Label::Base, amount.base, pool.rule)]);
    for stat in &amount.stats {
        sum.add_if(Label::Stat(*stat), sheet.stat(*stat), pool.rule);
    }
    for bonus in amount.traits.iter().filter(|bonus| sheet.has(bonus.of)) {
        sum.add(Label::Talent, bonus.amount, bonus.rule);
    }
    sum
}

/// The points in a pool after a gain. Debts are subtracted from it.
pub fn after_income(pool: &ResourcePool, left: i16, gained: i16) -> i16 {
    match pool.unspent {
        Unspent::Kept { most } => left.saturating_add(gained).min(most.into()).max(left.min(most.into())),
        Unspent::Replaced | Unspent::LostAtTurnEnd => gained.saturating_add(left.min(0)),
    }
}
