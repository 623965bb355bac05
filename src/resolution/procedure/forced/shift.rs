//! Each body's part in a displacement, including all that holds move with it.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Link, LinkKind, PairFact, PairRelation, View};
use crate::content::Rule;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, grapple, height, water};
use crate::resolution::event::{BattleEvent, Cause, Facts, Shift};
use crate::resolution::frame::{Displace, Station};
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

/// Where the bodies of a displacement are before it, apart from one of them.
pub(crate) fn carried(bodies: &[Shift], apart: CombatantId, game: Game<'_>) -> Vec<(CombatantId, Station)> {
    let others = bodies.iter().filter(|body| body.who != apart);
    others.map(|body| (body.who, station(game, body.who))).collect()
}

/// Where a body is.
pub(crate) fn station(game: Game<'_>, who: CombatantId) -> Station {
    Station { at: game.footprint(who), altitude: game.altitude(who) }
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

/// The parts of a body and all that holds move with it: each keeps its place beside the body, or in its space.
pub(crate) fn along(game: Game<'_>, who: CombatantId, to: Cell) -> SmallVec<[Shift; 2]> {
    grapple::moved_together(game.view, who, to).into_iter().map(|(id, to)| shift(game, id, to)).collect()
}

/// The parts of a body and all that holds move with it. The body and all in its space end at one altitude.
pub(crate) fn along_at(view: View<'_>, who: CombatantId, to: Footprint, altitude: i16) -> SmallVec<[Shift; 2]> {
    let (shared, rises) = (grapple::clinched(view, who), altitude.saturating_sub(view.altitude(who)));
    let shift = |(other, there): (CombatantId, Cell)| {
        let (from, before) = (view.footprint(other), view.altitude(other));
        let (extent, after) = match other == who || shared.contains(&other) {
            true => (to.extent, altitude),
            false => (from.extent, before.saturating_add(rises)),
        };
        Shift { who: other, from: from.anchor, to: there, extent, altitudes: (before, after) }
    };
    grapple::moved_together(view, who, to.anchor).into_iter().map(shift).collect()
}

/// The rule by which a mover drags those it holds, or its holder.
pub(crate) fn drag_rule(who: CombatantId, inputs: &Inputs<'_>) -> Option<Rule> {
    let policy = &inputs.rules.policies.grapple;
    let moves = |link: &&Link| link.kind == LinkKind::Tied && link.concerns(who);
    if let Some(rule) = policy.together.filter(|_| inputs.view.links().iter().any(|link| moves(&link))) {
        return Some(rule);
    }
    let drags = |fact: &&PairFact| matches!(fact.slant, PairRelation::Drags(_));
    if let Some(fact) = inputs.view.row(who).pairs.0.iter().find(drags) {
        return Some(fact.rule);
    }
    let shared = policy.shared.as_ref()?;
    let tied = |link: &&Link| link.kind == LinkKind::Clinch;
    let held = || inputs.view.holds_on(who).find(tied).map(|_| shared.held_moves_rule);
    let holding = || inputs.view.holds_by(who).find(tied).map(|_| shared.holder_moves_rule);
    held().or_else(holding)
}
