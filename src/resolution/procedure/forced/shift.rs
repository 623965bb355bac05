//! Each body's part in a displacement, including all held in one space with it.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Link, LinkKind, View};
use crate::content::Rule;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, grapple, height};
use crate::resolution::event::Shift;
use crate::resolution::step::Inputs;

/// A body's part in a displacement.
pub(crate) fn shift(game: Game<'_>, who: CombatantId, to: Cell) -> Shift {
    shift_onto(game, who, game.footprint(who).at(to))
}

/// A body's part in a displacement that may change the size of its space.
pub(crate) fn shift_onto(game: Game<'_>, who: CombatantId, to: Footprint) -> Shift {
    let altitudes = (game.row(who).position.altitude, height::altitude_at(game, who, to));
    Shift { who, from: game.footprint(who).anchor, to: to.anchor, extent: to.extent, altitudes }
}

/// The parts of a body and all held in one space with it.
pub(crate) fn along(game: Game<'_>, who: CombatantId, to: Cell) -> SmallVec<[Shift; 2]> {
    let all = std::iter::once(who).chain(grapple::clinched(game.view, who));
    all.map(|id| shift(game, id, to)).collect()
}

/// The parts of a body and all held in one space with it, into one space at one altitude in feet.
pub(crate) fn along_at(view: View<'_>, who: CombatantId, to: Footprint, altitude: i16) -> SmallVec<[Shift; 2]> {
    let all = std::iter::once(who).chain(grapple::clinched(view, who));
    let shift = |who: CombatantId| {
        let (from, before) = (view.footprint(who).anchor, view.altitude(who));
        Shift { who, from, to: to.anchor, extent: to.extent, altitudes: (before, altitude) }
    };
    all.map(shift).collect()
}

/// The rule by which a mover drags those it holds, or its holder.
pub(crate) fn drag_rule(who: CombatantId, inputs: &Inputs<'_>) -> Option<Rule> {
    let shared = inputs.rules.policies.grapple.shared.as_ref()?;
    let tied = |link: &&Link| link.kind == LinkKind::Clinch;
    let held = || inputs.view.holds_on(who).find(tied).map(|_| shared.held_moves_rule);
    let holding = || inputs.view.holds_by(who).find(tied).map(|_| shared.holder_moves_rule);
    held().or_else(holding)
}
