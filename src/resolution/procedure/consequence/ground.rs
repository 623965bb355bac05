//! Ground that changes: ice that breaks and tunnels that collapse.

use crate::battle::CombatantId;
use crate::grid::Cell;
use crate::mechanics::{ice, reach};
use crate::resolution::act::Target;
use crate::resolution::event::{BattleEvent, Facts, GroundChange};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;

/// A combatant's tunnels collapse on its next turn, except where a combatant is inside (TA-172, TA-G21).
pub(crate) fn collapse(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.burrow) else { return };
    let inside = |cell: Cell| view.present().any(|row| view.footprint(row.id).contains(view.shape(), cell));
    let fallen = view.field().tunnels.iter().filter(|tunnel| tunnel.by == who && !inside(tunnel.cell));
    events.extend(
        fallen.map(|tunnel| {
            BattleEvent::GroundChanged(GroundChange::Fell { tunnel: *tunnel, rule: policy.collapse_rule })
        }),
    );
}

/// The first overloaded cell of ice breaks; whether one does (TA-174).
pub(crate) fn gives_way(inputs: &Inputs<'_>, events: &mut Facts) -> bool {
    let Some((policy, ice)) = inputs.rules.policies.ice.as_ref().zip(ice::overloaded(inputs.game())) else {
        return false;
    };
    events.push(BattleEvent::GroundChanged(GroundChange::Broke { cell: ice.cell, rule: policy.bulk_rule }));
    true
}

/// The actor strikes a cell of ice (TA-175 to TA-177).
pub(crate) fn strike(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
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
