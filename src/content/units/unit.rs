//! Units, the prototypes of combatants; `docs/unit_format.md` describes their files.

use std::collections::BTreeMap;

use crate::content::{Belonging, Body, Kept, Name, Resistance, Size, SpeedMode, Stat, Trait};

worded! {
    /// Proficiency with a weapon.
    pub enum Skill: Copy {
        /// Proficiency, which gives a bonus.
        Proficient => "proficient",
        /// Affinity, without bonus or penalty.
        Affinity => "affinity",
        /// No affinity, which gives a penalty.
        None => "no affinity",
    }
}

content! {
    /// A weapon that a unit carries.
    pub struct Carried: Copy {
        /// The weapon's id.
        pub weapon: Name,
        /// The unit's proficiency with it.
        pub skill: Skill,
        /// Whether it is in hand when the battle begins.
        pub in_hand: bool = default,
        /// Where it is kept while it is not in hand; `None` means [`Kept::AtHand`].
        pub kept: Option<Kept>,
    }

    /// Gear that a unit may wear without training.
    pub enum WornGear: Copy {
        /// Its armour.
        Armor,
        /// Its shield.
        Shield,
    }

    /// A unit: the prototype from which combatants are made.
    pub struct Unit {
        /// The name players read.
        pub name: String,
        /// One sentence for players on how it fights.
        pub about: String,
        /// The name of the figure drawn on its token.
        pub figure: String,
        /// Its size category.
        pub size: Size,
        /// Whether it is upright or on all fours.
        pub body: Body,
        /// Movement rate in the board's unit, armour included (TC-131, G-37).
        pub rate: u16,
        /// Base stats; those not named are 0.
        pub stats: BTreeMap<Stat, i16>,
        /// Spells known.
        pub spells: Vec<Name> = default,
        /// Weapons carried, natural ones included.
        pub weapons: Vec<Carried> = default,
        /// Items carried, other than weapons.
        pub things: Vec<Belonging> = default,
        /// Armour worn.
        pub armor: Option<Name>,
        /// Shield held.
        pub shield: Option<Name>,
        /// Which of the two it is not trained in (FS-055, FS-136). For weapons see [`Carried::skill`].
        pub untrained: Vec<WornGear> = default,
        /// Traits.
        pub traits: Vec<Trait> = default,
        /// Resistances to types of damage.
        pub resistances: Vec<Resistance> = default,
        /// Bonuses to some actions and to its defence against them, by talents (PR-282, PR-290).
        pub knacks: Vec<Knack> = default,
        /// The number of its hands, at most 8, for wounds, weapons and holds that tell them apart (PR-222, PR-331); two if
        /// left out, and none with [`Trait::NoHands`].
        pub hands: Option<u8>,
        /// Whether it rolls its speed factors, independent of its controller (TC-229); `None` leaves it to the scenario.
        pub speed: Option<SpeedMode>,
    }
}

content! {
    /// A bonus of a unit to some actions, and to its defence against them.
    pub struct Knack [rule] {
        /// The actions.
        pub with: Vec<Name>,
        /// Added to its own checks of these actions.
        pub roll: i16 = default,
        /// Added to its defence against these actions.
        pub defence: i16 = default,
    }
}

impl Unit {
    /// The number of its hands.
    pub fn hand_count(&self) -> u8 {
        if self.traits.contains(&Trait::NoHands) { 0 } else { self.hands.unwrap_or(2) }
    }
}
