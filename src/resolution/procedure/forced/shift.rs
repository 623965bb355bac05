//! Each body's part in a displacement, with all held in one space with it.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Link, LinkKind, View};
use crate::content::Rule;
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{grapple, height};
use crate::resolution::event::Shift;
use crate::resolution::step::Inputs;

/// One body's part in a displacement.
pub(crate) fn shift(view: View<'_>, book: Rulebook<'_>, who: CombatantId, to: Cell) -> Shift {
    shift_onto(view, book, who, view.footprint(who).at(to))
}

/// One body's part in a displacement that may bring it into a larger or smaller space.
pub(crate) fn shift_onto(view: View<'_>, book: Rulebook<'_>, who: CombatantId, to: Footprint) -> Shift {
    let altitudes = (view.row(who).position.altitude, height::altitude_at(view, book, who, to));
    Shift { who, from: view.footprint(who).anchor, to: to.anchor, extent: to.extent, altitudes }
}

/// The shifts of a body and of all who are held in one space with it, to where it goes.
pub(crate) fn along(view: View<'_>, book: Rulebook<'_>, who: CombatantId, to: Cell) -> SmallVec<[Shift; 2]> {
    let all = std::iter::once(who).chain(grapple::clinched(view, who));
    all.map(|id| shift(view, book, id, to)).collect()
}

/// The same, all into one space at one altitude.
pub(crate) fn along_at(view: View<'_>, who: CombatantId, to: Footprint, altitude: i16) -> SmallVec<[Shift; 2]> {
    let all = std::iter::once(who).chain(grapple::clinched(view, who));
    let shift = |who: CombatantId| {
        let (from, before) = (view.footprint(who).anchor, view.altitude(who));
        Shift { who, from, to: to.anchor, extent: to.extent, altitudes: (before, altitude) }
    };
    all.map(shift).collect()
}

/// The rule by which a mover takes those along whom it holds, or who hold it.
pub(crate) fn drag_rule(who: CombatantId, inputs: &Inputs<'_>) -> Option<Rule> {
    let shared = inputs.rules.policies.grapple.shared.as_ref()?;
    let tied = |link: &&Link| link.kind == LinkKind::Clinch;
    let held = || inputs.view.holds_on(who).find(tied).map(|_| shared.held_moves_rule);
    let holding = || inputs.view.holds_by(who).find(tied).map(|_| shared.holder_moves_rule);
    held().or_else(holding)
}
