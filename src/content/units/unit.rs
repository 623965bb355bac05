//! Units, the prototypes of combatants; `docs/unit_format.md` describes their files.

use std::collections::BTreeMap;

use crate::content::{Belonging, Body, Kept, Name, Resistance, Size, SpeedMode, Stat};

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

    /// A trait of a combatant that rules refer to.
    pub enum Trait: Copy + PartialOrd + Ord + Hash {
        /// Can react to melee attacks without a weapon.
        UnarmedTrained,
        /// Fills its space: no other combatant shares it.
        FillsSpace,
        /// Takes no critical hits.
        ImmuneToCriticals,
        /// Takes no impairments.
        ImmuneToImpairments,
        /// Has no hands to hold or grab with.
        NoHands,
        /// Sees in the dark as in the light.
        Darkvision,
        /// Knows exactly where others are without seeing them, for example by sound.
        ExactSense,
        /// Has one more reaction by a feat, where reactions are counted.
        SecondReaction,
        /// Draws a weapon without taking an action for it, by a feat.
        QuickDraw,
        /// Can burrow through soft earth.
        Burrower,
        /// Can fly.
        Flight,
        /// Can fly, can turn and rise at no further cost, and can hover.
        ImprovedFlight,
        /// Is a player character; all others are run by the game master, also under the control of a player (FS-006, FS-007).
        PlayerCharacter,
        /// A weak character of the game master, with fewer wound slots (HD-027).
        Minion,
        /// A strong character of the game master, with more wound slots (HD-027).
        Elite,
        /// Has a form that can neither grapple nor be grappled: a slime, a ghost (HD-294).
        Formless,
        /// Can kill at once with a critical hit, where only some can (PR-032).
        KillsAtOnce,
        /// Can be ridden (HD-387).
        Mount,
        /// A mount trained for combat: its rider does not lose control of it, and it attacks and acts on command (HD-410).
        TrainedMount,
        /// A mount that decides for itself: it needs no training and no control, and its movement costs its rider nothing (HD-411,
        /// HD-412).
        SentientMount,
        /// A mount that keeps a turn of its own, at its own initiative (HD-413).
        OwnTurnMount,
        /// At home in water: breathes in it, swims below the surface as at it, and fights there as on land (HD-369, HD-380).
        Aquatic,
        /// Pushes, drags, grapples and overruns in less time (PR-298).
        PowerfulManeuvers,
        /// Disarms, trips, feints, steals and repositions in less time (PR-309).
        DeftManeuvers,
        /// Those that it pushes provoke as if they went by themselves (PR-303).
        GreaterBullRush,
        /// Those that it drags provoke as if they went by themselves (PR-321).
        GreaterDrag,
        /// Those that it moves around provoke as if they went by themselves, and may be moved into danger (PR-359, PR-362).
        GreaterReposition,
        /// Steals without being noticed (PR-374).
        GreaterSteal,
        /// Cannot be tripped: a creature without legs, or with a shapeless body (PR-385).
        CannotBeTripped,
        /// Was built and does not live (PR-118).
        Construct,
        /// Is of crystal, or sensitive to sound (PR-127).
        Crystalline,
        /// Fights with two weapons at smaller penalties, by a talent (PR-G42).
        TwoWeaponFighting,
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
        /// The number of its hands, at most 8, for wounds, weapons and holds that tell them apart (PR-222, PR-331); two if
        /// left out, and none with [`Trait::NoHands`].
        pub hands: Option<u8>,
        /// Whether it rolls its speed factors, independent of its controller (TC-229); `None` leaves it to the scenario.
        pub speed: Option<SpeedMode>,
    }
}

impl Unit {
    /// The number of its hands.
    pub fn hand_count(&self) -> u8 {
        if self.traits.contains(&Trait::NoHands) { 0 } else { self.hands.unwrap_or(2) }
    }
}
