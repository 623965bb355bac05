//! Ground that changes, such as ice that breaks and tunnels that collapse, and ground that harms.

use crate::battle::CombatantId;
use crate::content::{HazardPolicy, Label, Name};
use crate::grid::{Cell, Footprint};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::{hazards, ice, reach};
use crate::resolution::act::Target;
use crate::resolution::event::{BattleEvent, Facts, GroundChange};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::deal_damage;
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

/// Harms combatants that enter hazardous ground, and those whose turn begins in it. Those above the ground are safe.
pub(super) fn harms(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.hazards else { return };
    match fact {
        BattleEvent::Displaced { bodies, .. } => {
            for body in bodies.iter().filter(|body| body.altitudes.1 <= 0) {
                burn(body.who, Footprint { anchor: body.to, extent: body.extent }, policy, inputs, events);
            }
        }
        BattleEvent::TurnBegan { who } if inputs.view.altitude(*who) <= 0 => {
            burn(*who, inputs.view.footprint(*who), policy, inputs, events);
        }
        _ => {}
    }
}

fn burn(who: CombatantId, space: Footprint, policy: &HazardPolicy, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let Some(cell) = hazards::hazard_in(game, space).filter(|_| !game.row(who).gone) else { return };
    let cause = Name::new(&game.board().terrain(cell).name);
    let mut amount = hazards::damage_roll(game, who, policy).roll(inputs.book(), inputs.dice);
    amount.add(Label::Named(cause), 0, policy.rule);
    deal_damage::deal(PendingDamage::plain((who, who), cause, policy.harm, amount, policy.rule), inputs, events);
}
