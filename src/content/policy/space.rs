use serde::{Deserialize, Serialize};

use crate::content::effect::Modifier;
use crate::content::{Name, Rule};
use crate::grid::Distance;

/// The grid as a ruleset sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardPolicy {
    /// Feet of one cell.
    pub feet: u16,
    /// How diagonals count.
    pub distance: Distance,
    /// The rule for it.
    pub rule: Rule,
}

/// Who may share a space and how well one fights there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpacePolicy {
    /// Most that one cell holds, in sixteenths of a Medium body.
    pub capacity: u16,
    pub capacity_rule: Rule,
    pub enter_rule: Rule,
    pub fills_rule: Rule,
    /// So many size categories apart nobody can refuse.
    pub unstoppable_at: i16,
    pub unstoppable_rule: Rule,
    /// For fighting only bodies at most so many categories apart count.
    pub band: i16,
    /// Above this total (and with two bodies or more) attacks are worse.
    pub crowded_above: u16,
    pub crowded: Modifier,
    /// Above this total nobody there attacks, and all defend badly.
    pub packed_above: u16,
    pub packed_rule: Rule,
    pub packed_defence_rule: Rule,
    pub contest_rule: Rule,
    pub give_up_rule: Rule,
}

/// What a hold is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrapplePolicy {
    /// What the held one suffers while held.
    pub held: Name,
    /// What the held one suffers while pinned.
    pub pinned: Name,
    pub adjacent_rule: Rule,
    pub release_rule: Rule,
    pub wrestle_rule: Rule,
}
