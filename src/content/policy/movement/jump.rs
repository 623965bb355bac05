//! Jumping.

use crate::content::{Rule, SkillPolicy, Stat};

content! {
    /// How far a jump leads.
    pub enum JumpPolicy {
        /// A roll against the difficulty of the whole way.
        Rolled(LeapPolicy),
        /// A roll whose result is a distance (HD-197 to HD-208).
        Measured(MeasuredJump),
    }

    /// Jumps that are rolled against a difficulty.
    pub struct LeapPolicy {
        /// The check to jump.
        pub skill: SkillPolicy,
        /// Each unit upwards counts as this many.
        pub up_times: i16,
        /// The rule of the difficulty of a jump.
        pub difficulty_rule: Rule,
        /// The height that a leap over a body requires.
        pub bodies: LeapOver,
        /// The rule by which the roll of a jump is subtracted from the fall that follows it.
        pub eases_rule: Rule,
    }

    /// The height that a leap over a body requires.
    pub enum LeapOver: Copy {
        /// None: a leaper passes over any body.
        Nothing,
        /// The leap must reach the height of the body.
        ItsHeight {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// Jumps whose check results in a distance. Such a jump is paid for as a whole before it begins.
    pub struct MeasuredJump {
        /// The check to jump.
        pub skill: SkillPolicy,
        /// The distance that the jumper must have moved just before, in the board's unit.
        pub run_up: u16 [run_up_rule],
        /// The stat that is added to the check after such a movement.
        pub faster: Stat,
        /// The result without such a movement is divided by this number.
        pub standing: i16 [standing_rule],
        /// The points of the result that a long jump needs for each of the board's units.
        pub long: i16 [long_rule],
        /// Present where there are high jumps as well.
        pub high: Option<HighJump> = default,
        /// Landing.
        pub landing: LandingPolicy,
        /// The rule by which a jumper in the air completes its jump, whatever happens to it.
        pub completes_rule: Rule,
    }

    /// Jumps whose check results in a height, into the next cell.
    pub struct HighJump: Copy {
        /// The height in parts, such as inches, for each point of the result.
        pub per: i16 [per_rule],
        /// The parts in one of the board's units.
        pub parts: u16,
        /// The height of a body in parts. Obstacles without a height of their own hide a share of it.
        pub body: u16 [body_rule],
        /// The jumper clears as much more as its body is high, divided by this number, because it tucks up its legs.
        pub tucked: u16 [tucked_rule],
        /// The rule of the cost of a high jump, which is that of one cell.
        pub cost_rule: Rule,
    }

    /// The check of a jumper that lands, to stay on its feet.
    pub struct LandingPolicy {
        /// The check.
        pub skill: SkillPolicy,
        /// The difficulty by the name of the ground.
        pub grounds: Vec<GroundDifficulty>,
        /// The difficulty of any other ground that costs more than one cell of movement to enter.
        pub rough: i16 [rough_rule],
    }

    /// The difficulty of landing on one kind of ground.
    pub struct GroundDifficulty [rule] {
        /// The name of the ground, such as "mud".
        pub ground: String,
        /// The difficulty.
        pub difficulty: i16,
    }
}

impl JumpPolicy {
    /// Jumps that are rolled against a difficulty, where they are.
    pub fn rolled(&self) -> Option<&LeapPolicy> {
        match self {
            JumpPolicy::Rolled(policy) => Some(policy),
            JumpPolicy::Measured(_) => None,
        }
    }

    /// Jumps whose result is a distance, where it is.
    pub fn measured(&self) -> Option<&MeasuredJump> {
        match self {
            JumpPolicy::Measured(policy) => Some(policy),
            JumpPolicy::Rolled(_) => None,
        }
    }
}
