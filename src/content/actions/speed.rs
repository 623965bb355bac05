//! The time that actions take.

use crate::content::Rule;
use crate::dice::DiceFormula;

worded! {
    /// A speed class, fastest first. Actions slower than the slowest class are counted in steps beyond it.
    pub enum SpeedClass: Copy + PartialOrd + Ord + Hash {
        Free => "free", Rapid => "rapid", Swift => "swift", Fast => "fast", Standard => "standard", Slow => "slow",
        Sluggish => "sluggish", Lethargic => "lethargic", Sedentary => "sedentary",
    }
}

content! {
    /// A row of the table of speed classes of a rule system.
    pub struct SpeedRow [rule] {
        /// The class.
        pub class: SpeedClass,
        /// The roll, in counts, for combatants that roll their speed factors.
        pub random: DiceFormula,
        /// The number of counts for combatants with fixed speed factors.
        pub fixed: u16,
    }

    /// Whether a combatant rolls its speed factors or uses the fixed ones.
    pub enum SpeedMode: Copy + Hash {
        /// Speed factors are rolled.
        Random,
        /// Speed factors are fixed.
        Fixed,
    }

    /// The time that an action takes. Some actions change the class or the factor of the weapon used (TC-524).
    pub enum ActionSpeed: Copy {
        /// This class.
        Class(SpeedClass),
        /// The class of the weapon used, some steps slower (positive) or faster (negative).
        Weapon(i8),
        /// Half the speed factor of the weapon used.
        HalfWeapon,
        /// The larger of the speed factors of two weapons used at once.
        WorseOfTwo,
        /// This many counts.
        Counts(u16),
        /// A roll in counts, and the number of counts for combatants with fixed speed factors.
        Roll {
            /// The roll in counts.
            random: DiceFormula,
            /// The number of counts for fixed speed factors.
            fixed: u16,
        },
        /// This many of the turn's actions.
        Actions(u8),
        /// The points of the weapon used, of the pool of actions, plus this number, and at least 1 (HD-148, HD-215, HD-223).
        WeaponPoints(i8),
        /// No time: the turn continues.
        Nothing,
    }

    /// Whether the cost of an action may be paid over several turns.
    pub enum PayOver: Copy + Default {
        /// The whole cost is paid when the action is declared.
        #[default]
        AtOnce,
        /// The actor pays what it has, declares the action again in later turns, and carries it out once all is paid. Paying
        /// for anything else abandons it (HD-141 to HD-144).
        Turns,
        /// Like [`Turns`](PayOver::Turns), and all that is left of the pools is spent when the last of it is paid.
        WholeTurns,
        /// The actor declares the action in each of this many rounds, spends all points that it has of the pool of actions each time,
        /// and carries it out in the last of them. Paying for anything else abandons it (HD-146).
        Rounds {
            /// The number of rounds.
            rounds: u8,
            /// The rule that says so.
            rule: Rule,
        },
        /// Like `Rounds`, for as many rounds as there are in this many minutes (HD-147).
        Minutes {
            /// The number of minutes.
            minutes: u8,
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The rounds for which an action takes all points, with the rule that says so.
    pub struct WholeRounds: Copy [rule] {
        /// The number of rounds.
        pub rounds: u8,
    }
}

impl PayOver {
    /// The rounds for which the action takes all points, where rounds have this many seconds; `None` if it has a price.
    pub fn whole_rounds(self, seconds: u16) -> Option<WholeRounds> {
        match self {
            PayOver::AtOnce | PayOver::Turns | PayOver::WholeTurns => None,
            PayOver::Rounds { rounds, rule } => Some(WholeRounds { rounds, rule }),
            PayOver::Minutes { minutes, rule } => {
                let rounds = (u16::from(minutes) * 60).div_ceil(seconds.max(1));
                Some(WholeRounds { rounds: u8::try_from(rounds).unwrap_or(u8::MAX), rule })
            }
        }
    }
}
