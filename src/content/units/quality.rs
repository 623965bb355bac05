//! Traits: what sets some combatants apart for rules that ask.

content! {
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
        /// Cannot be tripped: a creature without legs, or with a shapeless body (PR-385).
        CannotBeTripped,
        /// Was built and does not live (PR-118).
        Construct,
        /// Is of crystal, or sensitive to sound (PR-127).
        Crystalline,
        /// Fights with two weapons at smaller penalties, by a talent (PR-G42).
        TwoWeaponFighting,
        /// Does not burn, such as stone (PR-118).
        Nonflammable,
        /// An object that bends, until cold makes it rigid (PR-124).
        Flexible,
        /// Neither lives nor is dead (PR-132, PR-138).
        Undead,
        /// An evil being of another plane (PR-132, PR-138).
        EvilOutsider,
        /// A creature against nature (PR-132).
        Aberration,
        /// An evil dragon (PR-132, PR-138).
        EvilDragon,
        /// An animal (PR-133).
        Animal,
        /// A plant (PR-133).
        Plant,
        /// Casts spells by wisdom, not by intelligence (PR-G63).
        CastsByWisdom,
        /// Steals without being noticed (PR-374).
        GreaterSteal,
    }
}
