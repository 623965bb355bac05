//! Cover, concealment and flanking.

use crate::content::{AttackKind, Modifier, Name, Rule, Size, Stat};

content! {
    /// How cover affects an attack.
    pub enum CoverPolicy {
        /// Each grade of cover has a penalty; the line between two cells with the least cover counts.
        Grades(CoverGrades),
        /// Partial cover gives disadvantage; lines run from the corner of the attacker's space that is best for it.
        Corners(CoverCorners),
    }

    /// Cover by lines to all corners of the target's space.
    pub struct CoverCorners {
        /// The rule by which some blocked lines give cover.
        pub partial_rule: Rule,
        /// The rule by which cover gives disadvantage.
        pub edge_rule: Rule,
        /// The rule by which a target to which all lines are blocked cannot be attacked.
        pub total_rule: Rule,
        /// The rule by which a body at least as large as the target gives cover.
        pub creature_rule: Rule,
        /// How illusions affect cover.
        pub illusion: IllusionPolicy,
        /// Cover counts only beyond this distance, in feet.
        pub beyond: u16,
    }

    /// Illusions of obstacles.
    pub struct IllusionPolicy {
        /// The rule by which an illusion gives cover against combatants that have not disbelieved it.
        pub rule: Rule,
        /// The stat of its caster that a search must reach to disbelieve it.
        pub against: Stat,
        /// The rule by which a search disbelieves it.
        pub found_out_rule: Rule,
    }

    /// The penalty to an attack for each grade of cover.
    pub struct CoverGrades {
        /// For quarter cover.
        pub quarter: Modifier,
        /// For half cover.
        pub half: Modifier,
        /// For three-quarter cover.
        pub three_quarters: Modifier,
        /// For nine-tenths cover.
        pub nine_tenths: Modifier,
        /// For a creature on the line between attacker and target.
        pub creature: Modifier,
        /// The smallest body that gives cover.
        pub creature_at_least: Size,
    }

    /// Concealment, where it is distinct from cover.
    pub struct SightPolicy {
        /// The rule by which combatants in darkness are concealed.
        pub dark_rule: Rule,
        /// The rule by which combatants in fog, or behind it, are concealed.
        pub fog_rule: Rule,
        /// The condition towards an enemy that does not know where its bearer is.
        pub hidden: Name,
        /// The rule by which hidden combatants are concealed.
        pub hidden_rule: Rule,
        /// The condition towards an enemy that is not aware of its bearer at all.
        pub undetected: Name,
        /// The rule by which surprised combatants are aware of no enemy.
        pub undetected_rule: Rule,
        /// The condition that a combatant has towards an enemy hidden from it.
        pub exposed: Name [exposed_rule],
        /// The rule by which an attack on a hidden enemy names a space.
        pub guess_rule: Rule,
        /// The rule by which an attack on a wrong space misses.
        pub wrong_rule: Rule,
        /// The rule by which a combatant that ends its turn in plain sight is no longer hidden.
        pub lost_rule: Rule,
        /// The rule by which a combatant is no longer hidden from an enemy that discovers it.
        pub found_rule: Rule,
    }

    /// When a combatant is flanked, and the consequences.
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
    pub struct GainingAttacks: Copy {
        /// The kind of attacks.
        pub kind: AttackKind,
        /// The rule by which others gain nothing.
        pub rule: Rule,
    }

    /// A facing that a flanked combatant keeps, and the modifiers of attacks by direction.
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
        /// Largest angle that is the side, on square cells, in tenths of a degree, written as degrees; beyond is the rear.
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
}

impl CoverPolicy {
    /// The policy for illusions; `None` where cover has grades.
    pub fn illusion(&self) -> Option<&IllusionPolicy> {
        let CoverPolicy::Corners(corners) = self else { return None };
        Some(&corners.illusion)
    }

    /// The rule by which a target behind total cover cannot be attacked.
    pub fn unseen_rule(&self) -> Rule {
        match self {
            CoverPolicy::Grades(grades) => grades.nine_tenths.rule,
            CoverPolicy::Corners(corners) => corners.total_rule,
        }
    }
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
