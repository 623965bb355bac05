//! Narrow spaces, in which a body has to squeeze (Fragments: TA-259).

use crate::battle::{CombatantId, View};
use crate::content::policy::{Rulebook, SqueezePolicy};
use crate::grid::Footprint;

/// The squeezing policy, if a body has to squeeze on this footprint: half its size, or a narrow cell (TA-259).
pub fn policy_at<'a>(view: View<'_>, book: Rulebook<'a>, id: CombatantId, at: Footprint) -> Option<&'a SqueezePolicy> {
    let policy = book.policies.squeeze.as_ref()?;
    let sheet = &view.row(id).sheet;
    (at.extent < sheet.extent || (sheet.size > policy.fits && is_narrow(view, at))).then_some(policy)
}

/// Whether a combatant is currently squeezed into a space smaller than its own.
pub fn is_wedged(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    book.policies.squeeze.is_some() && view.footprint(id).extent < view.row(id).sheet.extent
}

/// Whether a footprint is too narrow even for squeezing.
pub fn is_too_narrow(view: View<'_>, book: Rulebook<'_>, id: CombatantId, at: Footprint) -> bool {
    is_narrow(view, at) && book.policies.squeeze.is_some() && view.row(id).sheet.extent > 1
}

fn is_narrow(view: View<'_>, at: Footprint) -> bool {
    let board = view.board();
    board.is_narrow_somewhere() && at.cells(view.shape()).iter().any(|cell| board.terrain(*cell).narrow)
}
