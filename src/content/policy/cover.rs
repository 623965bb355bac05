//! Cover, concealment and flanking.

use crate::content::{AttackKind, Modifier, Name, Rule, Size, Stat};

content! {
    /// How cover affects attacks.
    pub enum CoverPolicy {
        /// Each grade of cover has a penalty; of all lines between cells of the two bodies, that with the least cover counts.
        Grades(CoverGrades),
        /// Partial cover gives disadvantage; lines run from the attacker's best corner to all corners of the target's space.
        Corners(CoverCorners),
        /// The share of points of the target's body that obstacles protect decides; cover counts against ranged attacks only.
        Sampled(CoverSampled),
    }

    /// Cover by the protected share of points of the target's body. Lines run to them from the centre of the attacker's space, at
    /// the height of its eyes. A line that only touches an obstacle is half protected.
    pub struct CoverSampled {
        /// The number of points along each side of a square space; a hexagon is sampled as finely.
        pub points: u8 [points_rule],
        /// The height of the attacker's eyes in percent of its height.
        pub eyes: u8,
        /// The two heights of the points in percent of the target's height.
        pub levels: (u8, u8),
        /// The lower grade of cover.
        pub low: CoverShare,
        /// The higher grade of cover. An obstacle that can be seen through gives no more (FS-G34).
        pub high: CoverShare,
        /// A target of which everything is protected and nothing can be seen.
        pub full: FullCover,
        /// Present if other combatants are obstacles, provided that they are at least as large as the target.
        pub bodies: Option<BodyCover>,
        /// The defences of [`AttackStages`](crate::content::AttackStages) that get the bonus of cover.
        pub defences: Vec<Name>,
    }

    /// A grade of cover, and the modifiers that it gives.
    pub struct CoverShare {
        /// The least share of the points that must be protected, in percent.
        pub from: u8 [from_rule],
        /// The modifier of ranged attacks on the target.
        pub attack: Modifier,
        /// The modifier of the target's defences against them.
        pub defence: Modifier,
    }

    /// The consequence of full cover.
    pub struct FullCover [rule] {
        /// The fate of ranged attacks on the target.
        pub shot: FullCoverShot,
        /// The rule by which the target must be concealed as well as protected.
        pub concealed_rule: Rule,
    }

    /// The fate of a ranged attack on a target behind full cover.
    pub enum FullCoverShot: Copy {
        /// The attack cannot be declared.
        Illegal,
        /// The attack can be declared and fails without a roll.
        Fails,
    }

    /// Combatants as obstacles.
    pub struct BodyCover: Copy [rule] {
        /// The height up to which a body protects, in percent of its height.
        pub height: u8,
    }

    /// Cover by lines to all corners of the target's space.
    pub struct CoverCorners {
        /// The rule by which some blocked lines give cover.
        pub partial_rule: Rule,
        /// The rule by which cover gives disadvantage.
        pub edge_rule: Rule,
        /// The modifier of attacks on a target in cover, in place of disadvantage (PR-G25).
        pub attack: Option<Modifier> = default,
        /// The modifier of attacks, in place of `attack`, past obstacles that hide at most a quarter, such as a thicket (PR-G25).
        pub partial: Option<Modifier>,
        /// The modifier of attacks, in place of `attack`, past obstacles that hide nine tenths, such as an arrow slit (PR-G25).
        pub improved: Option<Modifier>,
        /// Added to a saving throw of the target in cover from the actor, or from the point where an area begins (PR-G25).
        pub save: Option<CoveredSave>,
        /// The rule by which a target cannot be attacked if all lines to it are blocked.
        pub total_rule: Rule,
        /// The rule by which a body at least as large as the target gives cover; `None` if bodies give none (PR-G25).
        pub creature_rule: Option<Rule>,
        /// How illusions affect cover, where there are any.
        pub illusion: Option<IllusionPolicy>,
        /// Cover counts only beyond this distance, in the board's unit.
        pub beyond: u16,
    }

    /// The saving throws of targets in cover.
    pub struct CoveredSave: Copy {
        /// The stat of the saving throws.
        pub stat: Stat,
        /// Added to them.
        pub amount: i16 [rule],
    }

    /// Illusions of obstacles.
    pub struct IllusionPolicy {
        /// The rule by which an illusion gives cover against combatants that have not disbelieved it.
        pub rule: Rule,
        /// The stat of the caster that a search must reach to disbelieve the illusion.
        pub against: Stat,
        /// The rule by which a combatant disbelieves an illusion by a search.
        pub found_out_rule: Rule,
    }

    /// The penalty to an attack for each grade of cover.
    pub struct CoverGrades {
        /// For quarter cover.
        pub quarter: Modifier,
        /// For quarter cover against melee attacks, if it differs (HD-105).
        pub quarter_in_melee: Option<Modifier>,
        /// For half cover.
        pub half: Modifier,
        /// For three-quarter cover.
        pub three_quarters: Modifier,
        /// For nine-tenths cover.
        pub nine_tenths: Modifier,
        /// For a creature on the line between attacker and target.
        pub creature: Modifier,
        /// The size of the smallest body that gives cover.
        pub creature_at_least: Size,
        /// The rule by which the penalties of cover and of the target's stance do not add up: the worse one counts (HD-107). `None`
        /// if they add up.
        pub or_stance: Option<Rule>,
        /// Present if a stance raises the cover of an obstacle beside the target that can be seen over (HD-108).
        pub behind_low: Option<LowCover>,
    }

    /// Stances behind low obstacles: those that give cover and do not block sight.
    pub struct LowCover [rule] {
        /// The grades by which a stance raises such cover, at most to nine tenths.
        pub stances: Vec<LowStance>,
    }

    /// A stance that raises the cover of a low obstacle.
    pub struct LowStance {
        /// The stance.
        pub stance: Name,
        /// The number of grades.
        pub grades: u8,
    }

    /// Concealment, where it is distinct from cover.
    pub struct SightPolicy {
        /// The rule by which combatants in darkness are concealed.
        pub dark_rule: Rule,
        /// The rule by which combatants in fog, or behind it, are concealed.
        pub fog_rule: Rule,
        /// The condition of a combatant towards an enemy that does not know where it is.
        pub hidden: Name,
        /// The rule by which hidden combatants are concealed.
        pub hidden_rule: Rule,
        /// The condition of a combatant towards an enemy that is not aware of it at all.
        pub undetected: Name,
        /// The rule by which surprised combatants are aware of no enemy.
        pub undetected_rule: Rule,
        /// The condition that a combatant has towards an enemy hidden from it.
        pub exposed: Name [exposed_rule],
        /// The rule by which an attack on a hidden enemy targets a space.
        pub guess_rule: Rule,
        /// The rule by which an attack on a wrong space misses.
        pub wrong_rule: Rule,
        /// The rule by which a combatant that ends its turn in plain sight is no longer hidden.
        pub lost_rule: Rule,
        /// The rule by which a combatant is no longer hidden from an enemy that discovers it.
        pub found_rule: Rule,
        /// The consequence of concealment for attacks on the target.
        pub attacks: ConcealedAttacks = default,
    }

    /// The consequence of concealment for attacks on the target, unless the attacker sees it anyway.
    #[derive(Default)]
    pub enum ConcealedAttacks: Copy {
        /// They have disadvantage.
        #[default]
        Disadvantage,
        /// They have a modifier, the worst of those that apply (FS-G36).
        Modifiers {
            /// Of a target in darkness.
            dark: Modifier,
            /// Of a target in fog or behind it.
            fog: Modifier,
            /// Of a target that is invisible or hidden, and of every target of a blinded attacker.
            unseen: Modifier,
        },
    }

    /// When a combatant is flanked, and the consequences.
    pub enum Flanking {
        /// Two enemies that can reach the target in melee stand far enough apart around it.
        Separation {
            /// Minimum angle between the two, seen from the target, on square cells. In tenths of a degree; degrees in files.
            #[serde(with = "degrees")]
            square: u16,
            /// Minimum angle between the two on hexes. In tenths of a degree; degrees in files.
            #[serde(with = "degrees")]
            hex: u16,
            /// The modifier of attacks on the flanked target.
            bonus: Modifier,
            /// The attacks that get the modifier.
            gaining: GainingAttacks,
            /// Present if a flanked combatant may keep a facing.
            facing: Option<FacingPolicy>,
            /// The rule by which a combatant with a ranged weapon in hand flanks as well, within the first range increment
            /// (HD-114). `None` if only melee counts.
            shooters: Option<Rule>,
            /// Present if a combatant may ignore some of its enemies.
            ignored: Option<IgnoredFlankers>,
        },
        /// A line between two enemies that can reach the target in melee crosses opposite edges of the target's space.
        OppositeEdges {
            /// The rule of being flanked.
            rule: Rule,
            /// The rule of opposite sides.
            opposite_rule: Rule,
            /// The condition that the flanked combatant has towards each of the two.
            condition: Name,
            /// The rule of the condition.
            condition_rule: Rule,
        },
        /// A straight line connects the centres of two allies, each able to make a melee attack on the target, through the target.
        Line(FlankingLine),
    }

    /// Enemies that a combatant ignores: they do not flank it, it does not flank them, and they attack it from behind (HD-119 to
    /// HD-121).
    pub struct IgnoredFlankers: Copy [rule] {
        /// The condition of an ignored enemy towards the combatant that ignores it.
        pub condition: Name,
        /// The modifier of its attacks, in place of the flanking bonus.
        pub rear: Modifier,
    }

    /// Flanking by a straight line between two allies.
    pub struct FlankingLine [rule] {
        /// How the line must pass through a target of one square.
        pub one_cell: LineThrough,
        /// The largest distance of the line from the target's centre, in hundredths of the width of its space: for `Centre`, and for
        /// every target on hexagons.
        pub within: u8 [within_rule],
        /// The attackers that gain.
        pub gains: FlankingGains,
        /// The modifier of their melee attacks with weapons or by magic.
        pub bonus: Modifier,
    }

    /// How a line must pass through a space of squares. Larger spaces than one square always need opposite sides.
    pub enum LineThrough: Copy {
        /// Near its centre.
        Centre,
        /// Across two opposite sides; a corner belongs to both of its sides (PR-G17).
        Sides,
    }

    /// The attackers that gain from flanking.
    pub enum FlankingGains: Copy {
        /// The two flankers and all their allies.
        All,
        /// Those that flank the target together with an ally.
        Flankers,
    }

    /// The attacks that get the modifier for flanking.
    pub struct GainingAttacks: Copy {
        /// The kind of attacks.
        pub kind: AttackKind,
        /// The rule by which other attacks do not get the modifier.
        pub rule: Rule,
    }

    /// A facing that a flanked combatant keeps, and the modifiers of attacks by direction.
    pub struct FacingPolicy {
        /// The rule by which a combatant that becomes flanked may choose a facing.
        pub choice_rule: Rule,
        /// The rule by which it may choose again when a new enemy approaches.
        pub newcomer_rule: Rule,
        /// The rule by which it may change its facing in its own turn.
        pub turn_rule: Rule,
        /// Largest angle from the facing that counts as front, on square cells. In tenths of a degree; degrees in files.
        #[serde(with = "degrees")]
        pub front_square: u16,
        /// Largest angle that counts as side, on square cells; beyond it is the rear. In tenths of a degree; degrees in files.
        #[serde(with = "degrees")]
        pub side_square: u16,
        /// Largest angle from the facing that counts as front, on hexes. In tenths of a degree; degrees in files.
        #[serde(with = "degrees")]
        pub front_hex: u16,
        /// Largest angle that counts as side, on hexes; beyond it is the rear. In tenths of a degree; degrees in files.
        #[serde(with = "degrees")]
        pub side_hex: u16,
        /// The modifier of attacks from the front, in place of the flanking bonus.
        pub front: Modifier,
        /// The modifier of attacks from the side, in place of the flanking bonus.
        pub side: Modifier,
        /// The modifier of attacks from the rear, in place of the flanking bonus.
        pub rear: Modifier,
    }
}

impl CoverPolicy {
    /// The policy for illusions; `None` where cover is not by corners.
    pub fn illusion(&self) -> Option<&IllusionPolicy> {
        match self {
            CoverPolicy::Corners(corners) => corners.illusion.as_ref(),
            CoverPolicy::Grades(_) | CoverPolicy::Sampled(_) => None,
        }
    }

    /// The rule by which a target that cannot be seen cannot be shot at; `None` if such a shot is legal, and fails.
    pub fn unseen_rule(&self) -> Option<Rule> {
        match self {
            CoverPolicy::Grades(grades) => Some(grades.nine_tenths.rule),
            CoverPolicy::Corners(corners) => Some(corners.total_rule),
            CoverPolicy::Sampled(sampled) => match sampled.full.shot {
                FullCoverShot::Illegal => Some(sampled.full.rule),
                FullCoverShot::Fails => None,
            },
        }
    }
}

/// Angles, in files as degrees with at most one decimal, in memory as tenths of a degree.
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
