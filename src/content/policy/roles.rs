//! The stats that the engine reads by their role.

use crate::content::Stat;

content! {
    /// The stats that have a role in the engine itself, whatever a rule system calls them.
    pub struct StatRoles {
        /// The maximum of hit points; every unit has it.
        pub hit_points: Stat,
        /// The maximum of energy, where spells cost energy.
        pub energy: Option<Stat>,
        /// Worn armour adds its bonus to it.
        pub armor: Stat,
        /// A held shield adds its bonus to it.
        pub shield: Stat,
        /// Worn armour adds its reduction of damage to it, where armour reduces damage.
        pub reduction: Option<Stat>,
        /// Added to the opposed roll of a combatant without any weapon, and the strength of its grip.
        pub unarmed: Stat,
        /// The higher one goes first where several enter spaces in the same moment (TC-149).
        pub order: Stat,
    }
}
