//! Fighting below the surface of deep water.

use crate::content::{DamageTypes, Name};

content! {
    /// Rules of fighting below the surface of deep water (HD-369 to HD-379).
    pub struct UnderwaterPolicy {
        /// The condition of combatants below the surface, except those with the trait `Aquatic`. Its effects are the rules of
        /// fighting there.
        pub condition: Name,
        /// The damage that the water carries from a target below the surface to others in the water.
        pub spreads: Vec<WaterSpread>,
    }

    /// Damage that spreads in water.
    pub struct WaterSpread [rule] {
        /// The types of damage.
        pub types: DamageTypes,
        /// The distance from the target to which it spreads, in the board's unit; as far as damage is left if left out.
        pub within: Option<u16>,
        /// The points of damage lost with each unit of distance.
        pub less: i16,
    }
}
