//! Afflictions: conditions with a severity and a number that checks against them must reach.

use crate::content::{RollType, Rule, Stat};

content! {
    /// An affliction: a condition with a severity, from 1 for a light one, and a number that checks against it must reach (HD-339,
    /// HD-G24, HD-G25, HD-G26).
    pub struct Affliction {
        /// The check of its bearer at the end of rounds, if there is one.
        pub check: Option<AfflictionCheck>,
        /// The effect of a successful treatment.
        pub treated: Treated [treated_rule],
        /// The rule by which it ends when deep water engulfs its bearer.
        pub doused: Option<Rule>,
    }

    /// The check of the bearer of an affliction.
    pub struct AfflictionCheck: Copy [rule] {
        /// The bonus.
        pub stat: Stat,
        /// The dice.
        pub dice: RollType,
        /// The rounds from one check to the next; 1 for every round.
        pub every: u8,
        /// The effect of a failure.
        pub fails: Suffering,
        /// The number of successes with which the affliction becomes one step lighter; it ends below the lightest. `None` if
        /// successes only prevent the effect.
        pub eased_by: Option<u8>,
    }

    /// The effect of a failed check against an affliction.
    pub enum Suffering: Copy {
        /// A wound of the severity of the affliction, whatever protects the bearer.
        Wound,
        /// Fatigue, this many points for each level of severity.
        Fatigue(u8),
    }

    /// The effect of a successful treatment of an affliction.
    pub enum Treated: Copy {
        /// The affliction ends.
        Ends,
        /// The affliction becomes lighter by the steps of the treatment, and ends below the lightest.
        Lighter,
    }
}
