//! The ways in which items are used.

use crate::content::Name;

content! {
    /// The way in which an item is used.
    pub enum ItemKind: Copy {
        /// A potion, which is drunk.
        Potion,
        /// A magic item, which is activated. A worn one need not be in hand.
        Magic,
        /// A torch, which is lit.
        Torch,
        /// Flint and steel, with which a fire is started (HD-360).
        Tinder,
        /// A healing kit, which is used from the hand to treat wounds.
        Healing,
        /// A scroll: reading it casts this spell.
        Scroll(Name),
        /// A tool that helps by being in hand, such as a crowbar (PR-107).
        Tool,
        /// A rope, a chain or the like, which ties up combatants (PR-346).
        Bonds,
    }
}
