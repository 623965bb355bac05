use serde::{Deserialize, Serialize};

use crate::content::gear::DamageType;
use crate::content::size::Size;
use crate::content::{Name, Rule};

/// Passing through spaces half as wide as a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SqueezePolicy {
    pub rule: Rule,
    /// The largest size that a narrow cell is wide enough for.
    pub fits: Size,
    /// The condition of one who is in too narrow a space.
    pub condition: Name,
    /// Cells of movement that each cell of such a space takes.
    pub times: u16,
    pub times_rule: Rule,
}

/// Moving through soft earth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurrowPolicy {
    pub rule: Rule,
    /// The rule by which the tunnel falls in when the turn of the one who dug it comes again.
    pub collapse_rule: Rule,
    /// The rule by which stone is not dug through.
    pub solid_rule: Rule,
}

/// Ice that may break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IcePolicy {
    /// Bulk that one cell carries for each inch.
    pub bulk: u16,
    pub bulk_rule: Rule,
    /// The bulk of a body of each size, and of every weapon, armour and shield it carries.
    pub bodies: Vec<SizeBulk>,
    pub thing: u16,
    pub body_rule: Rule,
    /// Hit points of one cell for each inch.
    pub hit_points: i16,
    pub hit_points_rule: Rule,
    /// Taken off each blow.
    pub durability: i16,
    pub durability_rule: Rule,
    /// The kind of damage that counts twice.
    pub vulnerable: DamageType,
    pub vulnerable_rule: Rule,
}

/// The bulk of bodies of one size.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeBulk {
    pub size: Size,
    pub bulk: u16,
}
