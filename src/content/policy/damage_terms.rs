//! The terms of damage rolls: the attribute that is added, and what a critical hit changes.

use crate::content::{Rule, Stat};

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
}
