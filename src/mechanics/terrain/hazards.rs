//! Hazardous ground, such as fire: where it is, and the damage that it deals (PR-117, PR-G61).

use crate::battle::CombatantId;
use crate::content::HazardPolicy;
use crate::grid::{Cell, Footprint};
use crate::mechanics::Game;
use crate::mechanics::damage::DamageRoll;

/// The first cell of hazardous ground in a space, if there is any.
pub fn hazard_in(game: Game<'_>, space: Footprint) -> Option<Cell> {
    space.cells(game.shape()).into_iter().find(|cell| game.board().terrain(*cell).hazard)
}

/// The roll for the damage of hazardous ground to a combatant.
pub fn damage_roll(game: Game<'_>, who: CombatantId, policy: &HazardPolicy) -> DamageRoll {
    let sheet = &game.row(who).sheet;
    let roll = DamageRoll { cited: Some(policy.rule), ..DamageRoll::dice(policy.damage) };
    roll.of_types(&game.policies.damage, policy.harm, |of| sheet.has(of))
}
