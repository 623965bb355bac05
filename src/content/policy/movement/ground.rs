use serde::{Deserialize, Serialize};

use crate::content::gear::DamageType;
use crate::content::size::Size;
use crate::content::{Name, Rule};

/// Passing through spaces half as wide as a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SqueezePolicy {
    /// The rule of squeezing.
    pub rule: Rule,
    /// The largest size that a narrow cell is wide enough for.
    pub fits: Size,
    /// The condition of a combatant in a space that is too narrow for it.
    pub condition: Name,
    /// Cells of movement that each narrow cell costs.
    pub times: u16,
    /// The rule of `times`.
    pub times_rule: Rule,
}

/// Moving through soft earth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurrowPolicy {
    /// The rule of burrowing.
    pub rule: Rule,
    /// The rule by which the tunnel collapses at the start of the digger's next turn.
    pub collapse_rule: Rule,
    /// The rule by which stone cannot be dug through.
    pub solid_rule: Rule,
}

/// Ice that may break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IcePolicy {
    /// The bulk that one cell of ice carries for each inch of thickness.
    pub bulk: u16,
    /// The rule of `bulk`.
    pub bulk_rule: Rule,
    /// The bulk of a body of each size.
    pub bodies: Vec<SizeBulk>,
    /// The bulk of each weapon, armour and shield carried.
    pub thing: u16,
    /// The rule of the bulk of bodies and items.
    pub body_rule: Rule,
    /// Hit points of one cell of ice for each inch of thickness.
    pub hit_points: i16,
    /// The rule of `hit_points`.
    pub hit_points_rule: Rule,
    /// Subtracted from the damage of each hit on the ice.
    pub durability: i16,
    /// The rule of `durability`.
    pub durability_rule: Rule,
    /// The kind of damage that is doubled.
    pub vulnerable: DamageType,
    /// The rule of `vulnerable`.
    pub vulnerable_rule: Rule,
}

/// The bulk of bodies of one size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeBulk {
    /// The size.
    pub size: Size,
    /// The bulk.
    pub bulk: u16,
}
