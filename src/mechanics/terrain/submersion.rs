//! Places in deep water, at the surface and below it.

use crate::battle::{CombatantId, View};
use crate::content::{Name, Trait};
use crate::mechanics::{Game, height};

/// Whether a combatant is in deep water, at or below the surface.
pub fn is_in(view: View<'_>, id: CombatantId) -> bool {
    view.altitude(id) <= 0 && height::over_water(view, view.footprint(id))
}

/// Whether a combatant is below the surface of deep water.
pub fn is_under(view: View<'_>, id: CombatantId) -> bool {
    view.altitude(id) < 0 && is_in(view, id)
}

/// The condition of a combatant that fights below the surface without being at home in water (HD-369 to HD-374).
pub fn underwater_condition(game: Game<'_>, id: CombatantId) -> Option<Name> {
    let policy = game.policies.underwater.as_ref()?;
    (is_under(game.view, id) && !game.row(id).sheet.has(Trait::Aquatic)).then_some(policy.condition)
}
