//! What points that pay for defences are worth in attacks.

use crate::battle::{CombatantId, ResourcePoints};
use crate::content::{DefenceOption, PoolMoment, PoolPrice, ResourcePool, Unspent};
use crate::control::ai::model::{COUNTS_PER_ACTION, Situation, TurnBudget};

/// The share of an enemy's attack that its points are worth which would pay for it, in hundredths.
const OF_THEIR_ATTACK: i32 = 60;
/// The share of what a defence prevents that its points are worth for another one, in hundredths.
const OF_DEFENCE: i32 = 25;

/// The value of an enemy's paying for a defence that prevents this much: it may lack the points for an attack, or for another
/// defence.
pub fn defence_price(situation: &Situation<'_>, enemy: CombatantId, option: &DefenceOption, prevented: i32) -> i32 {
    if option.costs.is_empty() {
        return 0;
    }
    let lost = situation
        .cache
        .lost_attacks
        .get_or_insert((enemy, option.id), || lost_attacks(situation, enemy, &option.costs).unwrap_or(0));
    let blow = situation.combatants.get(enemy).damage_rate * situation.ally_hp_value / 100 * COUNTS_PER_ACTION / 10;
    lost * blow * OF_THEIR_ATTACK / 100 + prevented.max(0) * OF_DEFENCE / 100
}

/// The number of attacks that a combatant can no longer make in its next turn if it pays these points now; `None` where points are
/// not lost between rounds.
pub fn lost_attacks(situation: &Situation<'_>, who: CombatantId, prices: &[PoolPrice]) -> Option<i32> {
    let economy = &situation.rules.policies.economy;
    let mut left: ResourcePoints = situation.view.row(who).turn_state.pools;
    let before = left;
    for price in prices {
        let (id, pool) = economy.find(price.pool)?;
        if !is_of_round(pool) {
            return None;
        }
        left.set(id, left.left(id).saturating_sub(price.points.into()));
    }
    if !acts_in_round(situation, who) {
        return Some(0);
    }
    let budget = TurnBudget::of(situation.game(), situation.catalogue, who);
    Some((budget.strikes(before) - budget.strikes(left)).max(0))
}

/// Whether the points of a pool are replaced when a round begins.
pub fn is_of_round(pool: &ResourcePool) -> bool {
    let of_round = |at: PoolMoment| matches!(at, PoolMoment::RoundStart | PoolMoment::RoundEnd);
    pool.unspent == Unspent::Replaced && !pool.incomes.is_empty() && pool.incomes.iter().all(|one| of_round(one.at))
}

/// Whether a combatant has its turn, or the rest of it, in this round.
pub fn acts_in_round(situation: &Situation<'_>, who: CombatantId) -> bool {
    let turn = &situation.view.row(who).turn_state;
    turn.is_open() || turn.is_to_act(situation.view.count())
}
