//! Whether the target of an act is valid.

use super::{casting, combatant_target, gear, preparation, ready};
use crate::battle::{CombatantId, View};
use crate::content::action::{Action, Aim, Does};
use crate::content::refusal::Refusal;
use crate::mechanics::terrain;
use crate::resolution::act::{Act, Target};
use crate::rules::Ruleset;

/// Whether the target is of the right kind and can be reached in principle.
pub(super) fn aimed(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    act: &Act,
    action: &Action,
) -> Result<(), Refusal> {
    match (action.aim, &act.target) {
        (_, Target::Cast(casting)) => match &action.does {
            Does::Cast(spell) => casting::may_cast(view, rules, who, (act, casting), (spell, action)),
            _ => Err(combatant_target::wrong_aim(action)),
        },
        (_, _) if matches!(action.does, Does::Cast(_)) => Err(combatant_target::wrong_aim(action)),
        (Aim::Spell, Target::Spell(id)) => casting::at_own_spell(view, rules, who, *id, action),
        (Aim::Known, Target::Known(spell)) => preparation::may_prepare(view, rules, who, *spell, action),
        (Aim::Own, Target::Own) | (Aim::Path, Target::Path(_) | Target::Flight { .. }) => Ok(()),
        (Aim::Enemy | Aim::Ally | Aim::Friend, at) => {
            combatant_target::at_combatant_or_guess(view, rules, who, at, action)
        }
        (Aim::Door, Target::Cell(cell)) => at_door(view, who, *cell, action),
        (Aim::Ground, Target::Cell(cell)) => at_ground(view, rules, who, *cell, action),
        (Aim::Facing, Target::Facing(facing)) => at_facing(view, *facing, action),
        (Aim::CarriedWeapon, Target::Weapon(slot)) => gear::at_carried(view, who, *slot, action),
        (Aim::GroundWeapon, Target::Weapon(slot)) => gear::on_ground(view, rules, who, *slot, action),
        (Aim::GroundWeapon, Target::Found(weapon)) => gear::found(view, rules, who, *weapon, action),
        (Aim::Ready, Target::Ready(readied)) => ready::may(view, rules, who, readied, action),
        _ => Err(combatant_target::wrong_aim(action)),
    }
}

pub(super) fn at_door(
    view: View<'_>,
    who: CombatantId,
    cell: crate::grid::Cell,
    action: &Action,
) -> Result<(), Refusal> {
    let refused = |why: &'static str| Refusal::new(why, action.rule);
    if view.field().door(cell).is_none() {
        return Err(refused("there is no door"));
    }
    let space = crate::grid::Footprint { anchor: cell, extent: 1 };
    if !crate::grid::adjacent(view.shape(), view.footprint(who), space) {
        return Err(refused("the door is out of reach"));
    }
    action.moves_door().map_or(Ok(()), |open| terrain::may_move_door(view, cell, open)).map_err(refused)
}

pub(super) fn at_ground(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    cell: crate::grid::Cell,
    action: &Action,
) -> Result<(), Refusal> {
    let known = rules.policies.ice.is_some() && view.field().ice.iter().any(|ice| ice.cell == cell);
    if !known {
        return Err(Refusal::new("there is nothing to break", action.rule));
    }
    let body = view.footprint(who);
    let near = body.contains(view.shape(), cell) || crate::grid::adjacent(view.shape(), body, cell.into());
    if near { Ok(()) } else { Err(Refusal::new("out of reach", action.rule)) }
}

pub(super) fn at_facing(view: View<'_>, facing: crate::battle::Facing, action: &Action) -> Result<(), Refusal> {
    use crate::battle::Facing;
    let known = match facing {
        Facing::AllAround => true,
        Facing::Direction(direction) => view.shape().directions().any(|known| known.0 == direction),
        Facing::Towards(other) => view.find(other).is_some_and(|row| !row.gone),
    };
    if known { Ok(()) } else { Err(Refusal::new("there is no such facing", action.rule)) }
}
