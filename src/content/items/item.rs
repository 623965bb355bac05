//! Usable items other than weapons, where items are kept, and the venoms on weapons.

use crate::content::{CitedEffect, ItemKind, Name, RolledBy, Stat};
use crate::dice::DiceFormula;

content! {
    /// Where a carried item is kept while it is not in hand.
    pub enum Kept: Copy + Default {
        /// In a sheath, at the belt or worn.
        #[default]
        AtHand,
        /// Hidden under the clothes.
        Hidden,
        /// In a belt pouch.
        Pouch,
        /// In a backpack.
        Backpack,
    }

    /// A usable item. Effects without a rule in the file get the rule of the item.
    #[serde(remote = "Self")]
    pub struct Item [rule] {
        /// The id by which other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// One plain sentence for players.
        pub about: String,
        /// The way in which it is used.
        pub kind: ItemKind,
        /// The effects of using it; its user is actor and target.
        pub does: Vec<CitedEffect> = default,
        /// Whether using it uses it up.
        pub spent: bool = default,
    }

    /// An item that a unit carries.
    pub struct Belonging: Copy {
        /// The item's id.
        pub item: Name,
        /// Where it is kept while it is not in hand.
        pub kept: Kept = default,
        /// Whether it is in hand when the battle begins.
        pub in_hand: bool = default,
    }

    /// A pool that a venom drains.
    pub enum Pool: Copy {
        /// Hit points.
        HitPoints,
        /// Fatigue.
        Fatigue,
    }

    /// A venom. A weapon applies it to a combatant that it wounds, and the venom then makes an attack of its own.
    pub struct Venom [rule] {
        /// The id by which other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// One plain sentence for players.
        pub about: String,
        /// Added to the dice of its attack, or the difficulty of the target's saving throw.
        pub strength: i16,
        /// The combatant that rolls: the attacker for the strength of the venom against a defence of the target, or the target, with
        /// that defence as its bonus, against the strength (PR-151).
        pub by: RolledBy = default,
        /// The defence that resists it.
        pub against: Stat [against_rule],
        /// The condition while doses are pending, whose level is their number; `None` if all doses work at once.
        pub awaits: Option<Name>,
        /// Its doses.
        pub doses: Vec<Dose>,
    }

    /// One dose of a venom.
    pub struct Dose: Copy [rule] {
        /// Its effect.
        pub does: Working,
        /// When it takes effect.
        pub when: Onset,
    }

    /// The effect of a dose each time it takes effect.
    pub enum Working: Copy {
        /// Hit points are lost or fatigue is gained.
        Drains {
            /// The pool that is drained.
            pool: Pool,
            /// The roll for the points lost or gained.
            points: DiceFormula,
        },
        /// A condition whose levels add up gains this many levels.
        Builds {
            /// The condition whose level rises.
            condition: Name,
            /// The roll for the levels gained.
            points: DiceFormula,
            /// How fast they wear off; `None` if they last.
            wears_off: Option<WearsOff>,
        },
        /// A condition is gained at a given level for a number of counts (or rounds).
        Inflicts {
            /// The condition.
            condition: Name,
            /// Its level.
            level: u16,
            /// Its duration in counts (or rounds).
            lasts: u16,
        },
    }

    /// How fast the effect of a dose wears off.
    pub struct WearsOff: Copy [rule] {
        /// The levels lost each time.
        pub points: i16,
        /// Counts (or rounds) between two times.
        pub every: u16,
    }

    /// When a dose takes effect, in counts (or rounds).
    pub enum Onset: Copy {
        /// At once.
        AtOnce,
        /// Once, after this many counts (or rounds).
        After(u16),
        /// Repeatedly, at regular intervals.
        Every {
            /// Counts (or rounds) between two times.
            counts: u16,
            /// The number of times.
            times: u16,
        },
    }
}

impl Onset {
    /// The delay before it first takes effect, in counts (or rounds), and the number of times; `None` if it works at once.
    pub fn delayed(self) -> Option<(u16, u16)> {
        match self {
            Onset::AtOnce => None,
            Onset::After(counts) => Some((counts, 1)),
            Onset::Every { counts, times } => Some((counts, times)),
        }
    }
}

inherit_rule!(Item, item: item.does.iter_mut());

impl Kept {
    /// The words a player reads.
    pub fn words(self) -> &'static str {
        words! { self: AtHand => "at hand", Hidden => "hidden", Pouch => "in a belt pouch", Backpack => "in a backpack" }
    }
}
