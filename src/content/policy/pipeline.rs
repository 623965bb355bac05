//! The damage pipeline: the steps between the damage roll of a hit and the pools that it reduces.

use crate::content::{DamageTypes, Name, Stat, Trait};

content! {
    /// One step of the damage pipeline. Steps are carried out in the order of the rule system, and each one that changes the
    /// damage adds a line with its rule to it. Steps that change pools come last.
    pub struct DamageStep {
        /// The hits that it concerns; every hit if left out.
        pub on: HitFilter = default,
        /// The change to the hit or its target.
        pub does: StepKind [rule],
    }

    /// The change that a step of the damage pipeline makes.
    pub enum StepKind {
        /// Raises the damage to the minimum of a hit, [`DamagePolicy::least`](super::DamagePolicy::least).
        Least,
        /// Adds the margin by which the check exceeded its difficulty (HD-008, HD-092).
        Margin,
        /// Subtracts a stat of the target (HD-011, FS-154, FS-158).
        Subtract {
            /// The stat, such as damage reduction, toughness or the rating of a shield.
            stat: Stat,
            /// Whether only half of the stat is subtracted, rounded up (FS-159).
            #[serde(default)]
            half: bool,
            /// Whether the damage may fall below 0, where a health model tells such hits from hits for 0 (HD-010).
            #[serde(default)]
            below_zero: bool,
        },
        /// Adds the points of the target's armour that the weapon ignores, at most this stat (HD-G16).
        Pierce {
            /// The stat of the armour, subtracted by an earlier step.
            armor: Stat,
        },
        /// Adds the vulnerabilities and subtracts the resistances of the target (FS-143 to FS-147, PR-194 to PR-200).
        Resistances {
            /// Which of several count.
            count: ResistanceCount,
            /// Whether one of the types of a hit is enough.
            covers: Covers,
        },
        /// Adds a percentage of the damage, rounded down: 50 adds half, 100 doubles, -50 halves (PR-114, PR-127, PR-129).
        Percent {
            /// The percentage.
            by: i16,
            /// The damage that it is taken of.
            of: PercentOf,
        },
        /// A ward of this kind absorbs what it can (PR-142, PR-146). A ward that lasts as long as a condition concerns only
        /// targets that have it.
        Ward(Name),
        /// Turns damage up to the threshold of pain into fatigue, by [`DamagePolicy::threshold`](super::DamagePolicy::threshold).
        Threshold,
        /// Pools lose what is left of the damage, in this order; what a pool cannot lose overflows into the next (PR-139,
        /// PR-141).
        Lose(Vec<LosingPool>),
    }

    /// Which of several resistances count.
    pub enum ResistanceCount: Copy {
        /// Only the highest resistance and the most severe vulnerability (FS-146, FS-147, PR-195).
        Highest,
        /// The sum of all.
        Sum,
    }

    /// How the types of a resistance are compared with those of a hit.
    pub enum Covers: Copy {
        /// One type of the hit is enough.
        Any,
        /// The resistance must name every type of the hit, itself or by a group (PR-070).
        Every,
    }

    /// A resistance or vulnerability to types of damage.
    pub struct Resistance [rule] {
        /// The types or groups; hits of every type if left out.
        pub to: DamageTypes = default,
        /// Hits with one of these types or qualities are not resisted (PR-196, PR-197, PR-200).
        pub except: DamageTypes = default,
        /// The amount.
        pub resists: Resists,
    }

    /// The amount of a resistance or vulnerability.
    pub enum Resists: Copy {
        /// Subtracted from the damage, at most down to 0.
        Points(i16),
        /// Added to the damage.
        Vulnerable(i16),
        /// All damage is prevented (PR-199).
        Immune,
    }

    /// A group of damage types.
    pub struct DamageGroup [rule] {
        /// The name by which resistances refer to it.
        pub id: DamageTypes,
        /// The types in it.
        pub of: DamageTypes,
    }

    /// The damage that a percentage is taken of.
    pub enum PercentOf: Copy {
        /// The damage after the steps before: doubling twice makes it four times as much.
        SoFar,
        /// The damage before the first step: doubling twice makes it three times as much (PR-066).
        Rolled,
    }

    /// A pool that damage reduces.
    pub enum LosingPool: Copy {
        /// Temporary points beyond the maximum.
        Bonus,
        /// Points from healing.
        Invigoration,
        /// Hit points, down to 0.
        HitPoints,
        /// Hit points, also below 0: nothing overflows.
        HitPointsBelowZero,
        /// The fatigue or the total of nonlethal damage, which grows: nothing overflows.
        Fatigue,
        /// The part of the body that is hit, also below 0: nothing overflows.
        Part,
        /// One wound by the severity of the damage: nothing overflows.
        Slot,
    }

    /// The hits that a step of the damage pipeline concerns. A hit must meet everything that is not left out.
    pub struct HitFilter: Default {
        /// Only hits with one of these types or groups (FS-154, FS-159, PR-114).
        pub types: DamageTypes = default,
        /// Only hits that the target has blocked, or only those that it has not (FS-080, FS-158).
        pub blocked: Option<bool>,
        /// Only hits that bypass this (HD-013).
        pub bypassing: Option<Name>,
        /// Only hits that do not bypass this (HD-013, PR-143).
        pub not_bypassing: Option<Name>,
        /// Only hits on a target that has this condition (PR-114).
        pub target_has: Option<Name>,
        /// Only hits on a target below the surface of deep water, or only those on all others (HD-376).
        pub submerged: Option<bool>,
        /// Only hits on a target that has one of these traits (PR-127).
        pub target_is: Vec<Trait> = default,
        /// Only hits that are nonlethal, or only those that are not.
        pub nonlethal: Option<bool>,
        /// Only hits on a target that has none of these traits (PR-132).
        pub target_is_not: Vec<Trait> = default,
        /// Only hits on an ally of the attacker, or on itself; or only those on all others (PR-132, PR-G58).
        pub ally: Option<bool>,
        /// Only hits on a target that is more than this far above the ground, in the board's unit, flying or in the air for another
        /// reason (PR-114).
        pub above: Option<u16>,
    }

    /// How an effect hits, beyond the amount and the type of its damage.
    pub struct HitTraits: Default {
        /// The protections that the hit bypasses, by the names in [`HitFilter`] (HD-013, PR-143).
        pub bypasses: Vec<Name> = default,
        /// The part of the body that it hits; the usual part if left out (PR-181, PR-182).
        pub part: Option<Name>,
        /// Levels by which a wound is more severe, or less if negative (HD-225, HD-229).
        pub severity: i8 = default,
        /// The points of the target's armour that it ignores; those of the weapon come on top (HD-G16).
        pub pierces: u8 = default,
        /// Whether it ignores what the weapon does against armour (HD-217).
        pub blunted: bool = default,
    }
}

