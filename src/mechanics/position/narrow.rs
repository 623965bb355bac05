//! Narrow spaces, in which a body has to squeeze (Fragments: TA-259).

use crate::battle::{CombatantId, View};
use crate::content::policy::SqueezePolicy;
use crate::grid::Footprint;
use crate::mechanics::Game;

/// The squeezing policy, if a body has to squeeze on this footprint: half its size, or a narrow cell (TA-259).
pub fn policy_at(game: Game<'_>, id: CombatantId, at: Footprint) -> Option<&SqueezePolicy> {
    let policy = game.policies.squeeze.as_ref()?;
    let sheet = &game.row(id).sheet;
    (at.extent < sheet.extent || (sheet.size > policy.fits && is_narrow(game.view, at))).then_some(policy)
}

/// Whether a combatant is currently squeezed into a space smaller than its own.
pub fn is_wedged(game: Game<'_>, id: CombatantId) -> bool {
    game.policies.squeeze.is_some() && game.footprint(id).extent < game.row(id).sheet.extent
}

/// Whether a footprint is too narrow even for squeezing.
pub fn is_too_narrow(game: Game<'_>, id: CombatantId, at: Footprint) -> bool {
    is_narrow(game.view, at) && game.policies.squeeze.is_some() && game.row(id).sheet.extent > 1
}

fn is_narrow(view: View<'_>, at: Footprint) -> bool {
    let board = view.board();
    board.is_narrow_somewhere() && at.cells(view.shape()).iter().any(|cell| board.terrain(*cell).narrow)
}
