//! Keeping hold in a fight: climbers and swimmers.

use crate::content::Rule;

content! {
    /// The checks of those that fight while they climb or swim (HD-381 to HD-384).
    pub struct FootingPolicy {
        /// The rule by which every attack roll needs a check.
        pub attack_rule: Rule,
        /// The rule by which an attack misses after a failed check.
        pub miss_rule: Rule,
        /// Added to the check after a wound for each level of severity above the lightest.
        pub wound: i16 [wound_rule],
        /// The rule by which one that fails after a wound falls or sinks.
        pub lost_rule: Rule,
    }
}
