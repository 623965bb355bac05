use serde::{Deserialize, Serialize};

use crate::content::condition::AttackKind;
use crate::content::effect::Modifier;
use crate::content::{Name, Rule};

/// When a combatant is flanked and what it means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flanking {
    /// Two enemies that can reach it in melee stand far enough apart around it.
    Separation {
        /// Least angle between them as seen from it, in tenths of a degree, on square cells.
        square: u16,
        /// The same on hexes.
        hex: u16,
        /// For every attack on it of the kind that gains by it.
        bonus: Modifier,
        /// The attacks that gain by it.
        gaining: GainingAttacks,
        /// Present if the flanked one may keep a facing.
        facing: Option<FacingPolicy>,
    },
    /// Two enemies that reach it stand so that a line from one to the other crosses opposite edges of its space.
    OppositeEdges {
        /// The rule of being flanked.
        rule: Rule,
        /// The rule of opposite sides.
        opposite_rule: Rule,
        /// The condition of the flanked one towards each of the two.
        condition: Name,
        condition_rule: Rule,
    },
}

/// The attacks that gain by the target being flanked.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GainingAttacks {
    /// The kind of attacks.
    pub kind: AttackKind,
    /// The rule by which others gain nothing.
    pub rule: Rule,
}

/// What keeping a set facing means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FacingPolicy {
    /// The rule that gives the choice when flanked.
    pub choice_rule: Rule,
    /// The rule that gives it again when a new enemy comes near.
    pub newcomer_rule: Rule,
    /// The rule that allows a change on the own turn.
    pub turn_rule: Rule,
    /// Up to this many tenths of a degree from the facing is the front, on square cells.
    pub front_square: u16,
    /// Up to this many is the side; beyond is the rear.
    pub side_square: u16,
    /// The same on hexes.
    pub front_hex: u16,
    pub side_hex: u16,
    /// In place of the flanking bonus.
    pub front: Modifier,
    pub side: Modifier,
    pub rear: Modifier,
}
