//! Facing: front, side and rear arcs (Time Count).

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Facing, View};
use crate::content::policy::FacingPolicy;
use crate::grid::{Direction, Shape};

/// Where an attacker stands relative to the defender's facing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FacingArc {
    /// In the front arc.
    Front,
    /// In a side arc.
    Side,
    /// In the rear arc.
    Rear,
}

/// The defender's arc in which an attacker stands; `None` if the defender has no facing. An attacker sharing a cell is
/// in front.
pub fn arc(view: View<'_>, policy: &FacingPolicy, defender: CombatantId, attacker: CombatantId) -> Option<FacingArc> {
    let (shape, own, theirs) = (view.shape(), view.footprint(defender), view.footprint(attacker));
    let (facing, (front, side)) = (direction(view, defender)?, limits(shape, policy));
    Some(if own.overlaps(shape, theirs) || shape.lies_within(own, facing, theirs, front) {
        FacingArc::Front
    } else if shape.lies_within(own, facing, theirs, side) {
        FacingArc::Side
    } else {
        FacingArc::Rear
    })
}

/// The direction a combatant faces, if it has a facing.
pub fn direction(view: View<'_>, id: CombatantId) -> Option<Direction> {
    match view.row(id).facing {
        Facing::AllAround => None,
        Facing::Direction(number) => Some(Direction(number)),
        Facing::Towards(other) => {
            view.find(other).filter(|row| !row.gone)?;
            view.shape().direction_towards(view.footprint(id), view.footprint(other))
        }
    }
}

/// Half angles of the front and side arcs, in tenths of a degree.
fn limits(shape: Shape, policy: &FacingPolicy) -> (u16, u16) {
    match shape {
        Shape::Square => (policy.front_square, policy.side_square),
        Shape::Hex => (policy.front_hex, policy.side_hex),
    }
}