impl HitTraits {
    /// Whether the hit has none of them.
    pub fn is_plain(&self) -> bool {
        *self == HitTraits::default()
    }
}

impl LosingPool {
    /// Whether the pool loses everything, so that nothing overflows.
    pub fn takes_all(self) -> bool {
        matches!(self, LosingPool::HitPointsBelowZero | LosingPool::Fatigue | LosingPool::Part | LosingPool::Slot)
    }
}

impl Resistance {
    /// Whether it concerns a hit of these types, groups included. `plain` are the types without groups and
    /// qualities.
    pub fn concerns(&self, types: DamageTypes, plain: DamageTypes, groups: &[DamageGroup], covers: Covers) -> bool {
        let covered = match covers {
            Covers::Any => types.meets(self.to),
            Covers::Every => {
                let of_groups = groups.iter().filter(|group| self.to.meets(group.id));
                plain.without(of_groups.fold(self.to, |all, group| all.and(group.of))).is_empty()
            }
        };
        (self.to.is_empty() || covered) && !types.meets(self.except)
    }
}

impl StepKind {
    /// Whether the step changes the amount of the damage, not a pool.
    pub fn is_arithmetic(&self) -> bool {
        !matches!(self, StepKind::Ward(_) | StepKind::Threshold | StepKind::Lose(_))
    }
}
