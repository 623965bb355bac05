//! Ground that changes: ice that breaks, earth that is dug through, and bodies that squeeze through gaps.

use smallvec::smallvec;

use super::holds;
use crate::battle::{CombatantId, Tunnel};
use crate::content::action::Gait;
use crate::grid::Cell;
use crate::mechanics::{burrow, ice, reach, squeeze};
use crate::resolution::act::Target;
use crate::resolution::event::{BattleEvent, Cause, GroundChange, Shift};
use crate::resolution::frame::{Verdict, Walk};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, Next, Step};

/// A movement through gaps or through earth, as a whole.
pub(super) fn step(walk: &Walk, inputs: &Inputs<'_>) -> Step {
    let events = if walk.gait == Gait::Burrow { dig(walk, inputs) } else { wedge(walk, inputs) };
    Step::new(events, Next::Finish(Verdict::Moved { cells: walk.path.len() as u16 }))
}

/// The body comes out at the other end, or is wedged in there (TA-259).
fn wedge(walk: &Walk, inputs: &Inputs<'_>) -> Vec<BattleEvent> {
    let (view, book, who) = (inputs.view, inputs.book(), walk.who);
    let (Some(policy), Ok(to)) = (&book.policies.squeeze, squeeze::plan(view, book, who, &walk.path)) else {
        return Vec::new();
    };
    let shift = Shift { who, from: view.footprint(who).anchor, to: to.anchor, extent: to.extent, altitudes: (0, 0) };
    vec![BattleEvent::Displaced { bodies: smallvec![shift], cause: Cause::Step, rule: policy.rule }]
}

/// All earth on the way becomes a tunnel (TA-171, TA-172).
fn dig(walk: &Walk, inputs: &Inputs<'_>) -> Vec<BattleEvent> {
    let (view, who) = (inputs.view, walk.who);
    let (Some(policy), Some(last)) = (&inputs.rules.policies.burrow, walk.path.last()) else { return Vec::new() };
    let body = view.footprint(who);
    let mut earth: Vec<Cell> = walk.path.iter().flat_map(|cell| body.at(*cell).cells(view.shape())).collect();
    earth.retain(|cell| burrow::is_earth(view, *cell));
    earth.sort_unstable();
    earth.dedup();
    let was = |cell: Cell| view.board().tile(cell).unwrap_or_default();
    let dug = earth.into_iter().map(|cell| Tunnel { cell, was: was(cell), by: who });
    let mut events: Vec<BattleEvent> =
        dug.map(|tunnel| BattleEvent::GroundChanged(GroundChange::Dug { tunnel, rule: policy.rule })).collect();
    let bodies = holds::along_at(view, who, *last, 0);
    events.push(BattleEvent::Displaced { bodies, cause: Cause::Step, rule: policy.rule });
    events
}

/// The tunnels that somebody dug fall in as its turn comes again; not on anybody who is in one (TA-172, TA-G21).
pub(super) fn collapse(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.burrow) else { return };
    let inside = |cell: Cell| view.present().any(|row| view.footprint(row.id).contains(view.shape(), cell));
    let fallen = view.field().tunnels.iter().filter(|tunnel| tunnel.by == who && !inside(tunnel.cell));
    events.extend(
        fallen.map(|tunnel| {
            BattleEvent::GroundChanged(GroundChange::Fell { tunnel: *tunnel, rule: policy.collapse_rule })
        }),
    );
}

/// The first cell of ice with too much to carry gives way; whether one does (TA-174).
pub(super) fn gives_way(inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) -> bool {
    let Some((policy, ice)) = inputs.rules.policies.ice.as_ref().zip(ice::overloaded(inputs.view, inputs.book()))
    else {
        return false;
    };
    events.push(BattleEvent::GroundChanged(GroundChange::Broke { cell: ice.cell, rule: policy.bulk_rule }));
    true
}

/// The actor strikes a cell of ice (TA-175 to TA-177).
pub(super) fn strike(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, who) = (inputs.view, effect.actor);
    let (Some(policy), Target::Cell(cell)) = (&inputs.rules.policies.ice, &effect.act.target) else { return };
    let Some(ice) = view.field().ice.iter().find(|ice| ice.cell == *cell) else { return };
    let slot = reach::melee_slots(view, who).first().copied();
    let Some(held) = slot.and_then(|slot| view.row(who).sheet.weapon(slot)) else { return };
    let dealt = inputs.dice.roll(&held.weapon.damage).total + i32::from(held.damage.total());
    let dealt = i16::try_from(dealt).unwrap_or(i16::MAX);
    let amount = ice::harm(policy, dealt, held.weapon.harm);
    let harmed = ice.harmed.saturating_add(amount.total());
    let whole = ice::whole(policy, ice.inches);
    events.push(BattleEvent::GroundChanged(GroundChange::Harmed {
        who,
        cell: *cell,
        amount,
        harmed,
        rule: effect.rule,
    }));
    if harmed >= whole {
        events.push(BattleEvent::GroundChanged(GroundChange::Broke { cell: *cell, rule: policy.hit_points_rule }));
    }
}
