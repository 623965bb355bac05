//! Clinches: combatants that share a space by a hold and move together (Fragments: TA-226 to TA-236, TA-G54).

use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, LinkKind, View};

/// Combatants that share a space with this one by a hold, as holder or held.
pub fn partners(view: View<'_>, id: CombatantId) -> impl Iterator<Item = CombatantId> {
    let tied = view.links().iter().filter(|link| link.kind == LinkKind::Clinch);
    let others = tied.filter_map(move |link| match id {
        _ if link.holder == id => Some(link.held),
        _ if link.held == id => Some(link.holder),
        _ => None,
    });
    others.filter(move |other| !view.row(*other).gone)
}

/// All combatants connected with this one by clinches, directly or indirectly, by number. They move together (TA-229,
/// TA-236).
pub fn clinched(view: View<'_>, id: CombatantId) -> SmallVec<[CombatantId; 2]> {
    let mut found = SmallVec::new();
    if view.links().is_empty() {
        return found;
    }
    let mut open: SmallVec<[CombatantId; 4]> = smallvec![id];
    while let Some(one) = open.pop() {
        for other in partners(view, one) {
            if other != id && !found.contains(&other) {
                found.push(other);
                open.push(other);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Whether a clinch connects a combatant with a larger one (TA-227, TA-234, TA-G54).
pub fn is_smaller(view: View<'_>, id: CombatantId) -> bool {
    let size = view.row(id).sheet.size;
    partners(view, id).any(|other| view.row(other).sheet.size.above(size) > 0)
}
