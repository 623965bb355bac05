use serde::{Deserialize, Serialize};

use crate::content::condition::AttackKind;
use crate::content::effect::Modifier;
use crate::content::{Name, Rule};

/// When a combatant is flanked, and the consequences.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flanking {
    /// Two enemies that can reach it in melee are far enough apart around it.
    Separation {
        /// Least angle between them as seen from it on square cells. Held in tenths of a degree, written as degrees (`112.5`).
        #[serde(with = "degrees")]
        square: u16,
        /// Least angle between them on hexes, in tenths of a degree, written as degrees.
        #[serde(with = "degrees")]
        hex: u16,
        /// For every attack on it of the kind that gains by it.
        bonus: Modifier,
        /// The attacks that gain by it.
        gaining: GainingAttacks,
        /// Present if a flanked combatant may keep a facing.
        facing: Option<FacingPolicy>,
    },
    /// Two enemies that reach it stand so that a line from one to the other crosses opposite edges of its space.
    OppositeEdges {
        /// The rule of being flanked.
        rule: Rule,
        /// The rule of opposite sides.
        opposite_rule: Rule,
        /// The condition that the flanked combatant has towards each of the two.
        condition: Name,
        /// The rule of that condition.
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

/// A facing that a flanked combatant keeps, and the modifiers of attacks by direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FacingPolicy {
    /// The rule that gives the choice when flanked.
    pub choice_rule: Rule,
    /// The rule that gives it again when a new enemy approaches.
    pub newcomer_rule: Rule,
    /// The rule that allows a change in its own turn.
    pub turn_rule: Rule,
    /// Largest angle from the facing that is the front, on square cells. Held in tenths of a degree, written as degrees.
    #[serde(with = "degrees")]
    pub front_square: u16,
    /// Largest angle that is the side, on square cells, in tenths of a degree, written as degrees; anything beyond is the
    /// rear.
    #[serde(with = "degrees")]
    pub side_square: u16,
    /// Largest angle from the facing that is the front, on hexes, in tenths of a degree, written as degrees.
    #[serde(with = "degrees")]
    pub front_hex: u16,
    /// Largest angle that is the side, on hexes, in tenths of a degree, written as degrees; anything beyond is the rear.
    #[serde(with = "degrees")]
    pub side_hex: u16,
    /// For attacks from the front, in place of the flanking bonus.
    pub front: Modifier,
    /// For attacks from the side, in place of the flanking bonus.
    pub side: Modifier,
    /// For attacks from the rear, in place of the flanking bonus.
    pub rear: Modifier,
}

/// Angles: written as degrees with at most one decimal, held as tenths of a degree.
mod degrees {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(tenths: &u16, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(f64::from(*tenths) / 10.0)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u16, D::Error> {
        let tenths = f64::deserialize(from)? * 10.0;
        let whole = tenths.round();
        if !(0.0..=f64::from(u16::MAX)).contains(&whole) || (tenths - whole).abs() > 1e-6 {
            return Err(D::Error::custom("an angle is a number of degrees with at most one decimal, such as 112.5"));
        }
        Ok(whole as u16)
    }
}
