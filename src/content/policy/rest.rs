use crate::content::{Name, Rule};

content! {
    /// Recovery during a rest between two battles.
    pub struct RestPolicy {
        /// The rule by which nothing else is restored except the threshold of pain.
        pub rule: Rule,
        /// Counts in a minute.
        pub minute: u16,
        /// Fatigue that is lost.
        pub fatigue: Regained,
        /// Hit points that are restored.
        pub hit_points: Overnight,
        /// The rule by which healed points that are lost before normal ones vanish overnight.
        pub invigoration_rule: Rule,
        /// Earlier checks of exertion that are forgotten.
        pub running: Regained,
        /// The rule by which spells are cast as if for the first time on another day.
        pub spells_rule: Rule,
        /// The rule by which conscious allies stabilise dying combatants.
        pub tended_rule: Rule,
        /// The conditions that last beyond a battle, and how they heal.
        pub heals: Vec<Heals>,
        /// The number of the worst impairments that lose a level.
        pub impairments: Overnight,
        /// The rule by which equal impairments are picked at random.
        pub tie_rule: Rule,
    }

    /// Points for each full period of some minutes.
    pub struct Regained: Copy [rule] {
        /// The points.
        pub points: i16,
        /// The length of the period in minutes.
        pub minutes: u16,
    }

    /// Points or levels restored overnight, and by a day of bed rest.
    pub struct Overnight: Copy {
        /// The points or levels restored by a night.
        pub night: i16 [night_rule],
        /// The points or levels restored by a day of bed rest.
        pub bed_rest: i16 [bed_rest_rule],
    }

    /// How a condition that lasts beyond a battle heals.
    pub struct Heals [rule] {
        /// The condition.
        pub condition: Name,
        /// How fast it heals.
        pub goes: Goes,
    }

    /// How fast a condition heals.
    pub enum Goes: Copy {
        /// Completely, overnight.
        Overnight,
        /// One level for each day.
        Daily,
        /// One level for each day of bed rest.
        InBed,
        /// This many levels for each full period of some minutes; none at the level `unless`, by its rule.
        Every {
            /// The number of levels lost in one period.
            levels: i16,
            /// The length of the period in minutes.
            minutes: u16,
            /// The level that does not heal, with its rule; `None` if every level heals.
            unless: Option<(i16, Rule)>,
        },
        /// Like the impairments.
        AsImpairment,
    }
}
