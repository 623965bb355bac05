//! A pool of points that fatigue lowers: its normal maximum, and combatants whose fatigue has reached it (HD-034, HD-350).

use crate::battle::CombatantId;
use crate::content::Unspent;
use crate::mechanics::Game;
use crate::turn::economy;

/// The greatest number of points in the pool of a combatant that fatigue lowers, without fatigue; `None` where there is no such
/// pool.
pub fn normal_maximum(game: Game<'_>, id: CombatantId) -> Option<i16> {
    let (_, pool, _) = game.policies.economy.tiring()?;
    match pool.unspent {
        Unspent::Kept { most, stat } => Some(economy::most_kept(most, stat, &game.row(id).sheet)),
        Unspent::Replaced | Unspent::LostAtTurnEnd => None,
    }
}

/// Whether the fatigue of a combatant is at least that maximum (HD-350).
pub fn is_worn_out(game: Game<'_>, id: CombatantId) -> bool {
    normal_maximum(game, id).is_some_and(|normal| game.row(id).vitals.fatigue >= normal)
}
