//! Points of the resource pools: the number that a combatant gains, and what is left of them.

use crate::battle::Sheet;
use crate::content::{Breakdown, Label, PoolAmount, ResourcePool, Stat, Unspent};

/// The points that an amount gives to a combatant, with their terms.
pub fn points(amount: &PoolAmount, pool: &ResourcePool, sheet: &Sheet) -> Breakdown {
    let mut sum = Breakdown::of([(Label::Base, amount.base, pool.rule)]);
    for stat in &amount.stats {
        sum.add_if(Label::Stat(*stat), sheet.stat(*stat), pool.rule);
    }
    for more in &amount.more {
        sum.add_if(Label::Stat(more.of), sheet.stat(more.of), more.rule);
    }
    for bonus in amount.traits.iter().filter(|bonus| sheet.has(bonus.of)) {
        sum.add(Label::Talent, bonus.amount, bonus.rule);
    }
    sum
}

/// The points in a pool of a combatant after a gain. Debts are subtracted from it.
pub fn after_income(pool: &ResourcePool, sheet: &Sheet, left: i16, gained: i16) -> i16 {
    match pool.unspent {
        Unspent::Kept { most, stat } => {
            let most = most_kept(most, stat, sheet);
            left.saturating_add(gained).min(most).max(left.min(most))
        }
        Unspent::Replaced | Unspent::LostAtTurnEnd => gained.saturating_add(left.min(0)),
    }
}

/// The greatest number of points in a pool that is kept: a number plus a stat of the combatant (HD-140).
pub fn most_kept(most: u8, stat: Option<Stat>, sheet: &Sheet) -> i16 {
    stat.map_or(0, |stat| sheet.stat(stat)).saturating_add(most.into()).max(0)
}
