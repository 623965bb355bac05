//! Conditions and stances, and their effects on the bearer.

pub mod affliction;

use crate::content::{
    AdvantageKind, Affliction, DamageTypes, Name, Resistance, Rule, SpeedClass, Stat, WeaponCategory, WeaponProperty,
};
use crate::dice::DiceFormula;

content! {
    /// The attacks to which a modifier applies.
    pub enum AttackKind: Copy + Hash {
        /// Every attack.
        Any,
        /// Melee attacks.
        Melee,
        /// Ranged attacks.
        Ranged,
        /// Attacks by magic.
        Spell,
        /// Melee attacks, and attacks by magic on a target in reach (FS-G12).
        Close,
        /// Ranged attacks, and attacks by magic at range (FS-G12).
        Distant,
    }

    /// Something that a status forbids.
    pub enum Forbidden: Copy + PartialOrd + Ord + Hash {
        /// Leaving its space by its own movement.
        Move,
        /// Attack actions, and spells with gestures.
        Attack,
        /// Every action.
        Act,
        /// Reactions.
        React,
        /// Running and sprinting.
        Run,
        /// Weapons that are too long for a crouch.
        LongWeapons,
        /// Ranged weapons that cannot be used while prone.
        RangedUnlessUsableProne,
        /// Everything except walking and preparing a spell.
        AllButPreparing,
        /// Attacks with ranged weapons (HD-370).
        RangedAttacks,
    }

    /// An effect of a condition on its bearer.
    pub enum Status {
        /// Added to the bearer's attack rolls of a kind.
        Attack {
            /// The kind of attacks.
            kind: AttackKind,
            /// The bonus, or the penalty if negative.
            amount: i16,
        },
        /// Added to every roll of the bearer: attacks, checks, contests, and rolls for its life (HD-G17).
        Rolls(i16),
        /// Added to attack rolls of a kind against the bearer.
        AttackAgainst {
            /// The kind of attacks.
            kind: AttackKind,
            /// The bonus, or the penalty if negative, of the attacker.
            amount: i16,
        },
        /// Added to a defence of the bearer (every defence if `None`) against attacks of a kind.
        Defence {
            /// The defence; `None` for every defence.
            stat: Option<Stat>,
            /// The kind of attacks.
            against: AttackKind,
            /// The bonus, or the penalty if negative.
            amount: i16,
            /// A ladder of such modifiers, by name: of all with this name, only the worst counts (PR-G07).
            #[serde(default, skip_serializing_if = "Option::is_none")]
            ladder: Option<Name>,
        },
        /// The bearer uses the second defence in place of the first.
        Replace {
            /// The defence that is replaced.
            defence: Stat,
            /// The defence used in its place.
            by: Stat,
        },
        /// The bearer cannot do any of these.
        Forbid(Vec<Forbidden>),
        /// The bearer moves at half its rate.
        HalfRate,
        /// The bearer moves at half its rate while a combatant that it holds moves along with it (FS-G17).
        HalfRateDragging,
        /// The bearer parries: half its attack bonus and a multiple of its shield's bonus are added to a defence.
        Parry {
            /// The defence that rises.
            defence: Stat,
            /// The minimum increase of the defence, in points.
            least: i16,
            /// The multiplier of the bonus of the shield.
            shield: i16,
        },
        /// The bearer cannot defend itself.
        Helpless,
        /// A weapon of another combatant pins the bearer or entangles it, until the weapon is removed.
        Caught {
            /// Whether the weapon pins the bearer to its space; otherwise it entangles the bearer.
            to_place: bool,
        },
        /// The bearer may start a movement with a run or a sprint.
        SkipsBuildUp,
        /// The bearer's attack rolls of a kind have advantage or disadvantage.
        OwnEdge {
            /// The kind of attacks.
            kind: AttackKind,
            /// Advantage or disadvantage for the bearer.
            gives: AdvantageKind,
        },
        /// Attacks of a kind on the bearer have advantage or disadvantage.
        EdgeAgainst {
            /// The kind of attacks.
            kind: AttackKind,
            /// Advantage or disadvantage for the attacker.
            gives: AdvantageKind,
        },
        /// The bearer gains fewer points in a pool each time, with a minimum of 0, and at once loses as many.
        Loses {
            /// The id of the pool.
            pool: Name,
            /// The number of points lost.
            points: u8,
        },
        /// The bearer gains half as many points in a pool each time, rounded down, with a minimum of 1 (HD-G20).
        HalvesIncome {
            /// The id of the pool.
            pool: Name,
        },
        /// Every action of the bearer that takes points of a pool takes this many more, with a minimum of 0.
        Costs {
            /// The id of the pool.
            pool: Name,
            /// The change of the cost, in points; negative if actions are cheaper.
            points: i16,
        },
        /// Every attack of the bearer takes this many more points of a pool (HD-371).
        AttackCosts {
            /// The id of the pool.
            pool: Name,
            /// The change of the cost, in points.
            points: i16,
        },
        /// The bearer cannot take actions that cost at least this many points of a pool (no full-round actions, PR-157).
        ForbidsCosts {
            /// The id of the pool.
            pool: Name,
            /// The least number of points that is forbidden.
            from: u8,
        },
        /// The bearer takes damage at the start of each turn, or every [`CountTurns::burns`](super::CountTurns::burns) counts.
        Burns {
            /// The damage roll.
            damage: DiceFormula,
            /// The type of damage.
            harm: DamageTypes,
        },
        /// The bearer cannot breathe.
        Stifles,
        /// The bearer's attack rolls with weapons of a category have advantage or disadvantage.
        OwnEdgeWith {
            /// The category of weapons.
            category: WeaponCategory,
            /// Advantage or disadvantage for the bearer.
            gives: AdvantageKind,
        },
        /// Rolls of the bearer that are no attacks have advantage or disadvantage: defences that it chooses, saving throws,
        /// contests, and checks of skills (FS-089, FS-136).
        EdgeOn {
            /// The defences of the rule system that are rolled with it, by id.
            #[serde(default)]
            defences: Vec<Name>,
            /// The stats that are rolled with it.
            #[serde(default)]
            stats: Vec<Stat>,
            /// Advantage or disadvantage for the bearer.
            gives: AdvantageKind,
        },
        /// Like `Burns`, with the damage once for each level of the condition; only the highest instance counts.
        Festers {
            /// The damage roll for each level.
            damage: DiceFormula,
            /// The type of damage.
            harm: DamageTypes,
        },
        /// All other combatants are concealed from the bearer.
        Blind,
        /// The bearer is concealed from all other combatants.
        Unseen,
        /// The bearer has this condition as well.
        Also(Name),
        /// Added to a stat of the bearer and to everything derived from it. A penalty does not lower the stat below `least`.
        Stat {
            /// The stat.
            stat: Stat,
            /// The change, in points of the stat.
            amount: i16,
            /// The lowest value that a penalty leaves; `None` without a limit.
            least: Option<i16>,
        },
        /// A stat of the bearer has this value.
        StatIs {
            /// The stat.
            stat: Stat,
            /// The value of the stat.
            value: i16,
        },
        /// A stat of the bearer is at least the level of the condition, the highest one if it has several (PR-210, PR-405).
        AtLeastLevel(Stat),
        /// Added to the bearer's damage rolls.
        Damage(i16),
        /// The dice of the bearer's weapons, and numbers in their place, count half, rounded down, except those of weapons with a
        /// property (HD-373).
        HalvesWeapons {
            /// The property.
            except: WeaponProperty,
        },
        /// Every action of the bearer is this many speed classes slower (faster if negative).
        SlowerClass(i16),
        /// Counts added to speed factors of the bearer.
        SlowerCounts {
            /// The actions that take longer.
            of: Slowed,
            /// The counts added to each speed factor.
            counts: i16,
        },
        /// The bearer's rate is reduced by the fraction `1 / parts` for every `levels` levels of the condition.
        CutsRate {
            /// The number of levels for each reduction.
            levels: i16,
            /// The denominator of the fraction: 4 reduces the rate by a quarter.
            parts: u16,
        },
        /// The bearer's rate is multiplied by a fraction, and then changed by a number for each level of the condition (HD-277, HD-279).
        Rate {
            /// The numerator of the fraction.
            times: u16,
            /// The denominator of the fraction.
            divided_by: u16,
            /// The change for each level, in the board's unit.
            plus: i16,
        },
        /// Against attacks that the bearer sees, its defence is the best of these stats or of its own defence plus a number (HD-243,
        /// HD-244).
        BestDefence {
            /// The stats.
            of: Vec<Stat>,
            /// Added to its own defence.
            or_plus: i16,
        },
        /// The bearer gains another condition. If levels of that condition add up, its level is the number of portions.
        Builds {
            /// The condition that is gained.
            into: Name,
            /// The number of levels in one portion.
            portion: Portion,
            /// The number of portions at which it is gained.
            from: i16,
            /// The maximum level of the condition gained.
            most: i16,
        },
        /// A ward of this kind on the bearer ends with the condition (PR-148).
        Upholds(Name),
        /// Nothing: the condition only informs players, or other rules refer to it.
        Marker,
        /// The bearer has this resistance or vulnerability as well (FS-143, FS-145, PR-198, PR-199).
        Resists(Resistance),
        /// Every resistance of the bearer is this many points lower for each level of the condition, at least 0. Immunities and
        /// vulnerabilities stay as they are (PR-112).
        LowersResistances(i16),
        /// Added to the initiative of the bearer once for each level, for as long as the condition lasts; its place in the order of
        /// turns changes at once (PR-115, PR-116). In rounds only, and not for stances.
        Initiative(i16),
    }

    /// The actions whose speed factors are longer.
    pub enum Slowed: Copy {
        /// All actions.
        Any,
        /// Actions with a weapon.
        Weapons,
    }

    /// The number of levels that make up one portion.
    pub enum Portion: Copy {
        /// This many.
        Points(i16),
        /// Half a stat of the bearer, not rounded.
        Half(Stat),
    }

    /// A status with the rule that says so.
    pub struct CitedStatus {
        /// The effect.
        pub does: Status [rule],
    }

    /// When a condition ends by itself.
    pub enum Ends: Copy + Default {
        /// Never: an effect must end it.
        #[default]
        Never,
        /// When its bearer next acts.
        BearerActs,
        /// When the combatant that caused it next acts.
        CauserActs,
        /// After this many counts (or rounds).
        After(u16),
        /// At the end of the round, this many rounds later; 0 for the current round.
        Rounds(u16),
        /// At the end of the current turn of the combatant that caused it.
        CauserTurn,
        /// With the next attack on the bearer, or when the bearer next acts.
        Attacked,
        /// At the end of the bearer's next turn; in a turn of the bearer, that of the turn after it (FS-087, FS-089, PR-116).
        BearerTurn,
    }

    /// The effect of gaining a condition that the combatant already has.
    pub enum Stacking: Copy + Default {
        /// The new instance replaces the old one.
        #[default]
        Replaces,
        /// Both instances are kept, each with its own end and level.
        KeptApart,
        /// The rounds of the new instance are added to those of the old one.
        Prolongs,
        /// Instances are used up one by one.
        Queues,
        /// Levels add up, and its effects apply once for each level.
        Adds,
    }

    /// How a stance is taken and left.
    pub struct StanceRule {
        /// The time it takes to take the stance; only its drawbacks apply until then.
        pub shift: SpeedClass,
        /// The time it takes to leave it.
        pub leave: SpeedClass,
        /// The benefits of the stance once it is taken; the condition's own `does` are its drawbacks.
        pub benefits: Vec<CitedStatus> = default,
        /// The rule of the time to take it.
        pub rule: Rule,
        /// The rule of the time to leave it.
        pub leave_rule: Rule,
        /// Whether the bearer leaves it at no cost by moving.
        pub ends_on_move: bool = default,
    }

    /// A condition or stance of a ruleset.
    pub struct Condition [rule] {
        /// The id by which other files refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// One plain sentence for players.
        pub about: String,
        /// The icon drawn on a token.
        pub icon: String,
        /// Its effects on its bearer; for a stance, its drawbacks.
        pub does: Vec<CitedStatus>,
        /// When it ends by itself.
        pub ends: Ends = default,
        /// Whether it also ends with the first roll that one of its effects changes (FS-089).
        pub once: bool = default,
        /// Whether it also ends when its bearer is wounded (HD-242).
        pub until_hurt: bool = default,
        /// The effect of gaining it again.
        pub again: Stacking = default,
        /// Present if it is an affliction, which has a severity and a number for checks against it.
        pub affliction: Option<Affliction> = default,
        /// Present if it is a stance; a combatant is in one stance at a time.
        pub stance: Option<StanceRule>,
    }
}

impl AttackKind {
    /// Whether an attack made in melee (or at range) is of this kind.
    pub fn covers(self, melee: bool) -> bool {
        match self {
            AttackKind::Any => true,
            AttackKind::Melee | AttackKind::Close => melee,
            AttackKind::Ranged | AttackKind::Distant => !melee,
            AttackKind::Spell => false,
        }
    }
}
