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
    /// The rule by which enemies let nobody in.
    pub enter_rule: Rule,
    /// So many size categories apart nobody can refuse.
    pub unstoppable_at: i16,
    pub unstoppable_rule: Rule,
    pub sharing: Sharing,
}

impl SpacePolicy {
    /// Most that a cell holds at the start of a battle, in sixteenths; where nobody shares a space, one such body.
    pub fn most(&self, occupancy: u16) -> u16 {
        match &self.sharing {
            Sharing::Sixteenths(policy) => policy.capacity,
            Sharing::OneEach(_) => occupancy,
        }
    }
}

/// Whether bodies share a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sharing {
    /// As many as fit, by parts of a cell.
    Sixteenths(Sixteenths),
    /// One body each; others are passed, never stood on.
    OneEach(OneEach),
}

/// Spaces shared by parts of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sixteenths {
    /// Most that one cell holds, in sixteenths of a Medium body.
    pub capacity: u16,
    pub capacity_rule: Rule,
    pub fills_rule: Rule,
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

/// Spaces that hold one body each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OneEach {
    /// The rule by which nobody ends a movement in the space of another.
    pub end_rule: Rule,
    /// The rule by which friends let each other pass.
    pub friends_rule: Rule,
    /// Whether the spaces of friends cost double.
    pub friends_difficult: bool,
    /// The rule by which the spaces of others that can be passed cost double.
    pub difficult_rule: Rule,
    /// The action, free within a movement, that forces a way through an enemy's space.
    pub push_through: Option<Name>,
}

/// What a hold is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GrapplePolicy {
    /// What the held one suffers while held.
    pub held: Name,
    /// What the holder suffers, if anything.
    pub holding: Option<Name>,
    /// What the held one suffers while pinned, where holds can tighten so.
    pub pinned: Option<Name>,
    /// Present if the two come to share one space and move together.
    pub shared: Option<SharedHold>,
    pub adjacent_rule: Rule,
    pub release_rule: Rule,
    pub wrestle_rule: Rule,
}

/// A hold in which two bodies share one space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedHold {
    /// The rule by which they share the space of the larger one.
    pub larger_rule: Rule,
    /// The rule by which two of one size share that of the held one.
    pub same_rule: Rule,
    /// The rule by which the holder moves with the held one, and the other way round.
    pub held_moves_rule: Rule,
    pub holder_moves_rule: Rule,
    /// The rule by which one falls prone with the other.
    pub held_falls_rule: Rule,
    pub holder_falls_rule: Rule,
    /// The condition of the held one towards its holder.
    pub towards_holder: Name,
    pub towards_holder_rule: Rule,
    /// The condition of the smaller of the two, and the rules by which held and holder have it.
    pub smaller: Name,
    pub held_smaller_rule: Rule,
    pub holder_smaller_rule: Rule,
    /// The rules by which held and holder otherwise go at half their rate.
    pub held_slow_rule: Rule,
    pub holder_slow_rule: Rule,
    /// The rules by which held and holder cannot use one of their arms.
    pub held_arm_rule: Rule,
    pub holder_arm_rule: Rule,
    /// The rule by which one who takes hold of its holder swaps places with it.
    pub swap_rule: Rule,
}
