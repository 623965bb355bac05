//! Ground that changes: ice that breaks, earth that is dug through, and bodies that squeeze through gaps.

use crate::battle::{CombatantId, Tunnel, View};
use crate::content::Rule;
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{burrow, ice, reach, squeeze};
use crate::resolution::act::Target;
use crate::resolution::course::{Course, Station, Then};
use crate::resolution::event::{BattleEvent, Cause, GroundChange};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;

/// The body comes out at the other end of a gap, or is wedged in there (TA-259).
pub(super) fn squeeze(
    who: CombatantId,
    known: View<'_>,
    path: &[Cell],
    inputs: &Inputs<'_>,
) -> Result<Course, Refusal> {
    let out = squeeze::plan(known, inputs.book(), who, path)?;
    let rule = inputs.rules.policies.squeeze.as_ref().map_or(inputs.rules.policies.board.rule, |policy| policy.rule);
    Ok(along(squeeze::footprints_along(known, who, path, out), rule))
}

/// A way through earth, which is dug out step by step.
pub(super) fn burrow(who: CombatantId, path: &[Cell], inputs: &Inputs<'_>) -> Result<Course, Refusal> {
    let policy = burrow::may_burrow(inputs.view, inputs.book(), who)?;
    let body = inputs.view.footprint(who);
    Ok(along(path.iter().map(|cell| body.at(*cell)).collect(), policy.rule))
}

/// A course on the ground.
fn along(places: Vec<Footprint>, rule: Rule) -> Course {
    let stations = places.into_iter().map(|at| Station { at, altitude: 0 }).collect();
    Course { stations, cause: Cause::Step, rule, then: Then::Nothing }
}

/// The earth where a body digs becomes a tunnel (TA-171, TA-172).
pub(super) fn dig(who: CombatantId, at: Footprint, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.burrow) else { return };
    let cells = at.cells(view.shape());
    for &cell in cells.iter().filter(|cell| burrow::is_earth(view, **cell)) {
        let tunnel = Tunnel { cell, was: view.board().tile(cell).unwrap_or_default(), by: who };
        events.push(BattleEvent::GroundChanged(GroundChange::Dug { tunnel, rule: policy.rule }));
    }
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
    let amount = ice::damage(policy, dealt, held.weapon.harm);
    let harmed = ice.harmed.saturating_add(amount.total());
    let whole = ice::initial_hit_points(policy, ice.inches);
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
