//! The terms of damage rolls: the attribute that is added, and what a critical hit changes.

use crate::content::{DamageTypes, Rule, Stat, Trait};
use crate::dice::DiceFormula;

content! {
    /// The attribute that is added to damage.
    pub enum DamageAttribute {
        /// The attribute of the weapon's attack.
        OfWeapon {
            /// The rule that says so.
            rule: Rule,
        },
        /// This attribute, for melee and thrown weapons only.
        MeleeAndThrown {
            /// The attribute.
            stat: Stat,
            /// The rule that says so.
            rule: Rule,
        },
        /// This attribute, for melee and thrown weapons only, by the hands that the weapon takes; fractions are rounded down. A
        /// penalty is never changed (PR-060 to PR-064).
        ByHands {
            /// The attribute.
            stat: Stat,
            /// The rule of weapons in one hand, and of parts of the body.
            rule: Rule,
            /// The rule by which light weapons add half of it.
            light_rule: Rule,
            /// The rule by which light weapons add the whole of a penalty.
            light_penalty_rule: Rule,
            /// The rule by which weapons in two hands add one and a half times as much.
            two_rule: Rule,
        },
        /// One attribute for melee and thrown weapons, another for weapons that shoot (FS-140).
        ByUse {
            /// The attribute of melee and thrown weapons.
            melee: Stat,
            /// The attribute of weapons that shoot.
            missile: Stat,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The minimum damage of a hit, before damage reduction.
    pub struct LeastDamage: Copy {
        /// Points (TC-042).
        pub amount: i16 [rule],
        /// Whether damage that had to be raised to the minimum is nonlethal (PR-058).
        pub nonlethal: bool = default,
    }

    /// The damage of a critical hit.
    pub enum CriticalDamage {
        /// The damage dice show their highest faces, and the attribute is added.
        Highest {
            /// The rule by which the dice show their highest faces.
            dice_rule: Rule,
            /// The attribute counts as at least this number.
            attribute_least: i16,
            /// The rule by which the attribute is added.
            attribute_rule: Rule,
            /// Whether the attribute is added a second time, in addition to the one in every hit.
            attribute_twice: bool,
        },
        /// The damage is rolled once and multiplied.
        Times {
            /// The multiplier.
            by: i16,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// A change of the damage dice by the type of the damage (PR-108 to PR-119, PR-127, PR-130).
    pub struct DiceOfType [rule] {
        /// The types, one of which is enough.
        pub harm: DamageTypes,
        /// Targets must have one of these traits; every target if left out.
        pub only: Vec<Trait> = default,
        /// Targets must have none of these traits.
        pub unless: Vec<Trait> = default,
        /// The change.
        pub does: DiceChange,
    }

    /// A change of damage dice.
    pub enum DiceChange: Copy {
        /// Base dice move this many steps along the list of dice: weaker ones, if negative.
        Steps(i16),
        /// Base dice deal their average without a roll, rounded down once.
        Average,
        /// A coin is flipped before the roll: heads adds this percentage of the damage, rounded down, and tails subtracts it (PR-129).
        Coin(i16),
    }

    /// Dice that are not on the list of dice (PR-C26).
    pub struct OffList {
        /// Dice that count as dice of the list.
        pub same: Vec<(DiceFormula, DiceFormula)>,
        /// The sides of other dice, fewest first: a step changes the sides, and not the number of dice.
        pub sides: Vec<u16>,
        /// The rule that says so.
        pub rule: Rule,
    }
}
