//! Receivers and amounts of effects.

use crate::content::{Name, Rule, Stat};
use crate::dice::DiceFormula;

content! {
    /// The fate of points that a combatant should lose and does not have.
    pub enum Lacking: Copy + Default {
        /// They are taken from the next income.
        #[default]
        Owed,
        /// They are not lost.
        Forgiven,
    }

    /// The combatant that an effect applies to.
    pub enum Who: Copy {
        /// The combatant that acts.
        Actor,
        /// Its target.
        Target,
    }

    /// The receiver of damage.
    pub enum Harmed: Copy {
        /// The target.
        Target,
        /// The target, the item that the action is about, or nothing, as the actor chooses.
        TargetOrItem,
        /// The item of the target that the action is about.
        Item,
        /// The target or nothing, as the actor chooses; a harmed target gains this condition as well.
        TargetIfWanted {
            /// The condition that a harmed target gains.
            gains: Name,
        },
        /// The target. The actor chooses the level of its wound, up to that of the damage, and its fate if it would fall
        /// unconscious by a wound that does not kill (HD-218 to HD-220).
        TargetSpared {
            /// The rule by which it may be unconscious without dying.
            asleep_rule: Rule,
            /// The condition of a target that stays conscious instead.
            helpless: Name,
            /// The rule by which it may have this condition.
            helpless_rule: Rule,
        },
    }

    /// The fate of a target that would fall unconscious by a wound, where the attacker chooses it.
    pub enum Fallen: Copy {
        /// Unconsciousness and dying, as by any other wound.
        Usual,
        /// Unconsciousness without dying (HD-219).
        Asleep,
        /// Consciousness and helplessness for a time (HD-220).
        Helpless,
    }

    /// An amount of damage, healing or energy.
    pub enum Amount {
        /// A roll.
        Dice(DiceFormula),
        /// A roll plus a stat of the actor.
        DicePlus(DiceFormula, Stat),
        /// A stat of the actor, at least 1.
        Stat(Stat),
        /// Half a stat of the actor, rounded down, at least 1.
        HalfStat(Stat),
        /// The damage of a hit with the weapon used, with its die improved by a number of steps.
        Weapon {
            /// The number of steps by which the die improves along the list of dice of the rule system.
            steps: u8,
        },
        /// The damage of a hit with the weapon used in the off hand: half of its ability bonus counts, rounded down, unless the weapon is
        /// light and has only that much anyway (PR-G42).
        OffHand,
        /// Half the damage of a hit with the weapon used.
        HalfWeapon,
        /// The damage of this many hits with the weapon used, each rolled with all its modifiers.
        WeaponTimes(u8),
        /// The damage of this many critical hits; one normal hit for a target that takes no critical hits.
        CriticalTimes(u8),
        /// Half of a roll, rounded down.
        HalfDice(DiceFormula),
        /// This roll, once for each point of energy spent on the effect of the spell.
        Energy(DiceFormula),
        /// A roll once for each point of a stat of the actor, such as its caster level. A type of damage that changes dice changes
        /// those of one point (PR-108, PR-403).
        PerPoint {
            /// The roll for one point.
            dice: DiceFormula,
            /// The stat.
            of: Stat,
            /// Whether only half of the sum counts, rounded down.
            #[serde(default)]
            half: bool,
        },
        /// The sum of several stats of the actor, divided by `by` and rounded down.
        Share {
            /// The stats that are added up.
            of: Vec<Stat>,
            /// The divisor.
            by: i16,
        },
    }

    /// A level or a number of rounds in an effect.
    pub enum Measure: Copy {
        /// This number.
        Just(u16),
        /// The energy spent on the effect of the spell.
        Energy,
        /// The duration that was paid for the spell, in rounds or counts.
        Duration,
        /// A stat of the actor plus a number, at least 0 (PR-348).
        StatPlus(Stat, i16),
        /// A roll (PR-388).
        Dice(DiceFormula),
        /// One for each portion of this size in the damage on which the effect rides (PR-112, PR-115), rounded down.
        Dealt {
            /// The points.
            per: u16,
        },
    }
}

impl Amount {
    /// Whether it is the damage of the weapon used, or depends on it.
    pub fn is_of_weapon(&self) -> bool {
        matches!(
            self,
            Amount::Weapon { .. }
                | Amount::OffHand
                | Amount::HalfWeapon
                | Amount::WeaponTimes(_)
                | Amount::CriticalTimes(_)
        )
    }
}
