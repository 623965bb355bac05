//! Riding on mounts.

use crate::content::{Modifier, Rule, Stat};

content! {
    /// Riding: a rider shares the space of its mount and moves with it.
    pub struct MountPolicy {
        /// The stat by which the sizes of riders, mounts and opponents are compared.
        pub size: Stat,
        /// How many sizes larger than its rider a mount is at least.
        pub larger: i16 [larger_rule],
        /// The rule by which rider and mount share the cells of the mount.
        pub space_rule: Rule,
        /// The rule by which they share one turn, at the worse of their initiatives.
        pub turn_rule: Rule,
        /// The rule by which the rider pays as much as the mount for movement that it controls.
        pub movement_rule: Rule,
        /// Added to the rider's defence in melee against opponents smaller than the mount.
        pub defence: Modifier,
        /// Added to the rider's attack rolls in melee against opponents smaller than the mount.
        pub attack: Modifier,
        /// How much farther the rider is from creatures on the ground that are smaller than the mount, in the board's unit.
        pub farther: u16 [farther_rule],
    }
}
