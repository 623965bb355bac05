//! Each body's part in a displacement, including all held in one space with it.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Link, LinkKind, View};
use crate::content::Rule;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, grapple, height, water};
use crate::resolution::event::{BattleEvent, Cause, Facts, Shift};
use crate::resolution::frame::Displace;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::Inputs;

/// The cells of a body after its part in a displacement.
pub(crate) fn stands(shift: &Shift) -> Footprint {
    Footprint { anchor: shift.to, extent: shift.extent }
}

/// The facts of a forced movement: it ends any movement of the bodies, and water carries away those forced into it
/// (G-92).
pub(crate) fn facts(displace: &Displace, bodies: SmallVec<[Shift; 2]>, inputs: &Inputs<'_>) -> Facts {
    let cause = Cause::Forced { by: displace.actor, action: displace.action };
    let moved: SmallVec<[(CombatantId, Footprint); 2]> =
        bodies.iter().map(|shift| (shift.who, stands(shift))).collect();
    let mut events = vec![BattleEvent::Displaced { bodies, cause, rule: displace.rule }];
    moved.iter().for_each(|(who, _)| momentum::halt(*who, inputs, &mut events));
    for (who, at) in moved {
        if let Some(carrying) = water::sweeping_policy(inputs.game(), at) {
            events.push(BattleEvent::CarriedOff { who, rule: carrying.rule });
        }
    }
    events
}

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
